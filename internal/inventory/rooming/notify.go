package rooming

import (
	"context"
	"strconv"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/partners/contract"
	"allot/internal/platform/audit"
	"allot/internal/platform/request"
)

// notify notifies the other side of a ledger once of everything that a request
// has done to a number of entries. It names no guests, because notifications
// are sent by mail.
func (t *ledgerTx) notify(ctx context.Context, kind notify.Kind, entries int) error {
	if t.ledger.PartnerID == nil || entries == 0 {
		return nil
	}
	to, recipient, sender := t.ledger.OwnerID, Hotel, *t.ledger.PartnerID
	if t.actor == Hotel {
		to, recipient, sender = sender, Operator, to
		c, err := t.deps.Contracts.Between(ctx, t.ledger.OwnerID, to)
		if err != nil || !c.Allows(to, contract.RightRooming) {
			return err // the operator cannot read the ledger any more
		}
	}
	heads, err := t.heads(ctx, recipient, []Ledger{t.ledger})
	if err != nil {
		return err
	}
	company, err := t.deps.Settings.CompanyName(ctx, sender)
	if err != nil {
		return err
	}
	return t.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Account(to, auth.Rooming).About(t.ledger.PropertyID), Kind: kind, Link: "/rooming/ledgers/" + strconv.FormatInt(t.ledger.ID, 10) + "/",
		Params: map[string]string{
			"company": company, "property": heads[t.ledger.PropertyID].name, "name": t.ledger.Name, "entries": strconv.Itoa(entries),
		},
	})
}

// traced is a ledger, or the part of its entries that a request changed, as the
// audit trail stores it.
type traced struct {
	Ledger
	Entries []Entry `json:"entries,omitempty"`
	IDs     []int64 `json:"entry_ids,omitempty"`
	Key     int64   `json:"api_key,omitempty"` // that the caller's system sent it with
}

func idsOf(entries []Entry) []int64 {
	ids := make([]int64, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	return ids
}

// recordLedger audits a change; nil stands for a ledger that did not exist.
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
		if actorOf(who) == a {
			t.Key = keyOf(ctx)
		}
		return t
	}
	return s.record(ctx, who, at.Ledger, func(a Actor) audit.Change {
		return audit.Change{Action: action, ObjectType: "rooming_ledger", ObjectID: at.ID, Before: seen(before, a), After: seen(after, a)}
	})
}

// recordEntry audits a change of one entry; nil stands for a deleted one.
func (t *ledgerTx) recordEntry(ctx context.Context, action string, before Entry, after *Entry) error {
	return t.record(ctx, t.who, t.ledger, func(Actor) audit.Change {
		c := audit.Change{Action: action, ObjectType: "rooming_entry", ObjectID: before.ID, Before: before}
		if after != nil {
			c.After = *after
		}
		return c
	})
}

// record writes into the audit trail of the caller and always into the hotel's,
// because the ledger is the hotel's. The hotel's names only the operator's
// account.
func (s *Service) record(ctx context.Context, who auth.Caller, l Ledger, change func(Actor) audit.Change) error {
	err := s.deps.Audit.Record(ctx, change(actorOf(who)))
	if err != nil || who.OwnerID == l.OwnerID {
		return err
	}
	c := change(Hotel)
	c.OwnerID, c.UserID = l.OwnerID, who.OwnerID
	return s.deps.Audit.Record(request.With(ctx, request.Meta{ID: request.From(ctx).ID}), c)
}
