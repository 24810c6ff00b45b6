package publication

import (
	"context"
	"time"

	"allot/internal/billing"
	"allot/internal/platform/auth"
)

// PartnerFilter narrows what a partner reads; Owners are the hotels whose data
// the partner may see.
type PartnerFilter struct {
	Owners     []int64
	Properties []int64 // empty: all
	Countries  []string
}

// partnerBatch is how many sheets are in memory at once.
const partnerBatch = 20

// AsOf is the moment whose published state an account on a plan gets to see:
// news reach it in steps of the plan's refresh interval. The steps are those of
// the clock, the same on every node and after every restart.
func (s *Service) AsOf(plan billing.Plan) time.Time {
	return s.now().Truncate(time.Duration(plan.Features.DataRefreshMinutes) * time.Minute)
}

// Partner yields the published versions that the holder of a key may read, one
// after another in the order of their property ids.
func (s *Service) Partner(ctx context.Context, key auth.KeyCaller, f PartnerFilter, asOf time.Time, yield func(Version) error) error {
	// A tour operator sees hotels through contracts, of which there are none yet.
	if key.AccountType != auth.Accommodation {
		return nil
	}
	f.Owners = []int64{key.OwnerID}
	for after := int64(0); ; {
		versions, err := s.store.VersionsAsOf(ctx, f, asOf, after, partnerBatch)
		if err != nil {
			return err
		}
		for _, v := range versions {
			if err := yield(v); err != nil {
				return err
			}
			after = v.PropertyID
		}
		if len(versions) < partnerBatch {
			return nil
		}
	}
}
