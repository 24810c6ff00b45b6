// Package stopsale owns the legacy stop sale: one colour for a room and day that
// the hotel sets by hand, and the names of who reported it (sources). It counts no
// units and has no pool; allotment calendars have tables of their own.
//
// It is frozen: its paths, bodies and codes do not change. The rule it keeps: a
// room has at most one event a day, which the database checks, and days before
// today where the property is do not change any more.
package stopsale
