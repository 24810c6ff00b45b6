package inventoryhttptest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/rooming"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

func TestLedger(t *testing.T) {
	t.Parallel()

	t.Run("is made, read by both sides, changed and deleted", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		made := b.ledger(t, b.hotel, object{"name": "  Group 7 "})
		want := object{
			"id": made["id"], "user": b.hotel.User.OwnerID, "user_company": "Company of manager1", "property": b.property.ID, "property_name": "Hotel Aurora",
			"partner": b.operator.User.OwnerID, "partner_company": "Company of manager3", "calendar": b.master.ID, "name": "Group 7", "status": "open",
			"counts": object{"pending": 0, "confirmed": 0, "declined": 0, "cancelled": 0}, "written_by": "hotel", "reference": "", "reason": "", "entries_count": 0, "entries": []any{}, "created_at": now, "updated_at": now,
			"available_actions": []string{"update", "add_entries", "cancel", "close", "delete"},
		}
		apptest.RequireJSON(t, b.hotel.Do(t, get, at(ledgers, made["id"]), ""), http.StatusOK, text(t, want))
		want["calendar"], want["available_actions"] = nil, []string{"update", "add_entries", "cancel", "delete"}
		apptest.RequireJSON(t, b.operator.Do(t, get, at(ledgers, made["id"]), ""), http.StatusOK, text(t, want))
		delete(want, "entries") // a list only counts them
		apptest.RequireJSON(t, b.operator.Do(t, get, ledgers, ""), http.StatusOK,
			text(t, object{"count": 1, "next": nil, "previous": nil, "results": []object{want}}))

		for _, who := range []*apptest.Who{b.hotel, b.operator} { // an answer can be sent back whole
			read := who.Do(t, get, at(ledgers, made["id"]), "")
			res := who.Do(t, patch, at(ledgers, made["id"]), read.Body.String())
			apptest.RequireJSON(t, res, http.StatusOK, read.Body.String())
		}
		got := bodyRooming(t, b.operator.Do(t, patch, at(ledgers, made["id"]), `{"name":"Group 8"}`), http.StatusOK)
		require.Equal(t, "Group 8", got["name"])
		got = bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, made["id"]), `{"calendar":null}`), http.StatusOK)
		require.Equal(t, []any{nil, "Group 8"}, []any{got["calendar"], got["name"]})
		trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "rooming_ledger", int64(made["id"].(float64)))
		require.NoError(t, err)
		require.Len(t, trail, 3, "of both sides, and none for what changed nothing")
		require.Equal(t, b.operator.User.OwnerID, trail[1].UserID)
		require.Empty(t, trail[1].IPAddress)
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, at(ledgers, made["id"]), "").Code)
		apptest.RequireNotFound(t, b.hotel.Do(t, get, at(ledgers, made["id"]), ""))
	})

	t.Run("of an operator is its own, and the hotel finds it", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		made := b.ledger(t, b.operator, nil)
		require.EqualValues(t, b.operator.User.OwnerID, made["partner"])
		require.EqualValues(t, b.hotel.User.OwnerID, made["user"])
		require.Equal(t, "open", statusRooming(t, b.hotel, at(ledgers, made["id"])))
		rival := b.Operator(t)
		b.Accepted(t, b.hotel, rival)
		apptest.RequireNotFound(t, rival.Do(t, get, at(ledgers, made["id"]), ""))
		require.EqualValues(t, 0, bodyRooming(t, rival.Do(t, get, ledgers, ""), http.StatusOK)["count"])
		apptest.RequireInvalid(t, b.operator.Do(t, post, ledgers, text(t, object{"property": b.property.ID, "name": "x", "partner": rival.User.OwnerID, "calendar": b.master.ID})),
			"partner", "must be your own account, or missing", "calendar", "is for the hotel to choose")
		apptest.RequireInvalid(t, b.operator.Do(t, patch, at(ledgers, made["id"]), text(t, object{"calendar": b.master.ID})), "calendar", "is for the hotel to choose")
	})

	t.Run("a repeat with its key is the first answer", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		key, in := apptest.Header("Idempotency-Key", "one"), text(t, object{"property": b.property.ID, "name": "x"})
		first := bodyRooming(t, b.hotel.Do(t, post, ledgers, in, key), http.StatusCreated)
		require.Equal(t, first, bodyRooming(t, b.hotel.Do(t, post, ledgers, in, key), http.StatusCreated))
		require.EqualValues(t, 1, bodyRooming(t, b.hotel.Do(t, get, ledgers, ""), http.StatusOK)["count"])
		require.Nil(t, first["partner"], "a booking by telephone")
		require.Empty(t, first["partner_company"])
	})
}

