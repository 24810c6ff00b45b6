// Package webhook sends events to the HTTPS endpoints of accounts. It owns the
// endpoints, their deliveries with every attempt, and replays. It does not
// decide who may see an event or what each receiver is sent: event does.
//
// Its rule: a delivery exists if and only if its event does, is sent at least
// once or ends as failed with the reason, and is asked for again before each
// attempt, so that nothing reaches an account that may not see it any more.
package webhook
