package allotment_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/property"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmentdb"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

var errBroken = errors.New("the line is broken")

// gate is a store whose readers stop half-way, at the pool, if the test says so.
type gate struct {
	*allotmentdb.Store
	loads   atomic.Int64
	arrived chan struct{}
	goOn    chan struct{}
	breaks  atomic.Bool
}

func (g *gate) PoolsSince(ctx context.Context, x reading.Extent, each func(rules.Pool)) error {
	g.loads.Add(1)
	if g.breaks.Load() {
		return errBroken
	}
	if g.arrived != nil {
		g.arrived <- struct{}{}
		<-g.goOn
	}
	return g.Store.PoolsSince(ctx, x, each)
}

// hold takes one more unit of the first room on a date.
func (w *world) hold(tb testing.TB, s *allotment.Service, date civil.Date) {
	tb.Helper()
	master := w.Master(tb, w.who, w.hotel)
	require.NoError(tb, s.Hold(w.who.Context(tb), w.owner(), master.ID, []allotment.Stay{{RoomID: w.rooms[0], Arrival: date, Departure: date + 1, Units: 1}}))
}

// committed is what is held of the first room; any goroutine may ask.
func (w *world) committed(tb testing.TB, s *allotment.Service, date civil.Date) int {
	tb.Helper()
	snap, err := s.Snapshot(w.who.Context(tb), w.owner(), w.hotel.ID, civil.Range{From: date, To: date})
	if err != nil {
		tb.Errorf("snapshot: %v", err)
		return -1
	}
	return snap.Figures(0, date).Committed
}

func TestService_Snapshot(t *testing.T) {
	t.Parallel()
	june := day("2030-06-01")

	t.Run("what was read while others wrote is never taken for current", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		w.hold(t, w.Allotments, june) // a first version, in memory of nobody
		g := &gate{Store: w.AllotmentStore, arrived: make(chan struct{}), goOn: make(chan struct{})}
		s := w.another(t, func(d *allotment.Deps) { d.Store = g })
		first := make(chan int)
		go func() { first <- w.committed(t, s, june) }()
		<-g.arrived // its state of the database is fixed
		w.hold(t, s, june)
		g.goOn <- struct{}{}
		require.Equal(t, 1, <-first, "began before the write was acknowledged")
		go func() { <-g.arrived; g.goOn <- struct{}{} }()
		require.Equal(t, 2, w.committed(t, s, june))
		require.Equal(t, 2, w.committed(t, s, june))
		require.EqualValues(t, 2, g.loads.Load(), "and the third reader found it in memory")
	})

	t.Run("many readers of one version read it once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		g := &gate{Store: w.AllotmentStore, arrived: make(chan struct{}), goOn: make(chan struct{})}
		s := w.another(t, func(d *allotment.Deps) { d.Store = g })
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { w.committed(t, s, june) })
		}
		<-g.arrived
		close(g.goOn)
		wg.Wait()
		require.EqualValues(t, 1, g.loads.Load())
	})

	t.Run("who waits for another reader waits no longer than his own request", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		g := &gate{Store: w.AllotmentStore, arrived: make(chan struct{}), goOn: make(chan struct{})}
		s := w.another(t, func(d *allotment.Deps) { d.Store = g })
		done := make(chan int)
		go func() { done <- w.committed(t, s, june) }()
		<-g.arrived
		// Long enough to get as far as waiting on a busy machine: a connection to
		// PostgreSQL may have to be opened before, which fails with words of its own.
		ctx, cancel := context.WithTimeout(w.who.Context(t), time.Second)
		defer cancel()
		_, err := s.Snapshot(ctx, w.owner(), w.hotel.ID, civil.Range{From: june, To: june})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		close(g.goOn)
		require.Zero(t, <-done)
	})

	t.Run("a failure is not remembered", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		g := &gate{Store: w.AllotmentStore}
		s := w.another(t, func(d *allotment.Deps) { d.Store = g })
		g.breaks.Store(true)
		_, err := s.Snapshot(w.who.Context(t), w.owner(), w.hotel.ID, civil.Range{From: june, To: june})
		require.ErrorIs(t, err, errBroken)
		g.breaks.Store(false)
		require.Zero(t, w.committed(t, s, june))
	})

	t.Run("what a transaction has not committed is seen by it alone", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		require.Zero(t, w.committed(t, w.Allotments, june))
		err := w.DB.InTx(w.who.Context(t), func(ctx context.Context) error {
			master, err := w.Allotments.Master(ctx, w.owner(), w.hotel.ID)
			if err != nil {
				return err
			}
			stay := []allotment.Stay{{RoomID: w.rooms[0], Arrival: june, Departure: june + 1, Units: 4}}
			if err := w.Allotments.Hold(ctx, w.owner(), master.ID, stay); err != nil {
				return err
			}
			snap, err := w.Allotments.Snapshot(ctx, w.owner(), w.hotel.ID, civil.Range{From: june, To: june})
			if err != nil {
				return err
			}
			require.Equal(t, 4, snap.Figures(0, june).Committed)
			require.Zero(t, w.committed(t, w.Allotments, june)) //nolint:contextcheck // as others see it
			return errBroken
		})
		require.ErrorIs(t, err, errBroken)
		require.Zero(t, w.committed(t, w.Allotments, june))
		w.hold(t, w.Allotments, june)
		require.Equal(t, 1, w.committed(t, w.Allotments, june))
	})

	t.Run("another account's property, and one that is not there, is not found", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		require.Zero(t, w.committed(t, w.Allotments, june))
		stranger, _ := w.Hotel(t, "Hotel Borealis")
		for _, id := range []int64{w.hotel.ID, 999999} {
			_, err := w.Allotments.Snapshot(stranger.Context(t), stranger.User.OwnerID, id, civil.Range{From: june, To: june})
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
		require.Zero(t, w.committed(t, w.Allotments, june))
	})

	t.Run("a property that nobody has looked at has its Master at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		p := w.Property(t, w.who, "Hotel Borealis")
		snap, err := w.Allotments.Snapshot(w.who.Context(t), w.owner(), p.ID, civil.Range{From: june, To: june})
		require.NoError(t, err)
		require.Equal(t, rules.KindMaster, snap.Calendars[0].Kind)
		require.Equal(t, "Hotel Borealis", snap.Name)
	})

	t.Run("a calendar that was deleted is gone at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		c := w.calendar(t, rules.KindAllotment, "Aurinko")
		_, err := w.Allotments.Grid(w.who.Context(t), w.who.Caller, c.ID, 0, 0)
		require.NoError(t, err)
		w.leave(t, c)
		_, err = w.Allotments.Grid(w.who.Context(t), w.who.Caller, c.ID, 0, 0)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("a property that was deleted is gone at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		master := w.Master(t, w.who, w.hotel)
		require.Zero(t, w.committed(t, w.Allotments, june))
		_, err := w.Allotments.Grid(w.who.Context(t), w.who.Caller, master.ID, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Properties.Delete(w.who.Context(t), w.who.Caller, w.hotel.ID))
		_, err = w.Allotments.Snapshot(w.who.Context(t), w.owner(), w.hotel.ID, civil.Range{From: june, To: june})
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = w.Allotments.Grid(w.who.Context(t), w.who.Caller, master.ID, 0, 0)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("far days leave what is near in place, also with little memory", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 9)
		near := w.snapshot(t, season("2030-06-01", "2030-06-02"))
		require.Equal(t, "2030-04-01 2031-07-05", near.Window.From.String()+" "+near.Window.To.String())
		wider := w.snapshot(t, season("2031-07-01", "2032-06-01"))
		require.Equal(t, "2030-04-01 2032-06-01", wider.Window.From.String()+" "+wider.Window.To.String())
		require.Equal(t, season("2040-01-01", "2040-02-01"), w.snapshot(t, season("2040-01-01", "2040-02-01")).Window)
		require.Same(t, wider, w.snapshot(t, season("2030-06-01", "2030-06-02")))
		_, err := w.Allotments.Snapshot(w.who.Context(t), w.owner(), w.hotel.ID, season("2030-01-01", "2034-01-01"))
		require.Error(t, err)

		small := w.another(t, func(d *allotment.Deps) { d.SnapshotBytes = 2 * near.Bytes() })
		for range 5 {
			p := w.Property(t, w.who, "Another")
			_, err := small.Snapshot(w.who.Context(t), w.owner(), p.ID, civil.Range{From: june, To: june})
			require.NoError(t, err)
			w.committed(t, small, june)
		}
	})
}

