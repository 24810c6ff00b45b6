package portfolio

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// grant is what a viewer may see of a hotel: what a contract grants its
// operator, or everything without a contract, for the hotel itself.
type grant struct{ contract *contract.Contract }

func (s grant) may(r contract.Right) contract.Answer {
	if s.contract == nil {
		return contract.Yes
	}
	return s.contract.May(s.contract.PartnerID, r)
}

func (s grant) allows(r contract.Right) bool { return s.may(r) == contract.Yes }

// opens reports whether facts or photos may be read.
func (s grant) opens() bool { return s.allows(contract.RightFacts) || s.allows(contract.RightPhotos) }

// waits reports whether anything could be read of a property once it is
// published.
func (s grant) waits() bool { return s.opens() || s.allows(contract.RightStopSale) }

// viewer is who looks, and at whom.
type viewer struct {
	// operator is the account whose codes and overrides are applied; zero:
	// none.
	operator int64
	hotels   map[int64]grant
}

// viewer returns what an account sees: everything, or what one contract grants.
// A hotel sees through a contract what the operator may see, but without the
// operator's codes and overrides.
func (s *Service) viewer(ctx context.Context, account int64, kind auth.AccountType, only *int64) (viewer, error) {
	v := viewer{hotels: map[int64]grant{}}
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
		c, err = s.deps.Contracts.Contract(ctx, account, *only)
		list = append(list, c)
	case kind == auth.TourOperator:
		list, err = s.deps.Contracts.Active(ctx, account)
	default:
		v.hotels[account] = grant{}
	}
	for _, c := range list {
		v.hotels[c.UserID] = grant{&c}
	}
	return v, err
}

// keyViewer returns the viewer of an API key. A key for a contract that no
// longer exists sees nothing.
func (s *Service) keyViewer(ctx context.Context, key auth.KeyCaller) (viewer, error) {
	v, err := s.viewer(ctx, key.OwnerID, key.AccountType, key.ContractID)
	if errors.Is(err, apperr.ErrNotFound) {
		return viewer{}, nil
	}
	return v, err
}

// owners returns the hotels whose grant satisfies ok.
func (v viewer) owners(ok func(grant) bool) []int64 {
	list := []int64{}
	for owner, s := range v.hotels {
		if ok(s) {
			list = append(list, owner)
		}
	}
	return list
}
