package inventoryhttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

func (d *desk) addBlock(t *testing.T, calendar any, change object) object {
	t.Helper()
	return deskBody(t, d.hotel.Do(t, post, calendarAt(t, calendar, "blocks/"), d.block(t, change)), http.StatusCreated)
}

func TestBlock(t *testing.T) {
	t.Parallel()

	t.Run("is made, listed, changed and deleted", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.calendar(t, nil)
		made := d.addBlock(t, c, nil)
		want := object{
			"id": made["id"], "calendar": c["id"], "room": d.rooms[0], "start_date": "2030-06-01", "end_date": "2030-06-30",
			"quantity": 3, "release_days": 2, "source": "manual",
		}
		apptest.RequireJSON(t, d.hotel.Do(t, get, calendarAt(t, c, "blocks/"), ""), http.StatusOK,
			deskText(t, object{"count": 1, "next": nil, "previous": nil, "results": []object{want}}))
		res := d.hotel.Do(t, patch, blockAt(t, made), deskText(t, made))
		apptest.RequireJSON(t, res, http.StatusOK, deskText(t, want))
		require.Equal(t, []string{"create"}, d.actions(t, "allotment_block", made), "what changes nothing leaves no trace")

		got := deskBody(t, d.hotel.Do(t, patch, blockAt(t, made), `{"quantity":4,"release_days":null,"end_date":"2030-07-02"}`), http.StatusOK)
		require.Equal(t, []any{4.0, 0.0, "2030-06-01", "2030-07-02"}, []any{got["quantity"], got["release_days"], got["start_date"], got["end_date"]})
		require.Equal(t, http.StatusNoContent, d.hotel.Do(t, del, blockAt(t, made), "").Code)
		apptest.RequireNotFound(t, d.hotel.Do(t, del, blockAt(t, made), ""))
		require.Equal(t, []string{"create", "update", "delete"}, d.actions(t, "allotment_block", made))
	})

	t.Run("the news are of the days whose allotment is another, from today on", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.calendar(t, nil)
		made := d.addBlock(t, c, object{"start_date": "2030-05-01", "end_date": "2030-06-10", "release_days": 0})
		for _, change := range []string{
			`{"end_date":"2030-06-12"}`, `{"start_date":"2030-05-20"}`, `{"start_date":"2030-06-02"}`, `{"release_days":5}`, `{"quantity":2}`,
			fmt.Sprintf(`{"room":%d,"release_days":0}`, d.rooms[1]), `{}`,
		} {
			deskBody(t, d.hotel.Do(t, patch, blockAt(t, made), change), http.StatusOK)
		}
		d.hotel.Do(t, del, blockAt(t, made), "")
		require.Equal(t, [][]string{
			{"A 05-31 06-10"},
			{"A 06-11 06-12"},
			{"A 05-31 06-01"},
			{"A 06-02 06-04"},
			{"A 06-05 06-12"},
			{"A 06-05 06-12", "B 06-02 06-12"},
			{"B 06-02 06-12"},
		}, d.told(t))
	})

	t.Run("pages are in the order of rooms and seasons", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.calendar(t, nil)
		d.addBlock(t, c, object{"room": d.rooms[1], "start_date": "2030-06-01"})
		d.addBlock(t, c, object{"start_date": "2030-08-01", "end_date": "2030-08-02"})
		d.addBlock(t, c, nil)
		starts := []any{}
		for page := range 2 {
			res := d.hotel.Do(t, get, calendarAt(t, c, fmt.Sprintf("blocks/?page_size=2&page=%d", page+1)), "")
			require.EqualValues(t, 3, deskBody(t, res, http.StatusOK)["count"])
			starts = append(starts, deskNames(t, res, "start_date")...)
		}
		require.Equal(t, []any{"2030-06-01", "2030-08-01", "2030-06-01"}, starts)
	})
}

