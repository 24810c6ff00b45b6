package stopsale

import (
	"context"
	"strconv"

	"allot/internal/content/property"
	"allot/internal/inventory/allotment/stopevent"
	"allot/internal/partners/contract"
	"allot/internal/partners/warning"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
)

// storedChange is a stored change of one event. before is nil for a new event,
// after for a deleted one.
type storedChange struct {
	property      property.Property
	rooms         roomList
	before, after *Event
}

// finish records a change in the audit trail, compares it with the notice periods
// of contracts, and publishes it.
func (s *Service) finish(ctx context.Context, t storedChange) (saved SavedEvent, err error) {
	e := t.event()
	if err := s.store.Touch(ctx, e.OwnerID, e.PropertyID, s.now()); err != nil {
		return SavedEvent{}, err
	}
	if err := s.deps.Audit.Record(ctx, t.auditChange()); err != nil {
		return SavedEvent{}, err
	}
	late, warnings, err := s.late(ctx, t)
	if err != nil {
		return SavedEvent{}, err
	}
	return SavedEvent{e, warnings}, s.deps.Events.Publish(ctx, t.outboxEvent(late))
}

// event returns the changed event, or the deleted one.
func (t storedChange) event() Event {
	if t.after != nil {
		return *t.after
	}
	return *t.before
}

func (t storedChange) auditChange() audit.Change {
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

// late returns the contracts whose notice period a stop sale breaks, and records
// them in the audit trail. The legacy stop sale has no operator, so every contract
// in force of the hotel counts.
func (s *Service) late(ctx context.Context, t storedChange) ([]contract.NoticeBreach, []warning.Warning, error) {
	if t.after == nil || !t.after.closes(t.before) {
		return nil, nil, nil
	}
	today, err := s.today(t.property)
	if err != nil || t.after.Date >= today.Add(contract.MaxStopSaleDeadline) {
		return nil, nil, err
	}
	contracts, err := s.deps.Contracts.Hosted(ctx, t.after.OwnerID)
	if err != nil {
		return nil, nil, err
	}
	late, warnings, err := s.deps.Contracts.LateStops(ctx, contracts, today, []civil.Date{t.after.Date})
	if err != nil || len(late) == 0 {
		return nil, nil, err
	}
	return late, warnings, s.deps.Audit.Record(ctx, audit.Change{
		Action: "late_stop_sale", ObjectType: "stop_sale_event", ObjectID: t.after.ID, After: warnings,
	})
}

// outboxEvent returns the event to publish.
func (t storedChange) outboxEvent(late []contract.NoticeBreach) outbox.Event {
	e := t.event()
	one := stopevent.StopSale{ID: strconv.FormatInt(e.ID, 10), Values: t.values(e)}
	if t.before != nil && t.after != nil {
		previous := t.values(*t.before)
		one.Previous = &previous
	}
	one.Closing = t.after != nil && t.after.closes(t.before)
	c := stopevent.Change{Route: stopevent.Route{OwnerID: e.OwnerID, PropertyID: e.PropertyID, Late: late}, Data: []stopevent.StopSale{one}}
	switch {
	case t.before == nil:
		return stopevent.Created(c)
	case t.after == nil:
		return stopevent.Cancelled(c)
	}
	return stopevent.Updated(c)
}

// values returns the published values of an event.
func (t storedChange) values(e Event) stopevent.Values {
	room, _ := t.rooms.find(e.RoomID)
	return e.values(room)
}
