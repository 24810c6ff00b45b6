package inventoryhttptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmentdb"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// chain is a hotel with so many properties of a room each.
type chain struct {
	*apptest.Env
	hotel      *apptest.Who
	properties []property.Property
	rooms      []int64
	key        auth.KeyCaller
}

func newChain(t *testing.T, properties int) *chain {
	t.Helper()
	c := &chain{Env: apptest.New(t)}
	var p property.Property
	c.hotel, p, c.rooms = c.House(t, 5)
	c.properties = append(c.properties, p)
	for i := range properties - 1 {
		p := c.Property(t, c.hotel, fmt.Sprint("House ", i))
		c.properties, c.rooms = append(c.properties, p), append(c.rooms, c.Room(t, c.hotel, p.ID, "Double", "DBL", 5))
	}
	c.key = auth.KeyCaller{KeyID: 1, OwnerID: c.hotel.User.OwnerID, AccountType: auth.Accommodation}
	return c
}

func (c *chain) export(t *testing.T, s *availability.Service) *availability.Export {
	t.Helper()
	x, err := s.Export(t.Context(), c.key, &availability.Query{From: civil.MustParse("2030-06-01"), To: civil.MustParse("2030-08-31")}, "")
	require.NoError(t, err)
	return x
}

func (c *chain) write(t *testing.T, i, closed int) {
	t.Helper()
	_, err := c.Allotments.SaveDay(c.hotel.Context(t), c.hotel.Caller, c.Master(t, c.hotel, c.properties[i]).ID, rules.DayInput{
		RoomID: c.rooms[i], Date: civil.MustParse("2030-06-01"), Setting: rules.Setting{Closed: &closed},
	})
	require.NoError(t, err)
}

// busyWriter is a client during whose pauses others work.
type busyWriter struct {
	meanwhile func(n int)
	n         int
}

func (w *busyWriter) Write(p []byte) (int, error) {
	w.n++
	w.meanwhile(w.n)
	return len(p), nil
}

func TestExport_slowReader(t *testing.T) {
	t.Parallel()
	c := newChain(t, 4)
	for _, write := range []func(*availability.Export, io.Writer) error{
		func(x *availability.Export, w io.Writer) error { return x.Write(t.Context(), w) },
		func(x *availability.Export, w io.Writer) error { return x.WriteGzip(t.Context(), w) },
	} {
		c.Availability.DropAll()
		w := &busyWriter{meanwhile: func(n int) {
			if n > 12 {
				return
			}
			// Where a transaction, rows or a lock were held, one of these would wait for ever.
			c.write(t, n%4, n%5)
			require.NoError(t, c.export(t, c.Availability).Write(t.Context(), io.Discard))
			free := func() bool { return c.DB.SQL().Stats().InUse == 0 } // once others have been told of the write
			require.Eventually(t, free, time.Minute, time.Millisecond)
		}}
		require.NoError(t, write(c.export(t, c.Availability), w))
		require.GreaterOrEqual(t, w.n, 6)
	}
}

func TestExport_large(t *testing.T) {
	t.Parallel()
	c := newChain(t, 6)
	var whole bytes.Buffer
	require.NoError(t, c.export(t, c.Availability).Write(t.Context(), &whole))
	each := whole.Len() / 6

	t.Run("what is kept is bounded, and an answer reads the same", func(t *testing.T) {
		t.Parallel()
		d := apptest.Deps[availability.Deps](c.Env)
		d.PlainBytes, d.ZippedBytes = 4*each, 4000
		s := availability.New(d)
		for range 3 {
			var out bytes.Buffer
			x := c.export(t, s)
			require.NoError(t, x.Write(t.Context(), &out))
			require.Equal(t, propertiesAvailability(t, whole.Bytes()), propertiesAvailability(t, out.Bytes()))
			require.NoError(t, x.WriteGzip(t.Context(), io.Discard))
			plain, zipped := s.Kept()
			require.Positive(t, plain)
			require.Positive(t, zipped)
			require.LessOrEqual(t, plain, 4*each)
			require.LessOrEqual(t, zipped, 4000)
		}
	})

	t.Run("a client that hangs up ends it", func(t *testing.T) {
		t.Parallel()
		x := c.export(t, c.Availability)
		require.ErrorIs(t, x.Write(t.Context(), hungUp{}), io.ErrClosedPipe)
		require.ErrorIs(t, x.WriteGzip(t.Context(), hungUp{}), io.ErrClosedPipe)
	})

	t.Run("what is deleted while it is read is left out", func(t *testing.T) {
		t.Parallel()
		c := newChain(t, 2)
		x := c.export(t, c.Availability)
		require.NoError(t, c.Properties.Delete(c.hotel.Context(t), c.hotel.Caller, c.properties[1].ID))
		var out bytes.Buffer
		require.NoError(t, x.Write(t.Context(), &out))
		require.Len(t, propertiesAvailability(t, out.Bytes()), 1)
	})
}

type hungUp struct{}

func (hungUp) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func propertiesAvailability(t *testing.T, text []byte) []any {
	t.Helper()
	var x struct{ Properties []any }
	require.NoError(t, json.Unmarshal(text, &x))
	return x.Properties
}

// Who asks again is answered without a query where one process writes, else with
// one for the revisions and one for the versions.
func TestExport_Tag_queries(t *testing.T) {
	t.Parallel()
	c := newChain(t, 6)
	seen := &dbtest.Statements{}
	watched := c.DB.Watched(seen)
	ad := apptest.Deps[allotment.Deps](c.Env)
	ad.Store = allotmentdb.New(watched)
	d := apptest.Deps[availability.Deps](c.Env)
	d.Allotments, d.Stamps = allotment.New(ad), watched
	s := availability.New(d)
	require.NoError(t, c.export(t, s).Write(t.Context(), io.Discard)) // opens the calendars
	tag := c.export(t, s).Tag()
	before := seen.Count()
	require.Equal(t, tag, c.export(t, s).Tag())
	want := int64(0)
	if c.DB.Engine() == db.Postgres {
		want = 2
	}
	require.Equal(t, want, seen.Count()-before)
}
