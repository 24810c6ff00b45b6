package inventoryhttptest

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment/rules"
)

// connected is the operator's calendar with 2 units of the first room on 1 and 2
// June, and a stop of the Master on the second of them.
func (b *roomingBundle) connected(t *testing.T) any {
	t.Helper()
	made := bodyRooming(t, b.hotel.Do(t, post, "/api/allotment/calendars/", text(t, object{
		"property": b.property.ID, "kind": "connected", "name": "Theirs", "counterparty_contract": b.contract.ID,
	})), http.StatusCreated)
	bodyRooming(t, b.hotel.Do(t, post, at("/api/allotment/calendars/", made["id"])+"blocks/", text(t, object{
		"room": b.rooms[0], "start_date": "2030-06-01", "end_date": "2030-06-02", "quantity": 2,
	})), http.StatusCreated)
	bodyRooming(t, b.hotel.Do(t, post, at("/api/allotment/calendars/", b.master.ID)+"daily/", text(t, object{
		"room": b.rooms[0], "date": "2030-06-02", "status": "stop",
	})), http.StatusOK)
	return made["id"]
}

// list is what the operator has sent, without a calendar chosen.
func (b *roomingBundle) list(t *testing.T, entries ...object) object {
	t.Helper()
	l := b.ledger(t, b.operator, nil)
	for _, e := range entries {
		b.entry(t, b.operator, l["id"], e)
	}
	return bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusOK)
}

func TestConfirm_warnings(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.connected(t)
	on := func(code, message string, nights ...any) object { // none next to another
		ranges := []any{}
		for _, n := range nights {
			ranges = append(ranges, object{"from": n, "to": n})
		}
		return object{
			"code": code, "message": message, "room": float64(b.rooms[0]),
			"from": nights[0], "to": nights[len(nights)-1], "dates": ranges,
		}
	}
	beyond := func(nights ...any) object {
		return on("beyond_allotment", "confirmed beyond the allotment of the calendar: A room", nights...)
	}
	closed := on("closed_day", "confirmed on days that are closed: A room", "2030-06-02")

	l := b.list(t, object{"arrival": "2030-06-01", "departure": "2030-06-02", "units": 2})
	first := bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)
	require.NotContains(t, first, "warnings", "what is agreed needs no remark")

	l = b.list(t, object{"arrival": "2030-06-01", "departure": "2030-06-04", "units": 1})
	got := bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)
	require.Equal(t, "confirmed", got["status"], "it is done")
	require.Equal(t, []any{beyond("2030-06-01", "2030-06-03"), closed}, got["warnings"])
	require.NotContains(t, bodyRooming(t, b.hotel.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK), "warnings", "only the answer that confirmed")

	l = b.list(t, object{"arrival": "2030-06-02", "departure": "2030-06-03", "units": 1})
	entry := l["entries"].([]any)[0].(object)["id"]
	got = bodyRooming(t, b.hotel.Do(t, post, at(entries, entry)+"confirm/", ""), http.StatusOK)
	require.Equal(t, []any{closed}, got["warnings"], "an entry warns as a ledger does")
	got = bodyRooming(t, b.hotel.Do(t, patch, at(entries, entry), `{"arrival":"2030-06-03","departure":"2030-06-04"}`), http.StatusOK)
	require.Equal(t, []any{beyond("2030-06-03")}, got["warnings"], "and a stay that is moved")
	got = bodyRooming(t, b.hotel.Do(t, patch, at(entries, entry), `{"note":"late"}`), http.StatusOK)
	require.NotContains(t, got, "warnings")

	l = b.list(t, object{"arrival": "2030-06-01", "departure": "2030-06-02", "units": 1})
	refusal := code(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusConflict, "pool_exceeded")
	require.Equal(t, []any{"2030-06-01"}, refusal["dates"], "what does not exist is never sold")
}

