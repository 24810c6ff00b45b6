package inventoryhttptest

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

func (h *allotmentHouse) report(t *testing.T, source string, rows ...rules.UnitRow) {
	t.Helper()
	_, err := h.Allotments.ImportUnits(h.who.Context(t), h.who.User.OwnerID, h.hotel.ID, rules.UnitsImport{Source: source, Rows: rows})
	require.NoError(t, err)
}

func TestBreakdown(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.hold(t, h.rooms[0], "2030-06-01", "2030-06-02", 2)
	h.report(t, "PMS", rules.UnitRow{RoomID: h.rooms[0], Date: civil.MustParse("2030-06-01"), Reserved: 1, CheckedIn: 1, OutOfOrder: 3})
	h.report(t, "Other", rules.UnitRow{RoomID: h.rooms[1], Date: civil.MustParse("2030-06-01"), Reserved: 1})
	ask := func(query string) string { return h.path("day-breakdown", query) }

	apptest.RequireJSON(t, h.who.Do(t, http.MethodGet, ask(fmt.Sprintf("?room=%d&date=2030-06-01", h.rooms[0])), ""), http.StatusOK, `{
		"room_name": "A room", "date": "2030-06-01", "state": "closed", "status": null, "decided_by": "pool", "reason": null, "note": "",
		"changed_by": null, "changed_at": null, "released": 0, "total_units": 5, "consumed_total": 5, "physical_remaining": 0, "borrowed": 0, "lent": 0,
		"internal": [{"label": "Master", "kind": "master", "allotment": 5, "closed": 0, "confirmed": 2, "held": 2}],
		"external": [{"source": "PMS", "reserved": 1, "checked_in": 1, "out_of_order": 3, "units": 5}]}`)
	apptest.RequireJSON(t, h.who.Do(t, http.MethodGet, ask(fmt.Sprintf("?room=%d&date=2044-02-29", h.rooms[1])), ""), http.StatusOK, `{
		"room_name": "B room", "date": "2044-02-29", "state": "open", "status": null, "decided_by": "numbers", "reason": null, "note": "",
		"changed_by": null, "changed_at": null, "released": 0, "total_units": 2, "consumed_total": 0, "physical_remaining": 2, "borrowed": 0, "lent": 0,
		"internal": [{"label": "Master", "kind": "master", "allotment": 2, "closed": 0, "confirmed": 0, "held": 0}], "external": []}`)
	apptest.RequireInvalid(t, h.who.Do(t, http.MethodGet, ask("?room=999999&date=2030-06-01"), ""), "room", "must be the id of a room of this property")
	for _, bad := range []string{"", "?room=1", "?date=2030-06-01", "?room=x&date=2030-06-01", "?room=1&date=2030-02-30", "?room=1&date="} {
		require.Equal(t, http.StatusBadRequest, h.who.Do(t, http.MethodGet, ask(bad), "").Code, bad)
	}
	stranger, _ := h.Hotel(t, "Hotel Borealis")
	apptest.RequireNotFound(t, stranger.Do(t, http.MethodGet, ask(fmt.Sprintf("?room=%d&date=2030-06-01", h.rooms[0])), ""))
	require.Equal(t, http.StatusForbidden, h.Operator(t).Do(t, http.MethodGet, ask("?room=1&date=2030-06-01"), "").Code)
}

func TestTimeline(t *testing.T) {
	t.Parallel()
	var h *allotmentHouse
	june := civil.MustParse("2030-06-01")
	reservations := func(_ context.Context, owner int64, calendars []int64, season civil.Range) ([]reading.Reservation, error) {
		require.Equal(t, h.who.User.OwnerID, owner)
		require.Equal(t, []int64{h.master.ID}, calendars)
		require.Equal(t, civil.Range{From: june, To: june + 9}, season)
		return []reading.Reservation{{ID: 7, CalendarID: &h.master.ID, RoomID: h.rooms[1], From: june - 2, To: june + 1, Units: 1, Guest: "Ada Lovelace", Reference: "R-1", Status: "confirmed"}, {RoomID: 999}}, nil
	}
	h = newHouse(t, apptest.With(func(d *allotment.Deps) { d.Reservations = reservations }))
	h.report(t, "PMS", rules.UnitRow{RoomID: h.rooms[0], From: june, To: june + 3, Reserved: 1}, rules.UnitRow{RoomID: h.rooms[0], Date: june + 1, Reserved: 1, CheckedIn: 1},
		rules.UnitRow{RoomID: h.rooms[0], Date: june + 4, Reserved: 2}, rules.UnitRow{RoomID: h.rooms[0], From: june + 6, To: june + 60, OutOfOrder: 1})
	h.report(t, "Other", rules.UnitRow{RoomID: h.rooms[0], From: june + 2, To: june + 3, Reserved: 1})
	apptest.RequireJSON(t, h.who.Do(t, http.MethodGet, h.path("timeline", "?from=2030-06-01&to=2030-06-10"), ""), http.StatusOK, fmt.Sprintf(`{
		"calendar_id": %d, "from": "2030-06-01", "to": "2030-06-10", "rooms": [
		{"room_id": %d, "room_name": "A room", "total_units": 5, "allocations": [], "reservations": [], "pms": [
			{"from": "2030-06-03", "to": "2030-06-04", "units": 1, "kind": "reserved", "source": "Other"},
			{"from": "2030-06-01", "to": "2030-06-04", "units": 1, "kind": "reserved", "source": "PMS"},
			{"from": "2030-06-05", "to": "2030-06-05", "units": 2, "kind": "reserved", "source": "PMS"},
			{"from": "2030-06-02", "to": "2030-06-02", "units": 1, "kind": "checked_in", "source": "PMS"},
			{"from": "2030-06-07", "to": "2030-06-10", "units": 1, "kind": "out_of_order", "source": "PMS"}]},
		{"room_id": %d, "room_name": "B room", "total_units": 2, "allocations": [], "pms": [], "reservations": [
			{"id": 7, "calendar_id": %d, "calendar_name": "Master", "from": "2030-05-30", "to": "2030-06-02", "units": 1, "guest": "Ada Lovelace", "reference": "R-1", "status": "confirmed"}]}]}`,
		h.master.ID, h.rooms[0], h.rooms[1], h.master.ID))
}

// The timeline of the Master is that of the whole property, calendar by calendar.
func TestTimeline_ofTheMaster(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.connected(t)
	second := d.calendar(t, object{"name": "Own guests"})
	for _, calendar := range []object{first, second} {
		require.Equal(t, http.StatusCreated, d.hotel.Do(t, post, calendarAt(t, calendar, "blocks/"), d.block(t, nil)).Code)
	}
	master := d.Master(t, d.hotel, d.property)
	shown := func(calendar any) (list []string) {
		body := deskBody(t, d.hotel.Do(t, get, calendarAt(t, calendar, "timeline/?from=2030-06-01&to=2030-06-10"), ""), http.StatusOK)
		for _, a := range body["rooms"].([]any)[0].(object)["allocations"].([]any) {
			bar := a.(object)
			list = append(list, fmt.Sprint(bar["calendar_id"], " ", bar["calendar_name"], " ", bar["quantity"], " ", bar["from"]))
		}
		return list
	}
	want := []string{fmt.Sprint(first["id"], " Sunny Tours 3 2030-06-01"), fmt.Sprint(second["id"], " Own guests 3 2030-06-01")}
	require.Equal(t, want, shown(master.ID))
	require.Equal(t, want[:1], shown(first))
}
