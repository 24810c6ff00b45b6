package stopsale

import (
	"context"
	"strconv"

	"allot/internal/content/property"
	"allot/internal/partners/contract"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
	"allot/internal/platform/warning"
)

// told is a change of one event that is stored and has to be told. before is nil
// for a new event, after for one that is gone.
type told struct {
	property      property.Property
	rooms         roomList
	before, after *Event
}

// finish leaves a trace of a change, checks it against the notice that contracts
// want, and publishes it.
func (s *Service) finish(ctx context.Context, t told) (saved SavedEvent, err error) {
	e := t.event()
	if err := s.store.Touch(ctx, e.OwnerID, e.PropertyID, s.now()); err != nil {
		return SavedEvent{}, err
	}
	if err := s.Audit.Record(ctx, t.trail()); err != nil {
		return SavedEvent{}, err
	}
	late, warnings, err := s.late(ctx, t)
	if err != nil {
		return SavedEvent{}, err
	}
	return SavedEvent{e, warnings}, s.Events.Publish(ctx, t.news(late))
}

// event is the one that was changed, as it is now or was last.
func (t told) event() Event {
	if t.after != nil {
		return *t.after
	}
	return *t.before
}

func (t told) trail() audit.Change {
	c := audit.Change{Action: "update", ObjectType: "stop_sale_event", ObjectID: t.event().ID}
	if t.before != nil {
		c.Before = *t.before
	} else {
		c.Action = "create"
	}
	if t.after != nil {
		c.After = *t.after
	} else {
		c.Action = "delete"
	}
	return c
}

// late finds the contracts whose notice a stop sale does not keep, and leaves a
// mark of them in the trail. Every contract in force of the hotel counts: the
// legacy stop sale knows no operator.
func (s *Service) late(ctx context.Context, t told) ([]contract.Late, []warning.Warning, error) {
	if t.after == nil || !t.after.closes(t.before) {
		return nil, nil, nil
	}
	today, err := s.today(t.property)
	if err != nil || t.after.Date >= today.Add(contract.MaxStopSaleDeadline) {
		return nil, nil, err
	}
	contracts, err := s.Contracts.Hosted(ctx, t.after.OwnerID)
	if err != nil {
		return nil, nil, err
	}
	late, warnings, err := s.Contracts.LateStops(ctx, contracts, today, []civil.Date{t.after.Date})
	if err != nil || len(late) == 0 {
		return nil, nil, err
	}
	return late, warnings, s.Audit.Record(ctx, audit.Change{
		Action: "late_stop_sale", ObjectType: "stop_sale_event", ObjectID: t.after.ID, After: warnings,
	})
}

// news is what the outbox keeps of the change.
func (t told) news(late []contract.Late) outbox.Event {
	e := t.event()
	one := StopSale{ID: strconv.FormatInt(e.ID, 10), Values: t.values(e)}
	if t.before != nil && t.after != nil {
		previous := t.values(*t.before)
		one.Previous = &previous
	}
	one.Closing = t.after != nil && t.after.closes(t.before)
	c := Change{Route: Route{OwnerID: e.OwnerID, PropertyID: e.PropertyID, Late: late}, Data: []StopSale{one}}
	switch {
	case t.before == nil:
		return Created(c)
	case t.after == nil:
		return Cancelled(c)
	}
	return Updated(c)
}

// values are those of an event; the rooms of an event that is there are there too.
func (t told) values(e Event) Values {
	room, _ := t.rooms.find(e.RoomID)
	return e.values(room)
}
