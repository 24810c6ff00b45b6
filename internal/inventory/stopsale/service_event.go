package stopsale

import (
	"context"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// CreateEvent creates an event. A day that has one is refused with ErrExists, a
// past day with ErrPastDate.
func (s *Service) CreateEvent(ctx context.Context, who auth.Caller, c EventChange) (saved SavedEvent, err error) {
	now := s.now()
	made := Event{OwnerID: who.OwnerID, CreatedAt: now, UpdatedAt: now}
	c.apply(&made)
	if err := made.check(); err != nil {
		return SavedEvent{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if made.PropertyID, err = s.propertyOf(ctx, who, made.RoomID); err != nil {
			return err
		}
		if err := s.setSource(ctx, &made, made.Source); err != nil {
			return err
		}
		p, rooms, err := s.lock(ctx, who, made)
		if err != nil {
			return err
		}
		if _, ok := rooms.find(made.RoomID); !ok {
			return apperr.ErrNotFound // deleted meanwhile
		}
		if err := s.checkDays(p, made); err != nil {
			return err
		}
		if err := s.store.InsertEvent(ctx, &made); err != nil {
			return err
		}
		saved, err = s.finish(ctx, storedChange{property: p, rooms: rooms, after: &made})
		return err
	})
	return saved, err
}

// UpdateEvent changes an event. A room and day that has another event is refused
// with ErrExists. An update without changes is not recorded.
func (s *Service) UpdateEvent(ctx context.Context, who auth.Caller, id int64, c EventChange) (saved SavedEvent, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		after, err := s.event(ctx, who, id)
		if err != nil {
			return err
		}
		c.apply(&after)
		if err := after.check(); err != nil {
			return err
		}
		if c.Source != nil {
			if err := s.setSource(ctx, &after, after.Source); err != nil {
				return err
			}
		}
		named := after
		p, rooms, before, err := s.lockEvent(ctx, who, after)
		if err != nil {
			return err
		}
		after = before // as it is under the lock
		c.apply(&after)
		if c.Source != nil {
			after.Source, after.SourceID = named.Source, named.SourceID
		}
		saved, err = s.update(ctx, p, rooms, before, after)
		return err
	})
	return saved, err
}

func (s *Service) update(ctx context.Context, p property.Property, rooms roomList, before, after Event) (SavedEvent, error) {
	if _, ok := rooms.find(after.RoomID); !ok {
		return SavedEvent{}, apperr.Field("room", "must be the id of a room of the same property")
	}
	if err := s.checkDays(p, before, after); err != nil || after.same(before) {
		return SavedEvent{Event: after}, err
	}
	after.UpdatedAt = s.now()
	if err := s.store.UpdateEvent(ctx, after); err != nil {
		return SavedEvent{}, err
	}
	return s.finish(ctx, storedChange{property: p, rooms: rooms, before: &before, after: &after})
}

// DeleteEvent deletes an event.
func (s *Service) DeleteEvent(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.event(ctx, who, id)
		if err != nil {
			return err
		}
		p, rooms, before, err := s.lockEvent(ctx, who, found)
		if err != nil {
			return err
		}
		if err := s.checkDays(p, before); err != nil {
			return err
		}
		if err := s.store.DeleteEvent(ctx, who.OwnerID, id); err != nil {
			return err
		}
		_, err = s.finish(ctx, storedChange{property: p, rooms: rooms, before: &before})
		return err
	})
}

// event returns an event of a property in the caller's scope.
func (s *Service) event(ctx context.Context, who auth.Caller, id int64) (Event, error) {
	e, err := s.store.Event(ctx, who.OwnerID, id)
	if err != nil {
		return Event{}, err
	}
	return e, who.InScope(e.PropertyID)
}

// propertyOf returns the property of a room in the caller's scope.
func (s *Service) propertyOf(ctx context.Context, who auth.Caller, room int64) (int64, error) {
	_, id, err := s.deps.Properties.Room(ctx, who.OwnerID, room)
	if err != nil {
		return 0, err
	}
	return id, who.InScope(id)
}

// roomList is the rooms of a property.
type roomList []facts.Room

func (l roomList) find(id int64) (facts.Room, bool) {
	i := slices.IndexFunc(l, func(r facts.Room) bool { return r.ID == id })
	if i < 0 {
		return facts.Room{}, false
	}
	return l[i], true
}

// lock locks a property, so that one writer at a time changes its stop sale and
// rooms. Sources must be set before, because they lock the account, which is
// always locked first.
func (s *Service) lock(ctx context.Context, who auth.Caller, e Event) (property.Property, roomList, error) {
	p, err := s.deps.Properties.LockOwn(ctx, who, e.PropertyID)
	if err != nil {
		return property.Property{}, nil, err
	}
	rooms, err := s.deps.Properties.Rooms(ctx, e.OwnerID, e.PropertyID)
	return p, rooms, err
}

// lockEvent is lock for an existing event, which it reads again.
func (s *Service) lockEvent(ctx context.Context, who auth.Caller, e Event) (property.Property, roomList, Event, error) {
	p, rooms, err := s.lock(ctx, who, e)
	if err != nil {
		return property.Property{}, nil, Event{}, err
	}
	now, err := s.store.Event(ctx, e.OwnerID, e.ID)
	return p, rooms, now, err
}

// checkDays refuses events on past days.
func (s *Service) checkDays(p property.Property, events ...Event) error {
	today, err := s.today(p)
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := checkDay(e.Date, today); err != nil {
			return err
		}
	}
	return nil
}
