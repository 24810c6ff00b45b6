package allotment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/lru"
)

const (
	defaultSnapshotBytes = 160 << 20
	defaultGridBytes     = 64 << 20
	maxCalendarsKnown    = 200_000
	maxStandsKnown       = 100_000

	// daysAhead is how far a snapshot looks without being asked.
	daysAhead = 400
	// maxWindow bounds the days of a snapshot.
	maxWindow = 1200
)

// engine keeps snapshots in memory. Its rule: who asks after a write was
// acknowledged sees that write, on any node.
type engine struct {
	alone     bool // no other process writes
	snapshots *lru.Cache[int64, held]
	outlines  *lru.Cache[int64, *Outline]
	calendars *lru.Cache[int64, home]  // ids are never used twice
	stands    *lru.Cache[int64, known] // by property
	bodies    *lru.Cache[bodyKey, []byte]

	// writes counts the writes that this process has made, on some properties
	// each: a snapshot that was read at the same count cannot be old.
	writes [1024]atomic.Uint64

	mu      sync.Mutex
	loading map[int64]*turnstile
}

// held is a snapshot and the count of writes before it was read.
type held struct {
	*Snapshot
	writes uint64
}

// home is whose calendar it is.
type home struct{ owner, property int64 }

// turnstile lets one reader of a property at a time go to the database.
type turnstile struct {
	free    chan struct{} // holds one token
	waiting int
}

func newEngine(d Deps) *engine {
	return &engine{
		alone:     d.Store.Alone(),
		snapshots: lru.New[int64, held](cmp.Or(d.SnapshotBytes, defaultSnapshotBytes)),
		outlines:  lru.New[int64, *Outline](outlineBytes),
		calendars: lru.New[int64, home](maxCalendarsKnown),
		stands:    lru.New[int64, known](maxStandsKnown),
		bodies:    lru.New[bodyKey, []byte](cmp.Or(d.GridBytes, defaultGridBytes)),
		loading:   map[int64]*turnstile{},
	}
}

func (e *engine) count(property int64) *atomic.Uint64 {
	return &e.writes[uint64(property)%uint64(len(e.writes))]
}

// changed tells that a write to the property can be seen by now.
func (e *engine) changed(property int64) { e.count(property).Add(1) }

// enter waits for the reader before, at most as long as ctx lives.
func (e *engine) enter(ctx context.Context, property int64) (leave func(), err error) {
	e.mu.Lock()
	t := e.loading[property]
	if t == nil {
		t = &turnstile{free: make(chan struct{}, 1)}
		e.loading[property] = t
	}
	t.waiting++
	e.mu.Unlock()
	done := func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if t.waiting--; t.waiting == 0 {
			delete(e.loading, property)
		}
	}
	select {
	case t.free <- struct{}{}:
		return func() { <-t.free; done() }, nil
	case <-ctx.Done():
		done()
		return nil, fmt.Errorf("wait for the availability of property %d: %w", property, ctx.Err())
	}
}

// Snapshot is the availability of a property on the days of a season, as the last
// acknowledged write left it; other days may be in it too. In a transaction it is
// what that transaction sees.
func (s *Service) Snapshot(ctx context.Context, owner, property int64, season civil.Range) (*Snapshot, error) {
	if season.Days() == 0 || season.Days() > maxWindow {
		return nil, fmt.Errorf("snapshot of property %d: %s to %s is not a season of 1 to %d days", property, season.From, season.To, maxWindow)
	}
	snap, _, err := s.snapshot(ctx, owner, property, func(civil.Date) (civil.Range, error) { return season, nil })
	return snap, err
}

// asked gives the days that somebody wants to see, which may depend on today.
type asked func(today civil.Date) (civil.Range, error)

// snapshot is Snapshot for days that are known once today is.
func (s *Service) snapshot(ctx context.Context, owner, property int64, ask asked) (*Snapshot, civil.Range, error) {
	if s.store.Writing(ctx) { // sees what nobody else does yet, and may never
		snap, err := s.loadBegun(ctx, owner, property, nil, ask)
		if err != nil {
			return nil, civil.Range{}, err
		}
		return snap, snap.Window, nil
	}
	need, err := s.arrive(ctx, owner, property)
	if err != nil {
		return nil, civil.Range{}, err
	}
	if h, season, err := s.kept(owner, property, need, ask); h != nil || err != nil {
		return h, season, err
	}
	leave, err := s.engine.enter(ctx, property)
	if err != nil {
		return nil, civil.Range{}, err
	}
	defer leave()
	if h, season, err := s.kept(owner, property, need, ask); h != nil || err != nil { // somebody else has read it meanwhile
		return h, season, err
	}
	return s.renew(ctx, owner, property, ask)
}

// arrival is what a reader has to see at least: every write that was
// acknowledged before it came.
type arrival struct {
	writes  uint64
	version int64
}

