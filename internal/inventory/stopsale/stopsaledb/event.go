package stopsaledb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/db"
)

type eventRow struct {
	bun.BaseModel `bun:"table:stopsale_events,alias:e"`
	stopsale.Event
}

// InsertEvent stores an event and sets its id.
func (s *Store) InsertEvent(ctx context.Context, e *stopsale.Event) error {
	s.db.Raise(ctx, account.StopSale, e.OwnerID)
	row := &eventRow{Event: *e}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "stopsale_events_day", "date") {
		return stopsale.ErrExists
	}
	if err != nil {
		return fmt.Errorf("insert stop sale event: %w", err)
	}
	e.ID = row.ID
	return nil
}

// UpdateEvent stores every field that can change.
func (s *Store) UpdateEvent(ctx context.Context, e stopsale.Event) error {
	s.db.Raise(ctx, account.StopSale, e.OwnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(&eventRow{Event: e}).Column("room_id", "date", "color", "source_id", "updated_at").
		Where("id = ? AND owner_id = ?", e.ID, e.OwnerID).Exec(ctx)
	if db.IsUnique(err, "stopsale_events_day", "date") {
		return stopsale.ErrExists
	}
	if err != nil {
		return fmt.Errorf("update stop sale event %d: %w", e.ID, err)
	}
	return nil
}

// DeleteEvent removes an event.
func (s *Store) DeleteEvent(ctx context.Context, owner, id int64) error {
	s.db.Raise(ctx, account.StopSale, owner)
	_, err := s.db.From(ctx).NewDelete().Model((*eventRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete stop sale event %d: %w", id, err)
	}
	return nil
}

// Event finds an event of an account.
func (s *Store) Event(ctx context.Context, owner, id int64) (stopsale.Event, error) {
	var row eventRow
	err := withSource(s.db.From(ctx).NewSelect().Model(&row)).Where("e.id = ? AND e.owner_id = ?", id, owner).Scan(ctx)
	return utc(row.Event), db.Found(err, "select stop sale event %d", id)
}

// Events lists the events of rooms of an account by room and date.
func (s *Store) Events(ctx context.Context, owner int64, rooms []int64, w stopsale.Window) ([]stopsale.Event, error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	var rows []eventRow
	q := withSource(s.db.From(ctx).NewSelect().Model(&rows)).Where("e.room_id IN (?) AND e.owner_id = ?", bun.List(rooms), owner)
	if err := inWindow(q, w).Order("e.room_id", "e.date").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select stop sale events of %d rooms: %w", len(rooms), err)
	}
	list := make([]stopsale.Event, len(rows))
	for i, r := range rows {
		list[i] = utc(r.Event)
	}
	return list, nil
}

// Days lists the days of rooms of several accounts by room and date.
func (s *Store) Days(ctx context.Context, owners, rooms []int64, w stopsale.Window) ([]stopsale.RoomDay, error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	var days []stopsale.RoomDay
	q := s.db.From(ctx).NewSelect().Model((*eventRow)(nil)).Column("e.room_id", "e.date", "e.color").
		Where("e.room_id IN (?) AND e.owner_id IN (?)", bun.List(rooms), bun.List(owners))
	if err := inWindow(q, w).Order("e.room_id", "e.date").Scan(ctx, &days); err != nil {
		return nil, fmt.Errorf("select stop sale days of %d rooms: %w", len(rooms), err)
	}
	return days, nil
}

// withSource adds the name of the source.
func withSource(q *bun.SelectQuery) *bun.SelectQuery {
	return q.ColumnExpr("e.*").ColumnExpr("COALESCE(src.name, '') AS source").
		Join("LEFT JOIN stopsale_sources AS src ON src.id = e.source_id AND src.owner_id = e.owner_id")
}

func inWindow(q *bun.SelectQuery, w stopsale.Window) *bun.SelectQuery {
	if !w.From.IsZero() {
		q = q.Where("e.date >= ?", w.From)
	}
	if !w.To.IsZero() {
		q = q.Where("e.date <= ?", w.To)
	}
	return q
}

func utc(e stopsale.Event) stopsale.Event {
	e.CreatedAt, e.UpdatedAt = e.CreatedAt.UTC(), e.UpdatedAt.UTC()
	return e
}
