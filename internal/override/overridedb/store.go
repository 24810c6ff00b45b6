// Package overridedb keeps what operators want to be different, and the files
// of their own photos.
package overridedb

import (
	"context"

	"github.com/uptrace/bun"

	"allot/internal/override"
	"allot/internal/platform/db"
)

// Store is the override module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ override.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type wishRow struct {
	bun.BaseModel `bun:"table:override_wishes,alias:w"`
	override.Wish
}

type fileRow struct {
	bun.BaseModel `bun:"table:override_photos,alias:f"`
	override.OwnFile
}

func wishes(rows []wishRow) []override.Wish {
	list := make([]override.Wish, len(rows))
	for i, r := range rows {
		list[i] = r.Wish
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
