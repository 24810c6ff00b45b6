package rooming

import (
	"context"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/warning"
)

type (
	// Shared is a ledger as a key reads it: what its side may see, with its own
	// names and codes.
	Shared struct {
		Ledger
		UserCompany, PartnerCompany string
		PropertyName                string
		Codes                       mapping.Codes
		// Entries are those that touch the requested days.
		Entries []SharedEntry
		// Warnings are those of the answer that created it.
		Warnings []warning.Warning
	}
	// SharedEntry is an entry with the reader's name of its room.
	SharedEntry struct {
		Entry
		Room mapping.RoomCode
	}
)

const (
	// ledgersAtOnce is how many ledgers share the queries for names.
	ledgersAtOnce = 100
	// entriesAtOnce bounds the entries in memory, unless one ledger has more.
	entriesAtOnce = 1000
)

// Selection is the ledgers that a key may read, before they are read.
type Selection struct {
	// Shown is the number of their properties, of Total whose ledgers the filter
	// finds. Both are counted only if the key is limited to a number.
	Shown, Total int

	service *Service
	view    view
	filter  Filter
	nothing bool
}

// Select finds the ledgers that a key may read: a hotel's own, or those that
// name an operator while the contract allows rooming to its systems.
func (s *Service) Select(ctx context.Context, key auth.KeyCaller, f Filter) (*Selection, error) {
	v, err := s.keyView(ctx, key)
	if err != nil {
		return nil, err
	}
	x := &Selection{service: s, view: v, filter: f, nothing: v.nothing}
	if v.partner != 0 {
		x.filter.PartnerID = v.partner
	}
	if len(key.Properties) > 0 {
		x.filter.Properties = within(key, f.Properties)
		x.nothing = x.nothing || len(x.filter.Properties) == 0
	}
	if key.MaxProperties > 0 && !x.nothing {
		ids, err := s.store.PropertiesOf(ctx, v.reader, x.filter)
		if err != nil {
			return nil, err
		}
		x.filter.Properties = key.Shown(ids)
		x.Shown, x.Total, x.nothing = len(x.filter.Properties), len(ids), len(ids) == 0
	}
	return x, nil
}

// Each yields the ledgers by id. No transaction is open while it yields,
// because the consumer may be slow.
func (x *Selection) Each(ctx context.Context, yield func(Shared) error) error {
	if x.nothing {
		return nil
	}
	for after, more := int64(0), true; more; {
		list, err := x.service.store.LedgersAfter(ctx, x.view.reader, x.filter, after, ledgersAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		after, more = list[len(list)-1].ID, len(list) == ledgersAtOnce
		if err := x.service.share(ctx, x.view, list, x.filter, yield); err != nil {
			return err
		}
	}
	return nil
}

// within returns the requested properties, all if none, that the key may read.
func within(key auth.KeyCaller, asked []int64) []int64 {
	if len(asked) == 0 {
		return key.Properties
	}
	return slices.DeleteFunc(slices.Clone(asked), func(id int64) bool { return !key.InScope(id) })
}

// view is what a key may read of ledgers.
type view struct {
	reader  Reader
	nothing bool  // no contract grants anything
	partner int64 // the one operator whose ledgers a hotel's key is for; zero: all
	// rooms reports of which hotels an operator may read the rooms.
	rooms map[int64]bool
}

func (v view) actor() Actor {
	if v.reader.Operator {
		return Operator
	}
	return Hotel
}

// keyView returns what a key may read. A key for one contract reads what that
// grants, for either side.
func (s *Service) keyView(ctx context.Context, key auth.KeyCaller) (view, error) {
	v := view{reader: Reader{Account: key.OwnerID, Operator: key.AccountType == auth.TourOperator}, rooms: map[int64]bool{}}
	if !v.reader.Operator && key.ContractID == nil {
		return v, nil
	}
	list, err := s.deps.Contracts.Under(ctx, key.OwnerID, key.ContractID)
	v.nothing = true
	for _, c := range list {
		if !c.Allows(c.PartnerID, contract.RightRooming) || !c.Allows(c.PartnerID, contract.RightExports) {
			continue
		}
		v.nothing = false
		if v.reader.Operator {
			v.reader.Hotels = append(v.reader.Hotels, c.UserID)
			v.rooms[c.UserID] = c.Allows(c.PartnerID, contract.RightCategory(facts.CategoryRooms))
		} else {
			v.partner = c.PartnerID
		}
	}
	return v, err
}

// share adds the names to a page of ledgers and yields them, with the entries
// of a few in memory at a time.
func (s *Service) share(ctx context.Context, v view, list []Ledger, f Filter, yield func(Shared) error) error {
	names, err := s.labels(ctx, v, list)
	if err != nil {
		return err
	}
	for len(list) > 0 {
		n, entries := 1, list[0].Counts.All()
		for n < len(list) && entries+list[n].Counts.All() <= entriesAtOnce {
			entries += list[n].Counts.All()
			n++
		}
		byLedger, err := s.entriesOf(ctx, list[:n], f)
		if err != nil {
			return err
		}
		for _, l := range list[:n] {
			if err := yield(names.share(v, l, byLedger[l.ID])); err != nil {
				return err
			}
		}
		list = list[n:]
	}
	return nil
}

// entriesOf returns the entries of ledgers that touch the days of a filter. The
// days are filtered here, so that the statement always finds entries by their
// ledger.
func (s *Service) entriesOf(ctx context.Context, list []Ledger, f Filter) (map[int64][]Entry, error) {
	owners, ids := make([]int64, len(list)), make([]int64, len(list))
	for i, l := range list {
		owners[i], ids[i] = l.OwnerID, l.ID
	}
	slices.Sort(owners)
	entries, err := s.store.EntriesOf(ctx, slices.Compact(owners), ids)
	byLedger := make(map[int64][]Entry, len(list))
	for _, e := range entries {
		if f.touchedBy(e) {
			byLedger[e.LedgerID] = append(byLedger[e.LedgerID], e)
		}
	}
	return byLedger, err
}
