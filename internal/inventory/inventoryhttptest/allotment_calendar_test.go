package inventoryhttptest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
	"allot/internal/testkit/audittest"
)

func TestAllotmentCalendar(t *testing.T) {
	t.Parallel()

	t.Run("is made, read, changed and deleted", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		group := d.list(t, d.hotel)
		made := d.calendar(t, object{"external_name": " Sunny ", "external_details": "Line\nline", "mailing_group": group.ID})
		want := object{
			"id": made["id"], "property": d.property.ID, "name": "Sunny Tours", "kind": "allotment", "counterparty_contract": nil, "rate_contract": nil,
			"external_name": "Sunny", "external_details": "Line\nline", "mailing_group": group.ID, "counterparty": "Sunny", "is_contract_fed": false,
			"created_at": deskNow, "updated_at": deskNow,
		}
		apptest.RequireJSON(t, d.hotel.Do(t, get, calendarAt(t, made, ""), ""), http.StatusOK, deskText(t, want))
		require.Equal(t, []any{"Master", "Sunny Tours"}, deskNames(t, d.hotel.Do(t, get, calendarsPath, ""), "name"))

		res := d.hotel.Do(t, patch, calendarAt(t, made, ""), deskText(t, made))
		apptest.RequireJSON(t, res, http.StatusOK, deskText(t, made))

		got := deskBody(t, d.hotel.Do(t, patch, calendarAt(t, made, ""), `{"name":"Moon","external_name":null,"mailing_group":null}`), http.StatusOK)
		require.Equal(t, []any{"Moon", "", nil, "Line\nline"}, []any{got["name"], got["external_name"], got["mailing_group"], got["external_details"]})
		require.Equal(t, http.StatusNoContent, d.hotel.Do(t, del, calendarAt(t, made, ""), "").Code)
		apptest.RequireNotFound(t, d.hotel.Do(t, get, calendarAt(t, made, ""), ""))
		apptest.RequireNotFound(t, d.hotel.Do(t, del, calendarAt(t, made, ""), ""))
		require.Equal(t, []string{"create", "update", "delete"}, d.actions(t, "allotment_calendar", made))
		require.Empty(t, d.told(t), "nothing about what is available has changed")
	})

	t.Run("of every kind has what belongs to it and nothing else", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		r := d.granted(t)
		group := d.list(t, d.hotel)
		bindings := object{"counterparty_contract": d.contract.ID, "rate_contract": r.ID, "external_name": "X", "external_details": "Y", "mailing_group": group.ID}
		const connectedOnly, fedOnly, allotmentOnly = "is for connected calendars only", "is for contracted and connected calendars only", "is for calendars of kind allotment only"
		for kind, refused := range map[string][]string{
			"connected":  {"external_name", allotmentOnly, "external_details", allotmentOnly},
			"contracted": {"counterparty_contract", connectedOnly, "external_name", allotmentOnly, "external_details", allotmentOnly},
			"allotment":  {"counterparty_contract", connectedOnly, "rate_contract", fedOnly},
			"standalone": {"counterparty_contract", connectedOnly, "rate_contract", fedOnly, "external_name", allotmentOnly, "external_details", allotmentOnly},
		} {
			input := object{"kind": kind}
			for k, v := range bindings {
				input[k] = v
			}
			apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, input)), refused...)
			for i := 0; i < len(refused); i += 2 {
				input[refused[i]] = nil
			}
			got := d.calendar(t, input)
			require.Equal(t, kind, got["kind"])
		}
		require.Equal(t, []any{"master", "allotment", "connected", "contracted", "standalone"}, sortedKinds(t, d))
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"external_details": "a\x1b[2Jb"})),
			"external_details", "must be plain text without control characters")
	})

	t.Run("has the counterparty's name", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		r := d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 2))
		require.Equal(t, []any{"Company of manager2", true}, fed(d.connected(t)))
		require.Equal(t, []any{"Company of manager2", true}, fed(d.contracted(t, r)))
		require.Equal(t, []any{"", false}, fed(d.calendar(t, object{"kind": "standalone"})))
		d.SetStatus(t, d.contract, contract.StatusCancelled)
		require.Equal(t, []any{"", "Company of manager2", "Company of manager2", ""}, deskNames(t, d.hotel.Do(t, get, calendarsPath, ""), "counterparty"))
	})
}

