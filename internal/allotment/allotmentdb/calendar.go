package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/allotment"
	"allot/internal/platform/db"
)

type calendarRow struct {
	bun.BaseModel `bun:"table:allotment_calendars,alias:c"`
	allotment.Calendar
}

// InsertCalendar stores a calendar and sets its id. A second one for the same
// counterparty, or a second Master, is allotment.ErrCalendarExists.
func (s *Store) InsertCalendar(ctx context.Context, c *allotment.Calendar) error {
	row := &calendarRow{Calendar: *c}
	_, err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("id").Exec(ctx)
	if err != nil && !db.IsNoRows(err) {
		return fmt.Errorf("insert calendar of property %d: %w", c.PropertyID, err)
	}
	if row.ID == 0 {
		return allotment.ErrCalendarExists
	}
	c.ID = row.ID
	return nil
}

// Calendar finds a calendar of the account.
func (s *Store) Calendar(ctx context.Context, owner, id int64) (allotment.Calendar, error) {
	var row calendarRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("c.id = ? AND c.owner_id = ?", id, owner).Scan(ctx)
	return row.Calendar, db.Found(err, "select calendar %d", id)
}

// Calendars are those of a property: the Master, then the others by age.
func (s *Store) Calendars(ctx context.Context, owner, property int64) ([]allotment.Calendar, error) {
	var rows []calendarRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("c.property_id = ? AND c.owner_id = ?", property, owner).
		OrderExpr("CASE c.kind WHEN 'master' THEN 0 ELSE 1 END, c.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select calendars of property %d: %w", property, err)
	}
	list := make([]allotment.Calendar, len(rows))
	for i, r := range rows {
		list[i] = r.Calendar
	}
	return list, nil
}
