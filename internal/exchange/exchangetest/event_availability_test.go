package exchangetest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/content/facts"
	"allot/internal/exchange/event"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
)

type told struct {
	PropertyID int64  `json:"property_id"`
	From       string `json:"from"`
	To         string `json:"to"`
	Complete   bool   `json:"complete"`
	Late       *bool  `json:"late"`
	Rooms      []struct {
		RoomID   int64  `json:"room_id"`
		Name     string `json:"name"`
		Code     string `json:"code"`
		Calendar int64  `json:"calendar_id"`
		Spans    []struct {
			From      string `json:"from"`
			To        string `json:"to"`
			State     string `json:"state"`
			Available *int   `json:"available"`
			Allotment *int   `json:"allotment"`
		} `json:"spans"`
	} `json:"rooms"`
}

// shows says an event in short.
func (b *eventBundle) shows(t *testing.T, text string) []string {
	t.Helper()
	return b.showsOf(t, text, func(int64) bool { return true })
}

// showsMaster is shows for the hotel, which is told of every calendar, without the others.
func (b *eventBundle) showsMaster(t *testing.T, text string) []string {
	t.Helper()
	return b.showsOf(t, text, func(calendar int64) bool { return calendar == b.master })
}

func (b *eventBundle) showsOf(t *testing.T, text string, wanted func(calendar int64) bool) []string {
	t.Helper()
	var d told
	require.NoError(t, json.Unmarshal([]byte(text), &d))
	require.Equal(t, b.property.ID, d.PropertyID)
	list := []string{fmt.Sprintf("%s %s %t", d.From[5:], d.To[5:], d.Complete)}
	count := func(n *int) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprint(*n)
	}
	for _, r := range d.Rooms {
		if !wanted(r.Calendar) {
			continue
		}
		list = append(list, r.Name+" "+r.Code)
		for _, s := range r.Spans {
			list = append(list, fmt.Sprintf("%s %s %s %s of %s", s.From[5:], s.To[5:], s.State, count(s.Available), count(s.Allotment)))
		}
	}
	return list
}

// asked keeps what is asked of the database.
type asked struct {
	mu   sync.Mutex
	list []string
}

func (a *asked) BeforeQuery(ctx context.Context, q *bun.QueryEvent) context.Context {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, q.Query)
	return ctx
}

func (*asked) AfterQuery(context.Context, *bun.QueryEvent) {}

// of counts the queries with some text in them.
func (a *asked) of(text string) (n int) {
	for _, q := range a.list {
		n += strings.Count(q, text)
	}
	return n
}

