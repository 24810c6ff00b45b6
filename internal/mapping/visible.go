package mapping

import (
	"context"
	"slices"

	"allot/internal/contract"
	"allot/internal/platform/apperr"
)

// ErrGone refuses a write that met the removal of its property.
var ErrGone = apperr.New(apperr.Conflict, "property_gone", "a property was removed in this moment: nothing of this was saved, try again")

// hotels are the accounts whose published data the operator may see, in order.
func (s *Service) hotels(ctx context.Context, operator int64) ([]int64, error) {
	contracts, err := s.Contracts.Active(ctx, operator)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, c := range contracts {
		if c.Allows(operator, contract.RightFacts) {
			ids = append(ids, c.UserID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}
