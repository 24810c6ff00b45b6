// Package ratecontract owns the rate contracts: the seasonal allotments of
// rooms that a hotel grants one tour operator. Calendars, which turn them into
// blocks, depend on this package.
//
// The hotel writes a rate contract, and the operator that it names can read it
// once it is no draft. Neither needs a partnership contract for it, and it
// grants nothing else. EffectiveStatus decides whether a contract has ended by
// date; the service always returns the status as of today at the property.
package ratecontract
