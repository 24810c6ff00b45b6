package publication

import (
	"context"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/audit"
)

// Submit takes a snapshot of the facts and photos of a property and submits it for review. It
// replaces a pending submission.
func (s *Service) Submit(ctx context.Context, who auth.Caller, propertyID int64) (p Publication, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		prop, err := s.deps.Properties.LockOwn(ctx, who, propertyID)
		if err != nil {
			return err
		}
		snapshot, err := s.takeSnapshot(ctx, prop)
		if err != nil {
			return err
		}
		p, err = s.newPublication(prop, snapshot)
		if err != nil {
			return err
		}
		p.SubmittedBy = who.UserID
		if err := s.store.ReplacePending(ctx, prop.OwnerID, prop.ID); err != nil {
			return err
		}
		if err := s.store.InsertPublication(ctx, &p, snapshot); err != nil {
			return err
		}
		if err := s.record(ctx, "submit", nil, p); err != nil {
			return err
		}
		if s.deps.AutoReview {
			return s.publish(ctx, &p, &prop, snapshot)
		}
		if err := s.deps.Properties.Mark(ctx, &prop, property.StatusPending, nil); err != nil {
			return err
		}
		return s.notifyStaff(ctx, prop)
	})
	return p, err
}

func (s *Service) takeSnapshot(ctx context.Context, p property.Property) (Snapshot, error) {
	sheet, err := s.deps.Properties.Sheet(ctx, p.OwnerID, p.ID)
	if err != nil {
		return Snapshot{}, err
	}
	photos, err := s.deps.Photos.All(ctx, p.OwnerID, p.ID)
	if err != nil {
		return Snapshot{}, err
	}
	return snapshotOf(p, sheet, photos), nil
}

// newPublication returns a submission with its completeness. It refuses one with missing facts
// with ErrIncomplete if EnforceGate is set.
func (s *Service) newPublication(p property.Property, snapshot Snapshot) (Publication, error) {
	score := s.deps.Catalogue.Completeness(snapshot.Facts)
	if s.deps.EnforceGate && len(score.Missing) > 0 {
		return Publication{}, ErrIncomplete.With("missing", score.Missing).With("completeness", score.Percent)
	}
	return Publication{
		OwnerID: p.OwnerID, PropertyID: p.ID, PropertyName: p.Name, Country: p.Country, Status: StatusPending,
		Completeness: score.Percent, Missing: score.Missing, SubmittedAt: s.now(),
	}, nil
}

func (s *Service) notifyStaff(ctx context.Context, p property.Property) error {
	company, err := s.deps.Settings.CompanyName(ctx, p.OwnerID)
	if err != nil {
		return err
	}
	return s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Staff(), Kind: notify.PublicationSubmitted,
		Params: map[string]string{"property": p.Name, "company": company}, Link: "/admin/publications/",
	})
}

// record writes to the audit trail of the hotel's account, whoever acted.
func (s *Service) record(ctx context.Context, action string, before any, p Publication) error {
	return s.deps.Audit.Record(ctx, audit.Change{
		OwnerID: p.OwnerID, Action: action, ObjectType: "publication", ObjectID: p.ID, Before: before, After: p,
	})
}
