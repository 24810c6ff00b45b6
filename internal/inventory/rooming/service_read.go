package rooming

import (
	"cmp"
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Named is a ledger with the names of what it refers to.
type Named struct {
	Ledger
	UserCompany    string `json:"user_company" doc:"The hotel's company"`
	PropertyName   string `json:"property_name" doc:"To the operator as published, if it is"`
	PartnerCompany string `json:"partner_company" doc:"The operator's company"`
	EntriesCount   int    `json:"entries_count" doc:"How many entries the ledger has"`
	// Entries are nil in lists.
	Entries []NamedEntry `json:"entries,omitzero" nullable:"false" doc:"The first 500; not in lists"`
	Actions []Verb       `json:"available_actions" nullable:"false" enum:"update,add_entries,send,confirm,decline,cancel,close,delete" doc:"What the caller may do with it"`

	Warnings []warning.Warning `json:"warnings,omitempty" doc:"In the answer that confirmed something: what of it goes beyond what is agreed. To an operator, of a list that is not sent yet and in the answer that sends it: nights that are closed to it, or for which it has too few units"`
}

// NamedEntry is an entry with the name of its room.
type NamedEntry struct {
	Entry
	RoomName string   `json:"room_name" doc:"To the operator its own name of the room, else the published one"`
	Actions  []string `json:"available_actions" nullable:"false" enum:"update,delete,confirm,decline,cancel" doc:"What the caller may do with it"`

	Warnings []warning.Warning `json:"warnings,omitempty" doc:"Only in the answer that confirmed or moved the stay: what of it goes beyond what is agreed"`
}

// List returns a page of the ledgers that the caller may see, newest first and
// without their entries.
func (s *Service) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Named, int, error) {
	reader, err := s.reader(ctx, who)
	if err != nil {
		return nil, 0, err
	}
	list, count, err := s.store.Ledgers(ctx, reader, f, req)
	if err != nil {
		return nil, 0, err
	}
	named, err := s.named(ctx, who, list)
	return named, count, err
}

// Show returns a ledger with its first entries.
func (s *Service) Show(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	l, err := s.find(ctx, who, id)
	if err != nil {
		return Named{}, err
	}
	return s.show(ctx, who, l)
}

// Entries returns a page of a ledger's entries in the order they were written.
func (s *Service) Entries(ctx context.Context, who auth.Caller, ledger int64, req page.Request) ([]NamedEntry, int, error) {
	l, err := s.find(ctx, who, ledger)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.store.Entries(ctx, l.OwnerID, l.ID, req)
	if err != nil {
		return nil, 0, err
	}
	named, err := s.namedEntries(ctx, who, l, list)
	return named, l.Counts.All(), err
}

// Confirmed returns a ledger and all its confirmed entries, in the order they were
// written.
func (s *Service) Confirmed(ctx context.Context, who auth.Caller, ledger int64) (Ledger, []NamedEntry, error) {
	l, err := s.find(ctx, who, ledger)
	if err != nil {
		return l, nil, err
	}
	list, err := s.store.EntriesIn(ctx, l.OwnerID, l.ID, []EntryStatus{EntryConfirmed})
	if err != nil {
		return l, nil, err
	}
	named, err := s.namedEntries(ctx, who, l, list)
	return l, named, err
}

// EntriesByID returns the entries with some ids of ledgers that the account is a side
// of; those of others are left out.
func (s *Service) EntriesByID(ctx context.Context, account int64, ids []int64) ([]Entry, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.store.EntriesByID(ctx, account, ids)
}

// Entry returns one entry.
func (s *Service) Entry(ctx context.Context, who auth.Caller, id int64) (NamedEntry, error) {
	e, err := s.store.Entry(ctx, who.OwnerID, id)
	if err != nil {
		return NamedEntry{}, err
	}
	l, err := s.find(ctx, who, e.LedgerID)
	if err != nil {
		return NamedEntry{}, err
	}
	return s.nameEntry(ctx, who, l, e)
}

// Reservations returns the pending and confirmed stays of calendars with a
// night in the season, by arrival, for the timeline. The Master, which stands
// for the whole property, also has what operators have sent and is on no
// calendar yet.
func (s *Service) Reservations(ctx context.Context, owner int64, calendars []int64, season civil.Range) ([]reading.Reservation, error) {
	list, err := s.store.Booked(ctx, owner, calendars, season)
	if err != nil {
		return nil, err
	}
	property, err := s.deps.Allotments.MasterProperty(ctx, owner, calendars)
	if err != nil {
		return nil, err
	}
	if property != 0 {
		sent, err := s.store.Sent(ctx, owner, property, season)
		if err != nil {
			return nil, err
		}
		list = append(list, sent...)
		slices.SortFunc(list, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Arrival, b.Arrival), cmp.Compare(a.ID, b.ID)) })
	}
	bars := make([]reading.Reservation, 0, len(list))
	for _, e := range list {
		if e.RoomID == nil {
			continue // the timeline has no row for it
		}
		bars = append(bars, reading.Reservation{
			ID: e.ID, CalendarID: e.CalendarID, RoomID: *e.RoomID, From: e.Arrival, To: e.Departure, Units: e.Units, Guest: e.lead(), Reference: e.Reference, Status: string(e.Status),
		})
	}
	return bars, nil
}

