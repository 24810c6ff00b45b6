package allotment

import (
	"context"
	"fmt"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/warning"
)

// hotel is a property whose availability one transaction is changing. It
// gathers what the change comes to, so that one event tells of all of it.
type hotel struct {
	*Service
	owner    int64
	property int64
	version  int64
	blank    bool       // nothing was ever set on its days
	today    civil.Date // where the property is
	changed  spans
	concerns concerns
	stops    stops
	late     []contract.Late // whose notice the stops do not keep
	warnings []warning.Warning

	known []Room   // read once
	rules *[]Share // nil where the write may change them
}

// change runs fn on a property whose availability nobody else changes until the
// transaction ends. Every write passes here: the lock is taken and the version
// raised by its first statement. Whoever needs the property's own lock too, or
// one that is taken under it, takes that before.
func (s *Service) change(ctx context.Context, owner, property int64, what Reach, fn func(ctx context.Context, h *hotel) error) error {
	// In a transaction that others have begun, rooms may be different already.
	first := !s.store.Writing(ctx)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		version, err := s.store.Raise(ctx, owner, property, what)
		if err != nil {
			return err
		}
		h, err := s.locked(ctx, owner, property, version, what, first)
		if err != nil {
			return err
		}
		if err := fn(ctx, h); err != nil {
			return err
		}
		return h.publish(ctx)
	})
}

// locked is the property whose version the transaction has raised. If that was
// the first thing it did, the outline before is still right about the property and
// its rooms.
func (s *Service) locked(ctx context.Context, owner, id int64, version Version, what Reach, first bool) (*hotel, error) {
	h := &hotel{Service: s, owner: owner, property: id, version: version.Number, blank: version.Number == version.Outline}
	if o, found := s.caches.outlines.Peek(outlineKey{owner, id, version.Outline - int64(what)}); first && found {
		var err error
		h.known = o.Rooms
		h.today, err = civil.Today(s.now(), o.Timezone)
		return h, err
	}
	p, err := s.Properties.Get(ctx, owner, id)
	if err != nil {
		return nil, err
	}
	h.today, err = s.today(p)
	return h, err
}

// Master returns the calendar that every property has.
func (s *Service) Master(ctx context.Context, owner, property int64) (Calendar, error) {
	list, err := s.store.Calendars(ctx, owner, property)
	if err == nil && len(list) == 0 {
		err = apperr.ErrNotFound
	}
	if err != nil {
		return Calendar{}, err
	}
	return list[0], nil
}

// PropertyCreated gives a property its lock and its Master.
func (s *Service) PropertyCreated(ctx context.Context, p property.Property) error {
	if err := s.store.InsertProperty(ctx, p.OwnerID, p.ID); err != nil {
		return err
	}
	now := s.now()
	return s.store.InsertCalendar(ctx, &Calendar{OwnerID: p.OwnerID, PropertyID: p.ID, Name: masterName, Kind: KindMaster, CreatedAt: now, UpdatedAt: now})
}

func (s *Service) today(p property.Property) (civil.Date, error) {
	today, err := civil.Today(s.now(), p.Timezone)
	if err != nil {
		return 0, fmt.Errorf("today at property %d: %w", p.ID, err)
	}
	return today, nil
}

func (h *hotel) allRooms(ctx context.Context) (rooms []Room, err error) {
	if h.known == nil {
		h.known, err = h.rooms(ctx, h.owner, h.property)
	}
	return h.known, err
}

// shares are the rules of the property, as the write has left them so far.
func (h *hotel) shares(ctx context.Context) ([]Share, error) {
	if h.rules != nil {
		return *h.rules, nil
	}
	return h.store.Shares(ctx, h.owner, h.property)
}

// calendar finds a calendar of the caller's account that the caller may work on.
func (s *Service) calendar(ctx context.Context, who auth.Caller, id int64) (Calendar, error) {
	c, err := s.store.Calendar(ctx, who.OwnerID, id)
	if err != nil {
		return Calendar{}, err
	}
	return c, who.InScope(c.PropertyID)
}

// changeCalendar is change for what belongs to one calendar.
func (s *Service) changeCalendar(ctx context.Context, who auth.Caller, id int64, what Reach, fn func(ctx context.Context, h *hotel, c Calendar) error) error {
	first := !s.store.Writing(ctx)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		_, version, err := s.store.RaiseOf(ctx, who.OwnerID, id, what)
		if err != nil {
			return err
		}
		c, err := s.calendar(ctx, who, id) // under the lock: it may have gone meanwhile
		if err != nil {
			return err
		}
		h, err := s.locked(ctx, who.OwnerID, c.PropertyID, version, what, first)
		if err != nil {
			return err
		}
		if err := fn(ctx, h, c); err != nil {
			return err
		}
		return h.publish(ctx)
	})
}
