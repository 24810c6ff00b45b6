// Package contract owns the agreements between hotels and tour operators: who
// proposed what, what is in force, and what follows from it.
//
// A contract is between one hotel and one operator, who have at most one. Data
// flows only while it is accepted: everybody who shows data of a hotel to
// somebody else asks Contract.May first, the one place that answers what an
// account may see or do. Both sides move a contract by the table in state.go;
// every move locks the contract, so that its history is one line.
package contract