func fed(c object) []any { return []any{c["counterparty"], c["is_contract_fed"]} }

func sortedKinds(t *testing.T, d *desk) []any {
	t.Helper()
	kinds := map[any]bool{}
	for _, k := range deskNames(t, d.hotel.Do(t, get, calendarsPath, ""), "kind") {
		kinds[k] = true
	}
	list := []any{}
	for _, k := range []any{"master", "allotment", "connected", "contracted", "standalone"} {
		if kinds[k] {
			list = append(list, k)
		}
	}
	return list
}

func TestCalendar_refusals(t *testing.T) {
	t.Parallel()

	t.Run("the Master is there by itself and stays as it is", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		page := deskBody(t, d.hotel.Do(t, get, fmt.Sprintf("%s?property=%d", calendarsPath, d.property.ID), ""), http.StatusOK)
		require.EqualValues(t, 1, page["count"])
		master := page["results"].([]any)[0].(object)
		require.Equal(t, []any{"Master", "master"}, []any{master["name"], master["kind"]})
		const message = "the Master calendar cannot be edited or deleted"
		apptest.RequireError(t, d.hotel.Do(t, patch, calendarAt(t, master, ""), `{"name":"x"}`), http.StatusConflict, "master_immutable", message)
		require.Equal(t, http.StatusOK, d.hotel.Do(t, patch, calendarAt(t, master, ""), `{}`).Code, "as it is it can be sent back")
		apptest.RequireError(t, d.hotel.Do(t, del, calendarAt(t, master, ""), ""), http.StatusConflict, "master_immutable", message)
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"kind": "master"})),
			"kind", `must be one of "connected, contracted, allotment, standalone"`)
	})

	t.Run("every bad field is named at once", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{
			"name": " ", "external_name": strings.Repeat("x", 201), "external_details": strings.Repeat("ä", 2001), "mailing_group": 999999, "rate_contract": 5,
		})),
			"name", "is required", "external_name", "must have at most 200 characters", "external_details", "must have at most 2000 characters",
			"rate_contract", "is for contracted and connected calendars only", "mailing_group", "must be the id of one of your mailing lists")
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"kind": "connected"})), "counterparty_contract", "is required")
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"kind": "contracted"})), "rate_contract", "is required")
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"property": nil})), "property", "is required, in query or body")
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath+"?property=999", d.input(t, nil)), "property", "must be the same in query and body")
		deskBody(t, d.hotel.Do(t, post, fmt.Sprintf("%s?property=%d", calendarsPath, d.property.ID), d.input(t, object{"property": nil})), http.StatusCreated)
	})

	t.Run("a connected calendar needs a contract in force", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		rival, other := d.Operator(t), d.Manager(t)
		proposed := d.Accepted(t, d.hotel, rival, func(c *contract.Contract) { c.Status = contract.StatusProposed })
		foreign := d.Accepted(t, other, d.operator)
		for _, id := range []int64{proposed.ID, foreign.ID, 999999, 0, -1, 1 << 60} {
			apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"kind": "connected", "counterparty_contract": id})),
				"counterparty_contract", "must be the id of a partnership contract in force")
		}
		made := d.connected(t)
		d.SetStatus(t, d.contract, contract.StatusCancelled)
		deskBody(t, d.hotel.Do(t, patch, calendarAt(t, made, ""), `{"name":"Still here"}`), http.StatusOK)
	})

	t.Run("a contracted calendar needs a rate contract of the property that has not ended", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		stranger, theirs := d.Hotel(t, "Elsewhere")
		second := d.Property(t, d.hotel, "Hotel Borealis")
		endedByHand := d.granted(t)
		d.regrant(t, endedByHand.ID, ratecontract.Change{Status: ptr(ratecontract.StatusEnded)})
		for _, id := range []int64{
			d.Granted(t, stranger, d.operator, theirs, nil).ID, d.Granted(t, d.hotel, d.operator, second, nil).ID, endedByHand.ID, 999999,
		} {
			apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"kind": "contracted", "rate_contract": id})),
				"rate_contract", "must be the id of a rate contract of this property that has not ended")
		}
		rival := d.Granted(t, d.hotel, d.Operator(t), d.property, nil)
		apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarsPath, d.input(t, object{"kind": "connected", "counterparty_contract": d.contract.ID, "rate_contract": rival.ID})),
			"rate_contract", "must be with the operator of counterparty_contract")
	})

	t.Run("kind and property are for life", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		second := d.Property(t, d.hotel, "Hotel Borealis")
		made := d.calendar(t, nil)
		apptest.RequireInvalid(t, d.hotel.Do(t, patch, calendarAt(t, made, ""), deskText(t, object{"property": second.ID, "kind": "standalone"})),
			"property", "cannot be changed: make a new calendar", "kind", "cannot be changed: make a new calendar")
		apptest.RequireInvalid(t, d.hotel.Do(t, patch, calendarAt(t, d.connected(t), ""), `{"counterparty_contract":null,"name":null}`),
			"name", "is required", "counterparty_contract", "is required")
		apptest.RequireInvalid(t, d.hotel.Do(t, patch, calendarAt(t, d.contracted(t, d.granted(t)), ""), `{"rate_contract":null}`), "rate_contract", "is required")
	})

	t.Run("hostile bodies are refused", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		made := d.calendar(t, nil)
		for body, status := range map[string]int{
			"": http.StatusBadRequest, "null": http.StatusBadRequest, "[]": http.StatusBadRequest, `{"name":1}`: http.StatusBadRequest,
			d.input(t, object{"name": "a\x00b"}):                               http.StatusBadRequest,
			d.input(t, object{"name": "a\nb"}):                                 http.StatusBadRequest,
			d.input(t, object{"external_details": "a\x00b"}):                   http.StatusBadRequest,
			d.input(t, object{"mailing_group": "1"}):                           http.StatusBadRequest,
			d.input(t, object{"mailing_group": 1e300}):                         http.StatusBadRequest,
			d.input(t, object{"kind": "Standalone"}):                           http.StatusBadRequest,
			d.input(t, object{"kind": nil}):                                    http.StatusBadRequest,
			d.input(t, object{"property": -1}):                                 http.StatusBadRequest,
			d.input(t, object{"property": "x"}):                                http.StatusBadRequest,
			d.input(t, object{"external_details": strings.Repeat("x", 2<<20)}): http.StatusRequestEntityTooLarge,
			strings.Repeat(`{"name":`, 5000) + "1" + strings.Repeat("}", 5000): http.StatusBadRequest,
		} {
			require.Equal(t, status, d.hotel.Do(t, post, calendarsPath, body).Code, "%.100s", body)
			if body != d.input(t, object{"kind": nil}) {
				require.Equal(t, status, d.hotel.Do(t, patch, calendarAt(t, made, ""), body).Code, "%.100s", body)
			}
		}
		require.EqualValues(t, 2, deskBody(t, d.hotel.Do(t, get, calendarsPath, ""), http.StatusOK)["count"])
	})
}

