package inventoryhttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

func counts(o object) []any { return []any{o["closed"], o["confirmed"]} }

func TestDay_add(t *testing.T) {
	t.Parallel()

	t.Run("counts go up and down from where they are, in each kind of write", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		add := func(closed, confirmed int) object {
			return object{"add": object{"closed": closed, "confirmed": confirmed}}
		}
		require.Equal(t, []any{2.0, 1.0}, counts(bodyAllotment(t, b.day(t, b.master, "2030-06-01", add(2, 1)))))
		require.Equal(t, []any{5.0, 0.0}, counts(bodyAllotment(t, b.day(t, b.master, "2030-06-01", add(3, -1)))))
		one := object{"room": b.rooms[0], "date": "2030-06-01", "add": object{"closed": -1}}
		got := bodyAllotment(t, b.hotel.Do(t, post, pathAllotment(b.master, "daily/batch/"), text(t, object{"days": []object{one, one}})))
		require.Equal(t, []any{3.0, 0.0}, counts(got["days"].([]any)[0].(object)), "an entry goes on from the one before")
		bodyAllotment(t, b.hotel.Do(t, post, pathAllotment(b.master, "bulk/"), `{"from":"2030-06-01","to":"2030-06-02","add":{"closed":1}}`))
		list := bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, fmt.Sprintf("daily/?room=%d", b.rooms[0])), ""))["results"].([]any)
		require.Equal(t, []any{4.0, 0.0}, counts(list[0].(object)))
		require.Equal(t, []any{1.0, 0.0}, counts(list[1].(object)))
		require.Equal(t, []any{0.0, 0.0}, counts(bodyAllotment(t, b.day(t, b.master, "2030-06-01", add(-9, 0)))), "it opens what is closed, and no more")
		bodyAllotment(t, b.day(t, b.master, "2030-06-01", object{"add": nil, "note": "x"}))
		b.check(t)
	})

	t.Run("what cannot be is refused, by its field, and nothing is written", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		alone := b.calendar(t, rules.KindStandalone)
		for name, tt := range map[string]struct {
			in   rules.Calendar
			set  object
			want []string
		}{
			"with the value itself":  {b.master, object{"closed": 1, "add": object{"closed": 1}}, []string{"add.closed", "must not be sent with a new value of the same count"}},
			"less than none sold":    {b.master, object{"add": object{"confirmed": -1}}, []string{"add.confirmed", "makes -1 units sold of A room on 2030-06-01; there can be from 0 to 10000"}},
			"too many":               {b.master, object{"add": object{"closed": 10001}}, []string{"add.closed", "must be at most 10000"}},
			"without a pool":         {alone, object{"add": object{"closed": 1}}, []string{"add.closed", noUnits}},
			"of another type":        {b.master, object{"add": 3}, []string{"add", "must be an object"}},
			"a count that is no one": {b.master, object{"add": object{"closed": "two"}}, []string{"add.closed", "must be a whole number"}},
		} {
			t.Log(name)
			apptest.RequireInvalid(t, b.day(t, tt.in, "2030-06-01", tt.set), tt.want...)
		}
		apptest.RequireInvalid(t, b.hotel.Do(t, post, pathAllotment(b.master, "bulk/"), `{"from":"2030-06-01","to":"2030-06-02","add":{"closed":0}}`),
			"body", "must set something: status, reason, closed, confirmed, add or note")
		require.Equal(t, http.StatusConflict, b.day(t, b.master, "2030-06-01", object{"add": object{"closed": 11}}).Code)
		require.Zero(t, b.trail(t, b.master))
		from := civil.MustParse("2030-06-01")
		require.NoError(t, b.Allotments.Hold(b.hotel.Context(t), b.hotel.User.OwnerID, b.master.ID, []allotment.Stay{{RoomID: b.rooms[0], Arrival: from, Departure: from + 1, Units: 3}}))
		res := b.day(t, b.master, "2030-06-01", object{"add": object{"confirmed": -1}})
		got := object{}
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &got))
		require.Equal(t, []any{http.StatusConflict, "rooming_holds"}, []any{res.Code, got["code"]})
		b.check(t)
	})

	t.Run("of writers at the same time none is lost", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		var work sync.WaitGroup
		for range 8 {
			work.Go(func() {
				if code := b.day(t, b.master, "2030-06-01", object{"add": object{"closed": 1}}).Code; code != http.StatusOK {
					t.Errorf("%d", code)
				}
			})
		}
		work.Wait()
		list := bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/"), ""))["results"].([]any)
		require.Equal(t, []any{8.0, 0.0}, counts(list[0].(object)))
		b.check(t)
	})
}

// A day of the Master adds up: all units are with the Master, with other calendars,
// in other systems, lent, or left.
func TestGrid_masterAddsUp(t *testing.T) {
	t.Parallel()
	b := setupAllotment(t)
	other := b.calendar(t, rules.KindAllotment)
	b.calendar(t, rules.KindStandalone)
	bodyAllotment(t, b.day(t, b.master, "2030-06-01", object{"closed": 1, "confirmed": 2}))
	bodyAllotment(t, b.day(t, other, "2030-06-01", object{"closed": 1, "confirmed": 3}))
	share := fmt.Sprintf(`{"property":%d,"donor_room":%d,"recipient_room":%d,"max_units":2}`, b.property.ID, b.rooms[0], b.rooms[1])
	require.Equal(t, http.StatusCreated, b.hotel.Do(t, post, "/api/allotment/shares/", share).Code)
	bodyAllotment(t, b.hotel.Do(t, post, pathAllotment(other, "daily/"), fmt.Sprintf(`{"room":%d,"date":"2030-06-01","confirmed":3}`, b.rooms[1])))

	gridOf := func(c rules.Calendar) (g reading.GridBody) {
		res := b.hotel.Do(t, get, pathAllotment(c, "grid/?from=2030-06-01&to=2030-06-02"), "")
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &g), res.Body)
		return g
	}
	master := gridOf(b.master)
	value := func(n *int) int {
		if n == nil {
			return 0
		}
		return *n
	}
	for _, room := range master.Rooms {
		for date, d := range room.Days {
			taken := d.Closed + d.Confirmed + value(d.OthersClosed) + value(d.OthersConfirmed) + d.External + value(d.Lent)
			require.Equal(t, d.Base+value(d.Borrowed), taken+d.PhysicalRemaining-value(d.Borrowable), "%s %s", room.RoomName, date)
		}
	}
	first := master.Rooms[0].Days["2030-06-01"]
	require.Equal(t, []int{3, 1, 1}, []int{*first.OthersConfirmed, *first.OthersClosed, *first.Lent})
	second := master.Rooms[1].Days["2030-06-01"]
	require.Equal(t, []int{3, 1}, []int{*second.OthersConfirmed, *second.Borrowed})
	require.Nil(t, second.OthersClosed, "on no day of the room")
	require.Nil(t, gridOf(other).Rooms[0].Days["2030-06-01"].OthersConfirmed, "of the Master only")
}