func TestBlock_refusals(t *testing.T) {
	t.Parallel()

	t.Run("every bad field is named at once", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.calendar(t, nil)
		refused := func(change object, fields ...string) {
			t.Helper()
			apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), d.block(t, change)), fields...)
		}
		refused(object{"room": 999999, "end_date": "2030-05-31", "quantity": 0, "release_days": 366},
			"end_date", "must not be before start_date", "release_days", "must be from 0 to 365", "quantity", "must be at least 1",
			"room", "must be the id of a room of this property")
		refused(object{"quantity": 11}, "quantity", "must be at most 10, the room_total_units of the room")
		refused(object{"release_days": -1, "quantity": -1}, "release_days", "must be from 0 to 365", "quantity", "must be at least 1")
		refused(object{"end_date": "2035-06-02"}, "end_date", "must be at most 5 years after start_date")
		refused(object{"start_date": "2030-05-01", "end_date": "2030-05-30"}, "end_date", "must not be in the past: today is 2030-05-31 where the property is")
		refused(object{"start_date": nil, "end_date": nil, "quantity": nil, "room": nil},
			"end_date", "is required", "quantity", "is required", "room", "is required", "start_date", "is required")
		stranger, theirs := d.Hotel(t, "Elsewhere")
		refused(object{"room": d.Room(t, stranger, theirs.ID, "Double", "DBL", 5)}, "room", "must be the id of a room of this property")
		d.addBlock(t, c, object{"start_date": "2030-05-31", "end_date": "2035-05-31", "quantity": 10, "release_days": 365})
	})

	t.Run("overlapping blocks of a room on one calendar", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c, other := d.calendar(t, nil), d.calendar(t, nil)
		first := d.addBlock(t, c, nil)
		for _, season := range [][2]string{{"2030-06-30", "2030-07-31"}, {"2030-05-31", "2030-06-01"}, {"2030-06-10", "2030-06-10"}, {"2030-01-01", "2031-01-01"}} {
			refused := deskBody(t, d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), d.block(t, object{"start_date": season[0], "end_date": season[1]})), http.StatusConflict)
			require.Equal(t, []any{"block_overlap", first["id"], fmt.Sprintf("block %d allots the room from 2030-06-01 to 2030-06-30 already", idOf(t, first))},
				[]any{refused["code"], refused["block"], refused["message"]})
		}
		d.addBlock(t, c, object{"room": d.rooms[1]})
		d.addBlock(t, other, nil)
		july := d.addBlock(t, c, object{"start_date": "2030-07-01", "end_date": "2030-07-31"})
		require.Equal(t, http.StatusConflict, d.hotel.Do(t, patch, blockAt(t, july), `{"start_date":"2030-06-30"}`).Code)
		deskBody(t, d.hotel.Do(t, patch, blockAt(t, july), `{"start_date":"2030-07-02"}`), http.StatusOK)
	})

	t.Run("of twenty overlapping at once one is made", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.calendar(t, nil)
		codes := apptest.AtOnce(20, func(i int) int {
			return d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), d.block(t, object{"start_date": fmt.Sprintf("2030-06-%02d", i+1)})).Code
		})
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 19}, codes)
		require.Len(t, d.blocks(t, c), 1)
	})

	t.Run("calendars that have none", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		master := d.Master(t, d.hotel, d.property)
		apptest.RequireError(t, d.hotel.Do(t, post, calendarAt(t, master.ID, "blocks/"), d.block(t, nil)), http.StatusConflict, "master_immutable",
			"the Master calendar has no blocks: its allotment is what the rooms have")
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarAt(t, d.calendar(t, object{"kind": "standalone"}), "blocks/"), d.block(t, nil)),
			"calendar", "is standalone: it has statuses only, no blocks")
		require.Equal(t, http.StatusOK, d.hotel.Do(t, get, calendarAt(t, master.ID, "blocks/"), "").Code)
	})

	t.Run("a block reaches into the past and does not lie in it", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		made := d.addBlock(t, d.calendar(t, nil), object{"start_date": "2030-05-01"})
		d.later(t, 5)
		apptest.RequireInvalid(t, d.hotel.Do(t, patch, blockAt(t, made), `{"end_date":"2030-06-04"}`),
			"end_date", "must not be in the past: today is 2030-06-05 where the property is")
		deskBody(t, d.hotel.Do(t, patch, blockAt(t, made), `{"end_date":"2030-06-05"}`), http.StatusOK)
		apptest.RequireInvalid(t, d.hotel.Do(t, patch, blockAt(t, made), `{"start_date":null,"end_date":null,"room":null,"quantity":null}`),
			"start_date", "is required", "end_date", "is required", "quantity", "must be at least 1", "room", "must be the id of a room of this property")
		d.later(t, 1)
		require.Equal(t, http.StatusNoContent, d.hotel.Do(t, del, blockAt(t, made), "").Code)
	})

	t.Run("what was allotted stays allotted if the room has fewer units later", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		made := d.addBlock(t, d.calendar(t, nil), object{"quantity": 8})
		d.Save(t, d.hotel, d.property.ID, facts.CategoryRooms, facts.Record{"id": d.rooms[0], "room_total_units": 5})
		deskBody(t, d.hotel.Do(t, patch, blockAt(t, made), `{"quantity":8,"release_days":9}`), http.StatusOK)
		apptest.RequireInvalid(t, d.hotel.Do(t, patch, blockAt(t, made), `{"quantity":7}`), "quantity", "must be at most 5, the room_total_units of the room")
	})

	t.Run("today is the property's", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		east, west := d.house(t, "Pacific/Kiritimati"), d.house(t, "Pacific/Pago_Pago")
		d.Clock.Advance(-60e9) // 11:59 UTC: 1 June at 01:59 in the east, 31 May at 00:59 in the west
		for property, today := range map[int64]string{east: "2030-06-01", west: "2030-05-31"} {
			room := d.Room(t, d.hotel, property, "Double", "DBL", 3)
			c := d.calendar(t, object{"property": property})
			yesterday := civil.MustParse(today).Add(-1).String()
			apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), d.block(t, object{"room": room, "start_date": "2030-01-01", "end_date": yesterday})),
				"end_date", "must not be in the past: today is "+today+" where the property is")
			d.addBlock(t, c, object{"room": room, "start_date": "2030-01-01", "end_date": today})
		}
	})

	t.Run("hostile bodies are refused", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.calendar(t, nil)
		for _, body := range []string{
			"", "null", "[]", `{"room":{}}`, d.block(t, object{"quantity": 1e300}), d.block(t, object{"quantity": 1.5}), d.block(t, object{"quantity": "3"}),
			d.block(t, object{"start_date": "2030-02-30"}), d.block(t, object{"start_date": 20300601}), d.block(t, object{"room": -1}), d.block(t, object{"room": 1 << 62}),
			d.block(t, object{"quantity": 1 << 62}), d.block(t, object{"release_days": 1 << 40}), d.block(t, nil) + "junk",
			`{"room":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`,
		} {
			require.Equal(t, http.StatusBadRequest, d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), body).Code, "%.100s", body)
		}
		require.Empty(t, d.blocks(t, c))
		d.addBlock(t, c, object{"start_date": "9999-12-31", "end_date": "9999-12-31"})
	})
}

