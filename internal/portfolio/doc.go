// Package portfolio answers what an account sees of published properties: a
// hotel of its own, a tour operator of the hotels that it has contracts with.
//
// It owns no data but whom it has told a hotel of: the partners that wait for a
// property to be published. The rule it keeps: whatever it gives is published and open
// to whoever asks under a contract in force at this moment, right by right, as
// contract.May says. On top of that it lays, while it reads, what the operator
// calls things (mapping) and shows differently (override). Work of any size is
// done in batches: the contracts are read once, the rest by batch.
package portfolio
