package allotment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"allot/internal/platform/civil"
)

// Home is a property and whose it is.
type Home struct{ OwnerID, PropertyID int64 }

// Mark is how far the availability of a property has come.
type Mark struct {
	Version int64
	Moved   int64 // when the version was raised, by the clock
}

// Stand is what can be told of the availability of a property without reading
// it. While version and day are the same, so is everything else.
type Stand struct {
	Home
	Mark             // version below 0: nobody has opened the calendars yet, or the property is gone
	Today civil.Date // where the property is

	need arrival
}

// notBegun is the version of a property whose calendars nobody has opened.
const notBegun = -1

// Stands tells how far many properties have come, in their order, and a reading
// of the clock from before: whatever these stands do not show yet will move at
// that reading or later. Where this process alone writes, nothing is asked for
// properties that it knows.
func (s *Service) Stands(ctx context.Context, of []Home) (list []Stand, clock int64, err error) {
	if s.engine.alone {
		if _, clock, err = s.store.Marks(ctx, nil); err != nil {
			return nil, 0, err
		}
	}
	list = make([]Stand, len(of))
	zones := make([]string, len(of))
	unknown := s.recall(ctx, of, list, zones)
	if len(unknown) > 0 {
		now, err := s.askStands(ctx, of, unknown, list, zones)
		if err != nil {
			return nil, 0, err
		}
		if !s.engine.alone {
			clock = now
		}
	}
	for i := range list {
		if zones[i] == "" && list[i].Version == notBegun { // gone
			continue
		}
		if list[i].Today, err = civil.Today(s.now(), zones[i]); err != nil {
			return nil, 0, fmt.Errorf("today at property %d: %w", of[i].PropertyID, err)
		}
	}
	return list, clock, nil
}

// recall fills in what this process knows by heart and returns the places of the
// others.
func (s *Service) recall(ctx context.Context, of []Home, list []Stand, zones []string) (unknown []int) {
	trust := s.engine.alone && !s.store.Writing(ctx)
	for i, h := range of {
		list[i] = Stand{Home: h, need: arrival{writes: s.engine.count(h.PropertyID).Load()}} // before anything is read
		if k, found := s.engine.stands.Get(h.PropertyID); trust && found && k.owner == h.OwnerID && k.writes == list[i].need.writes {
			list[i].Mark, zones[i] = k.Mark, k.zone
			continue
		}
		unknown = append(unknown, i)
	}
	return unknown
}

// known is the stand of a property as this process last saw it, and the count of
// writes before it looked.
type known struct {
	Mark
	owner  int64
	zone   string
	writes uint64
}

// askStands reads the stands of some places. A time zone changes only with the
// version, so that it is asked for once a version.
func (s *Service) askStands(ctx context.Context, of []Home, places []int, list []Stand, zones []string) (clock int64, err error) {
	homes := make([]Home, len(places))
	for i, place := range places {
		homes[i] = of[place]
	}
	marks, clock, err := s.store.Marks(ctx, homes)
	if err != nil {
		return 0, err
	}
	var strange []int
	for _, place := range places {
		at := &list[place]
		mark, begun := marks[at.Home]
		if !begun {
			mark.Version = notBegun
		}
		if at.Mark, at.need.version = mark, mark.Version; !begun {
			at.need.version = math.MaxInt64 // nothing in memory will do
		}
		if zones[place] = s.engine.zoneAt(at.Home, mark.Version); zones[place] == "" {
			strange = append(strange, place)
		}
	}
	if err := s.askZones(ctx, strange, list, zones); err != nil {
		return 0, err
	}
	if s.store.Writing(ctx) {
		return clock, nil
	}
	for _, place := range places {
		if at := list[place]; at.Version != notBegun {
			s.engine.stands.Put(at.PropertyID, known{at.Mark, at.OwnerID, zones[place], at.need.writes}, 1)
		}
	}
	return clock, nil
}

func (s *Service) askZones(ctx context.Context, places []int, list []Stand, zones []string) error {
	if len(places) == 0 {
		return nil
	}
	owners, ids := make([]int64, len(places)), make([]int64, len(places))
	for i, place := range places {
		owners[i], ids[i] = list[place].OwnerID, list[place].PropertyID
	}
	slices.Sort(owners)
	found, err := s.Properties.Zones(ctx, slices.Compact(owners), ids)
	if err != nil {
		return err
	}
	by := make(map[Home]string, len(found))
	for _, z := range found {
		by[Home{z.OwnerID, z.ID}] = z.Timezone
	}
	for _, place := range places {
		zones[place] = by[list[place].Home]
	}
	return nil
}

// zoneAt is the time zone of a property at a version, empty if this node does not
// know it.
func (e *engine) zoneAt(h Home, version int64) string {
	if k, found := e.stands.Get(h.PropertyID); found && k.owner == h.OwnerID && k.Version == version {
		return k.zone
	}
	if o := e.outlineAt(h.OwnerID, h.PropertyID, version); o != nil {
		return o.Timezone
	}
	return ""
}

// At is the availability of a property on the days of a season, at its stand or
// later. What somebody reads who passes over very many is not kept, if he says
// so: it would only push out what others need.
func (s *Service) At(ctx context.Context, at Stand, season civil.Range, keep bool) (*Snapshot, error) {
	ask := func(civil.Date) (civil.Range, error) { return season, nil }
	if !s.store.Writing(ctx) {
		if snap, _, err := s.kept(at.OwnerID, at.PropertyID, at.need, ask); snap != nil || err != nil {
			return snap, err
		}
	}
	if !keep {
		return s.loadBegun(ctx, at.OwnerID, at.PropertyID, nil, ask)
	}
	return s.Snapshot(ctx, at.OwnerID, at.PropertyID, season)
}

// SnapshotBound is how many bytes of snapshots are kept.
func (s *Service) SnapshotBound() int { return s.engine.snapshots.Limit() }
