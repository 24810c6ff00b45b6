package mapping

import (
	"context"
	"fmt"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// EventCodes are an operator's codes for the states of a day. Two states may
// have the same code, because many systems have fewer states.
type EventCodes struct {
	Free      string `bun:"free" json:"free" doc:"Free sale"`
	Open      string `bun:"open" json:"open" doc:"Open with a number of rooms"`
	OnRequest string `bun:"on_request" json:"on_request" doc:"Rooms have to be asked for"`
	Stop      string `bun:"stop" json:"stop" doc:"Stop sale"`
	Block     string `bun:"block" json:"block" doc:"Blocked"`
}

// StoredEventCodes are the codes that an operator has chosen; an empty one
// follows the default.
type StoredEventCodes struct {
	OperatorID int64 `bun:"operator_id,pk"`
	EventCodes
	UpdatedAt time.Time `bun:"updated_at"`
}

// EventCodesChange is a change of event codes; nil fields stay as they are, an
// empty text restores the default.
type EventCodesChange struct{ Free, Open, OnRequest, Stop, Block *string }

// DefaultEventCodes are the codes of an operator that has chosen none.
var DefaultEventCodes = EventCodes{Free: "free", Open: "open", OnRequest: "on_request", Stop: "stop", Block: "block"}

const maxEventCode = 20

func (c EventCodesChange) apply(e *EventCodes) {
	set(&e.Free, c.Free)
	set(&e.Open, c.Open)
	set(&e.OnRequest, c.OnRequest)
	set(&e.Stop, c.Stop)
	set(&e.Block, c.Block)
}

func (e EventCodes) check() error {
	var f apperr.Fields
	field.CheckLine(&f, "free", e.Free, maxEventCode)
	field.CheckLine(&f, "open", e.Open, maxEventCode)
	field.CheckLine(&f, "on_request", e.OnRequest, maxEventCode)
	field.CheckLine(&f, "stop", e.Stop, maxEventCode)
	field.CheckLine(&f, "block", e.Block, maxEventCode)
	return f.Err()
}

// shown fills in the defaults.
func (e EventCodes) shown() EventCodes {
	d := DefaultEventCodes
	for _, c := range []struct{ target, value *string }{
		{&d.Free, &e.Free},
		{&d.Open, &e.Open},
		{&d.OnRequest, &e.OnRequest},
		{&d.Stop, &e.Stop},
		{&d.Block, &e.Block},
	} {
		if *c.value != "" {
			*c.target = *c.value
		}
	}
	return d
}

// EventCodes returns the codes of an operator, with defaults where it has
// chosen none.
func (s *Service) EventCodes(ctx context.Context, operator int64) (EventCodes, error) {
	stored, err := s.store.EventCodes(ctx, operator)
	if err != nil {
		return EventCodes{}, fmt.Errorf("event codes of %d: %w", operator, err)
	}
	return stored.shown(), nil
}

// UpdateEventCodes changes the codes of the caller's account.
func (s *Service) UpdateEventCodes(ctx context.Context, who auth.Caller, c EventCodesChange) (after EventCodes, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.LockOperator(ctx, who.OwnerID, s.now()); err != nil {
			return err
		}
		stored, err := s.store.EventCodes(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		before := stored.EventCodes
		c.apply(&stored.EventCodes)
		after = stored.shown()
		if err := stored.check(); err != nil || before == stored.EventCodes {
			return err
		}
		stored.UpdatedAt = s.now()
		if err := s.store.SaveEventCodes(ctx, stored); err != nil {
			return err
		}
		return s.record(ctx, "update", "event_codes", who.OwnerID, before.shown(), after)
	})
	return after, err
}
