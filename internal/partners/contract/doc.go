// Package contract owns the agreements between hotels and tour operators:
// proposals, terms, versions and permissions.
//
// A hotel and an operator have at most one contract. Data is shared only while
// it is accepted: all code that shows data of a hotel to another account asks
// Contract.May, the only place that decides what an account may see or do. Both
// parties change a contract by the state table in state.go; every change locks
// the contract.
package contract
