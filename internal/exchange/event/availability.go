package event

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/availability"
	"allot/internal/partners/contract"
)

type storedAvailability struct{ allotment.Updated }

func (n *storedAvailability) owner() int64 { return n.Route.OwnerID }

func (n *storedAvailability) property() int64 { return n.Route.PropertyID }

// receivers returns the operators that see a calendar which the change affects, and
// those to which every day may look different. If the pool has changed, that may be
// every calendar. Of a deleted property nothing can be read any more: only those whom the
// event itself names are told.
func (n *storedAvailability) receivers(ctx context.Context, s *Service) ([]Receiver, error) {
	return s.watching(ctx, n.Route.OwnerID, n.Route.PropertyID, n.Route.Partners, func(w availability.Watcher, master int64) bool {
		return n.Route.Pool || slices.ContainsFunc(n.Route.Calendars, func(id int64) bool { return id == master || w.Sees(id) })
	})
}

// watching returns the operators whose systems may read a property's
// availability and that satisfy wanted, and those of named. A status of the Master shows
// on every calendar, so wanted also gets its id.
func (s *Service) watching(ctx context.Context, owner, property int64, named []int64, wanted func(w availability.Watcher, master int64) bool) ([]Receiver, error) {
	watchers, master, err := s.deps.Availability.Watchers(ctx, owner, property, named)
	var list []Receiver
	for _, w := range watchers {
		r := Receiver{Account: w.Operator, Contract: w.Contract, watcher: &w}
		if slices.Contains(named, w.Operator) || (w.Contract == nil || r.allows(contract.RightExports)) && wanted(w, master) {
			list = append(list, r)
		}
	}
	return list, err
}

func (n *storedAvailability) render(ctx context.Context, s *Service, to Receiver) ([]json.RawMessage, error) {
	if !to.Owner && to.watcher == nil {
		return nil, fmt.Errorf("account %d is no receiver of availability", to.Account)
	}
	data, err := s.deps.Availability.Changed(ctx, n.Updated, to.watcher, !to.lateUntil(n.Route.Late).IsZero())
	if err != nil || data == nil {
		return nil, err
	}
	return []json.RawMessage{data}, nil
}
