package override

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbox"
	"allot/internal/property"
	"allot/internal/publication"
)

// published compares the overrides of a property with what its hotel has just
// published. It looks at what is published now, so that a late or repeated
// event does no harm, and tells each operator once, however many of its
// overrides are concerned.
func (s *Service) published(ctx context.Context, ev outbox.Stored) error {
	var e property.Updated
	if err := ev.Decode(&e); err != nil {
		return err
	}
	if e.Route.Scope != property.ScopePublished {
		return nil // the hotel works on it: partners see nothing of that
	}
	_, err := s.Properties.Lock(ctx, e.Route.OwnerID, e.Route.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	v, err := s.Publications.Current(ctx, e.Route.PropertyID)
	if err != nil {
		return err
	}
	wishes, err := s.store.SourceWishes(ctx, v.OwnerID, v.PropertyID)
	if err != nil {
		return err
	}
	sheet, tell := v.Snapshot.Facts.ForPartners(), map[int64]bool{}
	for _, w := range wishes {
		news, err := s.compare(ctx, w, v, sheet)
		if err != nil {
			return err
		}
		if news {
			tell[w.OperatorID] = true
		}
	}
	for _, operator := range slices.Sorted(maps.Keys(tell)) {
		if err := s.tellChanged(ctx, operator, v); err != nil {
			return err
		}
	}
	return nil
}

// compare notes since when the source of an override is not what it was, and
// tells whether that is news.
func (s *Service) compare(ctx context.Context, w Wish, v publication.Version, sheet facts.Sheet) (news bool, err error) {
	var fields, base facts.Record
	if err := errors.Join(json.Unmarshal(w.Wanted, &fields), json.Unmarshal(w.Base, &base)); err != nil {
		return false, fmt.Errorf("decode override %d: %w", w.ID, err)
	}
	source, found := s.source(w, fields, sheet)
	changed := !found || len(changes("", base, source)) > 0
	if changed == (w.SourceChangedAt != nil) {
		return false, nil
	}
	w.SourceChangedAt = nil
	if changed {
		at := v.PublishedAt()
		w.SourceChangedAt = &at
	}
	return changed, s.store.UpdateWish(ctx, w)
}

// tellChanged tells an operator that still may read the property.
func (s *Service) tellChanged(ctx context.Context, operator int64, v publication.Version) error {
	c, err := s.Contracts.Between(ctx, v.OwnerID, operator)
	if err != nil || !c.Allows(operator, contract.RightFacts) {
		return err
	}
	return s.Notify.Tell(ctx, notify.Notice{
		To: notify.Account(operator, auth.PartnerConnections), Kind: notify.OverrideSourceChanged,
		Params: map[string]string{"property": v.Snapshot.Property.Name}, Link: overridesLink,
	})
}

// Where the dashboard shows overrides to operators and approvals to hotels.
const (
	overridesLink = "/partners/overrides/"
	approvalsLink = "/partners/override-approvals/"
)
