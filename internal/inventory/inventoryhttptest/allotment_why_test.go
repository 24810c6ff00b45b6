package inventoryhttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
)

// whyDay is what the grid says of a day of the first room with include=why, which
// must be what the breakdown says.
func (d *desk) whyDay(t *testing.T, calendar any, date string) object {
	t.Helper()
	grid := deskBody(t, d.hotel.Do(t, get, calendarAt(t, calendar, "grid/?include=why&from="+date+"&to="+date), ""), http.StatusOK)
	day := grid["rooms"].([]any)[0].(object)["days"].(object)[date].(object)
	said := deskBody(t, d.hotel.Do(t, get, calendarAt(t, calendar, fmt.Sprintf("day-breakdown/?room=%d&date=%s", d.rooms[0], date)), ""), http.StatusOK)
	for _, name := range []string{"state", "status", "decided_by", "reason", "note", "changed_by", "changed_at", "released"} {
		require.Contains(t, day, name)
		require.Equal(t, said[name], day[name], name)
	}
	return day
}

func TestWhy(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	master := deskBody(t, d.hotel.Do(t, get, fmt.Sprintf("%s?property=%d", calendarsPath, d.property.ID), ""), http.StatusOK)["results"].([]any)[0].(object)
	c := d.calendar(t, nil)
	d.addBlock(t, c, object{"start_date": "2030-06-01", "end_date": "2030-06-30", "quantity": 3, "release_days": 10})
	clerk := d.SubUser(t, d.hotel, auth.StopSales)
	set := func(calendar any, date string, change object) {
		t.Helper()
		change["room"], change["date"] = d.rooms[0], date
		deskBody(t, clerk.Do(t, post, calendarAt(t, calendar, "daily/"), deskText(t, change)), http.StatusOK)
	}
	decided := func(date string) []any {
		t.Helper()
		day := d.whyDay(t, c, date)
		return []any{day["decided_by"], day["state"], day["status"], day["reason"], day["note"], day["released"]}
	}
	by := object{"id": float64(clerk.User.ID), "email": clerk.User.Email}

	set(c, "2030-06-02", object{"confirmed": 1})
	require.Equal(t, []any{"numbers", "open", nil, nil, "", 0.0}, decided("2030-06-20"))
	require.Nil(t, d.whyDay(t, c, "2030-06-20")["changed_by"])
	require.Equal(t, []any{"release", "on_request", nil, nil, "", 3.0}, decided("2030-06-01"))
	require.Equal(t, []any{"release", "on_request", nil, nil, "", 2.0}, decided("2030-06-02"), "what is sold is not released")
	require.Equal(t, []any{"numbers", "on_request", nil, nil, "", 0.0}, decided("2030-07-05"), "never allotted")

	set(c, "2030-06-20", object{"status": "stop", "reason": "renovation", "note": "Roof"})
	require.Equal(t, []any{"own_status", "closed", "stop", "renovation", "Roof", 0.0}, decided("2030-06-20"))
	day := d.whyDay(t, c, "2030-06-20")
	require.Equal(t, []any{by, deskNow}, []any{day["changed_by"], day["changed_at"]})

	deskBody(t, d.hotel.Do(t, post, calendarAt(t, c, "daily/"), deskText(t, object{"room": d.rooms[0], "date": "2030-06-20", "closed": 1})), http.StatusOK)
	require.Equal(t, by, d.whyDay(t, c, "2030-06-20")["changed_by"], "who closed the day, not who counted units later")
	d.addBlock(t, c, object{"room": d.rooms[1], "start_date": "2030-05-01", "end_date": "2030-07-31", "quantity": 1, "release_days": 0})
	past := deskBody(t, d.hotel.Do(t, get, calendarAt(t, c, "grid/?include=why&from=2030-05-20&to=2030-05-20"), ""), http.StatusOK)
	require.NotContains(t, fmt.Sprint(past), "decided_by:release", "what is over was not released")

	set(master, "2030-06-20", object{"status": "block", "reason": "hotel_event", "note": "Wedding"})
	require.Equal(t, []any{"master_status", "closed", "block", "hotel_event", "Wedding", 0.0}, decided("2030-06-20"))
	set(master, "2030-06-21", object{"status": "free"})
	require.Equal(t, []any{"master_status", "open", "free", nil, "", 0.0}, decided("2030-06-21"))
	set(master, "2030-06-22", object{"closed": 10})
	require.Equal(t, []any{"pool", "closed", nil, nil, "", 0.0}, decided("2030-06-22"))

	t.Run("is read by whoever works with stop sales, and by nobody else", func(t *testing.T) {
		t.Parallel()
		at := calendarAt(t, c, "grid/?include=why")
		require.Equal(t, http.StatusOK, clerk.Do(t, get, at, "").Code)
		require.Equal(t, http.StatusForbidden, d.SubUser(t, d.hotel, auth.Rooming).Do(t, get, at, "").Code)
		require.Equal(t, http.StatusForbidden, d.operator.Do(t, get, at, "").Code)
	})

	t.Run("a grid that nobody asked to explain is as it was", func(t *testing.T) {
		t.Parallel()
		plain := d.hotel.Do(t, get, calendarAt(t, c, "grid/?from=2030-06-20&to=2030-06-20"), "")
		require.NotContains(t, plain.Body.String(), "decided_by")
		why := d.hotel.Do(t, get, calendarAt(t, c, "grid/?from=2030-06-20&to=2030-06-20&include=why"), "")
		require.NotEqual(t, plain.Header().Get("ETag"), why.Header().Get("ETag"))
		require.Equal(t, http.StatusBadRequest, d.hotel.Do(t, get, calendarAt(t, c, "grid/?include=what"), "").Code)
	})
}

