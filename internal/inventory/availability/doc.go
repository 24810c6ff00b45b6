// Package availability serves the availability of hotels: to a tour operator its
// own calendar of each property, with its own names and codes, and to a hotel's
// systems all of its calendars. It owns no data.
//
// Its one rule: an operator sees the numbers of its own calendar, and never what
// others hold, how many units there are, or the hotel's notes. On the Master,
// which it sees if it has no calendar, it sees no numbers.
//
// A Portfolio is everything that a response depends on besides the days. It is
// cached while the stamps of its accounts are unchanged. Days are encoded property
// by property and cached as fragments by the stamp of the property. No connection
// and no lock is held while a slow client reads.
package availability