func TestBlock_contractFed(t *testing.T) {
	t.Parallel()

	t.Run("contracted calendars always, connected ones while the operator has something to sell", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.granted(t) // without rows
		d.Granted(t, d.hotel, d.Operator(t), d.property, []ratecontract.RoomAllotment{d.row(0, "2030-06-01", "2030-06-30", 3)})
		d.Granted(t, d.hotel, d.operator, d.property, []ratecontract.RoomAllotment{d.row(0, "2030-06-01", "2030-06-30", 3)},
			func(c *ratecontract.Change) { c.Status = ptr(ratecontract.StatusDraft) })
		r := d.granted(t, d.row(0, "2030-01-01", "2030-05-30", 3)) // rows that are over
		c := d.connected(t)
		require.Equal(t, false, c["is_contract_fed"])
		made := d.addBlock(t, c, nil)
		contracted := d.contracted(t, r)
		require.Equal(t, []string{"A 01-01 05-30 3 contract"}, d.blocks(t, contracted))
		const always = "a rate contract feeds this calendar: change the contract instead"
		apptest.RequireError(t, d.hotel.Do(t, post, calendarAt(t, contracted, "blocks/"), d.block(t, nil)), http.StatusConflict, "contract_fed", always)

		d.regrant(t, r.ID, ratecontract.Change{Rooms: &[]ratecontract.RoomAllotment{d.row(1, "2030-01-01", deskToday, 3)}})
		require.Equal(t, true, deskBody(t, d.hotel.Do(t, get, calendarAt(t, c, ""), ""), http.StatusOK)["is_contract_fed"])
		require.Equal(t, []string{"B 01-01 05-31 3 contract"}, d.blocks(t, c), "what was written by hand is gone")
		apptest.RequireError(t, d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), d.block(t, nil)), http.StatusConflict, "contract_fed",
			"the operator has a rate contract in force that feeds this calendar: change the contract instead")
		apptest.RequireNotFound(t, d.hotel.Do(t, patch, blockAt(t, made), `{"quantity":1}`))

		fed := deskNames(t, d.hotel.Do(t, get, calendarAt(t, c, "blocks/"), ""), "id")[0]
		apptest.RequireError(t, d.hotel.Do(t, patch, blockAt(t, fed), `{"quantity":1}`), http.StatusConflict, "contract_fed", always)
		apptest.RequireError(t, d.hotel.Do(t, del, blockAt(t, fed), ""), http.StatusConflict, "contract_fed", always)
		d.later(t, 1) // the last row is over
		d.addBlock(t, c, nil)
		require.Equal(t, []string{"A 06-01 06-30 3 manual", "B 01-01 05-31 3 contract"}, d.blocks(t, c))
		require.Equal(t, http.StatusConflict, d.hotel.Do(t, del, blockAt(t, fed), "").Code, "what came from a contract stays its")
	})

	t.Run("a block by hand and a contract in force never meet", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		c := d.connected(t)
		made := d.addBlock(t, c, object{"room": d.rooms[1]})
		codes := apptest.AtOnce(20, func(i int) int {
			switch i {
			case 0:
				d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 2))
				return 0
			case 1:
				return d.hotel.Do(t, patch, blockAt(t, made), `{"quantity":2}`).Code
			case 2:
				return d.hotel.Do(t, del, blockAt(t, made), "").Code
			}
			return d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), d.block(t, object{
				"start_date": fmt.Sprintf("2030-06-%02d", i), "end_date": fmt.Sprintf("2030-06-%02d", i),
			})).Code
		})
		require.NotContains(t, codes, http.StatusInternalServerError)
		require.Equal(t, []string{"A 06-01 06-30 2 contract"}, d.blocks(t, c))
	})
}
