package plan

import (
	"context"
	"slices"

	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// ErrNameTaken refuses a plan with the name of another.
var ErrNameTaken = apperr.New(apperr.Conflict, "already_exists", "another plan has this name")

// Offers lists the plans that are sold, cheapest first.
func (s *Service) Offers(ctx context.Context) ([]Offer, error) {
	all, err := s.AllOffers(ctx)
	return slices.DeleteFunc(all, func(o Offer) bool { return !o.IsActive }), err
}

// AllOffers lists every plan, also those not sold any more, cheapest first.
func (s *Service) AllOffers(ctx context.Context) ([]Offer, error) { return s.store.Offers(ctx) }

// Offer returns a plan that is sold.
func (s *Service) Offer(ctx context.Context, id int64) (Offer, error) {
	all, err := s.Offers(ctx)
	if err != nil {
		return Offer{}, err
	}
	i := slices.IndexFunc(all, func(o Offer) bool { return o.ID == id })
	if i < 0 {
		return Offer{}, apperr.ErrNotFound
	}
	return all[i], nil
}

// CreateOffer makes a plan.
func (s *Service) CreateOffer(ctx context.Context, in OfferInput) (Offer, error) {
	o := newOffer()
	if err := in.apply(&o); err != nil {
		return Offer{}, err
	}
	o.CreatedAt, o.UpdatedAt = s.now(), s.now()
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.InsertOffer(ctx, &o); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "create", ObjectType: "plan", ObjectID: o.ID, After: o})
	})
	return o, err
}

// UpdateOffer changes a plan for whoever buys it from now on.
func (s *Service) UpdateOffer(ctx context.Context, id int64, in OfferInput) (after Offer, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockOffer(ctx, id)
		if err != nil {
			return err
		}
		after = before
		if err := in.apply(&after); err != nil {
			return err
		}
		if after.same(before) {
			return nil
		}
		after.UpdatedAt = s.now()
		if err := s.store.UpdateOffer(ctx, after); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "plan", ObjectID: id, Before: before, After: after})
	})
	return after, err
}
