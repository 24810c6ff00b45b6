// Package marketplace owns the marketplace: the accounts on the platform, as
// accounts of the other type find them.
//
// Its tables are a read model of other modules' data: the company of an account
// and what a hotel has published. An entry holds only what everybody on the
// platform may know. Concurrent updates are serialized, so that the last one
// has read the newest state. Contracts are owned by package contract, which the
// marketplace asks for relations.
package marketplace