func TestLedger_refused(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	stranger, foreign := b.Hotel(t, "Hotel Borealis")
	const noPartner = "must be a tour operator with whom you have a contract in force that allows rooming, or null"
	const noProperty = "is no property that you can send rooming lists for: it must be published, under a contract in force that allows rooming"
	const noCalendar = "must be the id of a calendar of this property that has units"
	const notTheirs = "must be the id of a calendar of this operator: the connected one of its contract or one that its rate contract feeds; the Master if it has neither"
	theirs := b.Master(t, stranger, foreign)

	for name, want := range map[string][]string{
		`{"property":1000000000,"name":"x"}`:                                                         {"property", "must be the id of one of your properties"},
		fmt.Sprintf(`{"property":%d,"name":"x"}`, foreign.ID):                                        {"property", "must be the id of one of your properties"},
		fmt.Sprintf(`{"property":%d,"name":" "}`, b.property.ID):                                     {"name", "is required"},
		fmt.Sprintf(`{"property":%d,"name":"a\nb"}`, b.property.ID):                                  {"name", "must be one line of text"},
		fmt.Sprintf(`{"property":%d,"name":%q}`, b.property.ID, strings.Repeat("é", 201)):            {"name", "must have at most 200 characters"},
		fmt.Sprintf(`{"property":%d,"name":"x","partner":%d}`, b.property.ID, stranger.User.OwnerID): {"partner", noPartner},
		fmt.Sprintf(`{"property":%d,"name":"x","partner":-9223372036854775808}`, b.property.ID):      {"partner", noPartner},
		fmt.Sprintf(`{"property":%d,"name":"x","calendar":%d}`, b.property.ID, theirs.ID):            {"calendar", noCalendar},
		fmt.Sprintf(`{"property":%d,"name":"x","calendar":9223372036854775807}`, b.property.ID):      {"calendar", noCalendar},
		fmt.Sprintf(`{"property":%d,"name":"","partner":0,"calendar":0}`, b.property.ID):             {"name", "is required", "partner", noPartner, "calendar", notTheirs},
	} {
		t.Run("the hotel's "+name[:min(len(name), 80)], func(t *testing.T) {
			t.Parallel()
			apptest.RequireInvalid(t, b.hotel.Do(t, post, ledgers, name), want...)
		})
	}
	for _, bad := range []string{``, `null`, `[]`, `{}`, `7`, `{"property":"x","name":"x"}`, `{"property":1,"name":7}`, `{"property":99999999999999999999,"name":"x"}`, `{"property":`} {
		res := b.hotel.Do(t, post, ledgers, bad)
		require.Equal(t, http.StatusBadRequest, res.Code, bad+res.Body.String())
	}
	for _, id := range []int64{foreign.ID, 1 << 40} {
		apptest.RequireInvalid(t, b.operator.Do(t, post, ledgers, text(t, object{"property": id, "name": "x"})), "property", noProperty)
	}
	made := b.ledger(t, b.hotel, nil)
	apptest.RequireInvalid(t, b.hotel.Do(t, patch, at(ledgers, made["id"]), text(t, object{"property": foreign.ID, "partner": nil, "name": nil})),
		"name", "is required", "property", "cannot be changed: make a new rooming ledger", "partner", "cannot be changed: make a new rooming ledger")
	for _, path := range []string{at(ledgers, made["id"]), at(ledgers, made["id"]) + "entries/"} {
		apptest.RequireNotFound(t, stranger.Do(t, get, path, ""))
	}
	for _, step := range []string{"send/", "confirm/", "cancel/", "close/"} {
		apptest.RequireNotFound(t, stranger.Do(t, post, at(ledgers, made["id"])+step, ""))
	}
	apptest.RequireNotFound(t, stranger.Do(t, patch, at(ledgers, made["id"]), `{"name":"Taken"}`))
	apptest.RequireNotFound(t, stranger.Do(t, del, at(ledgers, made["id"]), ""))
	apptest.RequireNotSignedIn(t, b.Do(t, get, ledgers, ""))
	require.Equal(t, http.StatusForbidden, b.SubUser(t, b.hotel, auth.StopSales).Do(t, get, ledgers, "").Code)
	require.Equal(t, http.StatusOK, b.SubUser(t, b.hotel, auth.Rooming).Do(t, get, ledgers, "").Code)
	require.Equal(t, http.StatusForbidden, b.Admin(t).Do(t, get, ledgers, "").Code)
}

