package rooming

import (
	"context"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/platform/apperr"
	"allot/internal/publication"
)

// Reader is whose ledgers are asked for: a hotel's own, within the scope of its
// user, or those of an operator whose hotels let it.
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
	by := Reader{Account: who.OwnerID, Operator: actorOf(who) == Operator}
	if !by.Operator {
		by.Properties = who.Scope()
		return by, nil
	}
	contracts, err := s.Contracts.Active(ctx, who.OwnerID)
	for _, c := range contracts {
		if c.Allows(who.OwnerID, contract.RightRooming) {
			by.Hotels = append(by.Hotels, c.UserID)
		}
	}
	return by, err
}

// mayWork refuses a ledger that the caller must not touch: an operator without a
// contract that allows it does not find it, a hotel's user may lack the property.
func (s *Service) mayWork(ctx context.Context, who auth.Caller, l Ledger) error {
	if actorOf(who) == Hotel {
		return who.InScope(l.PropertyID)
	}
	c, err := s.Contracts.Between(ctx, l.OwnerID, who.OwnerID)
	if err == nil && !c.Allows(who.OwnerID, contract.RightRooming) {
		err = apperr.ErrNotFound
	}
	return err
}

// rooms are the names of the rooms that a side may use in a property: the hotel
// those that it works on, the operator those that are published to it.
func (s *Service) rooms(ctx context.Context, who auth.Caller, owner, property int64) (map[int64]string, error) {
	if actorOf(who) == Operator {
		names, err := s.published(ctx, who.OwnerID, owner, []int64{property})
		return names, err
	}
	names := map[int64]string{}
	list, err := s.Properties.Rooms(ctx, owner, property)
	for _, r := range list {
		names[r.ID] = r.Name
	}
	return names, err
}

// published are the rooms of a hotel's properties as the operator knows them.
func (s *Service) published(ctx context.Context, operator, hotel int64, properties []int64) (map[int64]string, error) {
	names := map[int64]string{}
	c, err := s.Contracts.Between(ctx, hotel, operator)
	if err != nil || !c.Allows(operator, contract.RightCategory("rooms")) {
		return names, err
	}
	var rooms map[int64][]publication.Room
	rooms, err = s.Publications.RoomsOf(ctx, properties)
	for _, list := range rooms {
		for _, r := range list {
			names[r.ID] = r.Name
		}
	}
	return names, err
}
