package inventoryhttptest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/testkit/audittest"
)

func TestPool(t *testing.T) {
	t.Parallel()

	t.Run("what does not fit is refused whole, with the dates", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l, ids := b.sent(t, object{"units": 2}, object{"units": 2, "arrival": "2030-06-02", "departure": "2030-06-04"}, object{"room": b.rooms[1], "units": 5})
		refusal := code(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusConflict, "pool_exceeded")
		require.Equal(t, []any{"2030-06-02"}, refusal["dates"])
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[1], 3))
		got := bodyRooming(t, b.hotel.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)
		require.Equal(t, object{"pending": 3., "confirmed": 0., "declined": 0., "cancelled": 0.}, got["counts"])
		require.Equal(t, "sent", got["status"])
		require.Empty(t, b.told(t, b.operator))

		bodyRooming(t, b.hotel.Do(t, post, at(entries, ids[1])+"cancel/", ""), http.StatusOK)
		got = bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)
		require.Equal(t, "confirmed", got["status"])
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))
		require.Equal(t, []int{5, 5, 0}, b.held(t, b.rooms[1], 3))
		code(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusConflict, "invalid_transition")
		got = bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"cancel/", ""), http.StatusOK)
		require.Equal(t, []any{"cancelled", object{"pending": 0., "confirmed": 0., "declined": 0., "cancelled": 3.}}, []any{got["status"], got["counts"]})
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[1], 3))
	})

	t.Run("a confirmed stay that changes moves what it holds, and is not in its own way", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l := b.ledger(t, b.hotel, nil)
		e := b.entry(t, b.hotel, l["id"], object{"units": 3})
		path := at(entries, e["id"])
		bodyRooming(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusOK)
		require.Equal(t, []int{3, 3, 0, 0}, b.held(t, b.rooms[0], 4))
		bodyRooming(t, b.hotel.Do(t, patch, path, `{"arrival":"2030-06-02","departure":"2030-06-04"}`), http.StatusOK)
		require.Equal(t, []int{0, 3, 3, 0}, b.held(t, b.rooms[0], 4))
		refusal := code(t, b.hotel.Do(t, patch, path, `{"units":4}`), http.StatusConflict, "pool_exceeded")
		require.Equal(t, []any{"2030-06-02", "2030-06-03"}, refusal["dates"])
		bodyRooming(t, b.hotel.Do(t, patch, path, text(t, object{"room": b.rooms[1], "units": 4})), http.StatusOK)
		require.Equal(t, []int{0, 0, 0, 0}, b.held(t, b.rooms[0], 4))
		require.Equal(t, []int{0, 4, 4, 0}, b.held(t, b.rooms[1], 4))
		bodyRooming(t, b.hotel.Do(t, patch, path, `{"guests":[{"last_name":"Byron"}],"note":"vegetarian"}`), http.StatusOK)
		require.Equal(t, []int{0, 4, 4, 0}, b.held(t, b.rooms[1], 4))
		code(t, b.operator.Do(t, patch, path, `{"units":1}`), http.StatusConflict, "invalid_transition")
		code(t, b.hotel.Do(t, patch, path, `{"arrival":"2030-05-30"}`), http.StatusBadRequest, "past_date")
		code(t, b.hotel.Do(t, del, path, ""), http.StatusConflict, "invalid_transition")
		code(t, b.hotel.Do(t, del, at(ledgers, l["id"]), ""), http.StatusConflict, "entries_confirmed")
		require.Equal(t, []int{0, 4, 4, 0}, b.held(t, b.rooms[1], 4))
		trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "allotment_days", b.master.ID)
		require.NoError(t, err)
		require.Len(t, trail, 3, "one change of days a request")
		require.Len(t, b.told(t, b.operator), 4)
		b.Clock.Advance(5 * 24 * time.Hour) // the guests have left
		b.hotel = b.Login(t, b.hotel.User.Email)
		bodyRooming(t, b.hotel.Do(t, post, path+"cancel/", ""), http.StatusOK)
		require.Equal(t, []int{0, 0, 0, 0}, b.held(t, b.rooms[1], 4))
	})

	t.Run("nights that have passed stay as they were when the rest of a stay changes", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l := b.ledger(t, b.hotel, nil)
		e := b.entry(t, b.hotel, l["id"], object{"units": 2, "departure": "2030-06-04"})
		path := at(entries, e["id"])
		bodyRooming(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusOK)
		b.Clock.Advance(2 * 24 * time.Hour) // the guests have slept one night
		b.hotel = b.Login(t, b.hotel.User.Email)
		for _, change := range []object{
			{"units": 1},
			{"units": 3},
			{"room": b.rooms[1]},
			{"arrival": "2030-06-02"},
			{"arrival": "2030-06-03"},
			{"arrival": "2030-05-31"},
			{"arrival": "2030-05-30", "departure": "2030-06-01"},
		} {
			code(t, b.hotel.Do(t, patch, path, text(t, change)), http.StatusBadRequest, "past_date")
			require.Equal(t, []int{2, 2, 2, 0}, b.held(t, b.rooms[0], 4))
			require.Equal(t, []int{0, 0, 0, 0}, b.held(t, b.rooms[1], 4))
		}
		bodyRooming(t, b.hotel.Do(t, patch, path, `{"departure":"2030-06-05"}`), http.StatusOK)
		require.Equal(t, []int{2, 2, 2, 2}, b.held(t, b.rooms[0], 4))
		bodyRooming(t, b.hotel.Do(t, patch, path, `{"departure":"2030-06-02"}`), http.StatusOK) // they leave today
		require.Equal(t, []int{2, 0, 0, 0}, b.held(t, b.rooms[0], 4))
		b.Clock.Advance(2 * 24 * time.Hour)
		b.hotel = b.Login(t, b.hotel.User.Email)
		code(t, b.hotel.Do(t, patch, path, `{"departure":"2030-06-06"}`), http.StatusBadRequest, "past_date") // nor were they there in between
		bodyRooming(t, b.hotel.Do(t, patch, path, `{"note":"left a hat"}`), http.StatusOK)
		require.Equal(t, []int{2, 0, 0, 0}, b.held(t, b.rooms[0], 4))
	})

	t.Run("a stay that should have begun cannot be confirmed", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l, ids := b.sent(t, object{"arrival": "2030-05-30", "departure": "2030-06-02"}, object{"units": 1})
		refusal := code(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusBadRequest, "past_date")
		require.Equal(t, []any{ids[0]}, refusal["entries"])
		code(t, b.hotel.Do(t, post, at(entries, ids[0])+"confirm/", ""), http.StatusBadRequest, "past_date")
		require.Equal(t, []int{0, 0}, b.held(t, b.rooms[0], 2))
		bodyRooming(t, b.hotel.Do(t, patch, at(entries, ids[0]), `{"arrival":"2030-05-31"}`), http.StatusOK)
		bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)
		require.Equal(t, []int{3, 1}, b.held(t, b.rooms[0], 2))
	})

	t.Run("today is the property's", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		res := b.hotel.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", b.property.ID), `{"timezone":"Pacific/Apia"}`)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		l := b.ledger(t, b.hotel, nil)
		e := b.entry(t, b.hotel, l["id"], object{"arrival": "2030-05-31"})
		code(t, b.hotel.Do(t, post, at(entries, e["id"])+"confirm/", ""), http.StatusBadRequest, "past_date") // there it is 1 June
	})

	t.Run("a ledger goes on: what is added to a confirmed one waits, what is closed stays held", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l, _ := b.sent(t, object{"units": 1})
		path := at(ledgers, l["id"])
		code(t, b.hotel.Do(t, post, path+"close/", ""), http.StatusConflict, "invalid_transition")
		bodyRooming(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusOK)
		more := b.entry(t, b.hotel, l["id"], object{"units": 1})
		require.Equal(t, "sent", statusRooming(t, b.operator, path))
		bodyRooming(t, b.hotel.Do(t, post, at(entries, more["id"])+"confirm/", ""), http.StatusOK)
		require.Equal(t, "confirmed", statusRooming(t, b.operator, path))
		bodyRooming(t, b.hotel.Do(t, post, path+"close/", ""), http.StatusOK)
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))
		code(t, b.operator.Do(t, post, path+"cancel/", ""), http.StatusConflict, "invalid_transition")
		code(t, b.hotel.Do(t, del, path, ""), http.StatusConflict, "entries_confirmed")
		bodyRooming(t, b.hotel.Do(t, post, at(entries, more["id"])+"cancel/", ""), http.StatusOK)
		require.Equal(t, "closed", statusRooming(t, b.hotel, path))
		bodyRooming(t, b.hotel.Do(t, post, path+"cancel/", ""), http.StatusOK)
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, path, "").Code)
	})

	t.Run("an open ledger closes only once nothing is pending, and nothing empty is sent or confirmed", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l := b.ledger(t, b.operator, nil)
		path := at(ledgers, l["id"])
		code(t, b.operator.Do(t, post, path+"send/", ""), http.StatusConflict, "nothing_pending")
		code(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusConflict, "invalid_transition")
		code(t, b.hotel.Do(t, post, at(ledgers, b.ledger(t, b.hotel, nil)["id"])+"confirm/", ""), http.StatusConflict, "nothing_pending")
		e := b.entry(t, b.operator, l["id"], nil)
		code(t, b.hotel.Do(t, post, path+"close/", ""), http.StatusConflict, "entries_pending")
		require.Equal(t, http.StatusNoContent, b.operator.Do(t, del, at(entries, e["id"]), "").Code)
		bodyRooming(t, b.hotel.Do(t, post, path+"close/", ""), http.StatusOK)
		require.Empty(t, b.told(t, b.hotel))
	})

	t.Run("a list outlives a room that nobody holds", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l, ids := b.sent(t, nil)
		c, _ := b.Catalogue.Find(facts.CategoryRooms)
		require.NoError(t, b.Properties.DeleteRecord(b.hotel.Context(t), b.hotel.Caller, b.property.ID, c, b.rooms[0]))
		require.Nil(t, bodyRooming(t, b.hotel.Do(t, get, at(entries, ids[0]), ""), http.StatusOK)["room"])
		code(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusBadRequest, "validation_failed")
		bodyRooming(t, b.hotel.Do(t, patch, at(entries, ids[0]), text(t, object{"room": b.rooms[1]})), http.StatusOK)
		bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[1], 3))
	})
}