// An operator finds nothing from the moment that its contract does not allow
// rooming; the hotel keeps what is its own.
func TestLedger_contract(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, b *roomingBundle){
		"cancelled": func(t *testing.T, b *roomingBundle) { t.Helper(); b.SetStatus(t, b.contract, contract.StatusCancelled) },
		"without the right": func(t *testing.T, b *roomingBundle) {
			t.Helper()
			_, err := b.Contracts.SetPermissions(b.hotel.Context(t), b.hotel.Caller, b.contract.ID, map[string]any{"rooming": map[string]any{"allowed": false}})
			require.NoError(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupRooming(t)
			l, ids := b.sent(t, nil, object{"room": b.rooms[1]})
			bodyRooming(t, b.hotel.Do(t, post, at(entries, ids[0])+"confirm/", ""), http.StatusOK)
			end(t, b)
			told := len(b.Told(t, b.operator))
			for _, path := range []string{at(ledgers, l["id"]), at(ledgers, l["id"]) + "entries/", at(entries, ids[0])} {
				apptest.RequireNotFound(t, b.operator.Do(t, get, path, ""))
			}
			for _, path := range []string{at(ledgers, l["id"]) + "cancel/", at(entries, ids[0]) + "cancel/", at(entries, ids[1]) + "confirm/"} {
				apptest.RequireNotFound(t, b.operator.Do(t, post, path, ""))
			}
			apptest.RequireNotFound(t, b.operator.Do(t, patch, at(entries, ids[1]), `{"note":"x"}`))
			require.EqualValues(t, 0, bodyRooming(t, b.operator.Do(t, get, ledgers, ""), http.StatusOK)["count"])
			require.Equal(t, http.StatusBadRequest, b.operator.Do(t, post, ledgers, text(t, object{"property": b.property.ID, "name": "x"})).Code)
			require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))
			bodyRooming(t, b.hotel.Do(t, post, at(entries, ids[1])+"confirm/", ""), http.StatusOK)
			bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"cancel/", ""), http.StatusOK)
			require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
			require.Len(t, b.Told(t, b.operator), told, "who must not look is not told")
		})
	}
}

func TestLedger_scope(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	other := b.Property(t, b.hotel, "Hotel Borealis")
	mine := b.ledger(t, b.hotel, nil)
	theirs := b.ledger(t, b.hotel, object{"property": other.ID, "calendar": nil, "name": "Elsewhere"})
	user := b.SubUser(t, b.hotel, auth.Rooming).Caller
	user.PropertyIDs = []int64{b.property.ID}
	ctx := b.hotel.Context(t)
	list, n, err := b.Rooming.List(ctx, user, rooming.Filter{}, page.Request{})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.EqualValues(t, mine["id"], list[0].ID)
	_, err = b.Rooming.Show(ctx, user, list[0].ID)
	require.NoError(t, err)
	out := int64(theirs["id"].(float64))
	name, e := "x", b.Pending(t, b.hotel, out, b.Room(t, b.hotel, other.ID, "Double", "DBL", 2), day("2030-06-01"), 1, 1)
	for _, try := range []func() error{
		func() error { _, err := b.Rooming.Show(ctx, user, out); return err },
		func() error {
			_, err := b.Rooming.Update(ctx, user, out, rooming.LedgerChange{Name: &name})
			return err
		},
		func() error { _, err := b.Rooming.Cancel(ctx, user, out, ""); return err },
		func() error { return b.Rooming.Delete(ctx, user, out) },
		func() error { _, err := b.Rooming.Entry(ctx, user, e.ID); return err },
		func() error { _, err := b.Rooming.ConfirmEntry(ctx, user, e.ID); return err },
		func() error {
			_, err := b.Rooming.Create(ctx, user, rooming.LedgerChange{PropertyID: &other.ID, Name: &name})
			return err
		},
	} {
		require.ErrorIs(t, try(), apperr.ErrForbidden)
	}
}

