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

// change is one write to the availability of a property. It collects what the
// transaction changes, so that one event reports all of it.
type change struct {
	*Service
	owner     int64
	property  int64
	version   int64
	untouched bool       // nothing was ever set on its days
	today     civil.Date // where the property is
	changed   cellSet
	affected  affected
	stops     []stopChange
	late      []contract.Late // contracts whose notice period the stops break
	warnings  []warning.Warning

	cachedRooms  []Room   // nil until they are read
	cachedShares *[]Share // nil if the write may change the rules
}

// change runs fn as one write to the availability of a property. Every write uses
// it: its first statement locks the property's availability until the transaction
// ends and raises the version. A caller that also needs the lock of the property
// itself, or one taken under it, must take that before.
func (s *Service) change(ctx context.Context, owner, property int64, scope WriteScope, fn func(ctx context.Context, ch *change) error) error {
	// A transaction that was begun before may have changed rooms already.
	first := !s.store.Writing(ctx)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		version, err := s.store.Raise(ctx, owner, property, scope)
		if err != nil {
			return err
		}
		ch, err := s.newChange(ctx, owner, property, version, scope, first)
		if err != nil {
			return err
		}
		if err := fn(ctx, ch); err != nil {
			return err
		}
		return ch.publish(ctx)
	})
}

// newChange returns the change for a version that was just raised. If that was
// the first statement of the transaction, the previous outline is still right
// about the property and its rooms.
func (s *Service) newChange(ctx context.Context, owner, id int64, version Version, scope WriteScope, first bool) (*change, error) {
	ch := &change{Service: s, owner: owner, property: id, version: version.Number, untouched: version.Number == version.Outline}
	if o, found := s.caches.outlines.Peek(outlineKey{owner, id, version.Outline - int64(scope)}); first && found {
		var err error
		ch.cachedRooms = o.Rooms
		ch.today, err = civil.Today(s.now(), o.Timezone)
		return ch, err
	}
	p, err := s.Properties.Get(ctx, owner, id)
	if err != nil {
		return nil, err
	}
	ch.today, err = s.today(p)
	return ch, err
}

// Master returns the Master calendar of a property.
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

// PropertyCreated creates the lock row and the Master of a property.
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

func (ch *change) allRooms(ctx context.Context) (rooms []Room, err error) {
	if ch.cachedRooms == nil {
		ch.cachedRooms, err = ch.rooms(ctx, ch.owner, ch.property)
	}
	return ch.cachedRooms, err
}

// shares returns the rules of the property as the write has left them so far.
func (ch *change) shares(ctx context.Context) ([]Share, error) {
	if ch.cachedShares != nil {
		return *ch.cachedShares, nil
	}
	return ch.store.Shares(ctx, ch.owner, ch.property)
}

// calendar returns a calendar of the caller's account that is in the caller's
// scope.
func (s *Service) calendar(ctx context.Context, who auth.Caller, id int64) (Calendar, error) {
	c, err := s.store.Calendar(ctx, who.OwnerID, id)
	if err != nil {
		return Calendar{}, err
	}
	return c, who.InScope(c.PropertyID)
}

// changeCalendar is change for the property of a calendar.
func (s *Service) changeCalendar(ctx context.Context, who auth.Caller, id int64, scope WriteScope, fn func(ctx context.Context, ch *change, c Calendar) error) error {
	first := !s.store.Writing(ctx)
	return s.store.InTx(ctx, func(ctx context.Context) error {
		_, version, err := s.store.RaiseByCalendar(ctx, who.OwnerID, id, scope)
		if err != nil {
			return err
		}
		c, err := s.calendar(ctx, who, id) // under the lock: it may have been deleted meanwhile
		if err != nil {
			return err
		}
		ch, err := s.newChange(ctx, who.OwnerID, c.PropertyID, version, scope, first)
		if err != nil {
			return err
		}
		if err := fn(ctx, ch, c); err != nil {
			return err
		}
		return ch.publish(ctx)
	})
}
