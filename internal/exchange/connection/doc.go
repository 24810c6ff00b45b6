// Package connection owns the ways in which property management systems tell Allot
// what they have sold: connections with their settings, sealed credentials, syncs and
// logs, and imports with API keys. It does not own the units: allotment stores them,
// and every write here goes through it.
//
// Its rule: a bad row never loses the good ones, and no network is used inside a
// transaction.
package connection
