package override

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/notify"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
	"allot/internal/publication"
)

// Approvals lists what partners want of a hotel, oldest first.
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
	wishes, count, err := s.store.HotelWishes(ctx, who.OwnerID, f, req)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.approvals(ctx, wishes)
	return list, count, err
}

// approvals puts beside each wish of partners of one hotel what it is about.
func (s *Service) approvals(ctx context.Context, wishes []Wish) ([]Approval, error) {
	list := make([]Approval, len(wishes))
	if len(wishes) == 0 {
		return list, nil
	}
	operators, properties := []int64{}, []int64{}
	for _, w := range wishes {
		operators, properties = append(operators, w.OperatorID), append(properties, w.PropertyID)
	}
	companies, err := s.Settings.Companies(ctx, operators)
	if err != nil {
		return nil, err
	}
	files, err := s.store.HotelFiles(ctx, wishes[0].HotelID, properties)
	if err != nil {
		return nil, err
	}
	err = s.eachCurrent(ctx, wishes, func(v publication.Version, at []int) error {
		for _, i := range at {
			company := companies[wishes[i].OperatorID]
			list[i] = Approval{Wish: wishes[i], PropertyName: v.Snapshot.Property.Name, Company: company.Name}
			if wishes[i].Kind == KindLogo {
				list[i].LogoKey = company.LogoKey
			}
			if err := s.explain(&list[i], v, files); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// explain fills in what the wish is about.
func (s *Service) explain(a *Approval, v publication.Version, files []OwnFile) error {
	a.Photos = []Photo{}
	switch a.Kind {
	case KindFacts:
		if err := json.Unmarshal(a.Wanted, &a.Fields); err != nil {
			return fmt.Errorf("decode override %d: %w", a.ID, err)
		}
		a.sheet = v.Snapshot.Facts.ForPartners()
		if source, found := s.source(a.Wish, a.Fields, a.sheet); found {
			a.Source = source
		}
	case KindSelection:
		var wanted selection
		if err := json.Unmarshal(a.Wanted, &wanted); err != nil {
			return fmt.Errorf("decode photo selection %d: %w", a.ID, err)
		}
		photos := ofHotel(v.Snapshot.Photos)
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

// Approve puts in force what a partner wants. A revision refuses a wish that is
// not the one that was seen; 0 takes whichever it is.
func (s *Service) Approve(ctx context.Context, who auth.Caller, id int64, revision int) (Approval, error) {
	return s.decide(ctx, who, id, revision, true, "")
}

// Decline leaves everything as it was before the wish. The partner is told the
// reason. The revision is as with Approve.
func (s *Service) Decline(ctx context.Context, who auth.Caller, id int64, revision int, reason string) (Approval, error) {
	reason = strings.TrimSpace(reason)
	if err := checkReason(reason); err != nil {
		return Approval{}, err
	}
	return s.decide(ctx, who, id, revision, false, reason)
}

// decide ends the waiting of a wish: of several who decide at once, one does.
func (s *Service) decide(ctx context.Context, who auth.Caller, id int64, revision int, approve bool, reason string) (a Approval, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.store.HotelWish(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if _, err := s.Properties.LockOwn(ctx, who, found.PropertyID); err != nil {
			return err
		}
		// Only now nobody else can move it.
		before, err := s.store.HotelWish(ctx, who.OwnerID, id)
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
		if err := s.agreed(ctx, after, approve); err != nil {
			return err
		}
		if err := s.store.UpdateWish(ctx, after); err != nil {
			return err
		}
		change := audit.Change{
			OwnerID: who.OwnerID, UserID: who.UserID, Action: "decline", ObjectType: objectType, ObjectID: id, Before: before, After: after,
		}
		if approve {
			change.Action = "approve"
		}
		if err := s.Audit.Record(ctx, change); err != nil {
			return err
		}
		list, err := s.approvals(ctx, []Wish{after})
		if err != nil {
			return err
		}
		a = list[0]
		return s.tellOperator(ctx, a)
	})
	return a, err
}

// agreed refuses a decision without a contract, and an approval that would
// change nothing because the contract says no by now.
func (s *Service) agreed(ctx context.Context, w Wish, approve bool) error {
	c, err := s.Contracts.Between(ctx, w.HotelID, w.OperatorID)
	switch {
	case err != nil:
		return err
	case !c.Status.InForce():
		return ErrNoContract
	case approve && c.May(w.OperatorID, terms[w.Kind].right) == contract.No:
		return ErrNotAgreed
	}
	return nil
}

func (s *Service) tellOperator(ctx context.Context, a Approval) error {
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
	return s.Notify.Tell(ctx, n)
}
