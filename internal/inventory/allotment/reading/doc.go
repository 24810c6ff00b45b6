// Package reading answers what the availability of a property is: the grid of a
// calendar, the timeline, and who takes what of a day. It writes nothing.
//
// Every answer is made from a Snapshot, which is what one version looked like and
// never changes. The stamp of the property is compared before each answer, so that
// nobody reads what was before an acknowledged write.
package reading