func TestCalendar_unique(t *testing.T) {
	t.Parallel()
	const message = "the property has a calendar for this already"

	t.Run("one calendar a contract", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		r, next := d.granted(t), d.granted(t)
		d.connected(t)
		d.contracted(t, r)
		for _, again := range []object{{"kind": "connected", "counterparty_contract": d.contract.ID}, {"kind": "contracted", "rate_contract": r.ID}} {
			apptest.RequireError(t, d.hotel.Do(t, post, calendarsPath, d.input(t, again)), http.StatusConflict, "already_exists", message)
		}
		second := d.contracted(t, next)
		apptest.RequireError(t, d.hotel.Do(t, patch, calendarAt(t, second, ""), deskText(t, object{"rate_contract": r.ID})), http.StatusConflict, "already_exists", message)
		other := d.Property(t, d.hotel, "Hotel Borealis")
		d.calendar(t, object{"property": other.ID, "kind": "connected", "counterparty_contract": d.contract.ID})
	})

	t.Run("of twenty at once one is made", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		r := d.granted(t, d.row(0, "2030-06-01", "2030-06-30", 3))
		for _, input := range []object{{"kind": "connected", "counterparty_contract": d.contract.ID}, {"kind": "contracted", "rate_contract": r.ID}} {
			codes := apptest.AtOnce(20, func(int) int { return d.hotel.Do(t, post, calendarsPath, d.input(t, input)).Code })
			require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 19}, codes)
		}
		require.Equal(t, []any{"master", "connected", "contracted"}, deskNames(t, d.hotel.Do(t, get, calendarsPath, ""), "kind"))
	})

	t.Run("twenty who look at once find one Master", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.Property(t, d.hotel, "Hotel Borealis")
		codes := apptest.AtOnce(20, func(int) int { return d.hotel.Do(t, get, calendarsPath, "").Code })
		require.Equal(t, map[int]int{http.StatusOK: 20}, codes)
		require.Equal(t, []any{"Master", "Master"}, deskNames(t, d.hotel.Do(t, get, calendarsPath, ""), "name"))
	})
}

