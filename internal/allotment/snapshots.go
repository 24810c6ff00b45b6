package allotment

import (
	"context"
	"errors"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Home is a property and whose it is.
type Home struct{ OwnerID, PropertyID int64 }

// Snapshots is Snapshot for many properties, one after the other with its place
// in the list. Which of those in memory still hold is asked once for all of
// them. A property that is gone is left out.
func (s *Service) Snapshots(ctx context.Context, of []Home, season civil.Range, yield func(place int, snap *Snapshot) error) error {
	need, err := s.arriveAll(ctx, of)
	if err != nil {
		return err
	}
	ask := func(civil.Date) (civil.Range, error) { return season, nil }
	for i, h := range of {
		var snap *Snapshot
		if at, known := need[h]; known {
			if snap, _, err = s.kept(h.OwnerID, h.PropertyID, at, ask); err != nil {
				return err
			}
		}
		if snap == nil {
			snap, err = s.Snapshot(ctx, h.OwnerID, h.PropertyID, season)
			if errors.Is(err, apperr.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
		}
		if err := yield(i, snap); err != nil {
			return err
		}
	}
	return nil
}

// arriveAll is arrive for many properties; one that is not begun, or gone, is
// left out. In a transaction nothing in memory will do.
func (s *Service) arriveAll(ctx context.Context, of []Home) (map[Home]arrival, error) {
	need := make(map[Home]arrival, len(of))
	if s.store.Writing(ctx) {
		return need, nil
	}
	if s.engine.alone {
		for _, h := range of {
			need[h] = arrival{writes: s.engine.count(h.PropertyID).Load()}
		}
		return need, nil
	}
	versions, err := s.store.Versions(ctx, of)
	for h, v := range versions {
		need[h] = arrival{version: v}
	}
	return need, err
}
