package rooming

import (
	"context"

	"allot/internal/partners/mapping"
)

// labels are the names and codes for a page of ledgers, as the reader knows them.
type labels struct {
	companies map[int64]string
	heads     map[int64]head
	codes     map[int64]mapping.Codes
	rooms     map[int64]mapping.RoomCode
}

// labels reads the names with one query for each kind, however many ledgers
// there are.
func (s *Service) labels(ctx context.Context, v view, list []Ledger) (n labels, err error) {
	if n.companies, err = s.companies(ctx, list); err != nil {
		return labels{}, err
	}
	if n.heads, err = s.heads(ctx, v.actor(), list); err != nil {
		return labels{}, err
	}
	if v.reader.Operator {
		err = s.operatorLabels(ctx, v, list, &n)
	} else {
		n.rooms, err = s.ownRooms(ctx, v.reader.Account, list)
	}
	return n, err
}

// ownRooms returns the rooms of a hotel's drafts.
func (s *Service) ownRooms(ctx context.Context, owner int64, list []Ledger) (map[int64]mapping.RoomCode, error) {
	byProperty, err := s.deps.Properties.RoomsOf(ctx, []int64{owner}, propertiesOf(list))
	rooms := map[int64]mapping.RoomCode{}
	for _, some := range byProperty {
		for _, r := range some {
			rooms[r.ID] = mapping.RoomCode{Code: r.Code, Name: r.Name}
		}
	}
	return rooms, err
}

// operatorLabels reads the operator's own codes and names and, where it has
// none, the published ones.
func (s *Service) operatorLabels(ctx context.Context, v view, list []Ledger, n *labels) (err error) {
	if n.codes, err = s.deps.Mappings.Codes(ctx, v.reader.Account, propertiesOf(list)); err != nil {
		return err
	}
	open := []Ledger{}
	for _, l := range list {
		if v.rooms[l.OwnerID] {
			open = append(open, l)
		}
	}
	published, err := s.deps.Publications.RoomsOf(ctx, propertiesOf(open))
	n.rooms = map[int64]mapping.RoomCode{}
	for id, some := range published {
		for _, r := range some {
			n.rooms[r.ID] = n.codes[id].Rooms[r.ID].Over(mapping.RoomCode{Code: r.Code, Name: r.Name})
		}
	}
	return err
}

func propertiesOf(list []Ledger) []int64 {
	ids := make([]int64, len(list))
	for i, l := range list {
		ids[i] = l.PropertyID
	}
	return ids
}

// share returns a ledger and its entries with the reader's names and codes.
func (n labels) share(v view, l Ledger, entries []Entry) Shared {
	one := Shared{
		Ledger: l.seenBy(v.actor()), UserCompany: n.companies[l.OwnerID], PropertyName: n.heads[l.PropertyID].name,
		Codes: n.codes[l.PropertyID].Over(n.heads[l.PropertyID].code), Entries: make([]SharedEntry, len(entries)),
	}
	if l.PartnerID != nil {
		one.PartnerCompany = n.companies[*l.PartnerID]
	}
	for i, e := range entries {
		one.Entries[i].Entry = e
		if e.RoomID != nil {
			one.Entries[i].Room = n.rooms[*e.RoomID]
		}
	}
	return one
}
