package allotment

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Version is how often the availability of a property was written.
type Version struct {
	Number  int64
	Outline int64 // of these the writes that changed more than days and blocks
}

// Reach says what a write may change.
type WriteScope int

// The reaches.
const (
	DaysOnly   WriteScope = iota // days, blocks and the pool
	Everything                   // the outline too
)

// Outline is what a property is besides its days and blocks. Its number changes
// with it, so that readers and writers of days use the one in memory; except that
// a calendar may still name a contract or mailing list that was deleted since.
type Outline struct {
	OwnerID    int64
	PropertyID int64
	Name       string // of the property
	Timezone   string
	Rooms      []Room     // in the hotel's order
	Calendars  []Calendar // the Master first
	Shares     []Share
}

// bytes is about what the outline takes of memory.
func (o *Outline) bytes() int {
	const share, text = 120, 256
	return share*len(o.Shares) + text*(len(o.Calendars)+len(o.Rooms)+1)
}

// outline returns what a property is, from memory if it has that number. committed
// says that the transaction of ctx has changed nothing of it.
func (s *Service) outline(ctx context.Context, owner, id, number int64, committed bool) (*Outline, error) {
	key := outlineKey{owner, id, number}
	if o, found := s.caches.outlines.Peek(key); found && committed {
		return o, nil
	}
	p, err := s.Properties.Get(ctx, owner, id)
	if err != nil {
		return nil, err
	}
	o := &Outline{OwnerID: owner, PropertyID: id, Name: p.Name, Timezone: p.Timezone}
	if o.Rooms, err = s.rooms(ctx, owner, id); err != nil {
		return nil, err
	}
	if o.Calendars, err = s.store.Calendars(ctx, owner, id); err != nil {
		return nil, err
	}
	if o.Shares, err = s.store.Shares(ctx, owner, id); err != nil {
		return nil, err
	}
	if committed {
		s.caches.outlines.Put(key, o)
	}
	return o, nil
}

// changeDays is changeCalendar for a write that leaves the outline of the property
// as it is: of one write after the other, none reads it.
func (s *Service) changeDays(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, ch *change, c Calendar) error) error {
	first := !s.store.Writing(ctx)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		property, version, err := s.store.RaiseByCalendar(ctx, who.OwnerID, id, DaysOnly)
		if err != nil {
			return err
		}
		if err := who.InScope(property); err != nil {
			return err
		}
		o, err := s.outline(ctx, who.OwnerID, property, version.Outline, first)
		if err != nil {
			return err
		}
		place := slices.IndexFunc(o.Calendars, func(c Calendar) bool { return c.ID == id })
		if place < 0 { // it was deleted while this write waited for the lock
			return apperr.ErrNotFound
		}
		ch := &change{Service: s, owner: who.OwnerID, property: property, version: version.Number, cachedRooms: o.Rooms, cachedShares: &o.Shares}
		if ch.today, err = civil.Today(s.now(), o.Timezone); err != nil {
			return err
		}
		if err := fn(ctx, ch, o.Calendars[place]); err != nil {
			return err
		}
		return ch.publish(ctx)
	})
}
