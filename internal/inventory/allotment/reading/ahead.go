package reading

import (
	"context"
	"slices"

	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

const (
	// aheadProperties and aheadCells bound what is read together. A cell is a day of a room in a
	// calendar; it takes some ten bytes.
	aheadProperties = 50
	aheadCells      = 500_000
)

// Place is a property and whose it is.
type Place struct{ OwnerID, PropertyID int64 }

// columnsOf returns the owners, each once, and the properties.
func columnsOf(list []Place) (owners, ids []int64) {
	for _, p := range list {
		owners, ids = append(owners, p.OwnerID), append(ids, p.PropertyID)
	}
	slices.Sort(owners)
	return slices.Compact(owners), ids
}

// ReadAhead reads together, for a caller that wants the snapshots of properties one by one,
// those that are not in memory, the days of the season alone. It returns them by property, and
// how many of the first properties need no more of this: of them Snapshot has the others, or
// reads single ones. In a transaction it reads none.
func (r *Reader) ReadAhead(ctx context.Context, list []Place, season civil.Range) (read map[int64]*Snapshot, done int, err error) {
	keys, window, done := r.missing(list, season)
	if len(keys) < 2 { // Snapshot reads more of a single one, for those who come later
		return nil, done, nil
	}
	next := Place{} // the first that was too much
	loaded, err := r.caches.snapshots.LoadMany(ctx, keys, func(ctx context.Context, keys []snapshotKey, add func(snapshotKey, *Snapshot, stamp.Stamps)) error {
		n, err := r.loadSnapshots(ctx, keys, window, add)
		if n < len(keys) {
			next = Place{keys[n].owner, keys[n].property}
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	read = make(map[int64]*Snapshot, len(loaded))
	for key, s := range loaded {
		read[key.property] = s
	}
	if at := slices.Index(list, next); at >= 0 {
		done = at
	}
	return read, done, nil
}

// missing returns the first of the properties whose snapshots of a season are not in memory and
// can be read together, the window to be read, and before which of the properties they end.
func (r *Reader) missing(list []Place, season civil.Range) (keys []snapshotKey, window civil.Range, done int) {
	today := civil.Of(r.now().UTC()) // approximate: a time zone changes the window by a day
	for i, p := range list {
		key, wanted := snapshotKey{owner: p.OwnerID, property: p.PropertyID}, season
		if around(today, season).Days() > maxWindow {
			key.far = season
		}
		if prev, found := r.caches.snapshots.Peek(key); found {
			if within(season, prev.Window) {
				continue
			}
			wanted = chooseWindow(today, season, prev)
		}
		if len(keys) == aheadProperties || len(keys) > 0 && wanted != window {
			return keys, window, i
		}
		keys, window = append(keys, key), wanted
	}
	return keys, window, len(list)
}

// loadSnapshots reads the snapshots of a window, and returns how many of the keys it came to
// before they were too large.
func (r *Reader) loadSnapshots(ctx context.Context, keys []snapshotKey, window civil.Range, add func(snapshotKey, *Snapshot, stamp.Stamps)) (n int, err error) {
	list := make([]Place, len(keys))
	for i, key := range keys {
		list[i] = Place{key.owner, key.property}
	}
	owners, ids := columnsOf(list)
	st, err := r.store.Source().Stamps(ctx, Availability.Of(ids...))
	if err != nil {
		return 0, err
	}
	versions, err := r.store.Versions(ctx, owners, ids)
	if err != nil {
		return 0, err
	}
	layouts, err := r.layouts(ctx, list, versions)
	if err != nil {
		return 0, err
	}
	var (
		snaps  []*Snapshot
		places []int // in keys
		cells  int
	)
	for ; n < len(keys); n++ {
		o, there := layouts[keys[n].property]
		if !there {
			continue
		}
		cells += len(o.Calendars) * len(o.Rooms) * window.Days()
		if cells > aheadCells && len(snaps) > 0 {
			break
		}
		snap, err := r.emptySnapshot(o, func(civil.Date) (civil.Range, error) { return window, nil })
		if err != nil {
			return n, err
		}
		snap.Version, snap.Stamp = versions[o.PropertyID].Number, st.Values[n]
		snaps, places = append(snaps, snap), append(places, n)
	}
	if len(snaps) == 0 {
		return n, nil
	}
	if err := r.fill(ctx, snaps, nil); err != nil {
		return n, err
	}
	for i, s := range snaps {
		at := places[i]
		add(keys[at], s, stamp.Stamps{Keys: st.Keys[at : at+1], Values: st.Values[at : at+1], Clock: st.Clock})
	}
	return n, nil
}
