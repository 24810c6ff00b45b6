package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const rateContracts = "/api/partners/rate-contracts/"

// A rate contract is drafted unseen, granted, changed, ends by its date, comes
// back, is ended by hand and deleted.
func TestProgram_RateContractStory(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := newTrade(t, "ALLOT_DEV=true")
	const hotelEmail, operatorEmail = "anna@poseidon.example", "kim@sonnen.example"
	hotel, operator, stranger := s.open("accommodation", hotelEmail, "Poseidon Hotels"), s.open("tour_operator", operatorEmail, "Sonnen Reisen"), s.open("tour_operator", "jo@else.example", "Else")
	h := s.publish(hotel, "Poseidon", secretWord)
	day := func(n int) string { return time.Now().UTC().AddDate(0, 0, n).Format(time.DateOnly) }
	row := func(from, to, quantity int) object {
		return object{"room": h.room, "start_date": day(from), "end_date": day(to), "quantity": quantity, "release_days": 7}
	}

	draft := s.ok(201, post, rateContracts, hotel.token, object{
		"property": h.id, "partner": operator.id, "name": "Καλοκαίρι", "start_date": day(-1), "end_date": day(2), "rooms": []object{row(0, 2, 1)},
	}).body
	require.Equal(t, []any{"draft", "Sonnen Reisen", "Poseidon"}, pick(draft, "status", "partner_company", "property_name"))
	require.NotEmpty(t, draft["number"])
	path := rateContracts + number(draft["id"]) + "/"
	requireHidden := func(c company) {
		t.Helper()
		s.ok(404, get, path, c.token, nil)
		require.Empty(t, s.ok(200, get, rateContracts, c.token, nil).list())
	}
	requireHidden(operator)
	requireHidden(stranger)

	active := s.ok(200, patch, path, hotel.token, object{"status": "active"}).body
	seen := s.ok(200, get, path, operator.token, nil).body
	require.Equal(t, active["rooms"], seen["rooms"])
	require.Equal(t, []any{"active", "Καλοκαίρι", []any{}}, pick(seen, "status", "name", "available_actions"))
	require.Equal(t, 1, s.heard(operator, "rate_contract_active"))
	requireHidden(stranger)
	for _, method := range []string{patch, del} {
		s.ok(403, method, path, operator.token, object{})
	}
	s.ok(400, patch, path, hotel.token, object{"rooms": []object{row(0, 1, 1), row(1, 2, 1)}}) // overlap
	require.Equal(t, "invalid_transition", s.ok(409, patch, path, hotel.token, object{"status": "draft"}).body["code"], "it has begun")
	changed := s.ok(200, patch, path, hotel.token, object{"name": "Sommer", "rooms": []object{row(0, 0, 1), row(1, 2, 1)}}).body
	require.Equal(t, draft["number"], changed["number"], "what is missing stays")
	seen = s.ok(200, get, path, operator.token, nil).body
	require.Equal(t, "Sommer", seen["name"])
	require.Len(t, seen["rooms"], 2)
	require.Equal(t, 1, s.heard(operator, "rate_contract_changed"))

	require.Zero(t, s.stop())
	s.program = s.site.start(t, "ALLOT_CLOCK_OFFSET=96h")
	hotel.token, operator.token = s.login(hotelEmail).token(), s.login(operatorEmail).token()
	for _, side := range []company{hotel, operator} {
		ended := s.ok(200, get, path, side.token, nil).body
		require.Equal(t, []any{"ended", nil}, pick(ended, "status", "ended_at"), "by its date, without anybody writing it")
		require.Len(t, s.ok(200, get, rateContracts+"?status=ended", side.token, nil).list(), 1)
		require.Empty(t, s.ok(200, get, rateContracts+"?status=active", side.token, nil).list())
	}
	require.Equal(t, "active", s.ok(200, patch, path, hotel.token, object{"end_date": day(30)}).body["status"], "prolonged")
	require.Len(t, s.ok(200, get, rateContracts+"?status=active", operator.token, nil).list(), 1)

	byHand := s.ok(200, patch, path, hotel.token, object{"status": "ended"}).body
	require.NotNil(t, byHand["ended_at"])
	require.Equal(t, "invalid_transition", s.ok(409, patch, path, hotel.token, object{"status": "active"}).body["code"], "for good")
	require.Equal(t, "ended", s.ok(200, get, path, operator.token, nil).body["status"])
	require.Equal(t, 1, s.heard(operator, "rate_contract_ended"))
	s.ok(204, del, path, hotel.token, nil)
	s.ok(404, del, path, hotel.token, nil)
	s.ok(404, get, path, hotel.token, nil)
	requireHidden(operator)
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}
