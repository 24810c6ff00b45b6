// Package mappingdb stores the codes of tour operators.
package mappingdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/mapping"
	"allot/internal/platform/db"
)

// Store is the mapping module's tables.
type Store struct {
	db         *db.DB
	properties *propertyTable
	rooms      *roomTable
}

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d, newProperties(d), newRooms(d)} }

var _ mapping.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type eventCodesRow struct {
	bun.BaseModel `bun:"table:mapping_event_codes,alias:e"`
	mapping.StoredEventCodes
}

// LockOperator inserts or updates the operator's row of event codes, which
// locks it until the transaction ends.
func (s *Store) LockOperator(ctx context.Context, operator int64, now time.Time) error {
	row := &eventCodesRow{StoredEventCodes: mapping.StoredEventCodes{OperatorID: operator, UpdatedAt: now}}
	_, err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT (operator_id) DO UPDATE").Set("operator_id = EXCLUDED.operator_id").Exec(ctx)
	if err != nil {
		return fmt.Errorf("lock mappings of %d: %w", operator, err)
	}
	return nil
}

// EventCodes returns the codes that an operator has chosen.
func (s *Store) EventCodes(ctx context.Context, operator int64) (mapping.StoredEventCodes, error) {
	row := eventCodesRow{StoredEventCodes: mapping.StoredEventCodes{OperatorID: operator}}
	err := s.db.From(ctx).NewSelect().Model(&row).Where("operator_id = ?", operator).Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return mapping.StoredEventCodes{}, fmt.Errorf("select event codes of %d: %w", operator, err)
	}
	return row.StoredEventCodes, nil
}

// SaveEventCodes stores the codes of an operator whose lock is held.
func (s *Store) SaveEventCodes(ctx context.Context, c mapping.StoredEventCodes) error {
	s.db.Raise(ctx, account.Content, c.OperatorID)
	_, err := s.db.From(ctx).NewUpdate().Model(&eventCodesRow{StoredEventCodes: c}).Where("operator_id = ?", c.OperatorID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update event codes of %d: %w", c.OperatorID, err)
	}
	return nil
}
