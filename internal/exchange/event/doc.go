// Package event decides which accounts receive an event of the outbox, and what
// each of them receives. It owns no data and sends nothing; the delivery calls
// it.
//
// An account receives what it could read itself at that moment, with its own
// codes and names, and nothing else. A stored event has a route, which is never
// sent, and data, which is sent as far as the receiver may see it.
package event
