package ratecontract

import (
	"context"
	"slices"
	"strconv"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
)

// changed returns the contract after a change, or the refusal.
func (s *Service) changed(before RateContract, c Change, in surroundings) (RateContract, error) {
	after := before
	c.apply(&after)
	if c.Status != nil {
		var err error
		if after.Status, err = before.move(*c.Status, in.today); err != nil {
			return RateContract{}, err
		}
	}
	if err := after.check(&before, c, in); err != nil {
		return RateContract{}, err
	}
	if before.EndedAt != nil && !before.equal(after) {
		return RateContract{}, errFinal()
	}
	return after, nil
}

func (s *Service) insert(ctx context.Context, r *RateContract, in surroundings) error {
	if err := s.number(ctx, r, in); err != nil {
		return err
	}
	if err := s.store.InsertRateContract(ctx, r); err != nil {
		return err
	}
	return s.store.ReplaceRows(ctx, *r)
}

func (s *Service) update(ctx context.Context, before RateContract, after *RateContract, in surroundings) error {
	now := s.now()
	after.UpdatedAt = now
	if after.Status == StatusEnded {
		after.EndedAt = &now
	}
	if err := s.number(ctx, after, in); err != nil {
		return err
	}
	if err := s.store.UpdateRateContract(ctx, *after); err != nil || slices.Equal(before.Rooms, after.Rooms) {
		return err
	}
	return s.store.ReplaceRows(ctx, *after)
}

// number generates the next number of the year for a contract without one. It
// skips numbers that were entered by hand.
func (s *Service) number(ctx context.Context, r *RateContract, in surroundings) error {
	for r.Number == "" {
		n, err := s.store.NextNumber(ctx, r.OwnerID, in.today.Year())
		if err != nil {
			return err
		}
		next := ownNumber(in.today.Year(), n)
		taken, err := s.store.NumberTaken(ctx, r.OwnerID, r.ID, next)
		if err != nil {
			return err
		}
		if !taken {
			r.Number = next
		}
	}
	return nil
}

// finish audits a stored contract, calls the hooks and notifies the operator;
// before is nil for a new one.
func (s *Service) finish(ctx context.Context, before *RateContract, after RateContract, in surroundings) (Named, error) {
	action, was := "create", Status("")
	if before != nil {
		action, was = "update", before.EffectiveStatus(in.today)
	}
	if err := s.record(ctx, action, after.ID, before, &after); err != nil {
		return Named{}, err
	}
	after = after.asOf(in.today)
	warnings, err := s.deps.Hooks.Changed(ctx, after, was)
	if err != nil {
		return Named{}, err
	}
	if err := s.notifyOperator(ctx, after, in.property, was, after.Status); err != nil {
		return Named{}, err
	}
	n, err := s.name(ctx, after.OwnerID, after)
	n.Warnings = warnings
	return n, err
}

// kindOf returns the notice for a change of status, if there is one: the
// operator is not notified of drafts and of contracts that are over.
func kindOf(was, is Status) (notify.Kind, bool) {
	switch {
	case was != StatusActive && is == StatusActive:
		return notify.RateContractActive, true
	case was == StatusActive && is == StatusActive:
		return notify.RateContractChanged, true
	case was == StatusActive:
		return notify.RateContractEnded, true
	}
	return "", false
}

// checkMayNotify refuses a contract in force of a hotel that has not confirmed
// its address, unless the operator has agreed to a partner contract.
func (s *Service) checkMayNotify(ctx context.Context, r RateContract) error {
	c, err := s.deps.Contracts.Between(ctx, r.OwnerID, r.PartnerID)
	if err != nil || c.Status.InForce() {
		return err
	}
	return s.deps.Accounts.RequireConfirmed(ctx, r.OwnerID)
}

// notifyOperator notifies the operator of a change of status; a deleted
// contract has an empty one. Beyond the limit of letters the notice is shown in
// the dashboard only.
func (s *Service) notifyOperator(ctx context.Context, r RateContract, p property.Property, was, is Status) error {
	kind, worth := kindOf(was, is)
	if !worth {
		return nil
	}
	if is == StatusActive {
		if err := s.checkMayNotify(ctx, r); err != nil {
			return err
		}
	}
	byMail, err := s.deps.Contracts.CountNotice(ctx, r.OwnerID, r.PartnerID)
	if err != nil {
		return err
	}
	called, err := s.propertyNames(ctx, r.PartnerID, []RateContract{r}, map[int64]property.Property{p.ID: p})
	if err != nil {
		return err
	}
	company, err := s.deps.Settings.CompanyName(ctx, r.OwnerID)
	if err != nil {
		return err
	}
	n := notify.Notice{
		Quiet: !byMail,
		To:    notify.Account(r.PartnerID, auth.PartnerConnections), Kind: kind,
		Params: map[string]string{"company": company, "property": called[p.ID], "name": r.Name},
	}
	if is == StatusActive || is == StatusEnded { // else the operator does not find it any more
		n.Link = "/partners/rate-contracts/" + strconv.FormatInt(r.ID, 10) + "/"
	}
	return s.deps.Notify.Send(ctx, n)
}