func TestService_Snapshot_afterWrites(t *testing.T) {
	t.Parallel()
	const writers, readers, writes = 4, 4, 25
	w := newWorld(t, 1000)
	services := []*allotment.Service{w.Allotments}
	if dbtest.Engine() == db.Postgres { // SQLite has one process
		services = append(services, w.another(t), w.another(t))
	}
	master := w.Master(t, w.who, w.hotel)
	var acknowledged [writers]atomic.Int64
	date := func(i int) civil.Date { return day("2030-06-01") + civil.Date(i) }
	var writing, reading sync.WaitGroup
	stop := make(chan struct{})
	for i := range writers {
		writing.Go(func() {
			for n := range writes {
				s := services[(i+n)%len(services)]
				err := s.Hold(w.who.Context(t), w.owner(), master.ID, []allotment.Stay{{RoomID: w.rooms[0], Arrival: date(i), Departure: date(i) + 1, Units: 1}})
				if err != nil {
					t.Errorf("hold: %v", err)
					return
				}
				acknowledged[i].Store(int64(n + 1))
			}
		})
	}
	for r := range readers {
		reading.Go(func() {
			last := int64(0)
			for n := r; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				var want [writers]int64
				for i := range want {
					want[i] = acknowledged[i].Load()
				}
				snap, err := services[n%len(services)].Snapshot(w.who.Context(t), w.owner(), w.hotel.ID, civil.Range{From: date(0), To: date(writers)})
				if err != nil {
					t.Errorf("read: %v", err)
					return
				}
				for i := range want {
					if got := int64(snap.Figures(0, date(i)).Committed); got < want[i] {
						t.Errorf("reader saw %d of %d acknowledged units", got, want[i])
					}
				}
				if len(services) == 1 && snap.Version < last {
					t.Errorf("version %d after %d", snap.Version, last)
				}
				last = snap.Version
			}
		})
	}
	writing.Wait()
	close(stop)
	reading.Wait()
	for i := range writers {
		for _, s := range services {
			require.Equal(t, writes, w.committed(t, s, date(i)))
		}
	}
}