func TestConfirm_onlyWhatWasSent(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	l := b.ledger(t, b.operator, nil)
	require.Equal(t, "operator", l["written_by"])
	e := b.entry(t, b.operator, l["id"], nil)
	bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": b.master.ID})), http.StatusOK)
	for _, path := range []string{at(ledgers, l["id"]), at(entries, e["id"])} {
		refusal := code(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusConflict, "invalid_transition")
		require.Contains(t, refusal["message"], "the operator has not sent this rooming ledger yet")
		require.NotContains(t, refusal["available_actions"], "confirm")
	}
	require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
	bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusOK)
	require.Equal(t, "confirmed", bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)["status"])

	own := b.ledger(t, b.hotel, nil) // by telephone
	require.Equal(t, "hotel", own["written_by"])
	b.entry(t, b.hotel, own["id"], object{"units": 1})
	require.Equal(t, "confirmed", bodyRooming(t, b.hotel.Do(t, post, at(ledgers, own["id"])+"confirm/", ""), http.StatusOK)["status"])
}

// What the operator adds to a list of the hotel is a draft as well.
func TestConfirm_onlyEntriesThatWereSent(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	l := b.ledger(t, b.hotel, nil)
	own := b.entry(t, b.hotel, l["id"], object{"units": 1})
	edited := b.entry(t, b.hotel, l["id"], object{"units": 1})
	added := b.entry(t, b.operator, l["id"], object{"units": 1})
	require.Contains(t, bodyRooming(t, b.hotel.Do(t, get, at(entries, edited["id"]), ""), http.StatusOK)["available_actions"], "confirm")
	bodyRooming(t, b.operator.Do(t, patch, at(entries, edited["id"]), `{"note":"With a cot"}`), http.StatusOK)
	bodyRooming(t, b.hotel.Do(t, patch, at(entries, added["id"]), `{"note":"Facing the sea"}`), http.StatusOK)
	for _, path := range []string{at(ledgers, l["id"]), at(entries, edited["id"]), at(entries, added["id"])} {
		refusal := code(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusConflict, "invalid_transition")
		require.Contains(t, refusal["message"], "the operator has not sent this rooming ledger yet")
		require.NotContains(t, refusal["available_actions"], "confirm")
		require.NotContains(t, bodyRooming(t, b.hotel.Do(t, get, path, ""), http.StatusOK)["available_actions"], "confirm")
	}
	bodyRooming(t, b.hotel.Do(t, post, at(entries, own["id"])+"confirm/", ""), http.StatusOK)
	require.Equal(t, []int{1, 1, 0}, b.held(t, b.rooms[0], 3))
	bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusOK)
	require.Equal(t, "confirmed", bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)["status"])
	require.Equal(t, []int{3, 3, 0}, b.held(t, b.rooms[0], 3))

	l = b.ledger(t, b.hotel, nil)
	b.entry(t, b.hotel, l["id"], object{"room": b.rooms[1]})
	added = b.entry(t, b.operator, l["id"], object{"room": b.rooms[1]})
	bodyRooming(t, b.operator.Do(t, post, at(entries, added["id"])+"cancel/", ""), http.StatusOK)
	require.Equal(t, "confirmed", bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)["status"], "nothing of the operator's waits")
}

