package override

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/partners/contract"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Approvals lists the overrides of a hotel's partners, oldest first.
func (s *Service) Approvals(ctx context.Context, who auth.Caller, f ApprovalFilter, req page.Request) ([]Approval, int, error) {
	contracts, err := s.partners(ctx, who.OwnerID)
	if err != nil {
		return nil, 0, err
	}
	f.Only = who.Scope()
	f.Partners = slices.Sorted(maps.Keys(contracts))
	if len(f.Partners) == 0 {
		return []Approval{}, 0, nil
	}
	overrides, count, err := s.store.HotelOverrides(ctx, who.OwnerID, f, req)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.approvals(ctx, overrides)
	return list, count, err
}

// approvals adds to each override of partners of one hotel what it changes.
func (s *Service) approvals(ctx context.Context, overrides []Override) ([]Approval, error) {
	list := make([]Approval, len(overrides))
	if len(overrides) == 0 {
		return list, nil
	}
	operators, properties := []int64{}, []int64{}
	for _, ov := range overrides {
		operators, properties = append(operators, ov.OperatorID), append(properties, ov.PropertyID)
	}
	companies, err := s.deps.Settings.Companies(ctx, operators)
	if err != nil {
		return nil, err
	}
	files, err := s.store.HotelFiles(ctx, overrides[0].HotelID, properties)
	if err != nil {
		return nil, err
	}
	err = s.eachCurrent(ctx, overrides, func(v publication.Version, at []int) error {
		for _, i := range at {
			company := companies[overrides[i].OperatorID]
			list[i] = Approval{Override: overrides[i], PropertyName: v.Snapshot.Property.Name, Company: company.Name}
			if overrides[i].Kind == KindLogo {
				list[i].LogoKey = company.LogoKey
			}
			if err := s.fillIn(&list[i], v, files); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// fillIn sets the fields that show what the override changes.
func (s *Service) fillIn(a *Approval, v publication.Version, files []OwnFile) error {
	a.Photos = []Photo{}
	switch a.Kind {
	case KindFacts:
		if err := json.Unmarshal(a.Wanted, &a.Fields); err != nil {
			return fmt.Errorf("decode override %d: %w", a.ID, err)
		}
		a.sheet = v.Snapshot.Facts.ForPartners()
		if source, found := s.source(a.Override, a.Fields, a.sheet); found {
			a.Source = source
		}
	case KindSelection:
		var wanted selection
		if err := json.Unmarshal(a.Wanted, &wanted); err != nil {
			return fmt.Errorf("decode photo selection %d: %w", a.ID, err)
		}
		photos := hotelPhotos(v.Snapshot.Photos)
		for _, f := range files {
			if f.OperatorID == a.OperatorID && f.PropertyID == a.PropertyID {
				p, err := f.photo(json.RawMessage("{}"))
				if err != nil {
					return err
				}
				photos = append(photos, p)
			}
		}
		a.Photos = wanted.pick(photos)
	case KindOwnPhoto:
		for _, f := range files {
			if f.ID == a.RecordID {
				p, err := f.photo(a.Wanted)
				if err != nil {
					return err
				}
				a.Photos = append(a.Photos, p)
			}
		}
	case KindLogo:
	}
	return nil
}

// Approve puts an override in force. With a revision other than 0 it refuses
// with ErrChanged an override that was changed since.
func (s *Service) Approve(ctx context.Context, who auth.Caller, id int64, revision int) (Approval, error) {
	return s.decide(ctx, who, id, revision, true, "")
}

// Decline refuses an override and notifies the partner of the reason; what was
// approved before stays in force. The revision is as with Approve.
func (s *Service) Decline(ctx context.Context, who auth.Caller, id int64, revision int, reason string) (Approval, error) {
	reason = strings.TrimSpace(reason)
	if err := checkReason(reason); err != nil {
		return Approval{}, err
	}
	return s.decide(ctx, who, id, revision, false, reason)
}

// decide approves or declines an override that waits. Of several concurrent
// decisions only the first succeeds. For a property that is beyond the hotel's
// plan an override can only be declined.
func (s *Service) decide(ctx context.Context, who auth.Caller, id int64, revision int, approve bool, reason string) (a Approval, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.store.HotelOverride(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		lock := s.deps.Properties.LockOwnToRemove
		if approve {
			lock = s.deps.Properties.LockOwn
		}
		if _, err := lock(ctx, who, found.PropertyID); err != nil {
			return err
		}
		// Read again under the lock.
		before, err := s.store.HotelOverride(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if revision != 0 && revision != before.Revision {
			return ErrChanged
		}
		after := before
		if err := after.decide(approve, who.UserID, reason, s.now()); err != nil {
			return err
		}
		if err := s.checkContract(ctx, after, approve); err != nil {
			return err
		}
		if err := s.store.UpdateOverride(ctx, after); err != nil {
			return err
		}
		change := audit.Change{
			OwnerID: who.OwnerID, UserID: who.UserID, Action: "decline", ObjectType: objectType, ObjectID: id, Before: before, After: after,
		}
		if approve {
			change.Action = "approve"
		}
		if err := s.deps.Audit.Record(ctx, change); err != nil {
			return err
		}
		list, err := s.approvals(ctx, []Override{after})
		if err != nil {
			return err
		}
		a = list[0]
		return s.notifyOperator(ctx, a)
	})
	return a, err
}

// checkContract refuses a decision without a contract in force, and an approval
// that the contract no longer allows.
func (s *Service) checkContract(ctx context.Context, ov Override, approve bool) error {
	c, err := s.deps.Contracts.Between(ctx, ov.HotelID, ov.OperatorID)
	switch {
	case err != nil:
		return err
	case !c.Status.InForce():
		return ErrNoContract
	case approve && c.May(ov.OperatorID, terms[ov.Kind].right) == contract.No:
		return ErrNotAgreed
	}
	return nil
}

func (s *Service) notifyOperator(ctx context.Context, a Approval) error {
	n := notify.Notice{
		To: notify.Account(a.OperatorID, auth.PartnerConnections), Kind: notify.OverrideApproved,
		Params: map[string]string{"property": a.PropertyName}, Link: overridesLink,
	}
	if a.Status == StatusDeclined {
		n.Kind, n.Params["reason"] = notify.OverrideDeclined, a.Reason
		if a.Reason == "" {
			n.Params["reason"] = "–"
		}
	}
	return s.deps.Notify.Send(ctx, n)
}