func TestCalendar_plan(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Grant(t, d.hotel, plan.Free)
	codes := apptest.AtOnce(20, func(i int) int {
		return d.hotel.Do(t, post, calendarsPath, d.input(t, object{"name": fmt.Sprint(i)})).Code
	})
	require.Equal(t, map[int]int{http.StatusCreated: 4, http.StatusForbidden: 16}, codes)
	refused := deskBody(t, d.hotel.Do(t, post, calendarsPath, d.input(t, nil)), http.StatusForbidden)
	require.Equal(t, []any{"plan_limit_reached", "calendars", 5.0}, []any{refused["code"], refused["feature"], refused["limit"]})
	d.Grant(t, d.hotel, plan.Silver)
	d.calendar(t, nil)
}

func TestCalendars_list(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	second := d.Property(t, d.hotel, "Hotel Borealis")
	d.calendar(t, object{"name": "B", "property": second.ID})
	d.calendar(t, object{"name": "A"})
	d.calendar(t, object{"name": "C"})
	all := []any{"Master", "A", "C", "Master", "B"}
	require.Equal(t, all, deskNames(t, d.hotel.Do(t, get, calendarsPath, ""), "name"))
	require.Equal(t, all[3:], deskNames(t, d.hotel.Do(t, get, fmt.Sprintf("%s?property=%d", calendarsPath, second.ID), ""), "name"))
	pages := []any{}
	for page := range 3 {
		res := d.hotel.Do(t, get, fmt.Sprintf("%s?page_size=2&page=%d", calendarsPath, page+1), "")
		require.EqualValues(t, 5, deskBody(t, res, http.StatusOK)["count"])
		pages = append(pages, deskNames(t, res, "name")...)
	}
	require.Equal(t, all, pages)
	apptest.RequireNotFound(t, d.hotel.Do(t, get, calendarsPath+"?property=999999", ""))
	for _, bad := range []string{"?property=0", "?property=x", "?page=0", "?page_size=501"} {
		require.Equal(t, http.StatusBadRequest, d.hotel.Do(t, get, calendarsPath+bad, "").Code, bad)
	}
	scoped := d.Scoped(t, d.hotel, []auth.Flag{auth.StopSales}, second.ID)
	require.Equal(t, all[3:], deskNames(t, scoped.Do(t, get, calendarsPath, ""), "name"))
	require.Empty(t, deskNames(t, d.Manager(t).Do(t, get, calendarsPath, ""), "name"))
}