func TestLedger_list(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	rival := b.Operator(t)
	b.Accepted(t, b.hotel, rival)
	other := b.Property(t, b.hotel, "Hotel Borealis")
	june := b.ledger(t, b.operator, object{"name": "June"})
	b.entry(t, b.operator, june["id"], nil)
	july := b.ledger(t, b.hotel, object{"name": "July", "partner": rival.User.OwnerID})
	b.entry(t, b.hotel, july["id"], object{"arrival": "2030-07-01", "departure": "2030-07-08"})
	b.entry(t, b.hotel, july["id"], object{"arrival": "2030-09-01", "departure": "2030-09-08"})
	b.ledger(t, b.hotel, object{"name": "Telephone", "partner": nil, "property": other.ID, "calendar": nil})
	bodyRooming(t, b.operator.Do(t, post, at(ledgers, june["id"])+"send/", ""), http.StatusOK)
	names := func(who *apptest.Who, query string) []string {
		list := []string{}
		for _, l := range bodyRooming(t, who.Do(t, get, ledgers+query, ""), http.StatusOK)["results"].([]any) {
			list = append(list, l.(object)["name"].(string))
		}
		return list
	}
	for query, want := range map[string][]string{
		"":               {"Telephone", "July", "June"},
		"?status=sent":   {"June"},
		"?status=closed": {},
		fmt.Sprintf("?property=%d", b.property.ID):   {"July", "June"},
		fmt.Sprintf("?partner=%d", rival.User.ID):    {"July"},
		"?from=2030-06-03":                           {"July", "June"},
		"?from=2030-06-04":                           {"July"},
		"?to=2030-06-30":                             {"June"},
		"?from=2030-07-09&to=2030-08-31":             {},
		"?from=2030-07-08&to=2030-08-31&status=open": {"July"},
		"?page=2&page_size=2":                        {"June"},
	} {
		require.Equal(t, want, names(b.hotel, query), query)
	}
	require.Equal(t, []string{"June"}, names(b.operator, ""))
	require.Equal(t, []string{}, names(b.operator, fmt.Sprintf("?partner=%d", rival.User.ID)))
	require.Equal(t, []string{"July"}, names(rival, fmt.Sprintf("?property=%d&status=open&from=2030-07-01", b.property.ID)))
	for _, bad := range []string{"?status=paused", "?property=0", "?partner=x", "?from=2030-02-30", "?from=2030-06-02&to=2030-06-01", "?page=0"} {
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, get, ledgers+bad, "").Code, bad)
	}
}

// What nobody chose is the operator's connected calendar, else the one that its
// rate contract feeds.
func TestLedger_calendar(t *testing.T) {
	t.Parallel()
	calendar := func(t *testing.T, b *roomingBundle, c rules.Calendar) rules.Calendar {
		t.Helper()
		c.OwnerID, c.PropertyID, c.Name, c.CreatedAt, c.UpdatedAt = b.hotel.User.OwnerID, b.property.ID, string(c.Kind), b.Clock.Now(), b.Clock.Now()
		require.NoError(t, b.AllotmentStore.InTx(t.Context(), func(ctx context.Context) error { return b.AllotmentStore.InsertCalendar(ctx, &c) }))
		return c
	}
	confirm := func(t *testing.T, b *roomingBundle) (ledger object, path string) {
		t.Helper()
		l := b.ledger(t, b.operator, nil)
		b.entry(t, b.operator, l["id"], nil)
		bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusOK)
		return l, at(ledgers, l["id"]) + "confirm/"
	}

	t.Run("the connected one comes first", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		r := b.Granted(t, b.hotel, b.operator, b.property, []ratecontract.RoomAllotment{})
		calendar(t, b, rules.Calendar{Kind: rules.KindContracted, RateContract: &r.ID})
		c := calendar(t, b, rules.Calendar{Kind: rules.KindConnected, Contract: &b.contract.ID})
		_, path := confirm(t, b)
		require.EqualValues(t, c.ID, bodyRooming(t, b.hotel.Do(t, post, path, ""), http.StatusOK)["calendar"])
	})

	t.Run("then the contracted one, if there is no doubt which", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		rival := b.Operator(t)
		r, foreign := b.Granted(t, b.hotel, b.operator, b.property, nil), b.Granted(t, b.hotel, rival, b.property, nil)
		calendar(t, b, rules.Calendar{Kind: rules.KindContracted, RateContract: &foreign.ID})
		c := calendar(t, b, rules.Calendar{Kind: rules.KindContracted, RateContract: &r.ID})
		_, path := confirm(t, b)
		require.EqualValues(t, c.ID, bodyRooming(t, b.hotel.Do(t, post, path, ""), http.StatusOK)["calendar"])
		again := b.Granted(t, b.hotel, b.operator, b.property, nil)
		calendar(t, b, rules.Calendar{Kind: rules.KindContracted, RateContract: &again.ID})
		_, path = confirm(t, b)
		code(t, b.hotel.Do(t, post, path, ""), http.StatusConflict, "calendar_required")
	})

	t.Run("else the hotel must choose, among calendars that have units", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		alone := calendar(t, b, rules.Calendar{Kind: rules.KindStandalone})
		l, path := confirm(t, b)
		refusal := code(t, b.hotel.Do(t, post, path, ""), http.StatusConflict, "calendar_required")
		require.Equal(t, []any{object{"id": float64(b.master.ID), "name": "Master", "kind": "master"}}, refusal["calendars"])
		require.Equal(t, "sent", statusRooming(t, b.hotel, at(ledgers, l["id"])))
		apptest.RequireInvalid(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": alone.ID})), "calendar",
			"must be the id of a calendar of this operator: the connected one of its contract or one that its rate contract feeds; the Master if it has neither")
		bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": b.master.ID})), http.StatusOK)
		bodyRooming(t, b.hotel.Do(t, post, path, ""), http.StatusOK)
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))
		code(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), `{"calendar":null}`), http.StatusConflict, "entries_confirmed")
	})
}
