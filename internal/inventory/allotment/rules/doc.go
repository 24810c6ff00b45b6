// Package rules decides what the availability of a property is, without a store:
// what a day of a calendar shows (Cascade), what is left of a room and what rooms
// lend each other (Settle), which blocks a rate contract gives, and which input is
// refused.
package rules