func TestDay_note(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.calendar(t, nil)
	set := func(change object) object {
		t.Helper()
		change["room"], change["date"] = d.rooms[0], "2030-06-20"
		return deskBody(t, d.hotel.Do(t, post, calendarAt(t, c, "daily/"), deskText(t, change)), http.StatusOK)
	}
	set(object{"status": "stop", "note": "Roof"})
	require.Equal(t, "Roof", set(object{"status": "block"})["note"], "still closed, for the same cause")
	require.Equal(t, "Roof", set(object{"closed": 1})["note"])
	require.Empty(t, set(object{"status": nil})["note"], "lifting takes the note along")
	set(object{"status": "stop", "note": "Roof"})
	require.Empty(t, set(object{"status": "open"})["note"])
	set(object{"status": "stop", "note": "Roof"})
	require.Equal(t, "Done early", set(object{"status": nil, "note": "Done early"})["note"])
}

func TestBlocks_list(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.calendar(t, nil)
	at := calendarAt(t, c, "blocks/")
	june, july := d.block(t, nil), d.block(t, object{"start_date": "2030-07-01", "end_date": "2030-07-31"})

	res := d.hotel.Do(t, post, at, "["+june+","+july+","+july+"]")
	require.Equal(t, http.StatusConflict, res.Code, res.Body)
	require.Contains(t, res.Body.String(), `"entries":[1,2]`)
	res = d.hotel.Do(t, post, at, "["+june+","+d.block(t, object{"quantity": 99})+"]")
	require.Equal(t, http.StatusBadRequest, res.Code, res.Body)
	require.Contains(t, res.Body.String(), `"field":"[1].quantity"`)
	for _, bad := range []string{"[]", "[1]", `"x"`, "[[]]"} {
		require.Equal(t, http.StatusBadRequest, d.hotel.Do(t, post, at, bad).Code, bad)
	}
	require.Empty(t, d.blocks(t, c), "all or none")

	res = d.hotel.Do(t, post, at, "["+june+","+july+"]")
	require.Equal(t, http.StatusCreated, res.Code, res.Body)
	require.Equal(t, byte('['), res.Body.Bytes()[0])
	require.Equal(t, []string{"A 06-01 06-30 3 manual", "A 07-01 07-31 3 manual"}, d.blocks(t, c))
}

func TestBlocks_readAndSentBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.calendar(t, nil)
	d.addBlock(t, c, nil)
	list := deskBody(t, d.hotel.Do(t, get, calendarAt(t, c, "blocks/"), ""), http.StatusOK)["results"].([]any)
	block := list[0].(object)
	require.Equal(t, http.StatusNoContent, d.hotel.Do(t, del, fmt.Sprintf("/api/allotment/blocks/%v/", block["id"]), "").Code)
	res := d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), deskText(t, block))
	require.Equal(t, http.StatusCreated, res.Code, res.Body)

	long := d.block(t, object{"start_date": "2031-01-01", "end_date": "2035-12-31"})
	res = d.hotel.Do(t, post, calendarAt(t, c, "blocks/"), "["+strings.Repeat(long+",", 99)+long+"]")
	require.Equal(t, http.StatusBadRequest, res.Code)
	require.Contains(t, res.Body.String(), "at most 40000 days in all, not 182600")
}

func TestUpdateCalendar_replacesBlocks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.connected(t)
	d.addBlock(t, c, nil)
	other := d.Operator(t)
	contract := d.Accepted(t, d.hotel, other)
	deskBody(t, d.hotel.Do(t, post, "/api/partners/rate-contracts/", deskText(t, object{
		"property": d.property.ID, "partner": other.User.OwnerID, "name": "Summer", "start_date": "2030-06-01", "end_date": "2030-08-31", "status": "active",
		"rooms": []object{{"room": d.rooms[0], "start_date": "2030-06-01", "end_date": "2030-08-31", "quantity": 5, "release_days": 0}},
	})), http.StatusCreated)
	at := calendarAt(t, c, "")
	bound := deskBody(t, d.hotel.Do(t, patch, at, deskText(t, object{"counterparty_contract": contract.ID})), http.StatusOK)
	require.Contains(t, fmt.Sprint(bound["warnings"]), "manual_block_replaced")
	require.NotContains(t, deskBody(t, d.hotel.Do(t, get, at, ""), http.StatusOK), "warnings")
}

func TestRateContract_replacesBlocks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.connected(t)
	d.addBlock(t, c, nil)
	body := deskText(t, object{
		"property": d.property.ID, "partner": d.operator.User.OwnerID, "name": "Summer", "start_date": "2030-06-01", "end_date": "2030-08-31", "status": "active",
		"rooms": []object{{"room": d.rooms[0], "start_date": "2030-06-01", "end_date": "2030-08-31", "quantity": 5, "release_days": 0}},
	})
	made := deskBody(t, d.hotel.Do(t, post, "/api/partners/rate-contracts/", body), http.StatusCreated)
	require.Equal(t, []any{object{
		"code": "manual_block_replaced", "room": float64(d.rooms[0]), "from": "2030-06-01", "to": "2030-06-30",
		"message": "the rate contract replaces a block written by hand on the calendar Sunny Tours: 3 units of A room from 2030-06-01 to 2030-06-30",
	}}, made["warnings"])
	require.Equal(t, []string{"A 06-01 08-31 5 contract"}, d.blocks(t, c))
	require.NotContains(t, deskBody(t, d.hotel.Do(t, patch, fmt.Sprintf("/api/partners/rate-contracts/%v/", made["id"]), `{"name":"Sun"}`), http.StatusOK), "warnings")
}
