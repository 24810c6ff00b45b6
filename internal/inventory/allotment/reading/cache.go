package reading

import (
	"cmp"
	"context"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// Availability is the stamp of a property's days and everything that decides
// them. Every write raises it.
const Availability stamp.Kind = "availability"

const (
	defaultSnapshotBytes = 160 << 20
	defaultGridBytes     = 64 << 20
	layoutBytes          = 32 << 20
	calendarBytes        = 32 << 20

	// daysAhead is how many days ahead a snapshot covers by default.
	daysAhead = 400
	// maxWindow bounds the days of a snapshot.
	maxWindow = 1200
)

// caches are the module's caches in memory.
type caches struct {
	snapshots *stamp.Cache[snapshotKey, *Snapshot]
	layouts   *stamp.Cache[layoutKey, *PropertyLayout]
	calendars *stamp.Cache[calendarKey, int64] // the property of each calendar; ids are never reused
	bodies    *stamp.Cache[bodyKey, []byte]
	largest   int // bytes of a cached grid
}

type (
	// snapshotKey identifies a snapshot of the days around today or, where the
	// wanted days are too far off, of those days alone.
	snapshotKey struct {
		owner, property int64
		far             civil.Range
	}
	layoutKey   struct{ owner, property, number int64 }
	calendarKey struct{ owner, calendar int64 }
)

func newCaches(d Deps) *caches {
	const part = 16 // one grid may take a 16th of the cache
	source, grids := d.Store.Source(), cmp.Or(d.GridBytes, defaultGridBytes)
	return &caches{
		snapshots: stamp.NewCache[snapshotKey]("snapshots", source, cmp.Or(d.SnapshotBytes, defaultSnapshotBytes), (*Snapshot).Bytes),
		layouts:   stamp.NewCache[layoutKey]("layouts", source, layoutBytes, (*PropertyLayout).bytes),
		calendars: stamp.NewCache[calendarKey]("calendars", source, calendarBytes, func(int64) int { return 0 }),
		bodies:    stamp.NewCache[bodyKey]("grids", source, grids, func(b []byte) int { return cap(b) }),
		largest:   grids / part,
	}
}

// Snapshot returns the availability of a property on the days of a season, at
// least, as the last acknowledged write left it. In a transaction it is what that
// transaction sees.
func (r *Reader) Snapshot(ctx context.Context, owner, property int64, season civil.Range) (*Snapshot, error) {
	if season.Days() == 0 || season.Days() > maxWindow {
		return nil, fmt.Errorf("snapshot of property %d: %s to %s is not a season of 1 to %d days", property, season.From, season.To, maxWindow)
	}
	snap, _, err := r.snapshot(ctx, owner, property, func(civil.Date) (civil.Range, error) { return season, nil })
	return snap, err
}

// PrefetchStamps reads the stamps of properties in one query, for a request that
// will read their snapshots one by one.
func (r *Reader) PrefetchStamps(ctx context.Context, properties []int64) error {
	_, err := r.store.Source().Stamps(ctx, Availability.Of(properties...))
	return err
}

// ChooseDays returns the wanted days, given today's date where the property is.
type ChooseDays func(today civil.Date) (civil.Range, error)

// snapshot is Snapshot for days that depend on today's date.
func (r *Reader) snapshot(ctx context.Context, owner, property int64, choose ChooseDays) (snap *Snapshot, season civil.Range, err error) {
	key := snapshotKey{owner: owner, property: property}
	today := civil.Of(r.now().UTC()) // approximate: the time zone is not known yet
	if far, err := choose(today); err == nil && around(today, far).Days() > maxWindow {
		key.far = far
	}
	var refused error
	fits := func(prev *Snapshot) bool {
		today, err := civil.Today(r.now(), prev.Timezone)
		if err != nil || today != prev.Today {
			return false
		}
		season, refused = choose(today)
		return refused != nil || within(season, prev.Window)
	}
	snap, err = r.caches.snapshots.GetIf(ctx, key, fits, func(ctx context.Context) (*Snapshot, stamp.Stamps, error) {
		prev, _ := r.caches.snapshots.Peek(key)
		return r.loadSnapshot(ctx, owner, property, prev, func(today civil.Date) (window civil.Range, err error) {
			if season, err = choose(today); err != nil {
				return civil.Range{}, err
			}
			return chooseWindow(today, season, prev), nil
		})
	})
	if err == nil {
		err = refused
	}
	return snap, season, err
}

// chooseWindow returns the days that a snapshot should cover so that later readers
// can use it too: those of the previous one, or else those around today. A season
// far off is loaded alone.
func chooseWindow(today civil.Date, season civil.Range, prev *Snapshot) civil.Range {
	if prev != nil && within(season, prev.Window) {
		return prev.Window
	}
	window := around(today, season)
	if window.Days() > maxWindow {
		return season
	}
	if prev != nil {
		if both := union(window, prev.Window); both.Days() <= maxWindow {
			return both
		}
	}
	return window
}

// around extends a season by the days from the previous month to daysAhead.
func around(today civil.Date, season civil.Range) civil.Range {
	return union(civil.Range{From: today.Add(1 - today.Day()).AddMonths(-1), To: today.Add(daysAhead)}, season)
}

func within(inner, outer civil.Range) bool {
	return outer.Contains(inner.From) && outer.Contains(inner.To)
}

func union(a, b civil.Range) civil.Range {
	return civil.Range{From: min(a.From, b.From), To: max(a.To, b.To)}
}

// View is a calendar in a snapshot, and the wanted days.
type View struct {
	*Snapshot
	Calendar int // its index
	Season   civil.Range
}

// View returns a calendar of the caller's account that is in the caller's scope.
func (r *Reader) View(ctx context.Context, who auth.Caller, calendar int64, choose ChooseDays) (View, error) {
	property, err := r.propertyOf(ctx, who.OwnerID, calendar)
	if err != nil {
		return View{}, err
	}
	if err := who.InScope(property); err != nil {
		return View{}, err
	}
	snap, season, err := r.snapshot(ctx, who.OwnerID, property, choose)
	if err != nil {
		return View{}, err
	}
	place, found := snap.CalendarAt(calendar)
	if !found { // deleted
		return View{}, apperr.ErrNotFound
	}
	return View{snap, place, season}, nil
}

// propertyOf returns the property of a calendar of the account.
func (r *Reader) propertyOf(ctx context.Context, owner, calendar int64) (int64, error) {
	return r.caches.calendars.Get(ctx, calendarKey{owner, calendar}, func(ctx context.Context) (int64, stamp.Stamps, error) {
		c, err := r.store.Calendar(ctx, owner, calendar)
		return c.PropertyID, stamp.Stamps{}, err
	})
}

// DropBodies forgets the encoded grids, for measurements.
func (r *Reader) DropBodies() { r.caches.bodies.Clear() }

// DropAll forgets everything, as after a start, for measurements.
func (r *Reader) DropAll() {
	r.DropBodies()
	r.caches.snapshots.Clear()
	r.caches.layouts.Clear()
	r.caches.calendars.Clear()
}
