// Package allotment owns the availability of properties: calendars and what
// they allot, what is closed and confirmed day by day, what property management
// systems report as taken, and the pool of units that all of this draws on.
//
// Its one big rule: what does not exist is never sold. On every room and date
// committed + external + lent <= total + borrowed holds at every commit. It is
// kept in one place, change.updatePool, which updates the pool in the transaction
// of the write, and the database checks it again.
//
// This package writes: every write to a property is a change, which locks the
// property and raises its version and stamp. Package rules decides, without a store,
// what may be written and what a day shows; package reading answers.
//
// The legacy stop sale (module stopsale) has tables of its own and no pool.
package allotment
