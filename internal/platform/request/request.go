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

// Answer is how a request ended.
type Answer struct {
	Failed bool  // it was refused, or the answer broke off
	Bytes  int64 // of the answer's body as it went out
}

// current is a request in the context. Whoever wants to know how it ended is found
// far below the one who knows.
type current struct {
	meta     Meta
	answered func(Answer)
}

type key struct{}

// With puts m into the context.
func With(ctx context.Context, m Meta) context.Context {
	return context.WithValue(ctx, key{}, &current{meta: m})
}

// From returns the request's Meta, or an empty one outside a request.
func From(ctx context.Context) Meta {
	if c, ok := ctx.Value(key{}).(*current); ok {
		return c.meta
	}
	return Meta{}
}

// WhenAnswered has fn called when the request has been answered, in place of any
// function before. It must be called by the goroutine that serves the request.
func WhenAnswered(ctx context.Context, fn func(Answer)) {
	if c, ok := ctx.Value(key{}).(*current); ok {
		c.answered = fn
	}
}

// Answered tells whoever wants to know how the request ended.
func Answered(ctx context.Context, a Answer) {
	if c, ok := ctx.Value(key{}).(*current); ok && c.answered != nil {
		c.answered(a)
	}
}

// Identity is what the platform knows of who calls: to keep answers apart and to
// record who changed what. Zero stands for nobody.
type Identity struct {
	UserID   int64
	OwnerID  int64  // the account that the user belongs to
	KeyID    int64  // of a system that calls with an API key instead of a user
	Language string // that the user reads
}

// Caller is who is behind a request. What a caller may do is not the platform's.
type Caller interface{ Identity() Identity }

type callerKey struct{}

// WithCaller puts the caller into the context, in place of any other.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom returns the caller, nil if nobody is known.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// IdentityFrom returns who calls, the zero Identity if nobody is known.
func IdentityFrom(ctx context.Context) Identity {
	if c := CallerFrom(ctx); c != nil {
		return c.Identity()
	}
	return Identity{}
}
