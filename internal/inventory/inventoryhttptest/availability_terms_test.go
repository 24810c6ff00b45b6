package inventoryhttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
)

// states says in short what each day of a list is: state, status and code.
func states(days []map[string]any) []string {
	list := make([]string, len(days))
	for i, d := range days {
		list[i] = fmt.Sprint(d["state"], " ", d["status"], " ", d["code"])
	}
	return list
}

func TestTerms_OnRequest(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	c := b.Accepted(t, b.hotel, b.operator)
	own := b.connected(t, c)
	b.block(t, own, b.rooms[0], "2030-06-01", "2030-06-02", 2, 0)
	b.day(t, own, b.rooms[0], "2030-06-02", statusAvailabilityHTTP(rules.StatusRequest))
	b.day(t, own, b.rooms[0], "2030-06-04", statusAvailabilityHTTP(rules.StatusStop))
	stop, ask := "XX", "RQ"
	_, err := b.Mappings.UpdateEventCodes(b.operator.Context(t), b.operator.Caller, mapping.EventCodesChange{Stop: &stop, OnRequest: &ask})
	require.NoError(t, err)
	at := b.key(t, b.operator, nil) + days4
	first := func(at string) room { return b.pull(t, at).Properties[0].Calendars[0].Rooms[0] }
	require.Equal(t, []string{"open <nil> open", "on_request on_request RQ", "on_request <nil> RQ", "closed stop XX"}, states(first(at).Days))
	require.Equal(t, []string{"on_request <nil> RQ"}, states(b.pull(t, at+"&granularity=spans").Properties[0].Calendars[0].Rooms[1].Spans))
	next, etag := b.pull(t, at).NextCursor, b.Do(t, get, at, "").Header().Get("ETag")

	b.Set(t, c.ID, "to_allow_on_request", false)
	closed := []string{"open <nil> open", "closed stop XX", "closed <nil> XX", "closed stop XX"}
	require.Equal(t, closed, states(first(at).Days))
	require.Equal(t, []string{"open <nil> open", "closed stop XX", "closed <nil> XX", "closed stop XX"}, states(first(at+"&granularity=spans").Spans))
	people := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune+"&granularity=daily").Results[0].Calendars[0]
	require.Equal(t, closed, states(people.Rooms[0].Days))
	require.Equal(t, []string{"open <nil> open", "closed <nil> XX", "closed <nil> XX", "closed <nil> XX"}, states(people.Days))
	require.Equal(t, http.StatusOK, b.Do(t, get, at, "", apptest.Header("If-None-Match", etag)).Code)
	require.True(t, b.pull(t, at+"&since="+next).Complete, "what changed is shown to those who take only changes")
	hotel := b.pull(t, b.key(t, b.hotel, nil)+days4+fmt.Sprintf("&calendar_id=%d", own)).Properties[0].Calendars[0].Rooms[0].Days
	require.Equal(t, "on_request", hotel[1]["state"], "the hotel goes on seeing what it has set")
}

func TestTerms_OnRequest_spans(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	c := b.Accepted(t, b.hotel, b.operator, func(c *contract.Contract) { c.AllowOnRequest = false })
	own := b.connected(t, c)
	b.day(t, own, b.rooms[0], "2030-06-02", statusAvailabilityHTTP(rules.StatusStop))
	b.day(t, own, b.rooms[0], "2030-06-03", statusAvailabilityHTTP(rules.StatusRequest))
	spans := b.pull(t, b.key(t, b.operator, nil)+days4+"&granularity=spans").Properties[0].Calendars[0].Rooms[0].Spans
	require.Equal(t, []string{"closed <nil> stop", "closed stop stop", "closed <nil> stop"}, states(spans), "days that are told alike are one span")
	require.Equal(t, "2030-06-03", spans[1]["to"])
}

func TestTerms_SpecialAllotment(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	c := b.Accepted(t, b.hotel, b.operator)
	own := b.connected(t, c)
	b.block(t, own, b.rooms[0], "2030-06-01", "2030-06-02", 2, 0)
	b.block(t, own, b.rooms[1], "2030-06-01", "2030-06-03", 3, 0)
	b.day(t, own, b.rooms[1], "2030-06-02", statusAvailabilityHTTP(rules.StatusStop))
	b.day(t, own, b.rooms[1], "2030-06-03", statusAvailabilityHTTP(rules.StatusRequest))
	for _, r := range b.rooms {
		b.day(t, b.Master(t, b.hotel, b.property).ID, r, "2030-06-04", statusAvailabilityHTTP(rules.StatusBlock))
	}
	at := b.key(t, b.operator, nil) + days4
	whole := func(from, state, code string, allotted, available float64) map[string]any {
		return map[string]any{"date": from, "state": state, "status": nil, "code": code, "allotment": allotted, "available": available}
	}
	got := b.pull(t, at+"&include=reasons").Properties[0].Calendars[0]
	require.Len(t, got.Rooms, 2)
	require.Equal(t, []map[string]any{
		whole("2030-06-01", "open", "open", 5, 5), whole("2030-06-02", "open", "open", 5, 2),
		whole("2030-06-03", "on_request", "on_request", 3, 0), whole("2030-06-04", "closed", "stop", 0, 0),
	}, got.Days)
	master := b.pull(t, at+"&calendar=master&granularity=spans").Properties[0].Calendars[0].Spans
	require.Equal(t, []map[string]any{
		{"from": "2030-06-01", "to": "2030-06-03", "state": "open", "status": nil, "code": "open"},
		{"from": "2030-06-04", "to": "2030-06-04", "state": "closed", "status": nil, "code": "stop"},
	}, master, "no number of the Master")
	require.Contains(t, b.Do(t, get, at, "", apptest.Header("Accept", "application/xml")).Body.String(), "</rooms><days><day><date>2030-06-01</date>")
	next, etag := b.pull(t, at).NextCursor, b.Do(t, get, at, "").Header().Get("ETag")

	b.Set(t, c.ID, "to_special_allotment", "S")
	require.Empty(t, b.pull(t, at).Properties[0].Calendars[0].Days)
	require.Empty(t, b.pull(t, at+"&granularity=spans").Properties[0].Calendars[0].Spans)
	require.Empty(t, readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results[0].Calendars[0].Spans)
	require.Equal(t, http.StatusOK, b.Do(t, get, at, "", apptest.Header("If-None-Match", etag)).Code)
	require.True(t, b.pull(t, at+"&since="+next).Complete)
	require.Empty(t, b.pull(t, b.key(t, b.hotel, nil)+days4).Properties[0].Calendars[0].Days, "a hotel has no terms with itself")
}

