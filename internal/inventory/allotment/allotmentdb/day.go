package allotmentdb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type dayRow struct {
	bun.BaseModel `bun:"table:allotment_days,alias:d"`
	rules.Day
}

const dayQuery = `SELECT calendar_id, room_id, date, owner_id, property_id, closed, confirmed, rooming, status, reason, note, changed_by, changed_at, version
  FROM allotment_days WHERE calendar_id = ? AND owner_id = ?`

func newDayBatch(d *db.DB) *batch[rules.Day] {
	type day = rules.Day
	return newBatch(d, "allotment_days",
		column[day]{name: "calendar_id", key: true, number: func(r *day) int64 { return r.CalendarID }},
		column[day]{name: "room_id", key: true, number: func(r *day) int64 { return r.RoomID }},
		column[day]{name: "date", key: true, date: func(r *day) civil.Date { return r.Date }},
		column[day]{name: "owner_id", fixed: true, number: func(r *day) int64 { return r.OwnerID }},
		column[day]{name: "property_id", fixed: true, number: func(r *day) int64 { return r.PropertyID }},
		column[day]{name: "closed", number: func(r *day) int64 { return int64(r.Closed) }},
		column[day]{name: "confirmed", number: func(r *day) int64 { return int64(r.Confirmed) }},
		column[day]{name: "rooming", number: func(r *day) int64 { return int64(r.Rooming) }},
		column[day]{name: "status", text: func(r *day) string { return string(r.Status) }},
		column[day]{name: "reason", text: func(r *day) string { return string(r.Reason) }},
		column[day]{name: "note", text: func(r *day) string { return r.Note }},
		column[day]{name: "changed_by", number: func(r *day) int64 { return r.ChangedBy }},
		column[day]{name: "changed_at", number: func(r *day) int64 { return r.ChangedAt }},
		column[day]{name: "version", number: func(r *day) int64 { return r.Version }},
	)
}

// ReadDraft reads what a write of days needs, on PostgreSQL in one round trip.
func (s *Store) ReadDraft(ctx context.Context, q allotment.DraftQuery) (allotment.DraftRows, error) {
	var (
		found allotment.DraftRows
		reads db.Reads
	)
	s.days.add(&reads, q.Rooms, q.Season, func(rows *sql.Rows) error {
		var d rules.Day
		err := rows.Scan(&d.CalendarID, &d.RoomID, &d.Date, &d.OwnerID, &d.PropertyID, &d.Closed, &d.Confirmed, &d.Rooming, &d.Status, &d.Reason, &d.Note, &d.ChangedBy, &d.ChangedAt, &d.Version)
		found.Days = append(found.Days, d)
		return err
	}, q.CalendarID, q.OwnerID)
	if len(q.Pool) > 0 {
		s.pools.add(&reads, q.Pool, q.Season, scanPool(&found.Pools), q.OwnerID)
	}
	if q.Loans {
		s.addLoans(&reads, q.PropertyID, q.Season, &found.Loans)
	}
	if q.Blocks {
		s.addBlocks(&reads, q.OwnerID, q.CalendarID, &found.Blocks)
	}
	if err := s.db.Read(ctx, &reads); err != nil {
		return found, fmt.Errorf("read days of calendar %d to be changed: %w", q.CalendarID, err)
	}
	return found, nil
}

// ListDays returns a page of the records that are not empty, by room and date.
func (s *Store) ListDays(ctx context.Context, owner, calendar int64, f reading.DayFilter, req page.Request) ([]rules.Day, int, error) {
	var rows []dayRow
	err := s.selectDays(ctx, owner, calendar, f).Model(&rows).Order("d.room_id", "d.date").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select days of calendar %d: %w", calendar, err)
	}
	list := daysOf(rows)
	if n, known := req.Count(len(rows)); known {
		return list, n, nil
	}
	n, err := s.selectDays(ctx, owner, calendar, f).Model((*dayRow)(nil)).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count days of calendar %d: %w", calendar, err)
	}
	return list, int(n), nil
}

// CalendarDays returns the records that are not empty, by room and date.
func (s *Store) CalendarDays(ctx context.Context, owner, calendar int64, f reading.DayFilter) ([]rules.Day, error) {
	var rows []dayRow
	if err := s.selectDays(ctx, owner, calendar, f).Model(&rows).Order("d.room_id", "d.date").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select days of calendar %d: %w", calendar, err)
	}
	return daysOf(rows), nil
}

// selectDays leaves out empty records.
func (s *Store) selectDays(ctx context.Context, owner, calendar int64, f reading.DayFilter) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Where("d.calendar_id = ? AND d.owner_id = ?", calendar, owner).
		Where("(d.closed > 0 OR d.confirmed > 0 OR d.status <> '' OR d.note <> '')")
	if f.ByHand {
		q = q.Where("(d.closed > 0 OR d.status <> '' OR d.note <> '')")
	}
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

func daysOf(rows []dayRow) []rules.Day {
	list := make([]rules.Day, len(rows))
	for i, r := range rows {
		list[i] = r.Day
	}
	return list
}

// SaveDays stores days, which all belong to one property.
func (s *Store) SaveDays(ctx context.Context, days []rules.Day) error {
	if err := s.dayBatch.save(ctx, days); err != nil {
		return fmt.Errorf("save %d days: %w", len(days), err)
	}
	return nil
}
