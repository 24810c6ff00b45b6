// Package alpinebitsdb stores what the AlpineBits server must remember between
// messages.
package alpinebitsdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/exchange/alpinebits"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

// Store is the module's tables.
type Store struct{ db *db.DB }

// New returns a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ alpinebits.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type (
	singleRoomRow struct {
		bun.BaseModel `bun:"table:alpinebits_single_rooms,alias:r"`
		alpinebits.SingleRoom
	}
	givenRow struct {
		bun.BaseModel `bun:"table:alpinebits_reservations,alias:g"`
		alpinebits.Given
	}
)

// chunk bounds the rows of one statement.
const chunk = 500

// SingleRooms returns the nights from a date on in which single rooms cannot be
// booked.
func (s *Store) SingleRooms(ctx context.Context, owner, conn int64, from civil.Date) ([]alpinebits.SingleRoom, error) {
	var rows []singleRoomRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("connection_id = ? AND owner_id = ? AND end_date >= ?", conn, owner, from).
		Order("room_id", "code", "start_date").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select single rooms of connection %d: %w", conn, err)
	}
	list := make([]alpinebits.SingleRoom, len(rows))
	for i, r := range rows {
		list[i] = r.SingleRoom
	}
	return list, nil
}

// ReplaceSingleRooms replaces what is stored of room types, of all if rooms is nil.
func (s *Store) ReplaceSingleRooms(ctx context.Context, owner, conn int64, rooms []int64, list []alpinebits.SingleRoom) error {
	q := s.db.From(ctx).NewDelete().Model((*singleRoomRow)(nil)).Where("connection_id = ? AND owner_id = ?", conn, owner)
	if rooms != nil {
		q = q.Where("room_id IN (?)", bun.List(rooms))
	}
	if _, err := q.Exec(ctx); err != nil {
		return fmt.Errorf("delete single rooms of connection %d: %w", conn, err)
	}
	for len(list) > 0 {
		some := list[:min(len(list), chunk)]
		list = list[len(some):]
		rows := make([]singleRoomRow, len(some))
		for i, r := range some {
			rows[i].SingleRoom = r
		}
		if _, err := s.db.From(ctx).NewInsert().Model(&rows).Exec(ctx); err != nil {
			return fmt.Errorf("insert single rooms of connection %d: %w", conn, err)
		}
	}
	return nil
}

// Given returns the reservations that a system was given and that end on a date or
// later.
func (s *Store) Given(ctx context.Context, owner, conn int64, from civil.Date) ([]alpinebits.Given, error) {
	var rows []givenRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("connection_id = ? AND owner_id = ? AND departure >= ?", conn, owner, from).
		Order("entry_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select reservations given to connection %d: %w", conn, err)
	}
	list := make([]alpinebits.Given, len(rows))
	for i, r := range rows {
		list[i] = r.Given
	}
	return list, nil
}

// SaveGiven stores reservations that a system was given, or has acknowledged.
func (s *Store) SaveGiven(ctx context.Context, list []alpinebits.Given) error {
	for len(list) > 0 {
		some := list[:min(len(list), chunk)]
		list = list[len(some):]
		rows := make([]givenRow, len(some))
		for i, g := range some {
			rows[i].Given = g
		}
		_, err := s.db.From(ctx).NewInsert().Model(&rows).On("CONFLICT (connection_id, entry_id) DO UPDATE").
			Set("departure = EXCLUDED.departure").Set("revision = EXCLUDED.revision").Set("cancelled = EXCLUDED.cancelled").
			Set("acknowledged = EXCLUDED.acknowledged").Set("acknowledged_cancelled = EXCLUDED.acknowledged_cancelled").Exec(ctx)
		if err != nil {
			return fmt.Errorf("save %d reservations given to a connection: %w", len(rows), err)
		}
	}
	return nil
}

// ForgetGiven removes reservations that ended before a date.
func (s *Store) ForgetGiven(ctx context.Context, owner, conn int64, before civil.Date) error {
	_, err := s.db.From(ctx).NewDelete().Model((*givenRow)(nil)).Where("connection_id = ? AND owner_id = ? AND departure < ?", conn, owner, before).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete reservations given to connection %d: %w", conn, err)
	}
	return nil
}
