// Package request carries the metadata of a request through the context: its id,
// the client's address, its user agent and the caller.
package request

import (
	"context"
	"net/netip"
	"sync/atomic"
	"time"
)

// Meta describes one request. Jobs carry the id of the request that caused them.
type Meta struct {
	ID        string
	ClientIP  netip.Addr
	UserAgent string
	BaseURL   string // scheme and host the client used, without a trailing slash
	Secure    bool   // the client came over HTTPS
	TraceID   string // of the trace that the request belongs to; empty: none is recorded
}

// IP returns the client's address as text, empty outside a request.
func (m Meta) IP() string {
	if !m.ClientIP.IsValid() {
		return ""
	}
	return m.ClientIP.String()
}

// Answer is the outcome of a request.
type Answer struct {
	Failed bool  // it was refused, or the answer broke off
	Bytes  int64 // of the answer's body as it went out
}

// current is a request in the context. The function to call at its end is set by
// code far below the one that calls it.
type current struct {
	meta     Meta
	answered func(Answer)
	refusal  atomic.Pointer[string] // handlers may answer from goroutines of their own
	begun    atomic.Pointer[time.Time]
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

// WhenAnswered sets the function that is called when the request has been answered,
// in place of any other. It must be called by the goroutine that serves it.
func WhenAnswered(ctx context.Context, fn func(Answer)) {
	if c, ok := ctx.Value(key{}).(*current); ok {
		c.answered = fn
	}
}

// Answered calls the function that WhenAnswered has set.
func Answered(ctx context.Context, a Answer) {
	if c, ok := ctx.Value(key{}).(*current); ok && c.answered != nil {
		c.answered(a)
	}
}

// Refuse notes the code of the refusal that the request is answered with.
func Refuse(ctx context.Context, code string) {
	if c, ok := ctx.Value(key{}).(*current); ok {
		c.refusal.Store(&code)
	}
}

// Refusal returns the code of the refusal that Refuse was last called with, or an
// empty text.
func Refusal(ctx context.Context) string {
	if c, ok := ctx.Value(key{}).(*current); ok {
		if code := c.refusal.Load(); code != nil {
			return *code
		}
	}
	return ""
}

// Begin notes when the answer began that will go on for as long as the client
// listens.
func Begin(ctx context.Context, at time.Time) {
	if c, ok := ctx.Value(key{}).(*current); ok {
		c.begun.Store(&at)
	}
}

// Begun returns the time that Begin was called with, or the zero time.
func Begun(ctx context.Context) time.Time {
	if c, ok := ctx.Value(key{}).(*current); ok {
		if at := c.begun.Load(); at != nil {
			return *at
		}
	}
	return time.Time{}
}

// Identity identifies the caller, to keep responses apart and for the audit trail.
// The zero value is nobody.
type Identity struct {
	UserID   int64
	OwnerID  int64  // the account that the user or the key belongs to
	KeyID    int64  // of a system that calls with an API key instead of a user
	Language string // that the user reads
}

// Caller is who sent a request. What a caller may do is decided by modules.
type Caller interface{ Identity() Identity }

type callerKey struct{}

// WithCaller returns a context with the caller, in place of any other.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom returns the caller, or nil.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// IdentityFrom returns the identity of the caller, or the zero Identity.
func IdentityFrom(ctx context.Context) Identity {
	if c := CallerFrom(ctx); c != nil {
		return c.Identity()
	}
	return Identity{}
}
