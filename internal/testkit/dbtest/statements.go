package dbtest

import (
	"context"
	"sync/atomic"

	"github.com/uptrace/bun"
)

// Statements counts what is asked of a database that is watched with it (db.DB.Watched).
type Statements struct{ n atomic.Int64 }

// Count returns how many there were.
func (s *Statements) Count() int64 { return s.n.Load() }

// BeforeQuery counts a statement.
func (s *Statements) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context {
	s.n.Add(1)
	return ctx
}

// AfterQuery does nothing.
func (*Statements) AfterQuery(context.Context, *bun.QueryEvent) {}