func TestCalendar_access(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	r := d.granted(t)
	made := d.calendar(t, nil)
	block := d.addBlock(t, made, nil)
	fed := d.contracted(t, r)
	stranger, _ := d.Hotel(t, "Elsewhere")
	plain, scoped, trusted := d.SubUser(t, d.hotel, auth.PartnerConnections), d.scoped(t), d.SubUser(t, d.hotel, auth.StopSales)
	property := fmt.Sprintf("?property=%d", d.property.ID)
	for name, c := range map[string]struct{ method, path, body string }{
		"list calendars":         {get, calendarsPath + property, ""},
		"create a calendar":      {post, calendarsPath, d.input(t, nil)},
		"read a calendar":        {get, calendarAt(t, made, ""), ""},
		"update a calendar":      {patch, calendarAt(t, made, ""), `{"name":"Mine"}`},
		"delete a calendar":      {del, calendarAt(t, made, ""), ""},
		"list blocks":            {get, calendarAt(t, made, "blocks/"), ""},
		"create a block":         {post, calendarAt(t, made, "blocks/"), d.block(t, nil)},
		"update a block":         {patch, blockAt(t, block), `{"quantity":1}`},
		"delete a block":         {del, blockAt(t, block), ""},
		"pull a contract":        {post, calendarAt(t, fed, "pull-contract/"), ""},
		"list partner contracts": {get, "/api/allotment/partner-contracts/" + property, ""},
		"list rate contracts":    {get, "/api/allotment/rate-contracts/" + property, ""},
	} {
		t.Run("nobody else can "+name, func(t *testing.T) {
			t.Parallel()
			apptest.RequireNotSignedIn(t, d.Do(t, c.method, c.path, c.body))
			for _, who := range []*apptest.Who{plain, d.operator, d.Admin(t)} {
				require.Equal(t, http.StatusForbidden, who.Do(t, c.method, c.path, c.body).Code)
			}
			apptest.RequireError(t, scoped.Do(t, c.method, c.path, c.body), http.StatusForbidden, "forbidden",
				"your user is not allowed to work on this property; the manager of the account can grant it")
			if c.method == post && c.path == calendarsPath {
				apptest.RequireInvalid(t, stranger.Do(t, c.method, c.path, c.body), "property", "must be the id of one of your properties")
				return
			}
			apptest.RequireNotFound(t, stranger.Do(t, c.method, c.path, c.body))
		})
	}
	t.Run("nobody binds what is another hotel's", func(t *testing.T) {
		t.Parallel()
		mine, p := d.Hotel(t, "Elsewhere")
		group := d.list(t, d.hotel)
		for _, input := range []object{
			{"kind": "connected", "counterparty_contract": d.contract.ID}, {"kind": "contracted", "rate_contract": r.ID}, {"mailing_group": group.ID},
		} {
			input["property"] = p.ID
			require.Equal(t, http.StatusBadRequest, mine.Do(t, post, calendarsPath, d.input(t, input)).Code)
		}
	})
	t.Run("a colleague with the permission can", func(t *testing.T) {
		t.Parallel()
		c := deskBody(t, trusted.Do(t, post, calendarsPath, d.input(t, nil)), http.StatusCreated)
		require.Equal(t, http.StatusNoContent, trusted.Do(t, del, calendarAt(t, c, ""), "").Code)
	})
}

