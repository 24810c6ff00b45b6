// Package live tells open dashboards what has changed, so that they read it again.
// It owns no data and sends none: an event names what changed and nothing of it but,
// to the hotel itself, the version of its days, so that a page knows its own write.
//
// A Watch is what one user is told of: stamps, each with the event that its change
// makes. One loop reads the stamps of all watches together, twice a second, and only
// while somebody watches. So a node tells what other nodes wrote, too. What a client
// has not taken yet is a set, however often it changes: a slow client takes no memory
// and holds up nobody.
//
// Its one rule: a change may be told twice, but is never left out. Every event has an
// id, which is a reading of the clock of stamps. A client that comes back with it is
// told of everything that has changed since.
package live