func TestDecline(t *testing.T) {
	t.Parallel()

	t.Run("a list that was sent, with a reason that the operator reads", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l, ids := b.sent(t, nil, object{"units": 1})
		path := at(ledgers, l["id"])
		for _, bad := range []string{"", `{}`, `{"reason":"  "}`} {
			apptest.RequireInvalid(t, b.hotel.Do(t, post, path+"decline/", bad), "reason", "is required: the operator reads it")
		}
		apptest.RequireInvalid(t, b.hotel.Do(t, post, path+"decline/", text(t, object{"reason": strings.Repeat("é", 1001)})), "reason", "must have at most 1000 characters")
		apptest.RequireError(t, b.operator.Do(t, post, path+"decline/", `{"reason":"x"}`), http.StatusForbidden, "forbidden", "it is for the hotel to decline it")
		got := bodyRooming(t, b.hotel.Do(t, post, path+"decline/", `{"reason":" House is full "}`), http.StatusOK)
		require.Equal(t, []any{"cancelled", "House is full"}, []any{got["status"], got["reason"]}, "nothing of it stands")
		require.Equal(t, object{"pending": 0., "confirmed": 0., "declined": 2., "cancelled": 0.}, got["counts"])
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		read := bodyRooming(t, b.operator.Do(t, get, at(entries, ids[0]), ""), http.StatusOK)
		require.Equal(t, []any{"declined", "House is full", []any{}}, []any{read["status"], read["reason"], read["available_actions"]})
		require.Equal(t, []any{"declined", "House is full"}, feedEntry(t, b))
		told := b.told(t, b.operator)
		require.Len(t, told, 1)
		require.EqualValues(t, "rooming_declined", told[0].Kind)
		code(t, b.hotel.Do(t, post, path+"decline/", `{"reason":"x"}`), http.StatusConflict, "invalid_transition")
	})

	t.Run("one entry; what is confirmed stays", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l, ids := b.sent(t, nil, object{"units": 1})
		bodyRooming(t, b.hotel.Do(t, post, at(entries, ids[0])+"confirm/", ""), http.StatusOK)
		apptest.RequireError(t, b.operator.Do(t, post, at(entries, ids[1])+"decline/", `{"reason":"x"}`), http.StatusForbidden, "forbidden", "it is for the hotel to decline an entry")
		got := bodyRooming(t, b.hotel.Do(t, post, at(entries, ids[1])+"decline/", `{"reason":"No more of these"}`), http.StatusOK)
		require.Equal(t, []any{"declined", "No more of these"}, []any{got["status"], got["reason"]})
		ledger := bodyRooming(t, b.hotel.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)
		require.Equal(t, []any{"confirmed", ""}, []any{ledger["status"], ledger["reason"]})
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))
		code(t, b.hotel.Do(t, post, at(entries, ids[0])+"decline/", `{"reason":"x"}`), http.StatusConflict, "invalid_transition")
	})

	t.Run("a list that was not sent has nothing to decline", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l := b.ledger(t, b.operator, nil)
		b.entry(t, b.operator, l["id"], nil)
		code(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"decline/", `{"reason":"x"}`), http.StatusConflict, "invalid_transition")
	})
}

// feedEntry is the state and reason of the first entry that the operator's key reads.
func feedEntry(t *testing.T, b *roomingBundle) []any {
	t.Helper()
	e := b.shared(t, b.key(t, b.operator, nil))[0]["entries"].([]any)[0].(object)
	return []any{e["status"], e["reason"]}
}

func TestCancel_reason(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	l, ids := b.sent(t, nil, object{"units": 1})
	got := bodyRooming(t, b.operator.Do(t, post, at(entries, ids[0])+"cancel/", `{"reason":"Guest is ill"}`), http.StatusOK)
	require.Equal(t, []any{"cancelled", "Guest is ill"}, []any{got["status"], got["reason"]})
	got = bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"cancel/", `{"reason":"Storm damage"}`), http.StatusOK)
	require.Equal(t, []any{"cancelled", "Storm damage"}, []any{got["status"], got["reason"]})
	read := bodyRooming(t, b.operator.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)
	require.Equal(t, "Storm damage", read["reason"])
	reasons := []any{}
	for _, e := range read["entries"].([]any) {
		reasons = append(reasons, e.(object)["reason"])
	}
	require.Equal(t, []any{"Guest is ill", "Storm damage"}, reasons, "one that was cancelled before keeps its own")
	other, _ := b.sent(t, nil)
	require.Empty(t, bodyRooming(t, b.operator.Do(t, post, at(ledgers, other["id"])+"cancel/", ""), http.StatusOK)["reason"], "none is needed")
}

