package stopsale

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Window is the requested days; a zero To is open.
type Window struct{ From, To civil.Date }

// Check adds an error if To is before From.
func (w Window) Check(f *apperr.Fields) {
	f.Check(w.To.IsZero() || w.From <= w.To, "to", "must not be before from")
}

// withDefault sets a missing From to the first day of the current month: a
// calendar also shows its past days.
func (w Window) withDefault(today civil.Date) Window {
	if w.From.IsZero() && (w.To.IsZero() || w.To >= today) {
		w.From = today.Add(1 - today.Day())
	}
	return w
}

func (w Window) contains(d civil.Date) bool { return d >= w.From && (w.To.IsZero() || d <= w.To) }

// maxStopped bounds the days of a window without an end on which a property is closed.
const maxStopped = 1100

// stopped returns every day of the window as one that is not sold.
func (w Window) stopped() []SharedDay {
	last := w.From.Add(maxStopped - 1)
	if !w.To.IsZero() {
		last = min(last, w.To)
	}
	days := []SharedDay{}
	for date := w.From; date <= last; date++ {
		days = append(days, SharedDay{Date: date, Color: Stop})
	}
	return days
}

// Calendar is the stop sale of a property without the events.
type Calendar struct {
	Property property.Property
	// Updated is when an event or a room was last changed here, nil if never.
	Updated *time.Time
	Rooms   []facts.Room
	Window  Window
}

// Calendar returns the stop sale of a property in the caller's scope.
func (s *Service) Calendar(ctx context.Context, who auth.Caller, id int64, w Window) (Calendar, error) {
	var bad apperr.Fields
	if w.Check(&bad); len(bad) > 0 {
		return Calendar{}, bad.Err()
	}
	p, err := s.property(ctx, who, id)
	if err != nil {
		return Calendar{}, err
	}
	return s.calendar(ctx, p, w)
}

func (s *Service) calendar(ctx context.Context, p property.Property, w Window) (Calendar, error) {
	today, err := s.today(p)
	if err != nil {
		return Calendar{}, err
	}
	c := Calendar{Property: p, Window: w.withDefault(today)}
	touched, err := s.store.Touched(ctx, []int64{p.OwnerID}, []int64{p.ID})
	if err != nil {
		return Calendar{}, err
	}
	if at, ok := touched[p.ID]; ok {
		c.Updated = &at
	}
	c.Rooms, err = s.deps.Properties.Rooms(ctx, p.OwnerID, p.ID)
	return c, err
}

// roomsAtOnce bounds the rooms whose events are in memory.
const roomsAtOnce = 100

// EachRoom yields the rooms of a calendar in their order, each with its events
// by date.
func (s *Service) EachRoom(ctx context.Context, c Calendar, yield func(facts.Room, []Event) error) error {
	for part := range slices.Chunk(c.Rooms, roomsAtOnce) {
		ids := make([]int64, len(part))
		for i, r := range part {
			ids[i] = r.ID
		}
		events, err := s.store.Events(ctx, c.Property.OwnerID, ids, c.Window)
		if err != nil {
			return err
		}
		of := map[int64][]Event{}
		for _, e := range events {
			of[e.RoomID] = append(of[e.RoomID], e)
		}
		for _, r := range part {
			if err := yield(r, of[r.ID]); err != nil {
				return err
			}
		}
	}
	return nil
}

// SaveRooms creates or changes rooms of a property, by the rules of its fact
// sheet, and returns the calendar.
func (s *Service) SaveRooms(ctx context.Context, who auth.Caller, id int64, rooms []facts.Record) (after Calendar, err error) {
	if len(rooms) == 0 {
		return Calendar{}, apperr.Field("rooms", "must have at least one room")
	}
	category, ok := s.deps.Catalogue.Find(facts.CategoryRooms)
	if !ok {
		return Calendar{}, fmt.Errorf("the catalogue has no category %q", facts.CategoryRooms)
	}
	body, err := json.Marshal(rooms)
	if err != nil {
		return Calendar{}, fmt.Errorf("encode rooms: %w", err)
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		p, err := s.property(ctx, who, id)
		if err != nil {
			return err
		}
		if _, err := s.deps.Properties.SaveFacts(ctx, who, id, category, body); err != nil {
			return roomsError(err)
		}
		if err := s.store.Touch(ctx, who.OwnerID, id, s.now()); err != nil {
			return err
		}
		after, err = s.calendar(ctx, p, Window{})
		return err
	})
	return after, err
}

// roomsError names the fields of a refusal as in the body of the stop sale.
func roomsError(err error) error {
	refusal := apperr.Of(err)
	if len(refusal.Fields) == 0 {
		return err
	}
	named := *refusal
	named.Fields = make([]apperr.FieldError, len(refusal.Fields))
	for i, f := range refusal.Fields {
		if !strings.HasPrefix(f.Field, "[") {
			f.Field = ""
		}
		f.Field = "rooms" + f.Field
		named.Fields[i] = f
	}
	return &named
}
