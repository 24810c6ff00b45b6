package inventoryhttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

func TestDays_batch(t *testing.T) {
	t.Parallel()

	t.Run("is saved whole, what has passed is skipped, a later entry goes on from an earlier one", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		res := b.hotel.Do(t, post, pathAllotment(b.master, "daily/batch/"), text(t, object{"days": []object{
			{"room": b.rooms[1], "date": "2030-06-02", "status": "stop", "reason": "renovation"},
			{"room": b.rooms[0], "date": "2030-06-01", "closed": 9},
			{"room": b.rooms[0], "date": "2030-05-30", "closed": 1},
			{"room": b.rooms[0], "date": "2030-06-01", "closed": 4, "note": "x"},
			{"room": b.rooms[1], "date": "2030-06-02", "status": "open"},
		}}))
		row := func(room int64, date string, closed int, status any, note string) object {
			return object{"calendar": b.master.ID, "room": room, "date": date, "closed": closed, "confirmed": 0, "rooming": 0, "status": status, "reason": nil, "note": note}
		}
		b.requireSaved(t, res, text(t, object{"saved": 4, "skipped": 1, "days": []object{
			row(b.rooms[0], "2030-06-01", 4, nil, "x"), row(b.rooms[1], "2030-06-02", 0, "open", ""),
		}}))
		require.Equal(t, []string{"availability.updated"}, b.events(t), "one event a request, and none of a stop that never was")
		require.Equal(t, 1, b.trail(t, b.master))
		b.requireSaved(t, b.hotel.Do(t, post, pathAllotment(b.master, "daily/batch/"), `{"days":[]}`), `{"saved":0,"skipped":0,"days":[]}`)
		b.check(t)
	})

	t.Run("one bad entry, and nothing is written", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		good := object{"room": b.rooms[0], "date": "2030-06-01", "closed": 1}
		send := func(more ...object) string { return text(t, object{"days": append([]object{good}, more...)}) }
		at := pathAllotment(b.master, "daily/batch/")
		apptest.RequireInvalid(t, b.hotel.Do(t, post, at, send(
			object{"room": b.rooms[0], "date": "2030-06-02", "reason": "renovation"},
		)), "days[1].reason", restrictive+", which 2030-06-02 of A room has not")
		apptest.RequireInvalid(t, b.hotel.Do(t, post, at, send(
			object{"room": 999999, "date": "2030-06-02"}, object{"room": b.rooms[0], "date": "2030-06-02", "status": "free", "reason": "renovation"},
		)), "days[1].room", notARoom, "days[2].reason", restrictive)
		apptest.RequireInvalid(t, b.hotel.Do(t, post, at, send(object{"closed": 1})), "days[1].date", "is required", "days[1].room", "is required")
		apptest.RequireInvalid(t, b.hotel.Do(t, post, at, `{}`), "days", "is required")
		res := b.hotel.Do(t, post, at, send(object{"room": b.rooms[1], "date": "2030-06-03", "closed": 3}))
		require.Equal(t, http.StatusConflict, res.Code)
		require.Contains(t, res.Body.String(), `"dates":["2030-06-03"]`)
		require.EqualValues(t, 0, bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/"), ""))["count"])
		require.Empty(t, b.events(t))
		b.check(t)
	})

	t.Run("up to 20,000 entries", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		send := func(n int) string {
			var s strings.Builder
			s.WriteString(`{"days":[`)
			for i := range n {
				if i > 0 {
					s.WriteByte(',')
				}
				fmt.Fprintf(&s, `{"room":%d,"date":"%s","closed":1}`, b.rooms[i%2], civil.MustParse("2030-06-01")+civil.Date(i/2%365))
			}
			return s.String() + `]}`
		}
		got := bodyAllotment(t, b.hotel.Do(t, post, pathAllotment(b.master, "daily/batch/"), send(20000)))
		require.EqualValues(t, 20000, got["saved"])
		require.Len(t, got["days"], 730)
		apptest.RequireTooMany(t, b.hotel.Do(t, post, pathAllotment(b.master, "daily/batch/"), send(20001)), "days", 20_000)
		b.check(t)
	})
}

