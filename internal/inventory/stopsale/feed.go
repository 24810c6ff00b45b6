package stopsale

import (
	"context"
	"slices"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/civil"
)

type (
	// Shared is the stop sale of a property as the holder of a key sees it.
	Shared struct {
		PropertyID    int64
		Name          string
		Country, City string
		Codes         mapping.Codes
		Updated       *time.Time // nil: never
		Rooms         []SharedRoom
		// Closed reports that nobody of the hotel can close it: every day is stopped.
		Closed bool

		owner      int64
		noRequests bool // days on request are shown as stopped
		window     Window
	}
	// SharedRoom is a room under the reader's name, with its days by date.
	SharedRoom struct {
		ID         int64
		Name, Code string
		Days       []SharedDay
	}
	// SharedDay is the part of an event that partners see.
	SharedDay struct {
		Date  civil.Date `bun:"date" json:"date"`
		Color Color      `bun:"color" json:"color" minimum:"0" maximum:"4"`
	}
	// RoomDay is a day of a room.
	RoomDay struct {
		RoomID int64 `bun:"room_id"`
		SharedDay
	}
	// SharedSpan is consecutive days with the same colour.
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

// Selection is the properties that the holder of a key may read, without their
// days.
type Selection struct {
	// Shown is the number of properties returned, of Total that match the filter.
	Shown, Total int

	service *Service
	read    readFunc
	ids     []int64
	window  Window
}

// Select returns the properties that the holder of a key may read, by id: a hotel
// its own, an operator the published properties and rooms of the hotels whose
// contract in force shares stop sales with its systems, under its own names.
func (s *Service) Select(ctx context.Context, key auth.KeyCaller, f Filter) (*Selection, error) {
	read, ids, err := s.reader(ctx, key)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool {
		return !key.InScope(id) || len(f.Properties) > 0 && !slices.Contains(f.Properties, id)
	})
	shown := key.Shown(ids)
	return &Selection{Shown: len(shown), Total: len(ids), service: s, read: read, ids: shown, window: f.Window}, nil
}

// Each yields the properties with their days.
func (x *Selection) Each(ctx context.Context, yield func(Shared) error) error {
	for part := range slices.Chunk(x.ids, propertiesAtOnce) {
		list, err := x.read(ctx, part)
		if err != nil {
			return err
		}
		if err := x.service.yieldWithDays(ctx, list, x.window, yield); err != nil {
			return err
		}
	}
	return nil
}

// propertiesAtOnce is how many properties are read together.
const propertiesAtOnce = 20

// readFunc reads some properties with their rooms, without the days.
type readFunc func(ctx context.Context, ids []int64) ([]Shared, error)

// reader returns the properties that a key opens, and the function to read them.
func (s *Service) reader(ctx context.Context, key auth.KeyCaller) (readFunc, []int64, error) {
	if key.AccountType == auth.Accommodation && key.ContractID == nil {
		ids, err := s.deps.Properties.IDs(ctx, key.OwnerID)
		return func(ctx context.Context, ids []int64) ([]Shared, error) { return s.own(ctx, key.OwnerID, ids) }, ids, err
	}
	owners, closing, err := s.hotels(ctx, key)
	if err != nil {
		return nil, nil, err
	}
	ids, err := s.deps.Publications.PublishedIDs(ctx, publication.CardFilter{Owners: owners})
	if err != nil {
		return nil, nil, err
	}
	closed := property.Closed{}
	if key.AccountType == auth.TourOperator {
		closed, err = s.deps.Properties.Closed(ctx, owners)
	}
	return func(ctx context.Context, ids []int64) ([]Shared, error) {
		list, err := s.published(ctx, key, ids)
		for i := range list {
			list[i].noRequests = closing[list[i].owner]
			list[i].Closed = closed.Has(list[i].owner, list[i].PropertyID)
		}
		return list, err
	}, ids, err
}

// hotels lists the hotels whose contract in force shares stop sales with systems,
// and those of which days on request are closed to the operator. A key for a
// contract that is not in force sees none.
func (s *Service) hotels(ctx context.Context, key auth.KeyCaller) (owners []int64, closing map[int64]bool, err error) {
	list, err := s.deps.Contracts.Under(ctx, key.OwnerID, key.ContractID)
	if err != nil {
		return nil, nil, err
	}
	closing = map[int64]bool{}
	for _, c := range list {
		if c.Allows(c.PartnerID, contract.RightStopSale) && c.Allows(c.PartnerID, contract.RightExports) {
			owners = append(owners, c.UserID)
			closing[c.UserID] = c.ClosesRequests(c.PartnerID)
		}
	}
	return owners, closing, nil
}

// spans joins consecutive days of one colour.
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

// Spans returns the days of the room as spans; days without an event are in none.
func (r SharedRoom) Spans() []SharedSpan { return spans(r.Days) }
