package rooming

import (
	"context"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/apperr"
)

// Reader selects whose ledgers are read: a hotel's own, within the scope of its
// user, or those of an operator at hotels whose contract allows rooming.
type Reader struct {
	Account    int64
	Operator   bool
	Hotels     []int64 // of an operator
	Properties []int64 // scope of a hotel's user; empty: all
}

func actorOf(who auth.Caller) Actor {
	if who.AccountType == auth.TourOperator {
		return Operator
	}
	return Hotel
}

func (s *Service) reader(ctx context.Context, who auth.Caller) (Reader, error) {
	reader := Reader{Account: who.OwnerID, Operator: actorOf(who) == Operator}
	if !reader.Operator {
		reader.Properties = who.Scope()
		return reader, nil
	}
	contracts, err := s.deps.Contracts.Active(ctx, who.OwnerID)
	for _, c := range contracts {
		if c.Allows(who.OwnerID, contract.RightRooming) {
			reader.Hotels = append(reader.Hotels, c.UserID)
		}
	}
	return reader, err
}

// mayWork refuses a ledger that the caller must not use: it is
// apperr.ErrNotFound for an operator without a contract that allows rooming,
// and a hotel's user may lack the property.
func (s *Service) mayWork(ctx context.Context, who auth.Caller, l Ledger) error {
	if actorOf(who) == Hotel {
		return who.InScope(l.PropertyID)
	}
	c, err := s.deps.Contracts.Between(ctx, l.OwnerID, who.OwnerID)
	if err == nil && !c.Allows(who.OwnerID, contract.RightRooming) {
		err = apperr.ErrNotFound
	}
	return err
}

// rooms returns the names of the rooms that a side may use in a property: for
// the hotel those of its draft, for the operator the published ones under its own names.
func (s *Service) rooms(ctx context.Context, who auth.Caller, owner, property int64) (map[int64]string, error) {
	if actorOf(who) == Operator {
		names, err := s.published(ctx, who.OwnerID, owner, []int64{property})
		return names, err
	}
	names := map[int64]string{}
	list, err := s.deps.Properties.Rooms(ctx, owner, property)
	for _, r := range list {
		names[r.ID] = r.Name
	}
	return names, err
}

// published returns the published rooms of a hotel's properties that the
// operator may read.
func (s *Service) published(ctx context.Context, operator, hotel int64, properties []int64) (map[int64]string, error) {
	names := map[int64]string{}
	c, err := s.deps.Contracts.Between(ctx, hotel, operator)
	if err != nil || !c.Allows(operator, contract.RightCategory("rooms")) {
		return names, err
	}
	var rooms map[int64][]publication.Room
	if rooms, err = s.deps.Publications.RoomsOf(ctx, properties); err != nil {
		return nil, err
	}
	codes, err := s.deps.Mappings.Codes(ctx, operator, properties)
	for id, list := range rooms {
		for _, r := range list {
			names[r.ID] = codes[id].Rooms[r.ID].Over(mapping.RoomCode{Code: r.Code, Name: r.Name}).Name
		}
	}
	return names, err
}
