// Package stopsale owns the legacy stop sale: one colour a room and day that the
// hotel sets by hand, and the names of who it heard it from (sources). It counts
// nothing and knows no pool; the allotment calendar, which does, has its own
// tables beside it.
//
// It is frozen: its paths, bodies and codes stay as clients know them. The rule
// it keeps: a room has at most one event a day, which the database checks, and
// days before today where the property is are not touched any more.
package stopsale
