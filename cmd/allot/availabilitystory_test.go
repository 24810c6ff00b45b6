package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const operatorAvailability = "/api/tour-operator/availability/"

// A hotel allots rooms to an operator and stops days; the operator sees its own
// calendar, books, is confirmed, and sees nothing once the contract has gone.
// Nothing is sold twice on the way.
func TestProgram_AvailabilityStory(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := newTrade(t)
	hotel, operator := s.open("accommodation", "anna@poseidon.example", "Poseidon Hotels"), s.open("tour_operator", "kim@sonnen.example", "Sonnen Reisen")
	h := s.publish(hotel, "Poseidon", "plain")
	s.ok(200, post, fmt.Sprintf("/api/info/property/%d/facts/rooms/", h.id), hotel.token, object{"id": h.room, "room_total_units": 3})
	contract := s.agree(hotel, operator, everything())
	own := s.connect(hotel, h, contract)
	master := s.ok(200, get, calendarsPath, hotel.token, nil).list()[0]["id"]
	s.ok(201, post, at(calendarsPath, own, "blocks/"), hotel.token, object{"room": h.room, "start_date": ahead(1), "end_date": ahead(9), "quantity": 2})
	s.ok(200, post, at(calendarsPath, own, "bulk/"), hotel.token, object{
		"from": ahead(5), "to": ahead(6), "status": "stop", "reason": "renovation", "note": noteWord,
	})
	span := func(from, to int, state string, status any, code string, available int) map[string]any {
		return map[string]any{"from": ahead(from), "to": ahead(to), "state": state, "status": status, "code": code, "available": float64(available), "allotment": 2.0}
	}
	sees := func() []any {
		t.Helper()
		a := s.ok(200, get, operatorAvailability+"?from="+ahead(1)+"&to="+ahead(9), operator.token, nil)
		require.NotContains(t, a.raw, noteWord)
		calendars := a.list()[0]["calendars"].([]any)
		require.Len(t, calendars, 1)
		require.Equal(t, []any{own, "connected"}, pick(calendars[0], "calendar_id", "kind"))
		return calendars[0].(map[string]any)["rooms"].([]any)[0].(map[string]any)["spans"].([]any)
	}
	require.Equal(t, []any{
		span(1, 4, "open", nil, "open", 2), span(5, 6, "closed", "stop", "stop", 0), span(7, 9, "open", nil, "open", 2),
	}, sees())

	ledger, entry := s.rooming(operator, h, object{"name": "Group Krause"}) // one unit on two nights
	s.ok(200, post, at(ledgersPath, ledger, "send/"), operator.token, nil)
	require.Equal(t, span(1, 4, "open", nil, "open", 2), sees()[0], "only asked for")
	require.Equal(t, "confirmed", s.ok(200, post, at(ledgersPath, ledger, "confirm/"), hotel.token, object{}).body["status"])
	require.Equal(t, 1, s.heard(operator, "rooming_confirmed"))
	require.Equal(t, []any{span(1, 1, "open", nil, "open", 2), span(2, 3, "open", nil, "open", 1), span(4, 4, "open", nil, "open", 2)}, sees()[:3])

	over := s.ok(409, post, at(calendarsPath, master, "bulk/"), hotel.token, object{"from": ahead(1), "to": ahead(4), "closed": 3})
	require.Equal(t, []any{"pool_exceeded", []any{ahead(2), ahead(3)}}, pick(any(over.body), "code", "dates"))
	day := func() []any {
		t.Helper()
		grid := s.ok(200, get, at(calendarsPath, master, "grid/?from="+ahead(2)+"&to="+ahead(2)), hotel.token, nil)
		return pick(grid.body["rooms"].([]any)[0].(map[string]any)["days"].(map[string]any)[ahead(2)], "closed", "physical_remaining")
	}
	require.Equal(t, []any{0.0, 2.0}, day(), "what was refused has changed nothing")
	s.ok(200, post, at(calendarsPath, master, "bulk/"), hotel.token, object{"from": ahead(2), "to": ahead(3), "closed": 2})
	require.Equal(t, span(2, 3, "closed", nil, "stop", 0), sees()[1], "others have taken the rest")
	second, _ := s.rooming(operator, h, object{"name": "Group Meier"})
	s.ok(200, post, at(ledgersPath, second, "send/"), operator.token, nil)
	refused := s.ok(409, post, at(ledgersPath, second, "confirm/"), hotel.token, object{})
	require.Equal(t, []any{"pool_exceeded", []any{ahead(2), ahead(3)}}, pick(any(refused.body), "code", "dates"))
	s.ok(200, post, at(entriesPath, entry, "cancel/"), hotel.token, nil)
	require.Equal(t, []any{2.0, 1.0}, day(), "given back")
	s.ok(200, post, at(ledgersPath, second, "confirm/"), hotel.token, object{})

	s.ok(200, del, contractPath(contract, "delete/"), hotel.token, nil)
	require.Empty(t, s.ok(200, get, operatorAvailability, operator.token, nil).list())
	require.Empty(t, s.ok(200, get, ledgersPath, operator.token, nil).list())
	s.ok(404, get, at(ledgersPath, second, ""), operator.token, nil)
	require.Equal(t, []any{2.0, 0.0}, day(), "guests who are confirmed keep their rooms")
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}