func (s *Service) arrive(ctx context.Context, owner, property int64) (at arrival, err error) {
	if s.engine.alone {
		at.writes = s.engine.count(property).Load()
		return at, nil
	}
	at.version, err = s.store.Version(ctx, owner, property)
	if errors.Is(err, apperr.ErrNotFound) { // not begun, or gone: nothing in memory will do, and loadBegun tells
		return arrival{version: math.MaxInt64}, nil
	}
	return at, err
}

// sees tells whether the snapshot holds everything that a reader has to see.
func (e *engine) sees(h held, need arrival) bool {
	if e.alone {
		return h.writes >= need.writes
	}
	return h.Version >= need.version
}

// kept is the snapshot in memory, nil if there is none that will do.
func (s *Service) kept(owner, property int64, need arrival, ask asked) (*Snapshot, civil.Range, error) {
	h, found := s.engine.snapshots.Get(property)
	if !found || h.OwnerID != owner || !s.engine.sees(h, need) {
		return nil, civil.Range{}, nil
	}
	today, err := civil.Today(s.now(), h.Timezone)
	if err != nil || today != h.Today {
		return nil, civil.Range{}, err
	}
	season, err := ask(today)
	if err != nil || !within(season, h.Window) {
		return nil, civil.Range{}, err
	}
	return h.Snapshot, season, nil
}

// renew reads the snapshot and keeps it. Only one reader of a property at a time
// is here.
func (s *Service) renew(ctx context.Context, owner, property int64, ask asked) (*Snapshot, civil.Range, error) {
	var (
		season civil.Range
		keep   bool
	)
	writes := s.engine.count(property).Load() // before anything is read
	had, _ := s.engine.snapshots.Get(property)
	if had.Snapshot != nil && had.OwnerID != owner {
		had = held{}
	}
	snap, err := s.loadBegun(ctx, owner, property, had.Snapshot, func(today civil.Date) (window civil.Range, err error) {
		if season, err = ask(today); err != nil {
			return civil.Range{}, err
		}
		window, keep = chooseWindow(today, season, had.Snapshot)
		return window, nil
	})
	if err != nil {
		return nil, civil.Range{}, err
	}
	if keep {
		s.engine.snapshots.Put(property, held{snap, writes}, snap.Bytes())
	}
	return snap, season, nil
}

// loadBegun is load for a property that may have no calendars yet.
func (s *Service) loadBegun(ctx context.Context, owner, property int64, had *Snapshot, ask asked) (*Snapshot, error) {
	snap, err := s.load(ctx, owner, property, had, ask)
	if !errors.Is(err, apperr.ErrNotFound) {
		return snap, err
	}
	if _, err := s.Properties.Get(ctx, owner, property); err != nil {
		return nil, err
	}
	if _, err := s.Master(ctx, owner, property); err != nil {
		return nil, err
	}
	return s.load(ctx, owner, property, nil, ask)
}

// chooseWindow is the days that a snapshot shall have so that the next reader
// finds his in it too: those it has had, else from the month before today on. A
// season far off is read alone and not kept.
func chooseWindow(today civil.Date, season civil.Range, had *Snapshot) (window civil.Range, keep bool) {
	if had != nil && within(season, had.Window) {
		return had.Window, true
	}
	first := today.Add(1 - today.Day()).AddMonths(-1)
	window = union(civil.Range{From: first, To: today.Add(daysAhead)}, season)
	if window.Days() > maxWindow {
		return season, false
	}
	if had != nil {
		if both := union(window, had.Window); both.Days() <= maxWindow {
			return both, true
		}
	}
	return window, true
}

func within(inner, outer civil.Range) bool {
	return outer.Contains(inner.From) && outer.Contains(inner.To)
}

func union(a, b civil.Range) civil.Range {
	return civil.Range{From: min(a.From, b.From), To: max(a.To, b.To)}
}

// view is a calendar in a snapshot, and the days that somebody asked for.
type view struct {
	*Snapshot
	calendar int // its place
	season   civil.Range
}

// view finds a calendar of the caller's account that the caller may work on.
func (s *Service) view(ctx context.Context, who auth.Caller, calendar int64, ask asked) (view, error) {
	at, err := s.home(ctx, who.OwnerID, calendar)
	if err != nil {
		return view{}, err
	}
	if err := who.InScope(at.property); err != nil {
		return view{}, err
	}
	snap, season, err := s.snapshot(ctx, who.OwnerID, at.property, ask)
	if err != nil {
		return view{}, err
	}
	place, found := snap.CalendarAt(calendar)
	if !found { // deleted
		return view{}, apperr.ErrNotFound
	}
	return view{snap, place, season}, nil
}

// home tells which property a calendar of the account belongs to.
func (s *Service) home(ctx context.Context, owner, calendar int64) (home, error) {
	if at, known := s.engine.calendars.Get(calendar); known && at.owner == owner {
		return at, nil
	}
	c, err := s.store.Calendar(ctx, owner, calendar)
	if err != nil {
		return home{}, err
	}
	at := home{c.OwnerID, c.PropertyID}
	if !s.store.Writing(ctx) { // else the id may still go to another
		s.engine.calendars.Put(calendar, at, 1)
	}
	return at, nil
}
