package inventoryhttptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

func TestExport_Since(t *testing.T) {
	t.Parallel()

	t.Run("lists what changed since and nothing else", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		second := b.another(t, "Hotel Boreas", "TR")
		at := b.key(t, b.operator, nil) + days4
		x := b.pull(t, at)
		require.True(t, x.Complete)
		require.Len(t, x.Properties, 2)
		room := b.Room(t, b.hotel, second.ID, "Double", "DBL", 4)
		b.another(t, "Another", "TR")
		x = b.pull(t, at+"&since="+x.NextCursor)
		require.True(t, x.Complete, "there is another property")
		require.Len(t, x.Properties, 3)
		b.day(t, b.Master(t, b.hotel, second).ID, room, "2030-06-01", statusAvailabilityHTTP(rules.StatusStop))
		x = b.pull(t, at+"&since="+x.NextCursor)
		require.False(t, x.Complete)
		require.Contains(t, ids(x), second.ID)
		if b.DB.Engine() == db.SQLite { // elsewhere a write that others have under way makes some be told twice
			require.Equal(t, []int64{second.ID}, ids(x))
		}
	})

	t.Run("is complete when names, contracts, codes, reasons or the day change", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator)
		at := b.key(t, b.operator, nil) + "?include=reasons"
		next := b.pull(t, at).NextCursor
		changes := map[string]func(){
			"codes":   func() { b.Map(t, mapping.Codes{Hotel: "H"}) },
			"reasons": func() { b.Set(t, c.ID, "share_stop_sale_reasons", true) },
			"words": func() {
				word := "ZU"
				_, err := b.Mappings.UpdateEventCodes(b.operator.Context(t), b.operator.Caller, mapping.EventCodesChange{Stop: &word})
				require.NoError(t, err)
			},
			"portfolio": func() { b.another(t, "Another", "TR") },
			"day":       func() { b.Clock.Advance(24 * time.Hour) },
			"contract":  func() { b.SetStatus(t, c, contract.StatusCancelled) },
		}
		for _, what := range []string{"codes", "reasons", "words", "portfolio", "day", "contract"} {
			require.False(t, b.pull(t, at+"&since="+next).Complete, what)
			changes[what]()
			x := b.pull(t, at+"&since="+next)
			require.True(t, x.Complete, what)
			next = x.NextCursor
		}
		require.Empty(t, b.pull(t, at).Properties)
	})

	t.Run("is complete when it becomes another day where a property is", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		zone := "Pacific/Auckland" // where the day ends at noon in UTC
		_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Timezone: &zone}, property.Logo{})
		require.NoError(t, err)
		at := b.key(t, b.hotel, nil) + days4
		b.Clock.Advance(-time.Second)
		next, etag := b.pull(t, at).NextCursor, b.Do(t, get, at, "").Header().Get("ETag")
		require.False(t, b.pull(t, at+"&since="+next).Complete)
		b.Clock.Advance(time.Second)
		require.True(t, b.pull(t, at+"&since="+next).Complete)
		require.Equal(t, http.StatusOK, b.Do(t, get, at, "", apptest.Header("If-None-Match", etag)).Code)
	})

	t.Run("tells of a property whose calendars are gone", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		plain := b.calendar(t, rules.KindAllotment, nil)
		at := b.key(t, b.hotel, nil) + days4 + "&kind=allotment"
		x := b.pull(t, at)
		require.Len(t, x.Properties, 1)
		require.NoError(t, b.Allotments.DeleteCalendar(b.hotel.Context(t), b.hotel.Caller, plain))
		x = b.pull(t, at+"&since="+x.NextCursor)
		require.False(t, x.Complete)
		require.Len(t, x.Properties, 1)
		require.Empty(t, x.Properties[0].Calendars)
		require.Empty(t, b.pull(t, at).Properties, "a complete answer leaves it out")
	})

	t.Run("takes only cursors of the same key and filters", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator)
		at, other := b.key(t, b.operator, nil), b.key(t, b.operator, &c.ID)
		next := b.pull(t, at+days4).NextCursor
		const strange = "is of another key or of other filters: pull everything once without since, then go on with its next_cursor"
		for _, path := range []string{
			other + days4, at + "?from=2030-06-01&to=2030-06-05", at + days4 + "&granularity=spans", at + days4 + "&country=GR", at + days4 + "&include=reasons",
			at + days4 + "&calendar=master", at + days4 + "&property_id=7", b.key(t, b.hotel, nil) + days4,
		} {
			apptest.RequireInvalid(t, b.Do(t, get, path+"&since="+next, ""), "since", strange)
		}
		for _, bad := range []string{"x", "0", next[1:], next + "A", "!" + next[1:]} {
			apptest.RequireInvalid(t, b.Do(t, get, at+days4+"&since="+bad, ""), "since",
				"is no cursor: take next_cursor of an answer, or pull everything without since")
		}
	})
}

