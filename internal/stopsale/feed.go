package stopsale

import (
	"context"
	"slices"
	"time"

	"allot/internal/contract"
	"allot/internal/mapping"
	"allot/internal/platform/auth"
	"allot/internal/platform/civil"
	"allot/internal/publication"
)

type (
	// Shared is the stop sale of a property as the holder of a key gets it.
	Shared struct {
		PropertyID    int64
		Name          string
		Country, City string
		Codes         mapping.Codes
		Updated       *time.Time // nil: never
		Rooms         []SharedRoom

		owner  int64
		window Window
	}
	// SharedRoom is a room as the reader calls it, with its days by date.
	SharedRoom struct {
		ID         int64
		Name, Code string
		Days       []SharedDay
	}
	// SharedDay is what partners see of an event.
	SharedDay struct {
		Date  civil.Date `bun:"date" json:"date"`
		Color Color      `bun:"color" json:"color" minimum:"0" maximum:"4"`
	}
	// RoomDay is a day with the room that it is of.
	RoomDay struct {
		RoomID int64 `bun:"room_id"`
		SharedDay
	}
	// SharedSpan is a run of days that are alike.
	SharedSpan struct {
		From      civil.Date `json:"from"`
		To        civil.Date `json:"to" doc:"Last day, included"`
		Color     Color      `json:"color" minimum:"0" maximum:"4"`
		Available bool       `json:"available" doc:"May be sold without asking: true for 0 and 1"`
	}
)

// Filter narrows what a system reads with a key.
type Filter struct {
	Properties []int64 // empty: all
	Window     Window
}

// Each yields what the holder of a key sees, by the ids of the properties: a
// hotel its own, an operator the published properties and rooms of the hotels
// whose contract in force shares stop sales with it, under its own names.
func (s *Service) Each(ctx context.Context, key auth.KeyCaller, f Filter, yield func(Shared) error) error {
	read, ids, err := s.reader(ctx, key)
	if err != nil {
		return err
	}
	if len(f.Properties) > 0 {
		ids = slices.DeleteFunc(ids, func(id int64) bool { return !slices.Contains(f.Properties, id) })
	}
	for part := range slices.Chunk(key.Shown(ids), propertiesAtOnce) {
		list, err := read(ctx, part)
		if err != nil {
			return err
		}
		if err := s.fill(ctx, list, f.Window, yield); err != nil {
			return err
		}
	}
	return nil
}

// propertiesAtOnce is how many properties are read together.
const propertiesAtOnce = 20

// head reads a few properties with their rooms, without the days.
type head func(ctx context.Context, ids []int64) ([]Shared, error)

// reader finds which properties a key opens, and how they are read.
func (s *Service) reader(ctx context.Context, key auth.KeyCaller) (head, []int64, error) {
	if key.AccountType == auth.Accommodation && key.ContractID == nil {
		ids, err := s.Properties.IDs(ctx, key.OwnerID)
		return func(ctx context.Context, ids []int64) ([]Shared, error) { return s.own(ctx, key.OwnerID, ids) }, ids, err
	}
	owners, err := s.hotels(ctx, key)
	if err != nil {
		return nil, nil, err
	}
	ids, err := s.Publications.PublishedIDs(ctx, publication.CardFilter{Owners: owners})
	return func(ctx context.Context, ids []int64) ([]Shared, error) { return s.published(ctx, key, ids) }, ids, err
}

// hotels are those whose contract in force shares stop sales. A key for one
// contract, which is not there any more, sees nobody.
func (s *Service) hotels(ctx context.Context, key auth.KeyCaller) ([]int64, error) {
	list, err := s.Contracts.Under(ctx, key.OwnerID, key.ContractID)
	if err != nil {
		return nil, err
	}
	owners := []int64{}
	for _, c := range list {
		if c.Allows(c.PartnerID, contract.RightStopSale) {
			owners = append(owners, c.UserID)
		}
	}
	return owners, nil
}

// spans joins days of one colour that follow each other.
func spans(days []SharedDay) []SharedSpan {
	list := []SharedSpan{}
	for _, d := range days {
		if n := len(list); n > 0 && list[n-1].Color == d.Color && list[n-1].To+1 == d.Date {
			list[n-1].To = d.Date
			continue
		}
		list = append(list, SharedSpan{From: d.Date, To: d.Date, Color: d.Color, Available: d.Color.Available()})
	}
	return list
}

// Spans are the days of the room as runs; days without an event are in none.
func (r SharedRoom) Spans() []SharedSpan { return spans(r.Days) }
