// Package allotment owns the availability of properties: calendars and what
// they allot, what is closed and confirmed day by day, what property management
// systems report as taken, and the pool of units that all of this draws on.
//
// Its one big rule: what does not exist is never sold. On every room and date
// committed + external + lent <= total + borrowed holds at every commit. It is
// kept in one place, hotel.move, which changes the pool in the transaction of
// whatever causes the change, and the database checks it again.
//
// Every write to a property begins with Service.change: it takes the lock of the
// property and raises its version. Every read asks a Snapshot, which is what a
// version looked like and never changes; a node compares versions before it
// answers, so that nobody reads what was before an acknowledged write.
//
// The legacy stop sale (module stopsale) has tables of its own and no pool.
package allotment