// find returns a ledger that the caller may read.
func (s *Service) find(ctx context.Context, who auth.Caller, id int64) (Ledger, error) {
	l, err := s.store.Ledger(ctx, who.OwnerID, id)
	if err != nil {
		return Ledger{}, err
	}
	return l, s.mayWork(ctx, who, l)
}

func (s *Service) show(ctx context.Context, who auth.Caller, l Ledger) (Named, error) {
	named, err := s.named(ctx, who, []Ledger{l})
	if err != nil {
		return Named{}, err
	}
	entries, err := s.store.Entries(ctx, l.OwnerID, l.ID, page.Request{Page: 1, Size: MaxEmbedded})
	if err != nil {
		return Named{}, err
	}
	if named[0].Entries, err = s.namedEntries(ctx, who, l, entries); err != nil {
		return Named{}, err
	}
	if actorOf(who) == Operator && l.Status == StatusOpen {
		named[0].Warnings, err = s.offerWarnings(ctx, who, l)
	}
	return named[0], err
}

// named adds the names to a page of ledgers, with one query for each kind of
// name.
func (s *Service) named(ctx context.Context, who auth.Caller, list []Ledger) ([]Named, error) {
	companies, err := s.companies(ctx, list)
	if err != nil {
		return nil, err
	}
	heads, err := s.heads(ctx, actorOf(who), list)
	if err != nil {
		return nil, err
	}
	named := make([]Named, len(list))
	for i, l := range list {
		named[i] = Named{
			Ledger: l.seenBy(actorOf(who)), UserCompany: companies[l.OwnerID], PropertyName: heads[l.PropertyID].name,
			EntriesCount: l.Counts.All(), Actions: l.Actions(actorOf(who)),
		}
		if l.PartnerID != nil {
			named[i].PartnerCompany = companies[*l.PartnerID]
		}
	}
	return named, nil
}

// companies returns the company names of both sides of ledgers.
func (s *Service) companies(ctx context.Context, list []Ledger) (map[int64]string, error) {
	accounts := make([]int64, 0, 2*len(list))
	for _, l := range list {
		accounts = append(accounts, l.OwnerID)
		if l.PartnerID != nil {
			accounts = append(accounts, *l.PartnerID)
		}
	}
	return s.deps.Settings.CompanyNames(ctx, accounts)
}

// head is the name and code of a property as a side sees it.
type head struct{ name, code string }

// heads returns the names and codes of the properties of ledgers: the hotel's
// drafts for the hotel, the published ones for the operator. A hotel that lists
// stays for an operator before publishing shares the name with it.
func (s *Service) heads(ctx context.Context, a Actor, list []Ledger) (map[int64]head, error) {
	owners, ids := make([]int64, len(list)), make([]int64, len(list))
	for i, l := range list {
		owners[i], ids[i] = l.OwnerID, l.PropertyID
	}
	properties, err := s.deps.Properties.Some(ctx, owners, ids)
	if err != nil {
		return nil, err
	}
	heads := make(map[int64]head, len(properties))
	for id, p := range properties {
		heads[id] = head{name: p.Name}
		if a == Hotel {
			heads[id] = head{p.Name, p.Code}
		}
	}
	if a == Hotel {
		return heads, nil
	}
	cards, err := s.deps.Publications.CardsOf(ctx, ids)
	for id, c := range cards {
		heads[id] = head{c.Name, c.Code}
	}
	return heads, err
}

func (s *Service) nameEntry(ctx context.Context, who auth.Caller, l Ledger, e Entry) (NamedEntry, error) {
	list, err := s.namedEntries(ctx, who, l, []Entry{e})
	if err != nil {
		return NamedEntry{}, err
	}
	return list[0], nil
}

func (s *Service) namedEntries(ctx context.Context, who auth.Caller, l Ledger, list []Entry) ([]NamedEntry, error) {
	rooms, err := s.rooms(ctx, who, l.OwnerID, l.PropertyID)
	if err != nil {
		return nil, err
	}
	named := make([]NamedEntry, len(list))
	for i, e := range list {
		named[i] = NamedEntry{Entry: e, Actions: e.Actions(l, actorOf(who))}
		if e.RoomID != nil {
			named[i].RoomName = rooms[*e.RoomID]
		}
	}
	return named, nil
}