func TestTerms_Exports(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	c := b.Accepted(t, b.hotel, b.operator)
	own := b.connected(t, c)
	at := b.key(t, b.operator, nil) + days4
	next := b.pull(t, at).NextCursor
	b.Set(t, c.ID, "flags", `{"exports.allowed":"N"}`)
	require.Equal(t, []string{"exports_not_shared"}, b.shows(t, at))
	require.Equal(t, []string{"exports_not_shared"}, b.shows(t, at+"&calendar=master"))
	x := b.pull(t, at+"&since="+next)
	require.True(t, x.Complete)
	require.Equal(t, []string{"exports_not_shared"}, seen(answer{Results: x.Properties}))
	require.Equal(t, []string{told("connected", own)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)), "people go on reading")
	require.Empty(t, b.pull(t, at+"&country=TR").Properties, "filters hold for errors too")
	b.Set(t, c.ID, "flags", `{}`)
	require.Equal(t, []string{told("connected", own)}, b.shows(t, at))
}

func TestTerms_NotPublished(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	c := b.Accepted(t, b.hotel, b.operator)
	own := b.connected(t, c)
	at := b.key(t, b.operator, nil) + days4
	before := b.pull(t, at)
	etag := b.Do(t, get, at, "").Header().Get("ETag")

	draft := b.Property(t, b.hotel, "Hotel Boreas")
	country := "TR"
	_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, draft.ID, property.Change{Country: &country}, property.Logo{})
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, b.Do(t, get, at, "", apptest.Header("If-None-Match", etag)).Code, "a new property changes the answer")
	x := b.pull(t, at+"&since="+before.NextCursor)
	require.True(t, x.Complete)
	require.Equal(t, []string{told("connected", own), "not_published"}, seen(answer{Results: x.Properties}))
	require.Equal(t, "Hotel Boreas", x.Properties[1].Name)
	require.Equal(t, []string{told("connected", own), "not_published"}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
	require.Equal(t, []string{"not_published"}, b.shows(t, at+"&country=TR"))
	require.Empty(t, b.shows(t, at+fmt.Sprintf("&country=GR&property_id=%d", draft.ID)))
	require.Contains(t, b.shows(t, at+"&calendar=master"), "not_published", "nothing of it is shown through the Master either")
	b.Set(t, c.ID, "to_sync_ss", false)
	require.Equal(t, []string{"stop_sale_not_shared"}, b.shows(t, at), "a property that would not be shown anyway is nobody's business")
	b.Set(t, c.ID, "to_sync_ss", true)

	name := "Hotel Zephyros"
	_, err = b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, draft.ID, property.Change{Name: &name}, property.Logo{})
	require.NoError(t, err)
	require.Equal(t, name, b.pull(t, at).Properties[1].Name)
	etag = b.Do(t, get, at, "").Header().Get("ETag")
	b.Room(t, b.hotel, draft.ID, "Double", "DBL", 4)
	require.Equal(t, http.StatusNotModified, b.Do(t, get, at, "", apptest.Header("If-None-Match", etag)).Code,
		"what a hotel writes into a draft is no news to its partners")
	next := b.pull(t, at).NextCursor
	b.Publish(t, b.hotel, b.Admin(t), draft)
	x = b.pull(t, at+"&since="+next)
	require.True(t, x.Complete)
	require.Len(t, seen(answer{Results: x.Properties}), 2)
	require.NotContains(t, seen(answer{Results: x.Properties}), "not_published")

	other := b.Operator(t)
	require.Empty(t, readAvailabilityHTTP(t, other, availabilityHTTPJune).Results, "strangers are told of nothing")
}

// A system that reads nothing but the number must not sell a day that is not open.
func TestDay_Available(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	own := b.connected(t, b.Accepted(t, b.hotel, b.operator))
	b.block(t, own, b.rooms[1], "2030-06-01", "2030-06-04", 5, 0)
	b.day(t, own, b.rooms[1], "2030-06-01", statusAvailabilityHTTP(rules.StatusStop))
	b.day(t, own, b.rooms[1], "2030-06-02", statusAvailabilityHTTP(rules.StatusRequest))
	b.day(t, b.Master(t, b.hotel, b.property).ID, b.rooms[1], "2030-06-03", statusAvailabilityHTTP(rules.StatusBlock))
	available := func(days []map[string]any) (list []any) {
		for _, d := range days {
			list = append(list, d["available"])
		}
		return list
	}
	want := []any{0.0, 0.0, 0.0, 5.0}
	got := b.pull(t, b.key(t, b.operator, nil)+days4).Properties[0].Calendars[0]
	require.Equal(t, want, available(got.Rooms[1].Days))
	require.Equal(t, want, available(got.Days))
	people := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune+"&granularity=daily").Results[0].Calendars[0]
	require.Equal(t, want, available(people.Rooms[1].Days))
	require.Equal(t, want, available(people.Days))
}
