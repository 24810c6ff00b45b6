package override

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbox"
)

// published compares the overrides of a property with the version that its
// hotel has published. It reads the current version, so a late or repeated
// event does no harm, and notifies each operator once, however many of its
// overrides have changed sources.
func (s *Service) published(ctx context.Context, ev outbox.Stored) error {
	var e property.Updated
	if err := ev.Decode(&e); err != nil {
		return err
	}
	if e.Route.Scope != property.ScopePublished {
		return nil // unpublished changes are not visible to partners
	}
	_, err := s.deps.Properties.Lock(ctx, e.Route.OwnerID, e.Route.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	v, err := s.deps.Publications.Current(ctx, e.Route.PropertyID)
	if err != nil {
		return err
	}
	overrides, err := s.store.PropertyFactsOverrides(ctx, v.OwnerID, v.PropertyID)
	if err != nil {
		return err
	}
	sheet, newlyChanged := v.Snapshot.Facts.ForPartners(), map[int64]bool{}
	for _, ov := range overrides {
		started, err := s.compare(ctx, ov, v, sheet)
		if err != nil {
			return err
		}
		if started {
			newlyChanged[ov.OperatorID] = true
		}
	}
	for _, operator := range slices.Sorted(maps.Keys(newlyChanged)) {
		if err := s.notifySourceChanged(ctx, operator, v); err != nil {
			return err
		}
	}
	return nil
}

// compare stores since when the source of an override differs from its base,
// and reports whether it started to differ.
func (s *Service) compare(ctx context.Context, ov Override, v publication.Version, sheet facts.Sheet) (started bool, err error) {
	var fields, base facts.Record
	if err := errors.Join(json.Unmarshal(ov.Wanted, &fields), json.Unmarshal(ov.Base, &base)); err != nil {
		return false, fmt.Errorf("decode override %d: %w", ov.ID, err)
	}
	source, found := s.source(ov, fields, sheet)
	changed := !found || len(changes("", base, source)) > 0
	if changed == (ov.SourceChangedAt != nil) {
		return false, nil
	}
	ov.SourceChangedAt = nil
	if changed {
		at := v.PublishedAt()
		ov.SourceChangedAt = &at
	}
	return changed, s.store.UpdateOverride(ctx, ov)
}

// notifySourceChanged notifies an operator that may still read the property.
func (s *Service) notifySourceChanged(ctx context.Context, operator int64, v publication.Version) error {
	c, err := s.deps.Contracts.Between(ctx, v.OwnerID, operator)
	if err != nil || !c.Allows(operator, contract.RightFacts) {
		return err
	}
	return s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Account(operator, auth.PartnerConnections), Kind: notify.OverrideSourceChanged,
		Params: map[string]string{"property": v.Snapshot.Property.Name}, Link: overridesLink,
	})
}

// Where the dashboard shows overrides to operators and approvals to hotels.
const (
	overridesLink = "/partners/overrides/"
	approvalsLink = "/partners/override-approvals/"
)
