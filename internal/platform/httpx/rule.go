package httpx

import (
	"context"

	"allot/internal/platform/request"
)

// Rule says who may call an operation. Modules implement it for accounts, users and
// keys.
type Rule interface {
	// IsPublic reports whether everybody may call, signed in or not.
	IsPublic() bool
	// KeyScope names what an API key must open, if systems call with a key in the path;
	// empty: users call.
	KeyScope() string
	// Admit refuses a user who may not call.
	Admit(c request.Caller) error
}

func (op *Op) public() bool  { return op.Rule != nil && op.Rule.IsPublic() }
func (op *Op) forKeys() bool { return op.Rule != nil && op.Rule.KeyScope() != "" }

// Sessions returns an Options.Authenticate from a function that returns its own type
// of caller.
func Sessions[C request.Caller](find func(ctx context.Context, token string) (C, error)) func(context.Context, string) (request.Caller, error) {
	return func(ctx context.Context, token string) (request.Caller, error) {
		return find(ctx, token)
	}
}
