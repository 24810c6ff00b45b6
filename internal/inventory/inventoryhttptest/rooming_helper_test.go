package inventoryhttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/notify"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

const (
	now     = "2030-05-31T12:00:00Z" // where the clock of every test starts
	ledgers = "/api/rooming/ledgers/"
	entries = "/api/rooming/entries/"
)

// roomingBundle is a hotel with a published property, rooms of 3 and 5 units and a
// Master, and an operator under a contract.
type roomingBundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        property.Property
	rooms           []int64
	master          rules.Calendar
	contract        contract.Contract
}

func setupRooming(t *testing.T) *roomingBundle {
	t.Helper()
	b := &roomingBundle{Env: apptest.New(t)}
	b.hotel, b.property, b.rooms = b.House(t, 3, 5)
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	b.operator = b.Operator(t)
	b.contract = b.Accepted(t, b.hotel, b.operator)
	b.master = b.Master(t, b.hotel, b.property)
	return b
}

// ledger makes a ledger over HTTP; change replaces members.
func (b *roomingBundle) ledger(t *testing.T, who *apptest.Who, change object) object {
	t.Helper()
	o := object{"property": b.property.ID, "name": "Group 7"}
	if who == b.hotel {
		o["partner"], o["calendar"] = b.operator.User.OwnerID, b.master.ID
	}
	for k, v := range change {
		o[k] = v
	}
	return bodyRooming(t, who.Do(t, post, ledgers, text(t, o)), http.StatusCreated)
}

// input is the body of an entry of two units for two nights; change replaces
// members, nil takes one out.
func (b *roomingBundle) input(change object) object {
	o := object{"room": b.rooms[0], "arrival": "2030-06-01", "departure": "2030-06-03", "units": 2}
	for k, v := range change {
		if o[k] = v; v == nil {
			delete(o, k)
		}
	}
	return o
}

// entry adds an entry over HTTP.
func (b *roomingBundle) entry(t *testing.T, who *apptest.Who, ledger any, change object) object {
	t.Helper()
	return bodyRooming(t, who.Do(t, post, at(ledgers, ledger)+"entries/", text(t, b.input(change))), http.StatusCreated)
}

// sent is a list of the operator's that waits for the hotel.
func (b *roomingBundle) sent(t *testing.T, entries ...object) (ledger object, ids []any) {
	t.Helper()
	ledger = b.ledger(t, b.operator, nil)
	for _, e := range entries {
		ids = append(ids, b.entry(t, b.operator, ledger["id"], e)["id"])
	}
	ledger = bodyRooming(t, b.operator.Do(t, post, at(ledgers, ledger["id"])+"send/", ""), http.StatusOK)
	bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, ledger["id"]), text(t, object{"calendar": b.master.ID})), http.StatusOK)
	return ledger, ids
}

// held is what the pool holds of a room on the days from 1 June 2030 on, and
// checks that the calendar says the same.
func (b *roomingBundle) held(t *testing.T, room int64, days int) []int {
	t.Helper()
	season := civil.Range{From: day("2030-06-01"), To: day("2030-06-01").Add(days - 1)}
	stored, err := b.AllotmentStore.ReadDraft(t.Context(), allotment.DraftQuery{
		OwnerID: b.hotel.User.OwnerID, CalendarID: b.master.ID, Rooms: []int64{room}, Pool: []int64{room}, Season: season,
	})
	require.NoError(t, err)
	held := make([]int, days)
	for _, p := range stored.Pools {
		held[p.Date.Sub(season.From)] = p.Committed
	}
	on := make([]int, days)
	for _, d := range stored.Days {
		require.Equal(t, d.Confirmed, d.Rooming)
		on[d.Date.Sub(season.From)] = d.Confirmed
	}
	require.Equal(t, held, on, "the records are the pool")
	return held
}

// told is what a user has heard of rooming lists, newest first.
func (b *roomingBundle) told(t *testing.T, who *apptest.Who) []notify.Notification {
	t.Helper()
	return slices.DeleteFunc(b.Told(t, who), func(n notify.Notification) bool { return !strings.HasPrefix(string(n.Kind), "rooming_") })
}

func at(base string, id any) string { return fmt.Sprintf("%s%v/", base, id) }

func statusRooming(t *testing.T, who *apptest.Who, path string) any {
	t.Helper()
	return bodyRooming(t, who.Do(t, get, path, ""), http.StatusOK)["status"]
}

func bodyRooming(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	o := object{}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

// code checks status and code of a refusal and returns its body.
func code(t *testing.T, res *httptest.ResponseRecorder, status int, want string) object {
	t.Helper()
	o := bodyRooming(t, res, status)
	require.Equal(t, want, o["code"], res.Body.String())
	return o
}

func day(s string) civil.Date { return civil.MustParse(s) }
