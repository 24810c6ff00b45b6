package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type calendarRow struct {
	bun.BaseModel `bun:"table:allotment_calendars,alias:c"`
	rules.Calendar
}

// InsertCalendar stores a calendar and sets its id. A second one for the same
// counterparty, or a second Master, is allotment.ErrCalendarExists.
func (s *Store) InsertCalendar(ctx context.Context, c *rules.Calendar) error {
	row := &calendarRow{Calendar: *c}
	_, err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("id").Exec(ctx)
	if err != nil && !db.IsNoRows(err) {
		return fmt.Errorf("insert calendar of property %d: %w", c.PropertyID, err)
	}
	if row.ID == 0 {
		return rules.ErrCalendarExists
	}
	c.ID = row.ID
	return nil
}

// Calendar finds a calendar of the account.
func (s *Store) Calendar(ctx context.Context, owner, id int64) (rules.Calendar, error) {
	var row calendarRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("c.id = ? AND c.owner_id = ?", id, owner).Scan(ctx)
	return row.Calendar, db.Found(err, "select calendar %d", id)
}

// Calendars lists those of a property: the Master, then the others by age.
func (s *Store) Calendars(ctx context.Context, owner, property int64) ([]rules.Calendar, error) {
	return s.CalendarsOf(ctx, []int64{owner}, []int64{property})
}

// CalendarsOf is Calendars for properties of some accounts, mixed.
func (s *Store) CalendarsOf(ctx context.Context, owners, properties []int64) ([]rules.Calendar, error) {
	var rows []calendarRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("c.property_id IN (?) AND c.owner_id IN (?)", bun.List(properties), bun.List(owners)).
		OrderExpr("CASE c.kind WHEN 'master' THEN 0 ELSE 1 END, c.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select calendars of %d properties: %w", len(properties), err)
	}
	list := make([]rules.Calendar, len(rows))
	for i, r := range rows {
		list[i] = r.Calendar
	}
	return list, nil
}

// PageCalendars lists those of some properties: by property, the Master first.
func (s *Store) PageCalendars(ctx context.Context, owner int64, properties []int64, req page.Request) ([]rules.Calendar, int, error) {
	if len(properties) == 0 {
		return nil, 0, nil
	}
	var rows []calendarRow
	query := func() *bun.SelectQuery {
		return s.db.From(ctx).NewSelect().Model(&rows).Where("c.property_id IN (?) AND c.owner_id = ?", bun.List(properties), owner)
	}
	err := query().OrderExpr("c.property_id, CASE c.kind WHEN 'master' THEN 0 ELSE 1 END, c.id").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select calendars of %d properties: %w", len(properties), err)
	}
	list := make([]rules.Calendar, len(rows))
	for i, r := range rows {
		list[i] = r.Calendar
	}
	n, known := req.Count(len(rows))
	if known {
		return list, n, nil
	}
	all, err := query().Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count calendars of %d properties: %w", len(properties), err)
	}
	return list, int(all), nil
}

// CountCalendars counts those of a property, the Master included.
func (s *Store) CountCalendars(ctx context.Context, owner, property int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*calendarRow)(nil)).Where("c.property_id = ? AND c.owner_id = ?", property, owner).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count calendars of property %d: %w", property, err)
	}
	return int(n), nil
}

// MostCalendars returns the number of calendars of each account's property that has
// the most.
func (s *Store) MostCalendars(ctx context.Context, owners []int64) (map[int64]int, error) {
	each := s.db.From(ctx).NewSelect().Model((*calendarRow)(nil)).ColumnExpr("c.owner_id, COUNT(*) AS n").
		Where("c.owner_id IN (?)", bun.List(owners)).Group("c.owner_id", "c.property_id")
	return s.db.Counts(ctx, "calendars of accounts", s.db.From(ctx).NewSelect().TableExpr("(?) AS each_property", each).
		ColumnExpr("owner_id, MAX(n)").Group("owner_id"))
}

// UpdateCalendar stores a changed calendar. It returns
// allotment.ErrCalendarExists if another calendar has the same binding.
func (s *Store) UpdateCalendar(ctx context.Context, c rules.Calendar) error {
	row := &calendarRow{Calendar: c}
	_, err := s.db.From(ctx).NewUpdate().Model(row).
		Column("name", "counterparty_contract", "rate_contract", "external_name", "external_details", "mailing_group", "updated_at").
		Where("c.id = ? AND c.owner_id = ?", c.ID, c.OwnerID).Exec(ctx)
	return uniqueError(mailingListError(err), rules.ErrCalendarExists, "update calendar %d", c.ID)
}

// mailingListError refuses a mailing list that was deleted meanwhile. Contracts are
// locked by the caller.
func mailingListError(err error) error {
	if db.IsForeignKey(err) {
		return apperr.Field("mailing_group", "must be the id of one of your mailing lists")
	}
	return err
}

// DeleteCalendar deletes a calendar with its blocks and days, and removes it from
// rooming ledgers, so that their stamp is raised.
func (s *Store) DeleteCalendar(ctx context.Context, owner, id int64) error {
	s.db.Raise(ctx, account.Rooming, owner)
	_, err := s.db.From(ctx).NewDelete().Model((*calendarRow)(nil)).Where("c.id = ? AND c.owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete calendar %d: %w", id, err)
	}
	return nil
}
