// Package availability tells a tour operator what its hotels have left: which
// calendar of which property is its own, under which names and codes, and what
// each day of it comes to. It owns nothing.
//
// Its one rule: an operator is told what its own calendar has, and never what
// others hold, how many units there are, or what the hotel has noted. On the
// Master, which it sees where it has no calendar, it is told no number at all.
package availability
