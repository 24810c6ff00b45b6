package rooming

import (
	"context"
	"strconv"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/notify"
	"allot/internal/platform/audit"
	"allot/internal/platform/request"
)

// tell notifies the other side of a ledger, once for everything that a request
// has done to so many entries. It names no guests: notifications leave by mail.
func (t *turn) tell(ctx context.Context, kind notify.Kind, entries int) error {
	if t.ledger.PartnerID == nil || entries == 0 {
		return nil
	}
	to, reader, speaks := t.ledger.OwnerID, Hotel, *t.ledger.PartnerID
	if t.actor == Hotel {
		to, reader, speaks = speaks, Operator, to
		c, err := t.Contracts.Between(ctx, t.ledger.OwnerID, to)
		if err != nil || !c.Allows(to, contract.RightRooming) {
			return err // it does not find the ledger any more
		}
	}
	heads, err := t.heads(ctx, reader, []Ledger{t.ledger})
	if err != nil {
		return err
	}
	company, err := t.Settings.CompanyName(ctx, speaks)
	if err != nil {
		return err
	}
	return t.Notify.Tell(ctx, notify.Notice{
		To: notify.Account(to, auth.Rooming).About(t.ledger.PropertyID), Kind: kind, Link: "/rooming/ledgers/" + strconv.FormatInt(t.ledger.ID, 10) + "/",
		Params: map[string]string{
			"company": company, "property": heads[t.ledger.PropertyID].name, "name": t.ledger.Name, "entries": strconv.Itoa(entries),
		},
	})
}

// traced is a ledger, or the part of its entries that a request changed, as the
// trail keeps it.
type traced struct {
	Ledger
	Entries []Entry `json:"entries,omitempty"`
	IDs     []int64 `json:"entry_ids,omitempty"`
}

func idsOf(entries []Entry) []int64 {
	ids := make([]int64, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	return ids
}

// recordLedger leaves a trace of a change; nil is what did not exist.
func (s *Service) recordLedger(ctx context.Context, who auth.Caller, action string, before, after *traced) error {
	at := after
	if at == nil {
		at = before
	}
	seen := func(v *traced, a Actor) any {
		if v == nil {
			return nil
		}
		t := *v
		t.Ledger = t.seenBy(a)
		return t
	}
	return s.record(ctx, who, at.Ledger, func(a Actor) audit.Change {
		return audit.Change{Action: action, ObjectType: "rooming_ledger", ObjectID: at.ID, Before: seen(before, a), After: seen(after, a)}
	})
}

// recordEntry leaves a trace of a change to one entry; nil is what is gone.
func (t *turn) recordEntry(ctx context.Context, action string, before Entry, after *Entry) error {
	return t.record(ctx, t.who, t.ledger, func(Actor) audit.Change {
		c := audit.Change{Action: action, ObjectType: "rooming_entry", ObjectID: before.ID, Before: before}
		if after != nil {
			c.After = *after
		}
		return c
	})
}

// record writes into the trail of the caller and, as the ledger is the hotel's,
// always into the hotel's. That names the operator's account only.
func (s *Service) record(ctx context.Context, who auth.Caller, l Ledger, change func(Actor) audit.Change) error {
	err := s.Audit.Record(ctx, change(actorOf(who)))
	if err != nil || who.OwnerID == l.OwnerID {
		return err
	}
	c := change(Hotel)
	c.OwnerID, c.UserID = l.OwnerID, who.OwnerID
	return s.Audit.Record(request.With(ctx, request.Meta{ID: request.From(ctx).ID}), c)
}
