package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/allotment"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
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
	return daysOf(rows), nil
}

// ListDays is a page of the records that say something, by room and date.
func (s *Store) ListDays(ctx context.Context, owner, calendar int64, f allotment.DayFilter, req page.Request) ([]allotment.Day, int, error) {
	var rows []dayRow
	err := s.listed(ctx, owner, calendar, f).Model(&rows).Order("d.room_id", "d.date").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select days of calendar %d: %w", calendar, err)
	}
	list := daysOf(rows)
	if n, known := req.Count(len(rows)); known {
		return list, n, nil
	}
	n, err := s.listed(ctx, owner, calendar, f).Model((*dayRow)(nil)).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count days of calendar %d: %w", calendar, err)
	}
	return list, int(n), nil
}

// listed leaves out what was emptied.
func (s *Store) listed(ctx context.Context, owner, calendar int64, f allotment.DayFilter) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Where("d.calendar_id = ? AND d.owner_id = ?", calendar, owner).
		Where("(d.closed > 0 OR d.confirmed > 0 OR d.status <> '' OR d.note <> '')")
	if f.RoomID != 0 {
		q = q.Where("d.room_id = ?", f.RoomID)
	}
	if !f.Season.From.IsZero() {
		q = q.Where("d.date >= ?", f.Season.From)
	}
	if !f.Season.To.IsZero() {
		q = q.Where("d.date <= ?", f.Season.To)
	}
	return q
}

func daysOf(rows []dayRow) []allotment.Day {
	list := make([]allotment.Day, len(rows))
	for i, r := range rows {
		list[i] = r.Day
	}
	return list
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
