package reading

import (
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// Extent is the rows that a snapshot reads: of the rooms of a property in a
// season those that a write after the version changed; a version below 0 is
// before all.
type Extent struct {
	OwnerID    int64
	PropertyID int64
	Rooms      []int64
	Season     civil.Range
	Version    int64
}

// always is a version before every row's.
const allVersions = -1

// loadSnapshot reads a snapshot of the window that choose gives for today's date where
// the property is. had is an earlier one of the property, or nil: where its shape
// still fits, only what changed since is read.
func (r *Reader) loadSnapshot(ctx context.Context, owner, property int64, prev *Snapshot, choose ChooseDays) (*Snapshot, stamp.Stamps, error) {
	st, err := r.store.Source().Stamps(ctx, Availability.Of(property))
	if err != nil {
		return nil, st, err
	}
	version, err := r.store.Version(ctx, owner, property)
	if err != nil {
		return nil, st, err
	}
	if prev != nil && prev.Version == version.Number {
		if snap, err := r.refresh(prev, st.Values[0], choose); snap != nil || err != nil {
			return snap, st, err
		}
	}
	// In a transaction that writes, rooms may be different already, at the same version.
	o, err := r.Layout(ctx, owner, property, version.Layout, !r.store.Writing(ctx))
	if err != nil {
		return nil, st, err
	}
	snap, err := r.emptySnapshot(ctx, o, choose)
	if err != nil {
		return nil, st, err
	}
	snap.Version, snap.Stamp = version.Number, st.Values[0]
	return snap, st, r.fillDays(ctx, snap, prev)
}

// refresh returns the snapshot as of today, nil if it lacks some of the days.
func (r *Reader) refresh(prev *Snapshot, stamp int64, choose ChooseDays) (*Snapshot, error) {
	today, err := civil.Today(r.now(), prev.Timezone)
	if err != nil {
		return nil, err
	}
	window, err := choose(today)
	if err != nil || window != prev.Window {
		return nil, err
	}
	if today == prev.Today && stamp == prev.Stamp {
		return prev, nil
	}
	next := *prev
	next.Today, next.Stamp = today, stamp
	next.allot()
	return &next, nil
}

// emptySnapshot returns a snapshot without its days.
func (r *Reader) emptySnapshot(ctx context.Context, o *PropertyLayout, choose ChooseDays) (snap *Snapshot, err error) {
	snap = &Snapshot{PropertyLayout: *o}
	if snap.Today, err = civil.Today(r.now(), o.Timezone); err != nil {
		return nil, err
	}
	if snap.Window, err = choose(snap.Today); err != nil {
		return nil, err
	}
	snap.Blocks, err = r.store.PropertyBlocks(ctx, o.OwnerID, o.PropertyID, snap.Window)
	return snap, err
}

// fillDays reads the days of a snapshot, beginning with those of an earlier one if
// both have the same shape.
func (r *Reader) fillDays(ctx context.Context, snap, prev *Snapshot) error {
	b := newBuilder(snap, prev)
	x := Extent{snap.OwnerID, snap.PropertyID, rules.RoomIDs(snap.Rooms), snap.Window, b.since}
	if err := r.store.DaysSince(ctx, x, b.day); err != nil {
		return err
	}
	if err := r.store.PoolsSince(ctx, x, b.pool); err != nil {
		return err
	}
	if len(snap.Shares) > 0 {
		if err := r.store.LoansSince(ctx, x, b.loan); err != nil {
			return err
		}
	}
	b.finish()
	return nil
}

// sameLayout reports whether a day has the same place in both snapshots.
func sameLayout(a, b *Snapshot) bool {
	return a.Window == b.Window &&
		slices.EqualFunc(a.Calendars, b.Calendars, func(a, b rules.Calendar) bool { return a.ID == b.ID }) &&
		slices.EqualFunc(a.Rooms, b.Rooms, func(a, b rules.Room) bool { return a.ID == b.ID }) &&
		slices.EqualFunc(a.Shares, b.Shares, func(a, b rules.Share) bool { return a.ID == b.ID })
}
