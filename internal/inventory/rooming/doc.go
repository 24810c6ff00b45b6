// Package rooming owns the rooming ledgers: lists of stays that a tour operator
// sends a hotel, or that the hotel keeps itself, and the hotel's answers.
//
// Only confirmed entries hold units in the pool, night by night. Confirming,
// cancelling and changing an entry changes the pool through
// allotment.Service.Hold in the same transaction.
//
// A ledger belongs to the hotel. The operator that it names as partner reads
// and writes it only while their contract allows rooming. The tables in
// state.go decide what each side may do. Every write locks the property's
// availability first, then the ledger; deleting a room, a calendar or a
// property takes the same locks in the same order.
package rooming
