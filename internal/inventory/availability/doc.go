// Package availability tells what hotels have left: to a tour operator which
// calendar of which property is its own, under which names and codes, and to a
// hotel's own systems all of its calendars; and what each day of them comes to.
// It owns nothing.
//
// Its one rule: an operator is told what its own calendar has, and never what
// others hold, how many units there are, or what the hotel has noted. On the
// Master, which it sees where it has no calendar, it is told no number at all.
//
// What an answer depends on besides the days is a Portfolio, kept in memory while
// the revisions of the accounts in it stand. The days are encoded property by
// property, and kept as fragments that hold as long as the version of the
// property does. Nothing is held while a client takes its time.
package availability
