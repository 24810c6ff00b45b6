package publication

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// Pending is a submission in the review queue.
type Pending struct {
	Publication
	CompanyName string `json:"company_name"`
}

// Queue lists the submissions that wait for review, oldest first.
func (s *Service) Queue(ctx context.Context, req page.Request) ([]Pending, int, error) {
	list, count, err := s.store.Pending(ctx, req)
	if err != nil {
		return nil, 0, err
	}
	owners := make([]int64, len(list))
	for i, p := range list {
		owners[i] = p.OwnerID
	}
	names, err := s.deps.Settings.CompanyNames(ctx, owners)
	if err != nil {
		return nil, 0, err
	}
	queue := make([]Pending, len(list))
	for i, p := range list {
		queue[i] = Pending{Publication: p, CompanyName: names[p.OwnerID]}
	}
	return queue, count, nil
}

// Preview is a submission and what is published now.
type Preview struct {
	Publication Publication
	Snapshot    Snapshot
	// Published is the version that it would replace, nil for the first.
	Published *Version
	Changes   []Change
	// Records and Photos are those of facts and photos, as people look at them.
	Records []facts.RecordChange
	Photos  []PhotoChange
}

// Preview returns a submission with its differences to the published version, with labels in a
// language.
func (s *Service) Preview(ctx context.Context, id int64, lang string) (Preview, error) {
	p, err := s.store.Publication(ctx, id)
	if err != nil {
		return Preview{}, err
	}
	snapshot, err := s.store.Snapshot(ctx, p)
	if err != nil {
		return Preview{}, err
	}
	v := Preview{Publication: p, Snapshot: snapshot}
	if v.Published, err = s.last(ctx, p.OwnerID, p.PropertyID); err != nil {
		return Preview{}, err
	}
	before := previous(v.Published, snapshot)
	diff := s.deps.Catalogue.Diff(before.Facts, snapshot.Facts)
	if v.Changes, err = changes(before, snapshot, diff, lang); err != nil {
		return Preview{}, err
	}
	v.Records = facts.ByRecord(diff, lang)
	v.Photos = photoChanges(before.Photos, snapshot.Photos)
	return v, nil
}

// last returns the newest version, nil if nothing was published.
func (s *Service) last(ctx context.Context, owner, propertyID int64) (*Version, error) {
	v, err := s.store.LastVersion(ctx, owner, propertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// Approve publishes a submission as the next version.
func (s *Service) Approve(ctx context.Context, who auth.Caller, id int64) (Publication, error) {
	return s.review(ctx, who, id, func(ctx context.Context, p *Publication, prop *property.Property) error {
		snapshot, err := s.store.Snapshot(ctx, *p)
		if err != nil {
			return err
		}
		return s.publish(ctx, p, prop, snapshot)
	})
}

// Decline declines a submission with a reason.
func (s *Service) Decline(ctx context.Context, who auth.Caller, id int64, reason string) (Publication, error) {
	reason = strings.TrimSpace(reason)
	if err := checkReason(reason); err != nil {
		return Publication{}, err
	}
	return s.review(ctx, who, id, func(ctx context.Context, p *Publication, prop *property.Property) error {
		before, now := *p, s.now()
		p.Status, p.Reason, p.ReviewedAt = StatusDeclined, reason, &now
		if err := s.store.UpdatePublication(ctx, *p); err != nil {
			return err
		}
		if err := s.deps.Properties.Mark(ctx, prop, property.StatusDeclined, nil); err != nil {
			return err
		}
		if err := s.record(ctx, "decline", before, *p); err != nil {
			return err
		}
		return s.notifyHotel(ctx, *prop, notify.PublicationDeclined, map[string]string{"property": prop.Name, "reason": reason})
	})
}

// review runs fn on a pending submission, with its property locked. Of two concurrent reviewers
// the second is refused with ErrReviewed.
func (s *Service) review(ctx context.Context, who auth.Caller, id int64,
	fn func(ctx context.Context, p *Publication, prop *property.Property) error,
) (p Publication, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.store.Publication(ctx, id)
		if err != nil {
			return err
		}
		prop, err := s.deps.Properties.Lock(ctx, found.OwnerID, found.PropertyID)
		if err != nil {
			return err
		}
		// Read again under the lock.
		if p, err = s.store.Publication(ctx, id); err != nil {
			return err
		}
		if p.Status != StatusPending {
			return ErrReviewed.Withf("the submission is not waiting for review any more: it is %s", p.Status)
		}
		p.ReviewedBy = &who.UserID
		return fn(ctx, &p, &prop)
	})
	return p, err
}

// publish makes a submission the version that partners see, and publishes the event of the
// change.
func (s *Service) publish(ctx context.Context, p *Publication, prop *property.Property, snapshot Snapshot) error {
	last, err := s.last(ctx, p.OwnerID, p.PropertyID)
	if err != nil {
		return err
	}
	before, now, number := *p, s.now(), 1
	if last != nil {
		number = last.Number() + 1
	}
	p.Status, p.Version, p.ReviewedAt = StatusPublished, &number, &now
	if err := s.store.UpdatePublication(ctx, *p); err != nil {
		return err
	}
	next := Version{Publication: *p, Snapshot: snapshot}
	if err := s.store.ShowVersion(ctx, next.Card(), next.Rooms()); err != nil {
		return err
	}
	if err := s.deps.Properties.Mark(ctx, prop, property.StatusPublished, &now); err != nil {
		return err
	}
	if err := s.record(ctx, "approve", before, *p); err != nil {
		return err
	}
	ev, err := s.updated(*prop, last, snapshot, number)
	if err != nil {
		return err
	}
	if err := s.deps.Events.Publish(ctx, ev); err != nil {
		return err
	}
	if err := s.deps.Published(ctx, prop.OwnerID, prop.ID); err != nil {
		return err
	}
	return s.notifyHotel(ctx, *prop, notify.PublicationApproved, map[string]string{"property": prop.Name})
}

func (s *Service) notifyHotel(ctx context.Context, p property.Property, kind notify.Kind, params map[string]string) error {
	return s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Account(p.OwnerID, auth.FactSheets).About(p.ID), Kind: kind, Params: params,
		Link: "/properties/" + strconv.FormatInt(p.ID, 10) + "/",
	})
}