func TestService_Snapshot_today(t *testing.T) {
	t.Parallel()
	zone := func(t *testing.T, w *world, name string) {
		t.Helper()
		_, err := w.Properties.Update(w.who.Context(t), w.who.Caller, w.hotel.ID, property.Change{Timezone: &name}, property.Logo{})
		require.NoError(t, err)
	}
	base := func(t *testing.T, w *world, c rules.Calendar) (from civil.Date, days []int) {
		t.Helper()
		g := w.grid(t, w.Allotments, c, civil.Range{})
		for date := g.From; date <= g.From+4; date++ {
			days = append(days, g.Rooms[0].Days[date.String()].Base)
		}
		return g.From, days
	}
	for _, tt := range []struct {
		name, zone, now, today string
	}{
		{"ahead of UTC by 13 hours", "Pacific/Tongatapu", "2030-05-31T12:00:00Z", "2030-06-01"},
		{"behind UTC by 11 hours", "Pacific/Pago_Pago", "2030-06-01T10:59:59Z", "2030-05-31"},
		{"in the hour that is skipped", "Europe/Berlin", "2030-03-31T01:00:00Z", "2030-03-31"},
		{"in the hour that comes twice", "Europe/Berlin", "2030-10-27T23:30:00Z", "2030-10-28"},
		{"before a leap day", "UTC", "2032-02-28T23:00:00Z", "2032-02-28"},
		{"on a leap day", "Pacific/Apia", "2032-02-28T23:00:00Z", "2032-02-29"},
		{"at the turn of the year", "Pacific/Tongatapu", "2030-12-31T11:00:00Z", "2031-01-01"},
	} {
		t.Run("today and what is released are the property's, "+tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 9)
			c := w.calendar(t, rules.KindAllotment, "Aurinko")
			now, err := time.Parse(time.RFC3339, tt.now)
			require.NoError(t, err)
			w.Clock.Advance(now.Sub(w.Clock.Now()))
			w.block(t, c, w.rooms[0], civil.Range{From: day(tt.today) - 10, To: day(tt.today) + 30}, 4, 2)
			base(t, w, c) // by UTC, in memory
			zone(t, w, tt.zone)
			from, days := base(t, w, c)
			require.Equal(t, tt.today, from.String())
			require.Equal(t, []int{0, 0, 4, 4, 4}, days)
			w.Clock.Advance(24 * time.Hour)
			from, days = base(t, w, c)
			require.Equal(t, day(tt.today)+1, from)
			require.Equal(t, []int{0, 0, 4, 4, 4}, days)
			require.NoError(t, w.write(t, func(_ context.Context, x allotment.Write) error {
				require.Equal(t, day(tt.today)+1, x.Today())
				return nil
			}))
		})
	}
}

func TestService_change_rooms(t *testing.T) {
	t.Parallel()
	rooms := func(t *testing.T, w *world) (names []string, known bool) {
		t.Helper()
		require.NoError(t, w.write(t, func(ctx context.Context, x allotment.Write) error {
			known = x.Known()
			list, err := x.Rooms(ctx)
			for _, r := range list {
				names = append(names, r.Name)
			}
			return err
		}))
		return names, known
	}
	w := newWorld(t, 3)
	today := civil.Range{From: day("2030-05-31"), To: day("2030-05-31")}

	names, known := rooms(t, w)
	require.False(t, known)
	require.Equal(t, []string{"A room"}, names)

	w.snapshot(t, today)
	names, known = rooms(t, w)
	require.True(t, known, "the snapshot is of the version before")
	require.Equal(t, []string{"A room"}, names)

	_, known = rooms(t, w)
	require.False(t, known, "there was a write since")

	w.snapshot(t, today)
	var inside []string
	w.roomsChanged = func(ctx context.Context, p property.Property) error {
		return w.Allotments.Write(ctx, p.OwnerID, p.ID, func(ctx context.Context, x allotment.Write) error {
			list, err := x.Rooms(ctx)
			inside = append(inside, list[0].Name)
			return err
		})
	}
	require.NoError(t, w.resize(t, w.rooms[0], "Suite", 4))
	require.Equal(t, []string{"Suite"}, inside, "what the transaction itself has changed")
	names, known = rooms(t, w)
	require.False(t, known)
	require.Equal(t, []string{"Suite"}, names)

	w.snapshot(t, today)
	require.NoError(t, w.DB.InTx(w.who.Context(t), func(ctx context.Context) error {
		return w.Allotments.Write(ctx, w.owner(), w.hotel.ID, func(_ context.Context, x allotment.Write) error {
			require.False(t, x.Known(), "in a transaction of others")
			return nil
		})
	}))
}