func TestExport_ETag(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	c := b.Accepted(t, b.hotel, b.operator)
	own := b.connected(t, c)
	at := b.key(t, b.operator, nil) + days4
	b.pull(t, at) // opens the calendars
	tag := ""
	same := func(what string) {
		res := b.Do(t, get, at, "", apptest.Header("If-None-Match", tag))
		require.Equal(t, http.StatusNotModified, res.Code, what)
		require.Empty(t, res.Body.String())
	}
	differs := func(what string) {
		res := b.Do(t, get, at, "", apptest.Header("If-None-Match", tag))
		require.Equal(t, http.StatusOK, res.Code, what)
		require.NotEqual(t, tag, res.Header().Get("ETag"))
		tag = res.Header().Get("ETag")
		same(what)
	}
	differs("first")
	b.Clock.Advance(20 * time.Minute)
	same("another quarter of an hour")
	b.day(t, own, b.rooms[0], "2030-06-01", statusAvailabilityHTTP(rules.StatusStop))
	differs("a day")
	b.Map(t, mapping.Codes{Hotel: "H"})
	differs("codes")
	b.Set(t, c.ID, "to_sync_ss", false)
	differs("terms")
	stranger, p, rooms := b.House(t, 1)
	b.day2(t, stranger, p, rooms[0])
	same("somebody else's")
	for _, query := range []string{"&granularity=spans", "&include=reasons", "&calendar=master"} {
		res := b.Do(t, get, at+query, "", apptest.Header("If-None-Match", tag))
		require.Equal(t, http.StatusOK, res.Code, query)
	}
}

// day2 closes a day of somebody else's Master.
func (b *availabilityHTTPBundle) day2(t *testing.T, who *apptest.Who, p property.Property, room int64) {
	t.Helper()
	stop := rules.StatusStop
	_, err := b.Allotments.SaveDay(who.Context(t), who.Caller, b.Master(t, who, p).ID,
		rules.DayInput{RoomID: room, Date: civil.MustParse("2030-06-01"), Setting: rules.Setting{Status: &stop}})
	require.NoError(t, err)
}

// replica is the copy of a system that pulls what has changed.
type replica struct {
	at, next string
	has      map[int64]json.RawMessage
	partial  int
}

func (r *replica) pull(t *testing.T, b *availabilityHTTPBundle) {
	t.Helper()
	at := r.at
	if r.next != "" {
		at += "&since=" + r.next
	}
	res := b.Do(t, get, at, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	var x struct {
		NextCursor string `json:"next_cursor"`
		Complete   bool
		Properties []json.RawMessage
	}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &x))
	if r.next = x.NextCursor; x.Complete {
		r.has = map[int64]json.RawMessage{}
	} else {
		r.partial++
	}
	for _, p := range x.Properties {
		var head struct {
			PropertyID int64 `json:"property_id"`
		}
		require.NoError(t, json.Unmarshal(p, &head))
		r.has[head.PropertyID] = p
	}
}

// Whoever only asks for what changed has, in the end, what everybody else has.
func TestExport_Since_concurrent(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	b.Accepted(t, b.hotel, b.operator)
	type house struct {
		master, room int64
	}
	houses := []house{{b.Master(t, b.hotel, b.property).ID, b.rooms[0]}}
	for _, name := range []string{"Boreas", "Calypso", "Delos", "Eos"} {
		p := b.Property(t, b.hotel, name)
		room := b.Room(t, b.hotel, p.ID, "Double", "DBL", 50)
		b.Publish(t, b.hotel, b.Admin(t), p)
		houses = append(houses, house{b.Master(t, b.hotel, p).ID, room})
	}
	const writers, rounds, pullers = 4, 40, 2
	paths := []string{b.key(t, b.operator, nil) + days4, b.key(t, b.hotel, nil) + days4}
	save := func(h house, day int, status rules.Status) {
		_, err := b.Allotments.SaveDay(b.hotel.Context(t), b.hotel.Caller, h.master, rules.DayInput{
			RoomID: h.room, Date: civil.MustParse("2030-06-01").Add(day), Setting: rules.Setting{Status: &status},
		})
		if err != nil {
			t.Error(err)
		}
	}
	var writing, pulling sync.WaitGroup
	done := make(chan struct{})
	for w := range writers {
		writing.Go(func() {
			random := rand.New(rand.NewPCG(uint64(w), 7))
			for range rounds {
				save(houses[random.IntN(len(houses))], random.IntN(4), rules.Statuses[random.IntN(len(rules.Statuses))])
			}
		})
	}
	writing.Go(func() { // names change meanwhile too
		for i := range 5 {
			b.Map(t, mapping.Codes{Hotel: fmt.Sprint("H", i)})
		}
	})
	replicas := make([]*replica, pullers*len(paths))
	for i := range replicas {
		replicas[i] = &replica{at: paths[i%len(paths)]}
		pulling.Go(func() {
			for {
				replicas[i].pull(t, b)
				select {
				case <-done:
					replicas[i].pull(t, b)
					return
				default:
				}
			}
		})
	}
	writing.Wait()
	close(done)
	pulling.Wait()
	save(houses[0], 3, rules.StatusStop) // however late the others asked first
	for _, r := range replicas {
		r.pull(t, b)
		whole := &replica{at: r.at}
		whole.pull(t, b)
		require.Len(t, whole.has, len(houses))
		require.Len(t, r.has, len(whole.has))
		for id, p := range whole.has {
			require.JSONEq(t, string(p), string(r.has[id]))
		}
		require.Positive(t, r.partial, "it was not complete each time")
	}
}

// The lane for trying out shows the first ten.
func TestExport_Shown(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	for i := range 11 {
		b.Property(t, b.hotel, fmt.Sprint("House ", i))
	}
	key := auth.KeyCaller{KeyID: 1, OwnerID: b.hotel.User.OwnerID, AccountType: auth.Accommodation, MaxProperties: 10}
	all := ids(b.pull(t, b.key(t, b.hotel, nil)+days4))
	require.Len(t, all, 12)
	x, err := b.Availability.Export(t.Context(), key, &availability.Query{From: civil.MustParse("2030-06-01"), To: civil.MustParse("2030-06-01")}, "")
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, x.Write(t.Context(), &out))
	var got export
	require.NoError(t, json.Unmarshal(out.Bytes(), &got))
	require.Equal(t, all[:10], ids(got))
}
