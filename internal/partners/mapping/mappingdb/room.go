package mappingdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/mapping"
	"allot/internal/platform/db"
)

type roomRow struct {
	bun.BaseModel `bun:"table:mapping_rooms,alias:m"`
	mapping.RoomMapping
	Search string `bun:"search"`
}

// roomColumns are the columns without the search text.
var roomColumns = []string{"id", "operator_id", "owner_id", "property_id", "room_id", "code", "name", "created_at", "updated_at"}

func roomsOf(rows []roomRow) []mapping.RoomMapping {
	list := make([]mapping.RoomMapping, len(rows))
	for i, r := range rows {
		list[i] = r.RoomMapping
	}
	return list
}

// Room finds one room mapping of an operator.
func (s *Store) Room(ctx context.Context, operator, id int64) (mapping.RoomMapping, error) {
	var row roomRow
	err := s.db.From(ctx).NewSelect().Model(&row).Column(roomColumns...).Where("id = ? AND operator_id = ?", id, operator).Scan(ctx)
	return row.RoomMapping, db.Found(err, "select room mapping %d of %d", id, operator)
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
	return s.rooms(ctx, operator, "property_id", properties)
}

// RoomsByID lists the operator's mappings of the rooms.
func (s *Store) RoomsByID(ctx context.Context, operator int64, rooms []int64) ([]mapping.RoomMapping, error) {
	return s.rooms(ctx, operator, "room_id", rooms)
}

func (s *Store) rooms(ctx context.Context, operator int64, column string, ids []int64) ([]mapping.RoomMapping, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []roomRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column(roomColumns...).
		Where("operator_id = ? AND ? IN (?)", operator, bun.Ident(column), bun.List(ids)).Order("property_id", "room_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select room mappings of %d by %s: %w", operator, column, err)
	}
	return roomsOf(rows), nil
}

// SaveRooms stores many mappings at once, new ones and changed ones, and sets
// the ids of the new ones.
func (s *Store) SaveRooms(ctx context.Context, operator int64, list []*mapping.RoomMapping) error {
	s.db.Raise(ctx, account.Content, operator)
	if len(list) == 0 {
		return nil
	}
	rows := make([]roomRow, len(list))
	for i, m := range list {
		rows[i] = roomRow{RoomMapping: *m, Search: m.SearchText()}
		rows[i].OperatorID = operator
	}
	var stored []roomRow
	err := s.db.From(ctx).NewInsert().Model(&rows).ExcludeColumn("id").On("CONFLICT (operator_id, room_id) DO UPDATE").
		Set("code = EXCLUDED.code, name = EXCLUDED.name, search = EXCLUDED.search, updated_at = EXCLUDED.updated_at").
		Returning("id, room_id").Scan(ctx, &stored)
	if db.IsForeignKey(err) {
		return mapping.ErrGone
	}
	if err != nil {
		return fmt.Errorf("save %d room mappings of %d: %w", len(list), operator, err)
	}
	ids := make(map[int64]int64, len(stored))
	for _, r := range stored {
		ids[r.RoomID] = r.ID
	}
	for _, m := range list {
		m.ID = ids[m.RoomID]
	}
	return nil
}

// DeleteRoom removes one room mapping of an operator.
func (s *Store) DeleteRoom(ctx context.Context, operator, id int64) error {
	s.db.Raise(ctx, account.Content, operator)
	_, err := s.db.From(ctx).NewDelete().Model((*roomRow)(nil)).Where("id = ? AND operator_id = ?", id, operator).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete room mapping %d: %w", id, err)
	}
	return nil
}
