// Package request carries what is known of the request behind a piece of work
// through the context: its id, the client's address and its user agent.
package request

import (
	"context"
	"net/netip"
)

// Meta describes one request. Jobs carry the id of the request that caused them.
type Meta struct {
	ID        string
	ClientIP  netip.Addr
	UserAgent string
	BaseURL   string // scheme and host the client used, without a trailing slash
	Secure    bool   // the client came over HTTPS
}

// IP is the client's address as text, empty outside a request.
func (m Meta) IP() string {
	if !m.ClientIP.IsValid() {
		return ""
	}
	return m.ClientIP.String()
}

type key struct{}

// With puts m into the context.
func With(ctx context.Context, m Meta) context.Context { return context.WithValue(ctx, key{}, m) }

// From returns the request's Meta, or an empty one outside a request.
func From(ctx context.Context) Meta {
	m, _ := ctx.Value(key{}).(Meta)
	return m
}