func TestCreate_entries(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	in := object{"property": b.property.ID, "name": "Group", "entries": []object{
		{"room": b.rooms[0], "arrival": "2030-06-01", "departure": "2030-06-03", "guests": []object{{"last_name": "Krause"}}, "board": "HB", "reference": "R-1", "note": "Late"},
		{"room": b.rooms[1], "arrival": "2030-06-01", "departure": "2030-06-02", "units": 2},
	}}
	made := bodyRooming(t, b.operator.Do(t, post, ledgers, text(t, in)), http.StatusCreated)
	require.Equal(t, object{"pending": 2., "confirmed": 0., "declined": 0., "cancelled": 0.}, made["counts"])
	list := bodyRooming(t, b.operator.Do(t, get, at(ledgers, made["id"])+"entries/", ""), http.StatusOK)["results"].([]any)
	require.Len(t, list, 2)
	first, second := list[0].(object), list[1].(object)
	require.Equal(t, []any{1., "HB", "R-1", "Late", "Krause", 2.}, []any{
		first["units"], first["board"], first["reference"], first["note"], first["guests"].([]any)[0].(object)["last_name"], second["units"],
	})
	bodyRooming(t, b.operator.Do(t, post, at(ledgers, made["id"])+"send/", ""), http.StatusOK)

	in["entries"] = []object{
		{"room": b.rooms[0], "arrival": "2030-06-01", "departure": "2030-06-03"},
		{"room": 1 << 40, "arrival": "2030-06-05", "departure": "2030-06-03"},
	}
	apptest.RequireInvalid(t, b.operator.Do(t, post, ledgers, text(t, in)),
		"entries[1].room", "must be the id of a room of this property", "entries[1].departure", "must be after arrival: it is the day on which the guests leave")
	require.Equal(t, http.StatusBadRequest, b.operator.Do(t, post, ledgers, text(t, object{"property": b.property.ID, "name": "x", "entries": []object{{"room": b.rooms[0], "units": 0}}})).Code)
	require.EqualValues(t, 1, bodyRooming(t, b.hotel.Do(t, get, ledgers, ""), http.StatusOK)["count"], "nothing is made of a list with a mistake")
}

func TestLedger_calendarOfItsOperator(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.Grant(t, b.hotel, plan.Gold)
	theirs := b.connected(t)
	rival := b.Operator(t)
	contract := b.Accepted(t, b.hotel, rival)
	add := func(change object) any {
		change["property"], change["name"] = b.property.ID, "C"
		return bodyRooming(t, b.hotel.Do(t, post, "/api/allotment/calendars/", text(t, change)), http.StatusCreated)["id"]
	}
	rivals, agency := add(object{"kind": "connected", "counterparty_contract": contract.ID}), add(object{"kind": "allotment"})
	const problem = "must be the id of a calendar of this operator: the connected one of its contract or one that its rate contract feeds; the Master if it has neither"

	for _, wrong := range []any{rivals, agency, b.master.ID} {
		in := object{"property": b.property.ID, "name": "x", "partner": b.operator.User.OwnerID, "calendar": wrong}
		apptest.RequireInvalid(t, b.hotel.Do(t, post, ledgers, text(t, in)), "calendar", problem)
	}
	l := b.ledger(t, b.hotel, object{"calendar": theirs})
	apptest.RequireInvalid(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": rivals})), "calendar", problem)
	for _, right := range []any{agency, b.master.ID} { // of nobody on the platform
		bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, b.ledger(t, b.hotel, object{"partner": nil, "calendar": nil})["id"]), text(t, object{"calendar": right})), http.StatusOK)
	}

	// A calendar that has become somebody else's holds nothing of this operator.
	b.entry(t, b.hotel, l["id"], object{"units": 1})
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := b.DB.From(ctx).NewUpdate().Table("allotment_calendars").Set("kind = ?", rules.KindAllotment).Set("counterparty_contract = NULL").Where("id = ?", theirs).Exec(ctx)
		return err
	}))
	refusal := code(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusConflict, "calendar_required")
	require.Contains(t, refusal["message"], "is not one of its operator's")
}