func TestDays_bulk(t *testing.T) {
	t.Parallel()

	t.Run("sets the chosen weekdays of the chosen rooms and counts room-days", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		at := pathAllotment(b.master, "bulk/")
		// 2030-05-31 is a Friday.
		b.requireSaved(t, b.hotel.Do(t, post, at, `{"rooms":null,"from":"2030-05-20","to":"2030-06-09","weekdays":[6,7],"status":"stop","reason":"hotel_event","note":"Regatta"}`),
			`{"saved":8,"skipped":4}`)
		require.Equal(t, []string{"stopsale.created", "availability.updated"}, b.events(t))
		require.Equal(t, 1, b.trail(t, b.master))
		b.requireSaved(t, b.hotel.Do(t, post, at, fmt.Sprintf(`{"rooms":[%d,%d],"from":"2030-06-01","to":"2030-06-03","closed":1}`, b.rooms[1], b.rooms[1])),
			`{"saved":3,"skipped":0}`)
		b.requireSaved(t, b.hotel.Do(t, post, at, `{"from":"2030-06-01","to":"2030-06-02","status":null}`), `{"saved":4,"skipped":0}`)
		require.Equal(t, []string{"stopsale.created", "availability.updated", "availability.updated", "stopsale.cancelled", "availability.updated"}, b.events(t))
		list := bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, fmt.Sprintf("daily/?room=%d&from=2030-06-02&to=2030-06-08", b.rooms[1])), ""))
		dates := []any{}
		for _, r := range list["results"].([]any) {
			dates = append(dates, r.(object)["date"], r.(object)["status"], r.(object)["closed"])
		}
		require.Equal(t, []any{"2030-06-02", nil, 1., "2030-06-03", nil, 1., "2030-06-08", "stop", 0.}, dates)
		b.check(t)
	})

	t.Run("what is wrong is named", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		for send, want := range map[string][]string{
			`{"from":"2030-06-02","to":"2030-06-01","closed":1}`: {"to", "must not be before from"},
			`{"from":"2030-06-01","to":"2033-06-05","closed":1}`: {"to", "must be at most 1100 days after from, counting both"},
			`{"from":"2030-06-01","to":"2030-06-01"}`:            {"body", "must set something: status, reason, closed, confirmed, add or note"},
			`{"closed":1}`: {"from", "is required", "to", "is required"},
			`{"from":"2030-06-01","to":"2030-06-01","closed":1,"weekdays":[]}`:                   {"weekdays", "must name a day, or be null for all"},
			`{"from":"2030-06-01","to":"2030-06-01","closed":1,"weekdays":[0,8,3]}`:              {"weekdays[0]", "must be from 1, Monday, to 7, Sunday", "weekdays[1]", "must be from 1, Monday, to 7, Sunday"},
			`{"from":"2030-06-01","to":"2030-06-01","closed":1,"rooms":[]}`:                      {"rooms", "must name a room, or be null for all"},
			`{"from":"2030-06-01","to":"2030-06-01","closed":1,"rooms":[999999]}`:                {"rooms[0]", notARoom},
			`{"from":"2030-06-01","to":"2030-06-01","reason":"renovation"}`:                      {"reason", restrictive + ", which 2030-06-01 of A room has not"},
			`{"from":"2030-06-01","to":"2030-06-01","status":"open","reason":"renovation"}`:      {"reason", restrictive},
			`{"from":"2030-06-01","to":"2030-06-01","note":"` + strings.Repeat("x", 1001) + `"}`: {"note", "must have at most 1000 characters"},
		} {
			apptest.RequireInvalid(t, b.hotel.Do(t, post, pathAllotment(b.master, "bulk/"), send), want...)
		}
		require.Empty(t, b.events(t))
		apptest.RequireInvalid(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/?from=2030-06-02&to=2030-06-01"), ""), "to", "must not be before from")
	})

	t.Run("one day that does not fit, and nothing is written", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		other := b.calendar(t, rules.KindConnected)
		bodyAllotment(t, b.day(t, other, "2030-06-03", object{"confirmed": 8}))
		res := b.hotel.Do(t, post, pathAllotment(b.master, "bulk/"), fmt.Sprintf(`{"rooms":[%d],"from":"2030-06-01","to":"2030-06-30","closed":3}`, b.rooms[0]))
		require.Equal(t, http.StatusConflict, res.Code)
		got := object{}
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &got))
		require.Equal(t, []any{"2030-06-03"}, got["dates"])
		require.EqualValues(t, 0, bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/"), ""))["count"])
		require.Zero(t, b.trail(t, b.master))
		b.check(t)
	})
}
