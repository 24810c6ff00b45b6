package publicationdb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type cardRow struct {
	bun.BaseModel `bun:"table:publication_cards,alias:c"`
	publication.Card
}

type roomRow struct {
	bun.BaseModel `bun:"table:publication_rooms,alias:r"`
	publication.Room
}

// maxList keeps the parameters of a statement far below the limits of both engines: a caller
// may ask for a hundred thousand rooms.
const maxList = 5000

// ShowVersion stores a version as the current one of its property.
func (s *Store) ShowVersion(ctx context.Context, card publication.Card, rooms []publication.Room) error {
	s.db.Raise(ctx, account.Content, card.OwnerID)
	_, err := s.db.From(ctx).NewInsert().Model(&cardRow{Card: card}).On("CONFLICT (property_id) DO UPDATE").Exec(ctx)
	if err != nil {
		return fmt.Errorf("store card of property %d: %w", card.PropertyID, err)
	}
	gone := s.db.From(ctx).NewDelete().Model((*roomRow)(nil)).Where("property_id = ? AND owner_id = ?", card.PropertyID, card.OwnerID)
	if len(rooms) > 0 {
		kept := make([]int64, len(rooms))
		for i, r := range rooms {
			kept[i] = r.ID
		}
		gone = gone.Where("room_id NOT IN (?)", bun.List(kept))
	}
	if _, err := gone.Exec(ctx); err != nil {
		return fmt.Errorf("delete rooms of property %d: %w", card.PropertyID, err)
	}
	if len(rooms) == 0 {
		return nil
	}
	rows := make([]roomRow, len(rooms))
	for i, r := range rooms {
		rows[i].Room = r
	}
	if _, err := s.db.From(ctx).NewInsert().Model(&rows).On("CONFLICT (room_id) DO UPDATE").Exec(ctx); err != nil {
		return fmt.Errorf("store rooms of property %d: %w", card.PropertyID, err)
	}
	return nil
}

// Card returns the card of a property of any account.
func (s *Store) Card(ctx context.Context, property int64) (publication.Card, error) {
	var r cardRow
	err := s.db.From(ctx).NewSelect().Model(&r).Where("property_id = ?", property).Scan(ctx)
	return r.Card, db.Found(err, "select card of property %d", property)
}

// Cards lists the cards of the owners by name. A subquery picks the page from the index alone,
// because an operator may see thousands.
func (s *Store) Cards(ctx context.Context, f publication.CardFilter, req page.Request) ([]publication.Card, int, error) {
	var rows []cardRow
	chosen := s.cards(ctx, f).Model((*cardRow)(nil)).Column("property_id").
		Order("name_search", "property_id").Limit(req.Limit()).Offset(req.Offset())
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("property_id IN (?)", chosen).Order("name_search", "property_id").Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select cards: %w", err)
	}
	if n, known := req.Count(len(rows)); known {
		return cardsOf(rows), n, nil
	}
	n, err := s.cards(ctx, f).Model((*cardRow)(nil)).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count cards: %w", err)
	}
	return cardsOf(rows), int(n), nil
}

func (s *Store) cards(ctx context.Context, f publication.CardFilter) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Where("owner_id IN (?)", bun.List(f.Owners))
	if len(f.Properties) > 0 {
		q = q.Where("property_id IN (?)", bun.List(f.Properties))
	}
	if len(f.Countries) > 0 {
		q = q.Where("country IN (?)", bun.List(f.Countries))
	}
	if f.Query != "" {
		q = s.db.Contains(q, "name_search", f.Query)
	}
	return q
}

func cardsOf(rows []cardRow) []publication.Card {
	list := make([]publication.Card, len(rows))
	for i, r := range rows {
		list[i] = r.Card
	}
	return list
}

// CardsOf lists the cards of properties of any account.
func (s *Store) CardsOf(ctx context.Context, properties []int64) ([]publication.Card, error) {
	list := make([]publication.Card, 0, len(properties))
	for part := range slices.Chunk(properties, maxList) {
		var rows []cardRow
		if err := s.db.From(ctx).NewSelect().Model(&rows).Where("property_id IN (?)", bun.List(part)).Scan(ctx); err != nil {
			return nil, fmt.Errorf("select cards of properties: %w", err)
		}
		list = append(list, cardsOf(rows)...)
	}
	return list, nil
}

// PublishedIDs lists the properties whose cards match the filter.
func (s *Store) PublishedIDs(ctx context.Context, f publication.CardFilter) ([]int64, error) {
	ids := []int64{}
	err := s.cards(ctx, f).Model((*cardRow)(nil)).Column("property_id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select published properties: %w", err)
	}
	return ids, nil
}

// RoomIDs lists the rooms of the owners by owner, property and position, which is the order of
// the index.
func (s *Store) RoomIDs(ctx context.Context, owners []int64) ([]int64, error) {
	ids := []int64{}
	if len(owners) == 0 {
		return ids, nil
	}
	err := s.db.From(ctx).NewSelect().Model((*roomRow)(nil)).Column("room_id").Where("owner_id IN (?)", bun.List(owners)).
		Order("owner_id", "property_id", "position", "room_id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select ids of rooms: %w", err)
	}
	return ids, nil
}

// RoomsByID lists rooms of any account.
func (s *Store) RoomsByID(ctx context.Context, ids []int64) ([]publication.Room, error) {
	return s.rooms(ctx, ids, "room_id")
}

// RoomsOf lists the rooms of properties of any account, each property's by
// position.
func (s *Store) RoomsOf(ctx context.Context, properties []int64) ([]publication.Room, error) {
	return s.rooms(ctx, properties, "property_id", "position", "room_id")
}

// rooms lists the rooms with one of the ids in a column, in the order of its index.
func (s *Store) rooms(ctx context.Context, ids []int64, column string, then ...string) ([]publication.Room, error) {
	list := make([]publication.Room, 0, len(ids))
	for part := range slices.Chunk(ids, maxList) {
		var rows []roomRow
		err := s.db.From(ctx).NewSelect().Model(&rows).Where("? IN (?)", bun.Ident(column), bun.List(part)).
			Order(append([]string{column}, then...)...).Scan(ctx)
		if err != nil {
			return nil, fmt.Errorf("select rooms by %s: %w", column, err)
		}
		for _, r := range rows {
			list = append(list, r.Room)
		}
	}
	return list, nil
}