// Between Tonga and Pago Pago lie 24 hours and one date, at any time.
func TestProgram_TodayIsTheProperties(t *testing.T) {
	t.Parallel()
	notRaced(t)
	const email = "anna@poseidon.example"
	today := time.Now().UTC().AddDate(0, 0, 1).Truncate(24 * time.Hour) // so that every clock goes ahead
	at10, at12 := time.Until(today.Add(10*time.Hour)).String(), time.Until(today.Add(12*time.Hour)).String()
	s := newTrade(t, "ALLOT_DEV=true", "ALLOT_CLOCK_OFFSET="+at10)
	hotel := s.open("accommodation", email, "Poseidon Hotels")
	type place struct{ room, master any }
	places := map[string]place{}
	for _, zone := range []string{"Pacific/Tongatapu", "Pacific/Pago_Pago"} {
		id := int(s.ok(201, post, "/api/info/property/create/", hotel.token, object{"name": zone, "timezone": zone}).body["id"].(float64))
		room := s.ok(201, post, fmt.Sprintf("/api/info/property/%d/facts/rooms/", id), hotel.token, object{"name": "Double", "room_total_units": 3}).body["id"]
		master := s.ok(200, get, fmt.Sprintf("%s?property=%d", calendarsPath, id), hotel.token, nil).list()[0]["id"]
		places[zone] = place{room, master}
	}
	isThere := func(zone string, days int) {
		t.Helper()
		p, date := places[zone], func(n int) string { return today.AddDate(0, 0, n).Format(time.DateOnly) }
		grid := s.ok(200, get, at(calendarsPath, p.master, "grid/"), hotel.token, nil).body
		require.Equal(t, []any{date(days), date(days + 30)}, pick(any(grid), "from", "to"), zone)
		set := func(status, n int) answer {
			return s.ok(status, post, at(calendarsPath, p.master, "daily/"), hotel.token, object{"room": p.room, "date": date(n), "closed": 1})
		}
		set(200, days)
		require.Equal(t, "past_date", set(400, days-1).body["code"], zone)
		bulk := s.ok(200, post, at(calendarsPath, p.master, "bulk/"), hotel.token, object{"from": date(days - 2), "to": date(days), "status": "stop"}).body
		require.Equal(t, []any{1.0, 2.0}, pick(any(bulk), "saved", "skipped"), zone)
	}
	isThere("Pacific/Tongatapu", 0)  // 23:00
	isThere("Pacific/Pago_Pago", -1) // 23:00
	require.Zero(t, s.stop())
	s.program = s.site.start(t, "ALLOT_CLOCK_OFFSET="+at12)
	hotel.token = s.login(email).token()
	isThere("Pacific/Tongatapu", 1) // 01:00
	isThere("Pacific/Pago_Pago", 0) // 01:00
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}
