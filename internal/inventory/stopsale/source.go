package stopsale

import (
	"context"
	"errors"
	"strings"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/field"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Source is who reported stop sales, as named by the hotel.
type Source struct {
	ID        int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID   int64     `bun:"owner_id" json:"user" doc:"The hotel's account"`
	Name      string    `bun:"name" json:"name" maxLength:"50"`
	NameKey   string    `bun:"name_key" json:"-"`
	CreatedAt time.Time `bun:"created_at" json:"created_at"`
}

const (
	maxSourceName = 50
	maxSources    = 500
)

// The refusals.
var (
	ErrSourceExists   = apperr.New(apperr.Conflict, "already_exists", "the account has a source of this name")
	ErrTooManySources = apperr.Newf(apperr.Conflict, "too_many_sources", "an account has at most %d sources", maxSources)
)

// Sources lists the sources of an account by name.
func (s *Service) Sources(ctx context.Context, who auth.Caller, req page.Request) ([]Source, int, error) {
	return s.store.Sources(ctx, who.OwnerID, req)
}

// CreateSource adds a source. A name that differs only in case or accents from
// another is refused with ErrSourceExists.
func (s *Service) CreateSource(ctx context.Context, who auth.Caller, name string) (made Source, err error) {
	name = strings.TrimSpace(name)
	var f apperr.Fields
	f.Check(name != "", "name", "is required")
	field.CheckLine(&f, "name", name, maxSourceName)
	if err := f.Err(); err != nil {
		return Source{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		made, err = s.addSource(ctx, who.OwnerID, name)
		return err
	})
	return made, err
}

// setSource sets the source of an event by name, in the account's spelling, and
// adds a new one if needed.
func (s *Service) setSource(ctx context.Context, e *Event, name string) error {
	if e.Source, e.SourceID = "", nil; name == "" {
		return nil
	}
	found, err := s.store.Source(ctx, e.OwnerID, fold.Fold(name))
	if errors.Is(err, apperr.ErrNotFound) {
		found, err = s.addSource(ctx, e.OwnerID, name)
	}
	if errors.Is(err, ErrSourceExists) { // added meanwhile
		found, err = s.store.Source(ctx, e.OwnerID, fold.Fold(name))
	}
	e.Source, e.SourceID = found.Name, &found.ID
	return err
}

// addSource adds a source. It locks the account, so that the limit holds.
func (s *Service) addSource(ctx context.Context, owner int64, name string) (Source, error) {
	if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
		return Source{}, err
	}
	n, err := s.store.CountSources(ctx, owner)
	if err != nil {
		return Source{}, err
	}
	if n >= maxSources {
		return Source{}, ErrTooManySources
	}
	made := Source{OwnerID: owner, Name: name, NameKey: fold.Fold(name), CreatedAt: s.now()}
	if err := s.store.InsertSource(ctx, &made); err != nil {
		return Source{}, err
	}
	return made, s.deps.Audit.Record(ctx, audit.Change{Action: "create", ObjectType: "stop_sale_source", ObjectID: made.ID, After: made})
}