func TestCalendar_delete(t *testing.T) {
	t.Parallel()
	june := civil.MustParse("2030-06-01")
	setup := func(t *testing.T) (*desk, object, func(units int) error) {
		t.Helper()
		d := newDesk(t)
		made := d.calendar(t, nil)
		deskBody(t, d.hotel.Do(t, post, calendarAt(t, made, "blocks/"), d.block(t, object{"end_date": "2030-06-04", "release_days": 0})), http.StatusCreated)
		return d, made, func(units int) error {
			return d.Allotments.Hold(d.hotel.Context(t), d.hotel.User.OwnerID, idOf(t, made),
				[]allotment.Stay{{RoomID: d.rooms[0], Arrival: june, Departure: june + 2, Units: units}})
		}
	}
	committed := func(t *testing.T, d *desk) (units int) {
		t.Helper()
		pools, err := d.AllotmentStore.Pools(t.Context(), d.hotel.User.OwnerID, d.rooms, civil.Range{From: civil.Min, To: civil.Max})
		require.NoError(t, err)
		for _, p := range pools {
			units += p.Committed
		}
		return units
	}

	t.Run("is refused while rooming entries hold units to come", func(t *testing.T) {
		t.Parallel()
		d, made, hold := setup(t)
		require.NoError(t, hold(2))
		refused := deskBody(t, d.hotel.Do(t, del, calendarAt(t, made, ""), ""), http.StatusConflict)
		require.Equal(t, []any{"rooming_holds", []any{"2030-06-01", "2030-06-02"}}, []any{refused["code"], refused["dates"]})
		require.Equal(t, 4, committed(t, d))
		require.NoError(t, hold(-2))
		require.Equal(t, http.StatusNoContent, d.hotel.Do(t, del, calendarAt(t, made, ""), "").Code)
	})

	t.Run("gives back what it held, of days that have passed too", func(t *testing.T) {
		t.Parallel()
		d, made, hold := setup(t)
		require.NoError(t, hold(2))
		d.later(t, 3) // 3 June: the stay is over
		before := len(d.told(t))
		require.Equal(t, http.StatusNoContent, d.hotel.Do(t, del, calendarAt(t, made, ""), "").Code)
		require.Zero(t, committed(t, d))
		require.Equal(t, []string{"A 06-01 06-04"}, d.told(t)[before], "what was held and what was allotted")
		trail, err := audittest.Of(t.Context(), d.DB, d.hotel.User.OwnerID, "allotment_calendar", idOf(t, made))
		require.NoError(t, err)
		require.Contains(t, string(trail[1].Before), `"confirmed":2`)
		require.Contains(t, string(trail[1].Before), `"quantity":3`)
		require.NoError(t, d.inTx(t, func(ctx context.Context) error {
			days, err := d.AllotmentStore.CalendarDays(ctx, d.hotel.User.OwnerID, idOf(t, made), reading.DayFilter{})
			require.Empty(t, days)
			return err
		}))
	})

	t.Run("lifts the stop sales to come", func(t *testing.T) {
		t.Parallel()
		d, made, _ := setup(t)
		rows := []rules.Day{}
		for date := civil.MustParse("2030-05-30"); date < june+2; date++ {
			rows = append(rows, rules.Day{
				CalendarID: idOf(t, made), RoomID: d.rooms[0], Date: date, OwnerID: d.hotel.User.OwnerID, PropertyID: d.property.ID, Status: rules.StatusStop,
			})
		}
		require.NoError(t, d.inTx(t, func(ctx context.Context) error { return d.AllotmentStore.SaveDays(ctx, rows) }))
		require.Equal(t, http.StatusNoContent, d.hotel.Do(t, del, calendarAt(t, made, ""), "").Code)
		lifted := d.events(t, "stopsale.cancelled")
		require.Len(t, lifted, 1)
		require.Contains(t, string(lifted[0].Payload), `"date":"2030-05-31","date_to":"2030-06-02"`)
	})

	t.Run("of twenty at once one succeeds, and nothing is given back twice", func(t *testing.T) {
		t.Parallel()
		d, made, hold := setup(t)
		require.NoError(t, hold(2))
		d.later(t, 4)
		codes := apptest.AtOnce(20, func(int) int { return d.hotel.Do(t, del, calendarAt(t, made, ""), "").Code })
		require.Equal(t, map[int]int{http.StatusNoContent: 1, http.StatusNotFound: 19}, codes)
		require.Zero(t, committed(t, d))
	})

	t.Run("goes with its property", func(t *testing.T) {
		t.Parallel()
		d, made, _ := setup(t)
		require.NoError(t, d.Properties.Delete(d.hotel.Context(t), d.hotel.Caller, d.property.ID))
		apptest.RequireNotFound(t, d.hotel.Do(t, get, calendarAt(t, made, ""), ""))
	})

	t.Run("a mailing list that goes is forgotten", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		group := d.list(t, d.hotel)
		made := d.calendar(t, object{"mailing_group": group.ID})
		require.NoError(t, d.Settings.DeleteList(d.hotel.Context(t), d.hotel.Caller, group.ID))
		require.Nil(t, deskBody(t, d.hotel.Do(t, get, calendarAt(t, made, ""), ""), http.StatusOK)["mailing_group"])
	})
}

func TestCalendar_rooms(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	made := d.calendar(t, nil)
	bare := d.Save(t, d.hotel, d.property.ID, facts.CategoryRooms, facts.Record{"name": "Suite"})
	apptest.RequireInvalid(t, d.hotel.Do(t, post, calendarAt(t, made, "blocks/"), d.block(t, object{"room": bare})),
		"quantity", "the room has no units to allot: state its room_total_units in the fact sheet first")
}
