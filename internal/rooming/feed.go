package rooming

import (
	"context"
	"slices"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/mapping"
)

type (
	// Shared is a ledger as the holder of a key gets it: what its side reads of
	// it, under its own names and codes.
	Shared struct {
		Ledger
		UserCompany, PartnerCompany string
		PropertyName                string
		Codes                       mapping.Codes
		// Entries are those that touch the days that were asked for.
		Entries []SharedEntry
	}
	// SharedEntry is an entry with what the reader calls its room.
	SharedEntry struct {
		Entry
		Room mapping.RoomCode
	}
)

const (
	// ledgersAtOnce is how many ledgers are named together.
	ledgersAtOnce = 100
	// entriesAtOnce bounds the entries in memory, unless one ledger has more.
	entriesAtOnce = 1000
)

// Selection is which ledgers the holder of a key is told of, before they are read.
type Selection struct {
	// Shown is of how many properties they are, of Total whose ledgers the filter
	// finds. Both are counted only where the caller is told of a few.
	Shown, Total int

	service *Service
	view    view
	filter  Filter
	nothing bool
}

// Select finds the ledgers that the holder of a key sees: of a hotel its own, of an
// operator those that name it while the contract allows rooming to its systems.
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
		ids, err := s.store.PropertiesOf(ctx, v.by, x.filter)
		if err != nil {
			return nil, err
		}
		x.filter.Properties = key.Shown(ids)
		x.Shown, x.Total, x.nothing = len(x.filter.Properties), len(ids), len(ids) == 0
	}
	return x, nil
}

// Each yields the ledgers by id. Nothing is open while it yields: whoever takes them
// may be slow.
func (x *Selection) Each(ctx context.Context, yield func(Shared) error) error {
	if x.nothing {
		return nil
	}
	for after, more := int64(0), true; more; {
		list, err := x.service.store.LedgersAfter(ctx, x.view.by, x.filter, after, ledgersAtOnce)
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

// within are the properties that were asked for, all if none, and that the key
// is told of.
func within(key auth.KeyCaller, asked []int64) []int64 {
	if len(asked) == 0 {
		return key.Properties
	}
	return slices.DeleteFunc(slices.Clone(asked), func(id int64) bool { return !key.InScope(id) })
}

// view is through what a key looks at ledgers.
type view struct {
	by      Reader
	nothing bool  // no contract opens anything
	partner int64 // the one operator whose ledgers a hotel's key is for; zero: all
	// rooms tells of which hotels an operator may know the rooms.
	rooms map[int64]bool
}

func (v view) actor() Actor {
	if v.by.Operator {
		return Operator
	}
	return Hotel
}

// keyView finds what a key opens. One for a contract opens what that does, to
// either side.
func (s *Service) keyView(ctx context.Context, key auth.KeyCaller) (view, error) {
	v := view{by: Reader{Account: key.OwnerID, Operator: key.AccountType == auth.TourOperator}, rooms: map[int64]bool{}}
	if !v.by.Operator && key.ContractID == nil {
		return v, nil
	}
	list, err := s.Contracts.Under(ctx, key.OwnerID, key.ContractID)
	v.nothing = true
	for _, c := range list {
		if !c.Allows(c.PartnerID, contract.RightRooming) || !c.Allows(c.PartnerID, contract.RightExports) {
			continue
		}
		v.nothing = false
		if v.by.Operator {
			v.by.Hotels = append(v.by.Hotels, c.UserID)
			v.rooms[c.UserID] = c.Allows(c.PartnerID, contract.RightCategory(facts.CategoryRooms))
		} else {
			v.partner = c.PartnerID
		}
	}
	return v, err
}

// share names a page of ledgers and hands them on, the entries of a few in
// memory at a time.
func (s *Service) share(ctx context.Context, v view, list []Ledger, f Filter, yield func(Shared) error) error {
	words, err := s.words(ctx, v, list)
	if err != nil {
		return err
	}
	for len(list) > 0 {
		n, entries := 1, list[0].Counts.All()
		for n < len(list) && entries+list[n].Counts.All() <= entriesAtOnce {
			entries += list[n].Counts.All()
			n++
		}
		of, err := s.entriesOf(ctx, list[:n], f)
		if err != nil {
			return err
		}
		for _, l := range list[:n] {
			if err := yield(words.share(v, l, of[l.ID])); err != nil {
				return err
			}
		}
		list = list[n:]
	}
	return nil
}

// entriesOf are the entries of ledgers that touch the days of a filter. These are
// picked here: whatever is asked for, the statement finds entries by their ledger.
func (s *Service) entriesOf(ctx context.Context, list []Ledger, f Filter) (map[int64][]Entry, error) {
	owners, ids := make([]int64, len(list)), make([]int64, len(list))
	for i, l := range list {
		owners[i], ids[i] = l.OwnerID, l.ID
	}
	slices.Sort(owners)
	entries, err := s.store.EntriesOf(ctx, slices.Compact(owners), ids)
	of := make(map[int64][]Entry, len(list))
	for _, e := range entries {
		if f.touchedBy(e) {
			of[e.LedgerID] = append(of[e.LedgerID], e)
		}
	}
	return of, err
}
