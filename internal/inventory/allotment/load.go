package allotment

import (
	"context"
	"slices"

	"allot/internal/platform/civil"
)

// SnapshotStore is what snapshots are read from.
type SnapshotStore interface {
	// ReadTx runs fn on one state of the database, whatever others commit
	// meanwhile.
	ReadTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Writing tells whether ctx carries a transaction, which sees what nobody
	// else does yet.
	Writing(ctx context.Context) bool
	// Forget runs fn once what the transaction of ctx wrote can be seen, and also
	// when its commit failed and may have happened all the same.
	Forget(ctx context.Context, fn func())
	// Alone tells whether this process is the only one that writes.
	Alone() bool
	// Marks are those of the last committed writes, of properties that have one,
	// and a reading of the clock from before them: whatever cannot be read yet
	// will move at that reading or later. Without any property a clock that is
	// not in the database is read all the same.
	Marks(ctx context.Context, of []Home) (marks map[Home]Mark, clock int64, err error)

	// BlocksOf are the blocks of a property that reach into a season, by
	// calendar, room and season.
	BlocksOf(ctx context.Context, owner, property int64, season civil.Range) ([]Block, error)
	// DaysSince gives each day of an extent, without its note.
	DaysSince(ctx context.Context, x Extent, each func(Day)) error
	// PoolsSince is DaysSince for the pool.
	PoolsSince(ctx context.Context, x Extent, each func(Pool)) error
	// LoansSince is DaysSince for what rules lend.
	LoansSince(ctx context.Context, x Extent, each func(Loan)) error
}

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
const always = -1

// load reads a snapshot of the window that choose gives for today's date where
// the property is. had is an earlier one of the property, or nil: where its shape
// still fits, only what changed since is read.
func (s *Service) load(ctx context.Context, owner, property int64, had *Snapshot, choose func(today civil.Date) (civil.Range, error)) (snap *Snapshot, err error) {
	writing := s.store.Writing(ctx) // then rooms may be different already, at the same version
	err = s.store.ReadTx(ctx, func(ctx context.Context) error {
		version, err := s.store.Version(ctx, owner, property)
		if err != nil {
			return err
		}
		if had != nil && had.Version == version {
			if snap, err = s.turn(had, choose); snap != nil || err != nil {
				return err
			}
		}
		o := s.engine.outlineAt(owner, property, version)
		if o == nil || writing {
			if o, err = s.outline(ctx, owner, property, version); err != nil {
				return err
			}
		}
		if snap, err = s.frame(ctx, o, choose); err != nil {
			return err
		}
		return s.fill(ctx, snap, had)
	})
	return snap, err
}

// turn is the snapshot as today sees it, nil if it has not the right days.
func (s *Service) turn(had *Snapshot, choose func(today civil.Date) (civil.Range, error)) (*Snapshot, error) {
	today, err := civil.Today(s.now(), had.Timezone)
	if err != nil {
		return nil, err
	}
	window, err := choose(today)
	if err != nil || window != had.Window {
		return nil, err
	}
	if today == had.Today {
		return had, nil
	}
	next := *had
	next.Today = today
	next.allot()
	return &next, nil
}

// frame is a snapshot without its days.
func (s *Service) frame(ctx context.Context, o *Outline, choose func(today civil.Date) (civil.Range, error)) (snap *Snapshot, err error) {
	snap = &Snapshot{Outline: *o}
	if snap.Today, err = civil.Today(s.now(), o.Timezone); err != nil {
		return nil, err
	}
	if snap.Window, err = choose(snap.Today); err != nil {
		return nil, err
	}
	snap.Blocks, err = s.store.BlocksOf(ctx, o.OwnerID, o.PropertyID, snap.Window)
	return snap, err
}

// fill reads the days of a snapshot, beginning with those of an earlier one if
// both have the same shape.
func (s *Service) fill(ctx context.Context, snap, had *Snapshot) error {
	b := newBuilder(snap, had)
	x := Extent{snap.OwnerID, snap.PropertyID, idsOf(snap.Rooms), snap.Window, b.since}
	if err := s.store.DaysSince(ctx, x, b.day); err != nil {
		return err
	}
	if err := s.store.PoolsSince(ctx, x, b.pool); err != nil {
		return err
	}
	if len(snap.Shares) > 0 {
		if err := s.store.LoansSince(ctx, x, b.loan); err != nil {
			return err
		}
	}
	b.finish()
	return nil
}

// alike tells whether a day has the same place in both snapshots.
func alike(a, b *Snapshot) bool {
	return a.Window == b.Window &&
		slices.EqualFunc(a.Calendars, b.Calendars, func(a, b Calendar) bool { return a.ID == b.ID }) &&
		slices.EqualFunc(a.Rooms, b.Rooms, func(a, b Room) bool { return a.ID == b.ID }) &&
		slices.EqualFunc(a.Shares, b.Shares, func(a, b Share) bool { return a.ID == b.ID })
}
