package rooming

import (
	"context"

	"allot/internal/mapping"
)

// words are what a reader calls everything in a page of ledgers.
type words struct {
	companies map[int64]string
	heads     map[int64]head
	codes     map[int64]mapping.Codes
	rooms     map[int64]mapping.RoomCode
}

// words reads them with one query a kind of name, however many ledgers there are.
func (s *Service) words(ctx context.Context, v view, list []Ledger) (w words, err error) {
	if w.companies, err = s.companies(ctx, list); err != nil {
		return words{}, err
	}
	if w.heads, err = s.heads(ctx, v.actor(), list); err != nil {
		return words{}, err
	}
	if v.by.Operator {
		err = s.operatorWords(ctx, v, list, &w)
	} else {
		w.rooms, err = s.ownRooms(ctx, v.by.Account, list)
	}
	return w, err
}

// ownRooms are the rooms of a hotel as it works on them.
func (s *Service) ownRooms(ctx context.Context, owner int64, list []Ledger) (map[int64]mapping.RoomCode, error) {
	of, err := s.Properties.RoomsOf(ctx, owner, propertiesOf(list))
	rooms := map[int64]mapping.RoomCode{}
	for _, some := range of {
		for _, r := range some {
			rooms[r.ID] = mapping.RoomCode{Code: r.Code, Name: r.Name}
		}
	}
	return rooms, err
}

// operatorWords are the operator's own codes and names, and where it has none
// those that are published to it.
func (s *Service) operatorWords(ctx context.Context, v view, list []Ledger, w *words) (err error) {
	if w.codes, err = s.Mappings.Codes(ctx, v.by.Account, propertiesOf(list)); err != nil {
		return err
	}
	open := []Ledger{}
	for _, l := range list {
		if v.rooms[l.OwnerID] {
			open = append(open, l)
		}
	}
	published, err := s.Publications.RoomsOf(ctx, propertiesOf(open))
	w.rooms = map[int64]mapping.RoomCode{}
	for id, some := range published {
		for _, r := range some {
			w.rooms[r.ID] = w.codes[id].Rooms[r.ID].Over(mapping.RoomCode{Code: r.Code, Name: r.Name})
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

// share gives a ledger and its entries in the reader's words.
func (w words) share(v view, l Ledger, entries []Entry) Shared {
	one := Shared{
		Ledger: l.seenBy(v.actor()), UserCompany: w.companies[l.OwnerID], PropertyName: w.heads[l.PropertyID].name,
		Codes: w.codes[l.PropertyID].Over(w.heads[l.PropertyID].code), Entries: make([]SharedEntry, len(entries)),
	}
	if l.PartnerID != nil {
		one.PartnerCompany = w.companies[*l.PartnerID]
	}
	for i, e := range entries {
		one.Entries[i].Entry = e
		if e.RoomID != nil {
			one.Entries[i].Room = w.rooms[*e.RoomID]
		}
	}
	return one
}
