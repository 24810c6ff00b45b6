package availability

import (
	"context"
	"slices"

	"allot/internal/allotment"
	"allot/internal/mapping"
	"allot/internal/platform/civil"
	"allot/internal/publication"
)

type (
	// Property is a property under the operator's codes with the calendars that
	// it sees of it, or why there are none.
	Property struct {
		ID                  int64
		Name, Country, City string
		Codes               mapping.Codes
		Calendars           []Calendar
		Refusal             *Refusal

		owner   int64
		rooms   []Room
		binding binding
	}
	// Calendar is a calendar with its resolved days.
	Calendar struct {
		ID    int64
		Name  string
		Kind  allotment.Kind
		Rooms []Room
	}
	// Room is a published room as the operator calls it.
	Room struct {
		ID         int64
		Name, Code string
		Spans      []Span
	}
)

// batch is how many properties are read together.
const batch = 50

// Each yields properties of the portfolio with the days of a season, in the
// order of ids, one at a time: their days are in memory only so long.
func (s *Service) Each(ctx context.Context, p *Portfolio, ids []int64, season civil.Range, yield func(Property) error) error {
	events, err := s.Mappings.EventCodes(ctx, p.Operator)
	if err != nil {
		return err
	}
	draw := painter{season: season, words: wordsOf(events)}
	for part := range slices.Chunk(ids, batch) {
		list, err := s.resolve(ctx, p, part)
		if err != nil {
			return err
		}
		if err := s.show(ctx, list, &draw, yield); err != nil {
			return err
		}
	}
	return nil
}

// resolve gives some properties of the portfolio their names and codes, and
// finds what binds the operator to them. What was unpublished or deleted
// meanwhile is left out.
func (s *Service) resolve(ctx context.Context, p *Portfolio, ids []int64) ([]Property, error) {
	cards, err := s.Publications.CardsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	rooms, err := s.Publications.RoomsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	codes, err := s.Mappings.Codes(ctx, p.Operator, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Property, 0, len(ids))
	for _, id := range ids {
		if c, ok := cards[id]; ok {
			one := named(c, rooms[id], codes[id])
			one.binding, one.Refusal = p.bind(c.OwnerID, id)
			list = append(list, one)
		}
	}
	return list, nil
}

// named is a property as it is published, with the operator's codes over it.
func named(c publication.Card, rooms []publication.Room, codes mapping.Codes) Property {
	p := Property{ID: c.PropertyID, Name: c.Name, Country: c.Country, City: c.City, Codes: codes, owner: c.OwnerID, rooms: make([]Room, len(rooms))}
	if p.Codes.Hotel == "" {
		p.Codes.Hotel = c.Code
	}
	for i, r := range rooms {
		own := codes.Rooms[r.ID]
		p.rooms[i] = Room{ID: r.ID, Name: r.Name, Code: r.Code}
		if own.Name != "" {
			p.rooms[i].Name = own.Name
		}
		if own.Code != "" {
			p.rooms[i].Code = own.Code
		}
	}
	return p
}

// show adds the days and hands the properties on. One that was deleted a moment
// ago has no snapshot and is left out.
func (s *Service) show(ctx context.Context, list []Property, draw *painter, yield func(Property) error) error {
	homes, places := []allotment.Home{}, []int{}
	for i, p := range list {
		if p.Refusal == nil {
			homes, places = append(homes, allotment.Home{OwnerID: p.owner, PropertyID: p.ID}), append(places, i)
		}
	}
	next := 0
	refusedBefore := func(place int) error {
		for ; next < place; next++ {
			if list[next].Refusal != nil {
				if err := yield(list[next]); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := s.Allotments.Snapshots(ctx, homes, draw.season, func(i int, snap *allotment.Snapshot) error {
		if err := refusedBefore(places[i]); err != nil {
			return err
		}
		next = places[i] + 1
		return yield(draw.property(list[places[i]], snap))
	})
	if err != nil {
		return err
	}
	return refusedBefore(len(list))
}
