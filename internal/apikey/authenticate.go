package apikey

import (
	"context"
	"errors"

	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/request"
	"allot/internal/platform/secret"
)

// Authenticate finds the system behind a token and checks where it calls from.
// Every request with a key passes here, so it only reads.
func (s *Service) Authenticate(ctx context.Context, req auth.KeyRequest) (auth.KeyCaller, error) {
	if !wellFormed(req.Token) {
		return auth.KeyCaller{}, auth.ErrKeyUnknown
	}
	now := s.now()
	k, err := s.store.KeyByToken(ctx, secret.Hash(req.Token), now)
	if err != nil {
		return auth.KeyCaller{}, unknown(err)
	}
	owner, err := s.Accounts.Account(ctx, k.OwnerID) // a key ends with its account
	if err != nil {
		return auth.KeyCaller{}, unknown(err)
	}
	domains, err := s.store.Domains(ctx, k.ID)
	if err != nil {
		return auth.KeyCaller{}, err
	}
	origin, err := whitelist(domains).check(request.From(ctx).ClientIP, req)
	if err != nil {
		return auth.KeyCaller{}, err
	}
	s.usage.note(k.ID, now)
	return auth.KeyCaller{
		KeyID: k.ID, OwnerID: k.OwnerID, AccountType: owner.AccountType, ContractID: k.ContractID,
		Scopes: k.Permissions.Scopes(), Origin: origin,
	}, nil
}

func unknown(err error) error {
	if errors.Is(err, apperr.ErrNotFound) {
		return auth.ErrKeyUnknown
	}
	return err
}
