package partnerapi

import (
	"context"
	"errors"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/request"
	"allot/internal/platform/secret"
)

// Live is what a token leads to: everything that decides over a request with it.
// It may be shared by many requests, so nobody changes it.
type Live struct {
	KeyID       int64
	OwnerID     int64
	CreatedBy   int64
	AccountType auth.AccountType // of the owner
	Suspended   bool             // the account of the owner is
	ContractID  *int64
	Scopes      []auth.KeyScope // within what the maker may
	Properties  []int64         // the maker's scope; empty: all
	Domains     []string
	ExpiresAt   time.Time // zero: the current token of its key
}

func (l Live) ended(now time.Time) bool { return !l.ExpiresAt.IsZero() && !now.Before(l.ExpiresAt) }

// Authenticate is the gate before everything that keys open: the token must be
// alive, the rule must admit its key, and it must be used from where it may be,
// in this order. Every request with a key passes here, so it only reads.
//
// A refusal of a key that is alive comes with its caller: whoever counts wants
// to know whose it was, and a page on the whitelist may read why.
func (s *Service) Authenticate(ctx context.Context, req auth.KeyRequest, rule auth.Rule) (auth.KeyCaller, error) {
	if !wellFormed(req.Token) {
		return auth.KeyCaller{}, auth.ErrKeyUnknown
	}
	now := s.now()
	live, err := s.store.LiveByToken(ctx, secret.Hash(req.Token))
	switch {
	case errors.Is(err, apperr.ErrNotFound), err == nil && live.ended(now):
		return auth.KeyCaller{}, auth.ErrKeyUnknown
	case err != nil:
		return auth.KeyCaller{}, err
	}
	origin, elsewhere := whitelist(live.Domains).check(request.From(ctx).ClientIP, req)
	caller := auth.KeyCaller{
		KeyID: live.KeyID, MadeBy: live.CreatedBy, OwnerID: live.OwnerID, AccountType: live.AccountType, Suspended: live.Suspended, ContractID: live.ContractID,
		Scopes: live.Scopes, Properties: live.Properties, Origin: origin,
	}
	if err := rule.AllowKey(caller); err != nil {
		return caller, err
	}
	if elsewhere != nil {
		return caller, elsewhere
	}
	s.usage.note(live.KeyID, now)
	return caller, nil
}
