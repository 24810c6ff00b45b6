package invoice

import (
	"context"

	"github.com/shopspring/decimal"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// MatchState says how a line compares with the stay that it names.
type MatchState string

// The states.
const (
	MatchConfirmed  MatchState = "matched"       // a confirmed stay, with these days and units
	MatchDiffers    MatchState = "differs"       // confirmed, but other days or units
	MatchNotStaying MatchState = "not_confirmed" // declined, cancelled or still pending
	MatchUnknown    MatchState = "unknown"       // no stay of these two parties
	MatchNone       MatchState = "no_stay"       // the line names none
)

// Match compares one line of an invoice with the rooming entry that it names.
type Match struct {
	Line  int        `json:"line" doc:"Number of the line, from 1"`
	State MatchState `json:"state" enum:"matched,differs,not_confirmed,unknown,no_stay"`
	Entry *int64     `json:"entry"`
	// What the confirmed entry says, where it is known.
	Arrival    civil.Date       `json:"arrival" nullable:"true"`
	Departure  civil.Date       `json:"departure" nullable:"true"`
	RoomNights money.NullAmount `json:"room_nights"`
	Invoiced   money.Amount     `json:"invoiced" doc:"Quantity of the line"`
}

// roomNights is what an entry is charged for.
func roomNights(e rooming.Entry) money.Amount {
	return money.New(decimal.New(int64(e.Units)*int64(e.Departure.Sub(e.Arrival)), 0))
}

// matches compares the lines of an invoice with the rooming entries of its two parties.
// An invoice that names no stay has no matches. Stays of a property that is not in the
// caller's scope are unknown: whoever writes a line can name any of them.
func (s *Service) matches(ctx context.Context, who auth.Caller, v Invoice) ([]Match, error) {
	var ids []int64
	for _, l := range v.LineItems {
		if l.EntryID != nil {
			ids = append(ids, *l.EntryID)
		}
	}
	if len(ids) == 0 {
		return []Match{}, nil
	}
	entries, err := s.deps.Rooming.EntriesByID(ctx, v.OwnerID, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]rooming.Entry, len(entries))
	for _, e := range entries {
		if who.MaySeeProperty(e.PropertyID) && e.OwnerID == v.OwnerID && samePartner(e.PartnerID, v.PartnerID) {
			byID[e.ID] = e
		}
	}
	list := make([]Match, len(v.LineItems))
	for i, l := range v.LineItems {
		list[i] = match(l, byID)
		list[i].Line = i + 1
	}
	return list, nil
}

func samePartner(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func match(l LineItem, byID map[int64]rooming.Entry) Match {
	m := Match{State: MatchNone, Entry: l.EntryID, Invoiced: l.Quantity}
	if l.EntryID == nil {
		return m
	}
	e, ok := byID[*l.EntryID]
	if !ok {
		m.State = MatchUnknown
		return m
	}
	m.Arrival, m.Departure, m.RoomNights = e.Arrival, e.Departure, money.Some(roomNights(e))
	switch {
	case e.Status != rooming.EntryConfirmed:
		m.State = MatchNotStaying
	case l.From == e.Arrival && l.To == e.Departure && l.Quantity.Equal(m.RoomNights.Amount):
		m.State = MatchConfirmed
	default:
		m.State = MatchDiffers
	}
	return m
}
