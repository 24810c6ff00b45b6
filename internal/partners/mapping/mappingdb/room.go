package mappingdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/mapping"
	"allot/internal/platform/db"
)

type roomRow struct {
	bun.BaseModel `bun:"table:mapping_rooms,alias:m"`
	mapping.RoomMapping
	Search string `bun:"search"`
}

type roomTable = table[mapping.RoomMapping, *mapping.RoomMapping, roomRow]

// OfRooms stores the mappings of rooms.
func (s *Store) OfRooms() mapping.TargetStore[mapping.RoomMapping] { return s.rooms }

func newRooms(d *db.DB) *roomTable {
	return &roomTable{
		db: d, kind: "room", target: "room_id", key: []string{"property_id", "room_id"}, codes: []string{"code", "name"},
		rowOf: func(operator int64, m mapping.RoomMapping) roomRow {
			m.OperatorID = operator
			return roomRow{RoomMapping: m, Search: m.SearchText()}
		},
		inRow: func(r *roomRow) *mapping.RoomMapping { return &r.RoomMapping },
	}
}

// MappedRooms lists the ids of mapped rooms by property: ids only, because an
// operator may have mapped 100,000 of them.
func (s *Store) MappedRooms(ctx context.Context, operator int64, q mapping.RoomQuery) ([]int64, error) {
	ids := []int64{}
	if len(q.Owners) == 0 {
		return ids, nil
	}
	sel := s.db.From(ctx).NewSelect().Model((*roomRow)(nil)).Column("room_id").
		Where("m.operator_id = ? AND m.owner_id IN (?)", operator, bun.List(q.Owners))
	if q.Property != 0 {
		sel = sel.Where("m.property_id = ?", q.Property)
	}
	sel = s.matching(sel, q.Text, q.Named)
	if err := sel.Order("m.property_id", "m.room_id").Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("select mapped rooms of %d: %w", operator, err)
	}
	return ids, nil
}

// RoomsOf lists the operator's mappings of the rooms of properties.
func (s *Store) RoomsOf(ctx context.Context, operator int64, properties []int64) ([]mapping.RoomMapping, error) {
	return s.rooms.of(ctx, operator, "property_id", properties)
}