func TestService_RenderAvailability(t *testing.T) {
	t.Parallel()

	t.Run("each receiver is told its own values in its own words", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.rename(t, "connected")
		b.set(t, b.calendars["external"], 0, "2030-06-29", "2030-07-02", closed(2))
		ev := b.last(t, "availability.updated")
		require.Equal(t, []string{"06-29 07-02 true", "A room ", "06-29 06-30 open 1 of 2", "07-01 07-02 on_request 0 of 0"},
			b.shows(t, b.tell(t, ev, "rates")[0]))
		require.Equal(t, []string{"06-29 07-02 true", "Its own double X1", "06-29 07-02 on_request 0 of 0"}, b.shows(t, b.tell(t, ev, "connected")[0]))
		require.Equal(t, []string{"06-29 07-02 true", "A room ", "06-29 07-02 open - of -"}, b.shows(t, b.tell(t, ev, "plain")[0]),
			"of the Master an operator is told no number")
		require.Equal(t, []string{"06-29 07-02 true", "A room ", "06-29 07-02 open 3 of 3"}, b.showsMaster(t, b.tell(t, ev, "hotel")[0]))
	})

	t.Run("values are of the event's version or later, never earlier", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", closed(1))
		ev := b.last(t, "availability.updated")
		require.Equal(t, []string{"06-10 06-10 true", "A room ", "06-10 06-10 open 2 of 2"}, b.shows(t, b.tell(t, ev, "rates")[0]))
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", closed(3))
		require.Equal(t, []string{"06-10 06-10 true", "A room ", "06-10 06-10 closed 0 of 2"}, b.shows(t, b.tell(t, ev, "rates")[0]))
	})

	t.Run("units that are closed later than agreed and leave nothing are late for that contract", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		late := func(want map[string]bool) {
			t.Helper()
			for name, want := range want {
				var d told
				require.NoError(t, json.Unmarshal([]byte(b.tell(t, b.last(t, "availability.updated"), name)[0]), &d))
				require.NotNil(t, d.Late)
				require.Equal(t, want, *d.Late, name)
			}
		}
		nobody := map[string]bool{"connected": false, "plain": false, "rates": false, "hotel": false}
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", closed(2))
		late(nobody)
		require.Len(t, b.set(t, b.master, 0, "2030-06-10", "2030-06-20", closed(3)).Warnings, 1)
		late(map[string]bool{"connected": true, "plain": false, "rates": false, "hotel": true})
		b.set(t, b.master, 0, "2030-06-10", "2030-06-20", closed(0))
		late(nobody)
		require.Empty(t, b.set(t, b.master, 0, "2030-06-14", "2030-06-20", closed(3)).Warnings)
		late(nobody)

		stop := rules.StatusStop
		days := []rules.DayInput{
			{RoomID: b.rooms[1], Date: day("2030-06-10"), Setting: rules.Setting{Status: &stop}},
			{RoomID: b.rooms[1], Date: day("2030-06-11"), Setting: closed(1)},
		}
		_, err := b.Allotments.SaveDays(b.hotel.Context(t), b.hotel.Caller, b.master, days)
		require.NoError(t, err)
		late(nobody) // only the stop is
		require.Contains(t, b.tell(t, b.last(t, "stopsale.created"), "connected")[0], `"late":true`)
	})

	t.Run("values of a version before the event's are never told", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", closed(1))
		ev := b.last(t, "availability.updated")
		list, err := b.notes.Receivers(t.Context(), ev)
		require.NoError(t, err)
		var updated allotment.Updated
		require.NoError(t, ev.Decode(&updated))
		updated.Route.Version++
		ev.Payload = mustJSON(t, updated)
		for _, to := range list {
			_, err := b.notes.Render(t.Context(), ev, to)
			require.ErrorContains(t, err, fmt.Sprintf("is of version %d, the event of version %d", updated.Route.Version-1, updated.Route.Version))
		}
	})

	t.Run("what operators may read is a version of the availability too", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		ctx, who := b.hotel.Context(t), b.hotel.Caller
		id := b.contracts["plain"].ID
		for _, allowed := range []bool{false, true} {
			before, err := b.Allotments.Version(ctx, who.OwnerID, b.property.ID)
			require.NoError(t, err)
			_, err = b.Contracts.SetPermissions(ctx, who, id, map[string]any{"exports": map[string]any{"allowed": allowed}})
			require.NoError(t, err)
			ev := b.last(t, "availability.updated")
			var updated allotment.Updated
			require.NoError(t, ev.Decode(&updated))
			require.Equal(t, before+1, updated.Route.Version)
			b.set(t, b.master, 0, "2030-06-10", "2030-06-10", closed(1))
			require.EqualValues(t, before+2, member(t, b.tell(t, ev, "plain")[0], "version"), "as it is now")
		}
	})

	t.Run("what connects a receiver with the hotel is read once for all", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", closed(1))
		ev := b.last(t, "availability.updated")
		seen := &asked{}
		require.NoError(t, b.DB.Watched(seen).InTx(t.Context(), func(ctx context.Context) error {
			list, err := b.notes.Receivers(ctx, ev)
			require.Len(t, list, 5)
			for _, to := range list {
				if err == nil {
					_, err = b.notes.Render(ctx, ev, to)
				}
			}
			return err
		}))
		require.Equal(t, 1, seen.of(`FROM "contracts"`))
		require.Equal(t, 1, seen.of(`FROM "ratecontracts"`))
	})

	t.Run("an account that is no receiver is told nothing, least of all the hotel's numbers", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		b.set(t, b.master, 0, "2030-06-10", "2030-06-10", closed(1))
		got, err := b.notes.Render(t.Context(), b.last(t, "availability.updated"), event.Receiver{Account: b.who["stranger"].User.OwnerID})
		require.Error(t, err)
		require.Empty(t, got)
	})

	t.Run("a room that is gone is closed to who still knows it", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		rooms, _ := b.Catalogue.Find(facts.CategoryRooms)
		require.NoError(t, b.Properties.DeleteRecord(b.hotel.Context(t), b.hotel.Caller, b.property.ID, rooms, b.rooms[1]))
		got := b.shows(t, b.tell(t, b.last(t, "availability.updated"), "plain")[0])
		require.Equal(t, "B room ", got[1])
		require.Contains(t, got[2], "closed 0 of 0")
	})

	t.Run("what is too much for one event is told without values", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		var days []rules.DayInput
		for i := range 1000 {
			for _, room := range b.rooms {
				n := 1 + i%2
				days = append(days, rules.DayInput{RoomID: room, Date: day("2030-06-01").Add(i), Setting: closed(n)})
			}
		}
		_, err := b.Allotments.SaveDays(b.hotel.Context(t), b.hotel.Caller, b.master, days)
		require.NoError(t, err)
		ev := b.last(t, "availability.updated")
		require.Less(t, len(ev.Payload), 1000, "the stored event names ranges")
		require.Equal(t, []string{"06-01 02-24 false", "A room ", "B room "}, b.showsMaster(t, b.tell(t, ev, "hotel")[0]))
		require.Equal(t, []string{"06-01 02-24 true", "A room ", "06-01 02-24 open - of -", "B room ", "06-01 02-24 open - of -"},
			b.shows(t, b.tell(t, ev, "plain")[0]), "who is told no numbers is told all of it")
	})

	t.Run("that the hotel is suspended is told once with the code of the export, and its end with all days", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		staff, before := b.Admin(t), len(b.stored(t, "availability.updated"))
		_, err := b.Accounts.Suspend(staff.Context(t), b.hotel.User.OwnerID, "Not paid")
		require.NoError(t, err)
		require.Len(t, b.stored(t, "availability.updated"), before+1)
		type message struct {
			Error     *struct{ Code, Message string }
			Calendars []int64
			Rooms     []struct{ Spans []struct{ State string } }
		}
		read := func(name string) (m message) {
			t.Helper()
			texts := b.tell(t, b.last(t, "availability.updated"), name)
			require.Len(t, texts, 1)
			require.NoError(t, json.Unmarshal([]byte(texts[0]), &m))
			return m
		}
		for _, name := range []string{"connected", "plain", "rates"} {
			m := read(name)
			require.NotNil(t, m.Error, name)
			require.Equal(t, "hotel_suspended", m.Error.Code, name)
			require.NotEmpty(t, m.Error.Message)
			require.Empty(t, m.Calendars, name)
			require.NotEmpty(t, m.Rooms, name)
			for _, r := range m.Rooms {
				for _, s := range r.Spans {
					require.Equal(t, "closed", s.State, name)
				}
			}
		}
		_, err = b.Accounts.Resume(staff.Context(t), b.hotel.User.OwnerID)
		require.NoError(t, err)
		for _, name := range []string{"connected", "plain", "rates"} {
			m := read(name)
			require.Nil(t, m.Error, name)
			require.NotEmpty(t, m.Calendars, name)
		}
	})

	t.Run("who lost its contract before the property was deleted is told, however late", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		_, err := b.Contracts.Cancel(b.who["connected"].Context(t), b.who["connected"].Caller, b.contracts["connected"].ID)
		require.NoError(t, err)
		ended := b.last(t, "availability.updated")
		early, err := b.notes.Receivers(t.Context(), ended)
		require.NoError(t, err)
		require.NoError(t, b.Properties.Delete(b.hotel.Context(t), b.hotel.Caller, b.property.ID))
		require.NotContains(t, b.names(t, b.last(t, "availability.updated")), "connected", "it could read nothing of it any more")

		require.Equal(t, []string{"connected", "hotel"}, b.names(t, ended))
		requireDeleted(t, b.tell(t, ended, "connected"))
		require.Empty(t, b.tell(t, ended, "hotel"), "it is told by the event of the deletion")
		i := slices.IndexFunc(early, func(r event.Receiver) bool { return r.Account == b.who["connected"].User.OwnerID })
		messages, err := b.notes.Render(t.Context(), ended, early[i])
		require.NoError(t, err)
		requireDeleted(t, []string{string(messages[0])})
	})

	t.Run("of a property that was never published nobody is told that it is deleted", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		draft := b.Property(t, b.hotel, "Draft")
		kind, called, id := rules.KindConnected, calendarName, b.contracts["plain"].ID
		with := &id
		_, err := b.Allotments.CreateCalendar(b.hotel.Context(t), b.hotel.Caller, rules.CalendarChange{PropertyID: &draft.ID, Kind: &kind, Name: &called, Contract: &with})
		require.NoError(t, err)
		bound := b.last(t, "availability.updated")
		require.NoError(t, b.Properties.Delete(b.hotel.Context(t), b.hotel.Caller, draft.ID))
		require.Equal(t, []string{"hotel"}, b.names(t, bound))
		require.Equal(t, []string{"hotel"}, b.names(t, b.last(t, "availability.updated")))
	})

	t.Run("thousands of single days are stored as one range a room", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		var days []rules.DayInput
		for i := range 1001 {
			days = append(days, rules.DayInput{RoomID: b.rooms[0], Date: day("2030-06-01").Add(2 * i), Setting: closed(1)})
		}
		_, err := b.Allotments.SaveDays(b.hotel.Context(t), b.hotel.Caller, b.master, days)
		require.NoError(t, err)
		var ev allotment.Updated
		require.NoError(t, b.last(t, "availability.updated").Decode(&ev))
		require.Equal(t, []allotment.RoomSpan{{Room: b.rooms[0], From: days[0].Date, To: days[1000].Date}}, ev.Data.Rooms)
	})
}

// requireDeleted requires one message that says that the property is deleted.
func requireDeleted(t *testing.T, texts []string) {
	t.Helper()
	require.Len(t, texts, 1)
	var m struct {
		Calendars []int64
		Error     struct{ Code string }
	}
	require.NoError(t, json.Unmarshal([]byte(texts[0]), &m))
	require.Equal(t, availability.PropertyDeleted.Code, m.Error.Code)
	require.NotNil(t, m.Calendars)
	require.Empty(t, m.Calendars)
}
