package inventoryhttptest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/inventory/allotment"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

// whole is a page that has everything of a test.
var whole = page.Request{Page: 1, Size: page.MaxSize}

const (

	// Where the clock of every test starts.
	deskNow, deskToday = "2030-05-31T12:00:00Z", "2030-05-31"

	calendarsPath = "/api/allotment/calendars/"
)

type object = map[string]any

// desk is a hotel with a property, rooms of 10 and 4 units and an operator under
// a partnership contract in force.
type desk struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        property.Property
	rooms           []int64
	contract        contract.Contract
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Env: apptest.New(t)}
	d.hotel, d.property, d.rooms = d.House(t, 10, 4)
	d.operator = d.Operator(t)
	d.contract = d.Accepted(t, d.hotel, d.operator)
	return d
}

// calendar makes a calendar over HTTP and returns the answer.
func (d *desk) calendar(t *testing.T, change object) object {
	t.Helper()
	return deskBody(t, d.hotel.Do(t, post, calendarsPath, d.input(t, change)), http.StatusCreated)
}

// input is the body of an allotment calendar; change replaces members, nil takes
// one out.
func (d *desk) input(t *testing.T, change object) string {
	t.Helper()
	return with(t, object{"property": d.property.ID, "name": "Sunny Tours", "kind": "allotment"}, change)
}

func (d *desk) connected(t *testing.T) object {
	t.Helper()
	return d.calendar(t, object{"kind": "connected", "counterparty_contract": d.contract.ID})
}

func (d *desk) contracted(t *testing.T, r ratecontract.RateContract) object {
	t.Helper()
	return d.calendar(t, object{"kind": "contracted", "rate_contract": r.ID})
}

// block is the body of one of June of the first room.
func (d *desk) block(t *testing.T, change object) string {
	t.Helper()
	return with(t, object{"room": d.rooms[0], "start_date": "2030-06-01", "end_date": "2030-06-30", "quantity": 3, "release_days": 2}, change)
}

// row allots units of a room in a rate contract.
func (d *desk) row(room int, from, to string, quantity int) ratecontract.RoomAllotment {
	return ratecontract.RoomAllotment{RoomID: d.rooms[room], StartDate: civil.MustParse(from), EndDate: civil.MustParse(to), Quantity: quantity}
}

// granted makes an active rate contract with the operator.
func (d *desk) granted(t *testing.T, rows ...ratecontract.RoomAllotment) ratecontract.RateContract {
	t.Helper()
	return d.Granted(t, d.hotel, d.operator, d.property, rows)
}

// regrant changes a rate contract.
func (d *desk) regrant(t *testing.T, id int64, c ratecontract.Change) {
	t.Helper()
	_, err := d.RateContracts.Update(d.hotel.Context(t), d.hotel.Caller, id, c)
	require.NoError(t, err)
}

func (d *desk) list(t *testing.T, who *apptest.Who) settings.MailingList {
	t.Helper()
	name := "Partners"
	l, err := d.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: &name})
	require.NoError(t, err)
	return l
}

// blocks reads what a calendar is allotted, as "room from to quantity source".
func (d *desk) blocks(t *testing.T, calendar any) []string {
	t.Helper()
	list, _, err := d.Allotments.Blocks(d.hotel.Context(t), d.hotel.Caller, idOf(t, calendar), whole)
	require.NoError(t, err)
	got := []string{}
	for _, b := range list {
		room := "A"
		if b.RoomID == d.rooms[1] {
			room = "B"
		}
		got = append(got, fmt.Sprintf("%s %s %s %d %s", room, b.StartDate.String()[5:], b.EndDate.String()[5:], b.Quantity, b.Source))
	}
	return got
}

// events are the news of one kind that the account has had.
func (d *desk) events(t *testing.T, kind string) []outbox.Stored {
	t.Helper()
	list := []outbox.Stored{}
	require.NoError(t, d.DB.From(t.Context()).NewSelect().Model(&list).Where("kind = ?", kind).Order("id").Scan(t.Context()))
	return list
}

