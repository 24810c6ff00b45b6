// Package widgetdb keeps widgets.
package widgetdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/exchange/widget"
	"allot/internal/platform/db"
)

// Store is the table of widgets.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ widget.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type row struct {
	bun.BaseModel `bun:"table:widgets,alias:w"`
	widget.Widget
}

// InsertWidget stores a widget and sets its id.
func (s *Store) InsertWidget(ctx context.Context, w *widget.Widget) error {
	r := &row{Widget: *w}
	_, err := s.db.From(ctx).NewInsert().Model(r).Returning("id").Exec(ctx)
	if db.IsUnique(err) {
		return widget.ErrExists
	}
	w.ID = r.ID
	return wrap(err, "insert widget of property %d", w.PropertyID)
}

// UpdateWidget writes what can be changed of a widget.
func (s *Store) UpdateWidget(ctx context.Context, w widget.Widget) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&row{Widget: w}).Column("theme", "color", "language", "parts", "allowed_hosts", "updated_at").
		Where("property_id = ? AND owner_id = ?", w.PropertyID, w.OwnerID).Exec(ctx)
	return wrap(err, "update widget %d", w.ID)
}

// DeleteWidget deletes the widget of a property.
func (s *Store) DeleteWidget(ctx context.Context, owner, property int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*row)(nil)).Where("property_id = ? AND owner_id = ?", property, owner).Exec(ctx)
	return wrap(err, "delete widget of property %d", property)
}

// Widget finds the widget of a property of an account.
func (s *Store) Widget(ctx context.Context, owner, property int64) (widget.Widget, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("property_id = ? AND owner_id = ?", property, owner).Scan(ctx)
	return r.Widget, db.Found(err, "select widget of property %d", property)
}

// ByPublicID finds a widget of any account: whoever knows its public id may ask for it.
func (s *Store) ByPublicID(ctx context.Context, publicID string) (widget.Widget, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("public_id = ?", publicID).Scan(ctx)
	return r.Widget, db.Found(err, "select a widget by its public id")
}

func wrap(err error, format string, args ...any) error {
	if err != nil {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return nil
}
