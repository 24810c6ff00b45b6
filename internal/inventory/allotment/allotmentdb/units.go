package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

type unitsRow struct {
	bun.BaseModel `bun:"table:allotment_units,alias:u"`
	rules.Units
}

// Units returns the reports of all systems on a property in a season, by room and
// date.
func (s *Store) Units(ctx context.Context, owner, property int64, season civil.Range) ([]rules.Units, error) {
	var rows []unitsRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("u.property_id = ? AND u.owner_id = ?", property, owner).
		Where("u.date >= ? AND u.date <= ?", season.From, season.To).Order("u.room_id", "u.date", "u.source").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select units of property %d: %w", property, err)
	}
	return unitsOf(rows), nil
}

func unitsOf(rows []unitsRow) []rules.Units {
	list := make([]rules.Units, len(rows))
	for i, r := range rows {
		list[i] = r.Units
	}
	return list
}

// UnitsOfRooms returns the reports of all systems on rooms in a season, by room and
// date.
func (s *Store) UnitsOfRooms(ctx context.Context, owner int64, rooms []int64, season civil.Range) ([]rules.Units, error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	var rows []unitsRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("u.room_id IN (?) AND u.owner_id = ?", bun.List(rooms), owner).
		Where("u.date >= ? AND u.date <= ?", season.From, season.To).Order("u.room_id", "u.date", "u.source").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select units of %d rooms: %w", len(rooms), err)
	}
	return unitsOf(rows), nil
}

// UnitsOfSource returns the reports of one system with units, from a date on.
func (s *Store) UnitsOfSource(ctx context.Context, owner, property int64, source string, from civil.Date) ([]rules.Units, error) {
	var rows []unitsRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("u.property_id = ? AND u.owner_id = ? AND u.date >= ?", property, owner, from).
		Where("u.source = ? AND u.reserved + u.checked_in + u.out_of_order > 0", source).Order("u.room_id", "u.date").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select units that %s reports on property %d: %w", source, property, err)
	}
	return unitsOf(rows), nil
}

// SaveUnits stores the report of a system.
func (s *Store) SaveUnits(ctx context.Context, units []rules.Units) error {
	rows := make([]unitsRow, len(units))
	for i, u := range units {
		rows[i].Units = u
	}
	if err := upsert(ctx, s.db, rows, "room_id, date, source", "reserved", "checked_in", "out_of_order", "counted"); err != nil {
		return fmt.Errorf("save %d units: %w", len(units), err)
	}
	return nil
}

// Confirmed returns the confirmed units by room and date over all calendars in a
// season. Standalone calendars have none.
func (s *Store) Confirmed(ctx context.Context, owner int64, rooms []int64, season civil.Range) ([]allotment.Confirmed, error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	var rows []allotment.Confirmed
	err := s.db.From(ctx).NewSelect().Model((*dayRow)(nil)).Column("d.room_id", "d.date").ColumnExpr("SUM(d.confirmed) AS units").
		Where("d.room_id IN (?) AND d.owner_id = ?", bun.List(rooms), owner).
		Where("d.date >= ? AND d.date <= ?", season.From, season.To).Where("d.confirmed > 0").
		Group("d.room_id", "d.date").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum confirmed units of %d rooms: %w", len(rooms), err)
	}
	return rows, nil
}
