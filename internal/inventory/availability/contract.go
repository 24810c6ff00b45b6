package availability

import (
	"context"

	"allot/internal/partners/contract"
)

// ContractChanged tells the operator of a contract all days of the hotel's properties if
// the contract shows it others than before: it came into force or ended, or has other
// terms or permissions.
func (s *Service) ContractChanged(ctx context.Context, before, after contract.Contract) error {
	if reads(before) == reads(after) {
		return nil
	}
	ids, err := s.deps.Properties.IDs(ctx, after.UserID)
	if err != nil {
		return err
	}
	return s.deps.Allotments.AccessChanged(ctx, after.UserID, []int64{after.PartnerID}, ids)
}

// daysRead is what a contract decides of an operator's days.
type daysRead struct{ inForce, days, exports, closes bool }

func reads(c contract.Contract) daysRead {
	share := sharingOf(c.PartnerID, &c)
	return daysRead{c.Status.InForce(), c.Allows(c.PartnerID, contract.RightStopSale), share.exports, share.closes}
}
