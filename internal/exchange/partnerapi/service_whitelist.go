package partnerapi

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// Whitelist lists the entries of one key of the account, or with key 0 of all
// of them, in the order they were made. A key that is not the account's has none.
func (s *Service) Whitelist(ctx context.Context, who auth.Caller, key int64, req page.Request) ([]WhitelistEntry, int, error) {
	return s.store.Entries(ctx, who.OwnerID, key, req)
}

// AddToWhitelist lets a key be used from one more place. The first entry of a
// key shuts out every other place.
func (s *Service) AddToWhitelist(ctx context.Context, who auth.Caller, key int64, domain string) (e WhitelistEntry, err error) {
	domain, ok := ParseDomain(domain)
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		// Locked, so that the entry does not outlive its key.
		k, err := s.store.LockKey(ctx, who.OwnerID, key)
		if err != nil && !errors.Is(err, apperr.ErrNotFound) {
			return err
		}
		var f apperr.Fields
		f.Check(err == nil, "api_key", "must be the id of one of your API keys")
		f.Check(ok, "domain", domainRule)
		if err := f.Err(); err != nil {
			return err
		}
		if err := s.requireChangeable(ctx, who, k); err != nil {
			return err
		}
		n, err := s.store.CountEntries(ctx, who.OwnerID, key)
		if err != nil {
			return err
		}
		if n >= maxEntries {
			return ErrWhitelistFull
		}
		e = WhitelistEntry{OwnerID: who.OwnerID, KeyID: key, Domain: domain, CreatedAt: s.now()}
		if err := s.store.InsertEntry(ctx, &e); err != nil {
			return err
		}
		return s.record(ctx, "create", "whitelist", e.ID, nil, e)
	})
	return e, err
}

// RemoveFromWhitelist takes one place away. Without its last entry a key works
// from anywhere.
func (s *Service) RemoveFromWhitelist(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		e, err := s.store.Entry(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if _, err := s.lockOwn(ctx, who, e.KeyID); err != nil {
			return err
		}
		if err := s.store.DeleteEntry(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.record(ctx, "delete", "whitelist", id, e, nil)
	})
}
