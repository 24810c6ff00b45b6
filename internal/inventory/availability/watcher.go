package availability

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/apperr"
)

// Watcher is an operator that may read the availability of a property.
type Watcher struct {
	Operator int64
	// Contract is the one in force with the hotel; nil with rate contracts only.
	Contract *contract.Contract
	// Calendars are those it sees: its own or, if it has none, the Master.
	Calendars []rules.Calendar

	deleted bool                        // the property; then nothing else is known
	version int64                       // of the availability, before anything else was read
	rates   []ratecontract.RateContract // of the property with the operator
}

// Sees reports whether the operator sees a calendar.
func (w Watcher) Sees(calendar int64) bool {
	return slices.ContainsFunc(w.Calendars, func(c rules.Calendar) bool { return c.ID == calendar })
}

// Watchers lists the operators that may read the availability of a property now,
// by account, as in the export: only if it is published. Those of named, to which
// something has changed, are listed even if they may read nothing, or the property is
// deleted. The number of queries does not grow with the operators. master is the id of the
// Master, 0 if there is none.
func (s *Service) Watchers(ctx context.Context, owner, property int64, named []int64) (list []Watcher, master int64, err error) {
	version, deleted, err := s.version(ctx, owner, property)
	if err != nil {
		return nil, 0, err
	}
	if deleted {
		return watchersOfDeleted(named), 0, nil
	}
	cards, err := s.deps.Publications.CardsOf(ctx, []int64{property})
	if err != nil {
		return nil, 0, err
	}
	if cards[property].OwnerID != owner { // never published, or deleted meanwhile
		if _, deleted, err = s.version(ctx, owner, property); err != nil || !deleted {
			return nil, 0, err
		}
		return watchersOfDeleted(named), 0, nil
	}
	all, err := s.connectionsOf(ctx, owner, property)
	if err != nil {
		return nil, 0, err
	}
	calendars, err := s.deps.Allotments.CalendarsOf(ctx, owner, property)
	if err != nil {
		return nil, 0, err
	}
	if i := slices.IndexFunc(calendars, isMaster); i >= 0 {
		master = calendars[i].ID
	}
	for _, operator := range named {
		if _, known := all[operator]; !known {
			all[operator] = connection{} // it has no contract any more
		}
	}
	closed, err := s.deps.Properties.Closed(ctx, []int64{owner})
	if err != nil {
		return nil, 0, err
	}
	for operator, t := range all {
		w := Watcher{Operator: operator, Contract: t.contract, version: version, rates: t.rates}
		if b, refusal := bindOperator(operator, t.contract, t.rates); refusal == nil && !closed.Has(owner, property) {
			places, _ := b.chooseOne(calendars, false)
			for _, place := range places {
				w.Calendars = append(w.Calendars, calendars[place])
			}
		}
		if len(w.Calendars) > 0 || slices.Contains(named, operator) {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b Watcher) int { return cmp.Compare(a.Operator, b.Operator) })
	return list, master, nil
}

// watchersOfDeleted returns those who must hear that a property is deleted. Something had
// changed for each of them before, such as the end of its contract, and was not told yet.
func watchersOfDeleted(named []int64) []Watcher {
	list := make([]Watcher, len(named))
	for i, operator := range named {
		list[i] = Watcher{Operator: operator, deleted: true}
	}
	return list
}

// version returns the version of the availability of a property, unless that is deleted.
func (s *Service) version(ctx context.Context, owner, property int64) (version int64, deleted bool, err error) {
	version, err = s.deps.Allotments.Version(ctx, owner, property)
	if errors.Is(err, apperr.ErrNotFound) {
		return 0, true, nil
	}
	return version, false, err
}

// connection is the contracts between an operator and one property.
type connection struct {
	contract *contract.Contract
	rates    []ratecontract.RateContract
}

// connectionsOf reads the contracts of operators with a property, by account.
func (s *Service) connectionsOf(ctx context.Context, owner, property int64) (map[int64]connection, error) {
	contracts, err := s.deps.Contracts.Hosted(ctx, owner)
	if err != nil {
		return nil, err
	}
	rates, err := s.deps.RateContracts.Of(ctx, owner, property)
	if err != nil {
		return nil, err
	}
	by := make(map[int64]connection, len(contracts))
	for _, c := range contracts {
		by[c.PartnerID] = connection{contract: &c}
	}
	for _, r := range rates {
		t := by[r.PartnerID]
		t.rates = append(t.rates, r)
		by[r.PartnerID] = t
	}
	return by, nil
}

// entryFor returns a property as an operator sees it, or the hotel itself if to is
// nil. It returns nil if there is nothing to see.
func (s *Service) entryFor(ctx context.Context, to *Watcher, owner, property int64) (*entry, error) {
	list, err := s.entriesFor(ctx, to, owner, property)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

func (s *Service) entriesFor(ctx context.Context, to *Watcher, owner, property int64) ([]*entry, error) {
	if to == nil {
		return s.ownEntries(ctx, owner, []int64{property}, nil, &defaultTexts)
	}
	t := &connections{contracts: map[int64]contract.Contract{}, rates: map[int64][]ratecontract.RateContract{property: to.rates}}
	if to.Contract != nil {
		t.contracts[owner] = *to.Contract
	}
	codes, err := s.deps.Mappings.EventCodes(ctx, to.Operator)
	if err != nil {
		return nil, err
	}
	w := textsOf(codes)
	return s.publishedEntries(ctx, to.Operator, []int64{property}, t, &w)
}

// roomsByID returns the rooms under the reader's names; for the hotel those of the
// snapshot.
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
