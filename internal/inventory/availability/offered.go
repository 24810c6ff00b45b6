package availability

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Offered returns what an operator is shown of the nights of a property, or nil if it is
// shown nothing. Of a hotel that is suspended every night is closed. Of several calendars
// the best night counts.
func (s *Service) Offered(ctx context.Context, operator, property int64, nights civil.Range) (rooming.Offer, error) {
	p, err := s.Portfolio(ctx, Reader{Account: operator, Operator: true})
	if err != nil {
		return nil, err
	}
	i, found := slices.BinarySearchFunc(p.entries, property, func(e *entry, id int64) int { return cmp.Compare(e.id, id) })
	if !found {
		return nil, nil
	}
	e := p.entries[i]
	if e.refusal == &HotelSuspended {
		return func(int64, civil.Date) rooming.Night { return rooming.Night{Closed: true} }, nil
	}
	nights.To = min(nights.To, nights.From.Add(ExportWindow.Max-1))
	snap, err := s.deps.Allotments.Snapshot(ctx, e.owner, property, nights)
	if errors.Is(err, apperr.ErrNotFound) || e.refusal != nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	places, refusal := e.binding.choose(snap.Calendars, &Query{})
	if refusal != nil {
		return nil, nil
	}
	return func(room int64, night civil.Date) rooming.Night {
		at, there := snap.RoomAt(room)
		if !there || night < nights.From || night > nights.To {
			return rooming.Night{}
		}
		best := rooming.Night{Closed: true}
		for _, place := range places {
			var cells rules.Cells
			row := snap.Row(place, at, civil.Range{From: night, To: night})
			e.resolve(row, &cells)
			if cells.State[0] != rules.StateClosed {
				best.Closed = false
			}
			if !row.Master {
				best.Counted, best.Units = true, best.Units+row.AvailableTo(&cells, 0)
			}
		}
		return best
	}, nil
}
