// Package event decides who is told of an event of the outbox, and what each of
// them is told. Whoever delivers events asks it; it owns nothing and sends
// nothing.
//
// Its one rule: an account is told what it could read itself at that moment, in
// its own words, and nothing else. A stored event is a route, which is never sent,
// and data, which is sent as far as the receiver may see it.
package event
