// Package portfolio shows an account the published properties that it may see:
// a hotel its own, a tour operator those of the hotels that it has contracts
// with.
//
// Its only own data is which hotels were notified of partners that wait for a
// property to be published. Everything it returns is published and allowed by a
// contract in force at this moment, right by right, as contract.May decides.
// While reading it applies the operator's codes and names (mapping) and
// overrides (override). It reads the contracts once and everything else in
// batches.
package portfolio
