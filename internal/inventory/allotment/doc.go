// Package allotment owns the availability of properties: calendars and what
// they allot, what is closed and confirmed day by day, what property management
// systems report as taken, and the pool of units that all of this draws on.
//
// Its one big rule: what does not exist is never sold. On every room and date
// committed + external + lent <= total + borrowed holds at every commit. It is
// kept in one place, change.updatePool, which updates the pool in the transaction
// of the write, and the database checks it again.
//
// Every write to a property begins with Service.change, which locks the property
// and raises its version. Reads use a Snapshot, the immutable availability at one
// version; a node compares versions before it answers, so that a read never
// returns data older than the last acknowledged write.
//
// The legacy stop sale (module stopsale) has tables of its own and no pool.
package allotment
