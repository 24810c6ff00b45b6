package portfolio

import (
	"context"
	"errors"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/platform/apperr"
)

// sight is through what somebody sees a hotel: the contract, whose operator's
// rights count, or nothing, which is how a hotel sees itself.
type sight struct{ contract *contract.Contract }

func (s sight) may(r contract.Right) contract.Answer {
	if s.contract == nil {
		return contract.Yes
	}
	return s.contract.May(s.contract.PartnerID, r)
}

func (s sight) allows(r contract.Right) bool { return s.may(r) == contract.Yes }

// opens tells whether there is anything to see: facts or photos.
func (s sight) opens() bool { return s.allows(contract.RightFacts) || s.allows(contract.RightPhotos) }

// waits tells whether there would be anything to read of a property that is not
// published yet.
func (s sight) waits() bool { return s.opens() || s.allows(contract.RightStopSale) }

// viewer is who looks, and at whom.
type viewer struct {
	// operator is whose codes and overrides are laid over; zero: nobody's.
	operator int64
	hotels   map[int64]sight
}

// viewer finds what an account sees: all there is, or what one contract gives.
// A hotel looks through a contract as the other side does, but without what
// that side has made of it, which is none of the hotel's business.
func (s *Service) viewer(ctx context.Context, account int64, kind auth.AccountType, only *int64) (viewer, error) {
	v := viewer{hotels: map[int64]sight{}}
	if kind == auth.TourOperator {
		v.operator = account
	}
	var (
		list []contract.Contract
		err  error
	)
	switch {
	case only != nil:
		var c contract.Contract
		c, err = s.Contracts.Contract(ctx, account, *only)
		list = append(list, c)
	case kind == auth.TourOperator:
		list, err = s.Contracts.Active(ctx, account)
	default:
		v.hotels[account] = sight{}
	}
	for _, c := range list {
		v.hotels[c.UserID] = sight{&c}
	}
	return v, err
}

// keyViewer is the viewer behind an API key. A key for a contract that is not
// there any more sees nobody.
func (s *Service) keyViewer(ctx context.Context, key auth.KeyCaller) (viewer, error) {
	v, err := s.viewer(ctx, key.OwnerID, key.AccountType, key.ContractID)
	if errors.Is(err, apperr.ErrNotFound) {
		return viewer{}, nil
	}
	return v, err
}

// owners are the hotels of which the viewer sees what ok asks for.
func (v viewer) owners(ok func(sight) bool) []int64 {
	list := []int64{}
	for owner, s := range v.hotels {
		if ok(s) {
			list = append(list, owner)
		}
	}
	return list
}
