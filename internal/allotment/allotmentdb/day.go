package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/allotment"
	"allot/internal/platform/civil"
)

type dayRow struct {
	bun.BaseModel `bun:"table:allotment_days,alias:d"`
	allotment.Day
}

// Days are the records of one calendar, of some rooms in a season.
func (s *Store) Days(ctx context.Context, owner, calendar int64, rooms []int64, season civil.Range) ([]allotment.Day, error) {
	var rows []dayRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("d.calendar_id = ? AND d.room_id IN (?) AND d.owner_id = ?", calendar, bun.List(rooms), owner).
		Where("d.date >= ? AND d.date <= ?", season.From, season.To).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select days of calendar %d: %w", calendar, err)
	}
	list := make([]allotment.Day, len(rows))
	for i, r := range rows {
		list[i] = r.Day
	}
	return list, nil
}

// SaveDays stores days, which all belong to one property.
func (s *Store) SaveDays(ctx context.Context, days []allotment.Day) error {
	rows := make([]dayRow, len(days))
	for i, d := range days {
		rows[i].Day = d
	}
	err := upsert(ctx, s.db, rows, "calendar_id, room_id, date", "closed", "confirmed", "rooming", "status", "reason", "note", "version")
	if err != nil {
		return fmt.Errorf("save %d days: %w", len(days), err)
	}
	return nil
}
