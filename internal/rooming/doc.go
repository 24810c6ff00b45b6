// Package rooming owns the rooming ledgers: lists of stays that a tour operator
// sends a hotel, or that the hotel keeps itself, and the answer to each of them.
//
// Its one big rule: a confirmed entry holds its units in the pool, night by
// night, and no other entry does. Confirming, cancelling and moving an entry
// changes the pool through allotment.Service.Hold in the same transaction.
//
// A ledger belongs to the hotel. The operator whom it names as partner reads and
// writes it only while their contract allows rooming. What each side may do is
// decided by the tables of state.go. Every write to a ledger locks the property's
// availability first, then the ledger: so does whoever deletes a room, a calendar
// or a property, and with it what refers to them here.
package rooming
