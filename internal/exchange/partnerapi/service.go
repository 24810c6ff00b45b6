package partnerapi

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/plan"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Store is what the module asks of its database; a missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertKey(ctx context.Context, k *Key) error
	UpdateKey(ctx context.Context, k Key) error
	DeleteKey(ctx context.Context, owner, id int64) error
	Key(ctx context.Context, owner, id int64) (Key, error)
	LockKey(ctx context.Context, owner, id int64) (Key, error)
	SomeKeys(ctx context.Context, owner int64, ids []int64) ([]Key, error)
	KeysBy(ctx context.Context, owner, user int64) ([]Key, error)
	Keys(ctx context.Context, owner int64, req page.Request) ([]Key, int, error)
	CountKeys(ctx context.Context, owner int64) (int, error)
	// CountsOf is CountKeys for several accounts; those without a key are missing.
	CountsOf(ctx context.Context, owners []int64) (map[int64]int, error)
	// Position returns the place of a key among those of its account, oldest first, from 1.
	Position(ctx context.Context, owner, id int64) (int, error)
	TouchKey(ctx context.Context, id int64, at time.Time) error

	InsertToken(ctx context.Context, owner, key int64, hash []byte) error
	EndTokens(ctx context.Context, owner, key int64, at time.Time) error
	PurgeTokens(ctx context.Context, owner, key int64, before time.Time) error
	LiveByToken(ctx context.Context, hash []byte) (Live, error)

	InsertEntry(ctx context.Context, e *WhitelistEntry) error
	Entry(ctx context.Context, owner, id int64) (WhitelistEntry, error)
	DeleteEntry(ctx context.Context, owner, id int64) error
	Entries(ctx context.Context, owner, key int64, req page.Request) ([]WhitelistEntry, int, error)
	CountEntries(ctx context.Context, owner, key int64) (int, error)
}

// Hooks let modules above take part in a transaction of this one.
type Hooks struct {
	// Contract reports whether the account is party to a contract.
	Contract func(ctx context.Context, owner, id int64) (bool, error)
	// Revoked runs when a key goes.
	Revoked func(ctx context.Context, k Key) error
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Plans    *plan.Service
	Audit    *audit.Trail
	Now      func() time.Time
	Logger   *slog.Logger
	Hooks    Hooks
}

// Service is the module's front.
type Service struct {
	deps  Deps
	store Store
	usage *usage
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store, usage: newUsage()} }

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

const (
	// writeEvery is how often it is written down when keys were used.
	writeEvery = time.Minute
	// writeAtOnce bounds how long others wait for the database meanwhile.
	writeAtOnce = 500
)

// Run writes down once a minute when keys were used, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := s.Flush(ctx); err != nil && ctx.Err() == nil {
				s.deps.Logger.WarnContext(ctx, "use of keys not written", "error", err)
			}
		}
	}
}

// Flush writes down what only this process knows of the use of keys. What
// could not be written is kept for the next time.
func (s *Service) Flush(ctx context.Context) error {
	seen := s.usage.drainUses()
	ids := slices.Sorted(maps.Keys(seen)) // one order, so that two processes do not lock each other out
	for len(ids) > 0 {
		batch := ids[:min(len(ids), writeAtOnce)]
		err := s.store.InTx(ctx, func(ctx context.Context) error {
			for _, id := range batch {
				if err := s.store.TouchKey(ctx, id, seen[id]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			for _, id := range ids {
				s.usage.note(id, seen[id])
			}
			return err
		}
		ids = ids[len(batch):]
	}
	return nil
}