// told are the spans of every availability event, as "room from to". What tells of a whole
// calendar that is new or bound to another names no days.
func (d *desk) told(t *testing.T) [][]string {
	t.Helper()
	all := [][]string{}
	for _, stored := range d.events(t, "availability.updated") {
		var ev allotment.Updated
		require.NoError(t, stored.Decode(&ev))
		require.Equal(t, []int64{d.property.ID, d.property.ID}, []int64{ev.Route.PropertyID, ev.Data.PropertyID})
		if ev.Route.All && len(ev.Data.Rooms) == 0 {
			continue
		}
		spans := []string{}
		for _, s := range ev.Data.Rooms {
			room := "A"
			if s.Room == d.rooms[1] {
				room = "B"
			}
			spans = append(spans, fmt.Sprintf("%s %s %s", room, s.From.String()[5:], s.To.String()[5:]))
		}
		all = append(all, spans)
	}
	return all
}

// actions are what the trail says was done to an object.
func (d *desk) actions(t *testing.T, kind string, id any) []string {
	t.Helper()
	list, err := audittest.Of(t.Context(), d.DB, d.hotel.User.OwnerID, kind, idOf(t, id))
	require.NoError(t, err)
	got := []string{}
	for _, e := range list {
		got = append(got, e.Action)
	}
	return got
}

// later moves the clock by days, after which the hotel signs in again.
func (d *desk) later(t *testing.T, days int) {
	t.Helper()
	d.Clock.Advance(time.Duration(days) * 24 * time.Hour)
	d.hotel = d.Login(t, d.hotel.User.Email)
}

// house makes a property in a time zone.
func (d *desk) house(t *testing.T, timezone string) int64 {
	t.Helper()
	p := d.Property(t, d.hotel, timezone)
	_, err := d.Properties.Update(d.hotel.Context(t), d.hotel.Caller, p.ID, property.Change{Timezone: &timezone}, property.Logo{})
	require.NoError(t, err)
	return p.ID
}

// scoped is a colleague who works on other properties only.
func (d *desk) scoped(t *testing.T) *apptest.Who {
	t.Helper()
	return d.Scoped(t, d.hotel, []auth.Flag{auth.StopSales}, d.Property(t, d.hotel, "Hotel Borealis").ID)
}

// inTx runs fn in a transaction, as a neighbour module does.
func (d *desk) inTx(t *testing.T, fn func(ctx context.Context) error) error {
	t.Helper()
	return d.DB.InTx(d.hotel.Context(t), fn)
}

func with(t *testing.T, o, change object) string {
	t.Helper()
	for k, v := range change {
		if o[k] = v; v == nil {
			delete(o, k)
		}
	}
	return deskText(t, o)
}

func deskText(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func deskBody(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	o := object{}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

// deskNames lists a member of what is on a page.
func deskNames(t *testing.T, res *httptest.ResponseRecorder, member string) []any {
	t.Helper()
	list := []any{}
	for _, r := range deskBody(t, res, http.StatusOK)["results"].([]any) {
		list = append(list, r.(object)[member])
	}
	return list
}

func idOf(t *testing.T, v any) int64 {
	t.Helper()
	switch v := v.(type) {
	case object:
		return idOf(t, v["id"])
	case float64:
		return int64(v)
	case int64:
		return v
	}
	t.Fatalf("no id: %v", v)
	return 0
}

func calendarAt(t *testing.T, id any, rest string) string {
	t.Helper()
	return fmt.Sprintf("%s%d/%s", calendarsPath, idOf(t, id), rest)
}

func blockAt(t *testing.T, id any) string {
	t.Helper()
	return fmt.Sprintf("/api/allotment/blocks/%d/", idOf(t, id))
}

func ptr[T any](v T) *T { return &v }