func TestPool_atOnce(t *testing.T) {
	t.Parallel()

	t.Run("of twelve who confirm an entry one moves the pool", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l, ids := b.sent(t, object{"units": 1})
		codes := apptest.AtOnce(12, func(i int) int {
			if i%2 == 0 {
				return b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", "").Code
			}
			return b.hotel.Do(t, post, at(entries, ids[0])+"confirm/", "").Code
		})
		require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 11}, codes)
		require.Equal(t, []int{1, 1, 0}, b.held(t, b.rooms[0], 3))
		require.Len(t, b.told(t, b.operator), 1)

		codes = apptest.AtOnce(12, func(i int) int {
			if i%2 == 0 {
				return b.operator.Do(t, post, at(entries, ids[0])+"cancel/", "").Code
			}
			return b.hotel.Do(t, post, at(ledgers, l["id"])+"cancel/", "").Code
		})
		require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 11}, codes)
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
	})

	t.Run("of twelve ledgers that want the last units as many are confirmed as there are units", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		var paths []string
		for range 12 {
			l, _ := b.sent(t, object{"units": 1})
			paths = append(paths, at(ledgers, l["id"])+"confirm/")
		}
		codes := apptest.AtOnce(12, func(i int) int { return b.hotel.Do(t, post, paths[i], "").Code })
		require.Equal(t, map[int]int{http.StatusOK: 3, http.StatusConflict: 9}, codes)
		require.Equal(t, []int{3, 3, 0}, b.held(t, b.rooms[0], 3))
	})

	t.Run("confirmed, moved and cancelled at the same moment, the pool is what stands", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l := b.ledger(t, b.hotel, nil)
		var ids []any
		for range 4 {
			ids = append(ids, b.entry(t, b.hotel, l["id"], object{"units": 1})["id"])
		}
		codes := apptest.AtOnce(24, func(i int) int {
			path := at(entries, ids[i%4])
			switch i % 3 {
			case 0:
				return b.hotel.Do(t, post, path+"confirm/", "").Code
			case 1:
				return b.hotel.Do(t, patch, path, fmt.Sprintf(`{"departure":"2030-06-%02d"}`, 3+i%5)).Code
			default:
				if i < 12 {
					return b.hotel.Do(t, patch, path, text(t, object{"room": b.rooms[i%2]})).Code
				}
				return b.operator.Do(t, post, path+"cancel/", "").Code
			}
		})
		require.Equal(t, 24, codes[http.StatusOK]+codes[http.StatusConflict], codes)
		want := map[int64][]int{b.rooms[0]: make([]int, 10), b.rooms[1]: make([]int, 10)}
		for _, id := range ids {
			e, err := b.RoomingStore.Entry(t.Context(), b.hotel.User.OwnerID, int64(id.(float64)))
			require.NoError(t, err)
			for night := e.Arrival; e.Status == "confirmed" && night < e.Departure; night++ {
				want[*e.RoomID][night.Sub(day("2030-06-01"))] += e.Units
			}
		}
		for room, held := range want {
			require.Equal(t, held, b.held(t, room, 10))
		}
	})
}
