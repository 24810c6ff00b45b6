package availability

import (
	"cmp"
	"context"
	"slices"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
)

// Watcher is an operator that may be told of the availability of a property.
type Watcher struct {
	Operator int64
	// Contract is the one in force with the hotel; nil where only rate contracts
	// connect the two.
	Contract *contract.Contract
	// Calendars are what it sees: its own or, where it has none, the Master.
	Calendars []rules.Calendar

	rates []ratecontract.RateContract // of the property with the operator
}

// Sees tells whether a calendar is one of those that the operator sees.
func (w Watcher) Sees(calendar int64) bool {
	return slices.ContainsFunc(w.Calendars, func(c rules.Calendar) bool { return c.ID == calendar })
}

// Watchers lists who may be told of the availability of a property as things
// stand, by account: as in the export, only of what is published. It takes as
// many queries for a hundred operators as for one. The id of the Master goes with
// them, zero before anybody has looked at the calendars.
func (s *Service) Watchers(ctx context.Context, owner, property int64) (list []Watcher, master int64, err error) {
	cards, err := s.Publications.CardsOf(ctx, []int64{property})
	if err != nil || cards[property].OwnerID != owner {
		return nil, 0, err
	}
	all, err := s.tiesOf(ctx, owner, property)
	if err != nil {
		return nil, 0, err
	}
	calendars, err := s.Allotments.CalendarsOf(ctx, owner, property)
	if err != nil {
		return nil, 0, err
	}
	if i := slices.IndexFunc(calendars, isMaster); i >= 0 {
		master = calendars[i].ID
	}
	for operator, t := range all {
		b, refusal := bindOperator(operator, t.contract, t.rates)
		if refusal != nil {
			continue
		}
		places, refusal := b.chooseOne(calendars, false)
		if refusal != nil {
			continue
		}
		w := Watcher{Operator: operator, Contract: t.contract, rates: t.rates}
		for _, place := range places {
			w.Calendars = append(w.Calendars, calendars[place])
		}
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b Watcher) int { return cmp.Compare(a.Operator, b.Operator) })
	return list, master, nil
}

// tie is what connects an operator with one property.
type tie struct {
	contract *contract.Contract
	rates    []ratecontract.RateContract
}

// tiesOf reads what connects operators with a property, by account.
func (s *Service) tiesOf(ctx context.Context, owner, property int64) (map[int64]tie, error) {
	contracts, err := s.Contracts.Hosted(ctx, owner)
	if err != nil {
		return nil, err
	}
	rates, err := s.RateContracts.Of(ctx, owner, property)
	if err != nil {
		return nil, err
	}
	by := make(map[int64]tie, len(contracts))
	for _, c := range contracts {
		by[c.PartnerID] = tie{contract: &c}
	}
	for _, r := range rates {
		t := by[r.PartnerID]
		t.rates = append(t.rates, r)
		by[r.PartnerID] = t
	}
	return by, nil
}

// entryFor is a property as an operator is told of it or, where that is nil, the
// hotel itself. It is nil where nothing is.
func (s *Service) entryFor(ctx context.Context, to *Watcher, owner, property int64) (*entry, error) {
	list, err := s.entriesFor(ctx, to, owner, property)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

func (s *Service) entriesFor(ctx context.Context, to *Watcher, owner, property int64) ([]*entry, error) {
	if to == nil {
		return s.own(ctx, owner, []int64{property}, nil, &defaultWords)
	}
	t := &ties{contracts: map[int64]contract.Contract{}, rates: map[int64][]ratecontract.RateContract{property: to.rates}}
	if to.Contract != nil {
		t.contracts[owner] = *to.Contract
	}
	codes, err := s.Mappings.EventCodes(ctx, to.Operator)
	if err != nil {
		return nil, err
	}
	w := wordsOf(codes)
	return s.published(ctx, to.Operator, []int64{property}, t, &w)
}

// roomsByID are the rooms of a property as the reader calls them; of the hotel's
// own those of the snapshot.
func (e *entry) roomsByID(snap *reading.Snapshot) map[int64]room {
	by := make(map[int64]room, len(e.rooms))
	for _, r := range e.rooms {
		by[r.id] = r
	}
	if e.rooms == nil {
		for _, r := range snap.Rooms {
			by[r.ID] = newRoom(r.ID, r.Name, r.Code)
		}
	}
	return by
}
