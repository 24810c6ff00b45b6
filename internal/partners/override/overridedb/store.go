// Package overridedb stores the overrides of operators and the files of their
// own photos.
package overridedb

import (
	"context"

	"github.com/uptrace/bun"

	"allot/internal/partners/override"
	"allot/internal/platform/db"
)

// Store is the override module's tables.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ override.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type overrideRow struct {
	bun.BaseModel `bun:"table:override_wishes,alias:w"`
	override.Override
}

type fileRow struct {
	bun.BaseModel `bun:"table:override_photos,alias:f"`
	override.OwnFile
}

func overrides(rows []overrideRow) []override.Override {
	list := make([]override.Override, len(rows))
	for i, r := range rows {
		list[i] = r.Override
	}
	return list
}

func files(rows []fileRow) []override.OwnFile {
	list := make([]override.OwnFile, len(rows))
	for i, r := range rows {
		list[i] = r.OwnFile
	}
	return list
}
