package reading

import (
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// Extent is the rows that snapshots read: of the rooms of properties in a season
// those that a write after the version changed; a version below 0 is before all.
type Extent struct {
	Owners     []int64
	Properties []int64
	Rooms      []int64
	Rows       [][2]int64 // each calendar with each room of its property
	Season     civil.Range
	Version    int64
}

// allVersions is a version before every row's.
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
	snap, err := r.emptySnapshot(o, choose)
	if err != nil {
		return nil, st, err
	}
	snap.Version, snap.Stamp = version.Number, st.Values[0]
	return snap, st, r.fill(ctx, []*Snapshot{snap}, prev)
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

// emptySnapshot returns a snapshot without its blocks and days.
func (r *Reader) emptySnapshot(o *PropertyLayout, choose ChooseDays) (snap *Snapshot, err error) {
	snap = &Snapshot{PropertyLayout: *o}
	if snap.Today, err = civil.Today(r.now(), o.Timezone); err != nil {
		return nil, err
	}
	snap.Window, err = choose(snap.Today)
	return snap, err
}

// fill reads blocks and days of empty snapshots of one window. The days of a single one begin
// with those of an earlier one, or nil, if both have the same shape.
func (r *Reader) fill(ctx context.Context, snaps []*Snapshot, prev *Snapshot) error {
	x := Extent{Season: snaps[0].Window, Version: allVersions}
	places := make([]Place, len(snaps))
	for i, s := range snaps {
		places[i] = Place{s.OwnerID, s.PropertyID}
	}
	x.Owners, x.Properties = columnsOf(places)
	blocks, err := r.store.PropertyBlocks(ctx, x.Owners, x.Properties, x.Season)
	if err != nil {
		return err
	}
	var (
		builders    = make([]*builder, len(snaps))
		of, ofShare = make(map[int64]*builder), make(map[int64]*builder) // by room, by share
	)
	for i, s := range snaps {
		for _, b := range blocks {
			if b.PropertyID == s.PropertyID {
				s.Blocks = append(s.Blocks, b)
			}
		}
		b := newBuilder(s, prev)
		builders[i], x.Version = b, b.since
		for _, room := range s.Rooms {
			of[room.ID], x.Rooms = b, append(x.Rooms, room.ID)
			for _, c := range s.Calendars {
				x.Rows = append(x.Rows, [2]int64{c.ID, room.ID})
			}
		}
		for _, share := range s.Shares {
			ofShare[share.ID] = b
		}
	}
	err = r.store.DaysSince(ctx, x, func(d rules.Day) {
		if b := of[d.RoomID]; b != nil {
			b.day(d)
		}
	})
	if err != nil {
		return err
	}
	err = r.store.PoolsSince(ctx, x, func(p rules.Pool) {
		if b := of[p.RoomID]; b != nil {
			b.pool(p)
		}
	})
	if err != nil {
		return err
	}
	if len(ofShare) > 0 {
		err = r.store.LoansSince(ctx, x, func(l rules.Loan) {
			if b := ofShare[l.ShareID]; b != nil {
				b.loan(l)
			}
		})
		if err != nil {
			return err
		}
	}
	for _, b := range builders {
		b.finish()
	}
	return nil
}

// sameLayout reports whether a day has the same place in both snapshots.
func sameLayout(a, b *Snapshot) bool {
	return a.Window == b.Window &&
		slices.EqualFunc(a.Calendars, b.Calendars, func(a, b rules.Calendar) bool { return a.ID == b.ID }) &&
		slices.EqualFunc(a.Rooms, b.Rooms, func(a, b rules.Room) bool { return a.ID == b.ID }) &&
		slices.EqualFunc(a.Shares, b.Shares, func(a, b rules.Share) bool { return a.ID == b.ID })
}
