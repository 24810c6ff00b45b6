// Package ratecontract owns the rate contracts: the seasonal allotments of rooms
// that a hotel grants one tour operator. Calendars, which turn them into blocks,
// stand above it.
//
// The hotel writes a rate contract, the operator whom it names reads it once it
// is no draft; neither needs a partnership contract for it, and it opens nothing
// but itself. Whether one has ended is a matter of the day: EffectiveStatus is
// the one place that says so, and what leaves the service always reads as of
// today where the property is.
package ratecontract
