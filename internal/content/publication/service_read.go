package publication

import (
	"context"
	"errors"
	"time"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// Published returns the version that partners see of a property of the caller.
func (s *Service) Published(ctx context.Context, who auth.Caller, propertyID int64) (Version, error) {
	if _, err := s.deps.Properties.Own(ctx, who, propertyID); err != nil {
		return Version{}, err
	}
	return s.store.LastVersion(ctx, who.OwnerID, propertyID)
}

// published is Published, but refuses a property without a version with ErrNotPublished.
func (s *Service) published(ctx context.Context, who auth.Caller, propertyID int64) (Version, error) {
	if _, err := s.deps.Properties.Own(ctx, who, propertyID); err != nil {
		return Version{}, err
	}
	v, err := s.store.LastVersion(ctx, who.OwnerID, propertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return Version{}, ErrNotPublished
	}
	return v, err
}

// History lists the submissions of a property, newest first.
func (s *Service) History(ctx context.Context, who auth.Caller, propertyID int64, req page.Request) ([]Publication, int, error) {
	if _, err := s.deps.Properties.Own(ctx, who, propertyID); err != nil {
		return nil, 0, err
	}
	return s.store.History(ctx, who.OwnerID, propertyID, req)
}

// LastPublished returns when one of the caller's properties, or the given one, was last
// published; nil if never.
func (s *Service) LastPublished(ctx context.Context, who auth.Caller, propertyID int64) (*time.Time, error) {
	only := who.Scope()
	if propertyID != 0 {
		if _, err := s.deps.Properties.Own(ctx, who, propertyID); err != nil {
			return nil, err
		}
		only = []int64{propertyID}
	}
	return s.store.LastPublished(ctx, who.OwnerID, only)
}

// Type selects a part of a published sheet: TypeFull, TypeSummary or the key of a category.
type Type string

// The types that are no category.
const (
	TypeFull    Type = "full"
	TypeSummary Type = "summary"
)

// summaryFacts are the categories of a summary.
var summaryFacts = []string{"general", "location", "rooms", "board_types"}

// FactsOf returns the part of a sheet that a type selects.
func (s *Service) FactsOf(t Type, sheet facts.Sheet) (map[string]any, error) {
	all := s.deps.Catalogue.Show(sheet)
	switch t {
	case TypeFull:
		return all, nil
	case TypeSummary:
		short := map[string]any{}
		for _, key := range summaryFacts {
			short[key] = all[key]
		}
		return short, nil
	}
	one, ok := all[string(t)]
	if !ok {
		return nil, apperr.ErrNotFound.Withf("there is no type %q: use full, summary or the name of a category", t)
	}
	return map[string]any{string(t): one}, nil
}
