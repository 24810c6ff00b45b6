package inventoryhttptest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// days4 are the days that most tests look at.
const days4 = "?from=2030-06-01&to=2030-06-04"

// key makes a key for stop sales, of one contract or of all, and gives the path
// that it opens.
func (b *availabilityHTTPBundle) key(t *testing.T, who *apptest.Who, contract *int64) string {
	t.Helper()
	name := "key"
	token, _, err := b.Keys.CreateKey(who.Context(t), who.Caller, partnerapi.KeyInput{
		Name: &name, Contract: contract, Permissions: map[auth.KeyScope]bool{auth.KeyStopSale: true},
	})
	require.NoError(t, err)
	return "/api/v1/allotment-stop-sale/" + token + "/"
}

// export is an answer for a key.
type export struct {
	GeneratedAt time.Time `json:"generated_at"`
	NextCursor  string    `json:"next_cursor"`
	Complete    bool
	Properties  []entry
}

func (b *availabilityHTTPBundle) pull(t *testing.T, at string) export {
	t.Helper()
	res := b.Do(t, get, at, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.NotContains(t, res.Body.String(), secret)
	var x export
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &x))
	require.NotNil(t, x.Properties)
	require.NotEmpty(t, x.NextCursor)
	require.Equal(t, b.Clock.Now().Truncate(time.Second), x.GeneratedAt)
	return x
}

// shows says in short what each property of an answer has.
func (b *availabilityHTTPBundle) shows(t *testing.T, at string) []string {
	t.Helper()
	return seen(answer{Results: b.pull(t, at).Properties})
}

func (b *availabilityHTTPBundle) another(t *testing.T, name, country string) property.Property {
	t.Helper()
	p := b.Property(t, b.hotel, name)
	p, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, p.ID, property.Change{Country: &country}, property.Logo{})
	require.NoError(t, err)
	b.Publish(t, b.hotel, b.Admin(t), p)
	return p
}

func TestExport_Operator(t *testing.T) {
	t.Parallel()

	t.Run("gets its own calendar with its numbers under its own names", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		own := b.connected(t, b.Accepted(t, b.hotel, b.operator))
		b.block(t, own, b.rooms[0], "2030-06-01", "2030-06-10", 2, 0)
		b.Map(t, mapping.Codes{Hotel: "OUR-1", Internal: "I", External: "E", Supplier: `S"`, Rooms: map[int64]mapping.RoomCode{b.rooms[0]: {Code: "R1", Name: "Our <double>"}}})
		one := 1
		b.day(t, own, b.rooms[0], "2030-06-02", rules.Setting{Closed: &one})
		b.day(t, b.Master(t, b.hotel, b.property).ID, b.rooms[0], "2030-06-03", statusAvailabilityHTTP(rules.StatusRequest))
		res := b.Do(t, get, b.key(t, b.operator, nil)+"?from=2030-06-01&to=2030-06-03", "")
		var x export
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &x))
		apptest.RequireJSON(t, res, http.StatusOK, fmt.Sprintf(`{"generated_at":"2030-05-31T12:00:00Z","next_cursor":%q,"complete":true,"properties":[{
			"property_id":%d,"name":"Hotel Aurora","country":%q,"city":%q,"codes":{"hotel":"OUR-1","internal":"I","external":"E","supplier":"S\""},
			"calendars":[{"calendar_id":%d,"name":"The connected one","kind":"connected","rooms":[
				{"room_id":%d,"name":"Our <double>","code":"R1","days":[
					{"date":"2030-06-01","state":"open","status":null,"code":"open","allotment":2,"available":2},
					{"date":"2030-06-02","state":"open","status":null,"code":"open","allotment":2,"available":1},
					{"date":"2030-06-03","state":"on_request","status":"on_request","code":"on_request","allotment":2,"available":0}]},
				{"room_id":%d,"name":"B room","code":"","days":[
					{"date":"2030-06-01","state":"on_request","status":null,"code":"on_request","allotment":0,"available":0},
					{"date":"2030-06-02","state":"on_request","status":null,"code":"on_request","allotment":0,"available":0},
					{"date":"2030-06-03","state":"on_request","status":null,"code":"on_request","allotment":0,"available":0}]}],
				"days":[
					{"date":"2030-06-01","state":"open","status":null,"code":"open","allotment":2,"available":2},
					{"date":"2030-06-02","state":"open","status":null,"code":"open","allotment":2,"available":1},
					{"date":"2030-06-03","state":"on_request","status":null,"code":"on_request","allotment":2,"available":0}]}]}]}`,
			x.NextCursor, b.property.ID, b.property.Country, b.property.City, own, b.rooms[0], b.rooms[1]))
	})

	t.Run("gets the Master where it asks for it and its contract shares stop sales", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator)
		own, master := b.connected(t, c), b.Master(t, b.hotel, b.property).ID
		at := b.key(t, b.operator, nil) + days4
		require.Equal(t, []string{told("connected", own)}, b.shows(t, at))
		require.Equal(t, []string{told("master", master)}, b.shows(t, at+"&calendar=master"))
		day := b.pull(t, at+"&calendar=master").Properties[0].Calendars[0].Rooms[0].Days[0]
		require.Equal(t, map[string]any{"date": "2030-06-01", "state": "open", "status": nil, "code": "open"}, day, "no number of the Master")

		b.Set(t, c.ID, "to_sync_ss", false)
		require.Equal(t, []string{"stop_sale_not_shared"}, b.shows(t, at))
		x := b.pull(t, at+"&calendar=master")
		require.Equal(t, []string{"master_not_shared"}, seen(answer{Results: x.Properties}))
		require.Equal(t, "The Master calendar needs an active partnership contract that shares stop sales", x.Properties[0].Error.Message)
	})

	t.Run("with a rate contract alone is told in these words why there is nothing", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		r := b.granted(t)
		at := b.key(t, b.operator, nil) + days4
		require.Equal(t, "Contact the accommodation to create a calendar", b.pull(t, at).Properties[0].Error.Message)
		fed := b.contracted(t, r)
		require.Equal(t, []string{told("contracted", fed)}, b.shows(t, at))
		require.Equal(t, []string{"master_not_shared"}, b.shows(t, at+"&calendar=master"))
		ended := ratecontract.StatusEnded
		_, err := b.RateContracts.Update(b.hotel.Context(t), b.hotel.Caller, r.ID, ratecontract.Change{Status: &ended})
		require.NoError(t, err)
		x := b.pull(t, at)
		require.Equal(t, []string{"contract_ended"}, seen(answer{Results: x.Properties}))
		require.Equal(t, "Contract has ended", x.Properties[0].Error.Message)
	})

	t.Run("hears of the end of a rate contract with the day where the property is", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		zone, last := "Asia/Kathmandu", civil.MustParse("2030-05-31") // whose midnight is at 18:15 in UTC
		_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Timezone: &zone}, property.Logo{})
		require.NoError(t, err)
		none := []ratecontract.RoomAllotment{}
		fed := b.contracted(t, b.granted(t, func(c *ratecontract.Change) { c.EndDate, c.Rooms = &last, &none }))
		at := b.key(t, b.operator, nil) + days4
		b.Clock.Advance(6*time.Hour + 15*time.Minute - time.Second)
		require.Equal(t, []string{told("contracted", fed)}, b.shows(t, at))
		etag := b.Do(t, get, at, "").Header().Get("ETag")
		b.Clock.Advance(time.Second)
		require.Equal(t, http.StatusOK, b.Do(t, get, at, "", apptest.Header("If-None-Match", etag)).Code)
		require.Equal(t, []string{"contract_ended"}, b.shows(t, at))
	})

	t.Run("is told reasons only where it asks and its contract shares them", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator)
		stop, reason := rules.StatusStop, rules.ReasonRenovation
		b.day(t, b.Master(t, b.hotel, b.property).ID, b.rooms[0], "2030-06-01", rules.Setting{Status: &stop, Reason: &reason})
		at := b.key(t, b.operator, nil) + days4
		days := func(at string) []map[string]any { return b.pull(t, at).Properties[0].Calendars[0].Rooms[0].Days }
		require.NotContains(t, days(at)[0], "reason")
		require.NotContains(t, days(at + "&include=reasons")[0], "reason", "the contract keeps them")
		b.Set(t, c.ID, "share_stop_sale_reasons", true)
		require.NotContains(t, days(at)[0], "reason", "not asked for")
		got := days(at + "&include=reasons")
		require.Equal(t, "renovation", got[0]["reason"])
		require.Contains(t, got[1], "reason")
		require.Nil(t, got[1]["reason"])
	})

	t.Run("sees the hotel of the one contract that its key is for, while that is in force", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator)
		other, second, _ := b.House(t, 1)
		b.Publish(t, other, b.Admin(t), second)
		foreign := b.Accepted(t, other, b.operator)
		third, last, _ := b.House(t, 1)
		b.Publish(t, third, b.Admin(t), last)
		b.Granted(t, third, b.operator, last, nil)
		all, one := b.key(t, b.operator, nil)+days4, b.key(t, b.operator, &foreign.ID)+days4
		require.Len(t, b.pull(t, all).Properties, 3)
		require.Equal(t, []int64{second.ID}, ids(b.pull(t, one)))
		b.SetStatus(t, foreign, contract.StatusCancelled)
		require.Empty(t, b.pull(t, one).Properties)
		require.Equal(t, []int64{b.property.ID, last.ID}, ids(b.pull(t, all)))
		b.SetStatus(t, c, contract.StatusCancelled)
		require.Equal(t, []int64{last.ID}, ids(b.pull(t, all)))
	})

	t.Run("may not choose calendars", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		const why = "is for keys of accommodations only: leave it out"
		apptest.RequireInvalid(t, b.Do(t, get, b.key(t, b.operator, nil)+"?calendar_id=1&kind=master", ""), "calendar_id", why, "kind", why)
	})
}

// Map gives the operator's codes of the property.
func (b *availabilityHTTPBundle) Map(t *testing.T, codes mapping.Codes) {
	t.Helper()
	ctx, who := b.operator.Context(t), b.operator.Caller
	_, _, err := b.Mappings.OfProperties.Save(ctx, who, mapping.PropertyInput{Target: b.property.ID, Change: mapping.PropertyChange{
		HotelCode: &codes.Hotel, InternalCode: &codes.Internal, ExternalCode: &codes.External, SupplierCode: &codes.Supplier,
	}})
	require.NoError(t, err)
	for id, r := range codes.Rooms {
		_, _, err = b.Mappings.OfRooms.Save(ctx, who, mapping.RoomInput{Target: id, Change: mapping.RoomChange{Code: &r.Code, Name: &r.Name}})
		require.NoError(t, err)
	}
}

func ids(x export) []int64 {
	list := []int64{}
	for _, p := range x.Properties {
		list = append(list, p.PropertyID)
	}
	return list
}

func TestExport_Hotel(t *testing.T) {
	t.Parallel()

	t.Run("gets every calendar of all its properties with all counts, published or not", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		draft := b.Property(t, b.hotel, "Not published")
		c := b.Accepted(t, b.hotel, b.operator)
		own, fed := b.connected(t, c), b.contracted(t, b.granted(t))
		plain, alone := b.calendar(t, rules.KindAllotment, nil), b.calendar(t, rules.KindStandalone, nil)
		b.block(t, plain, b.rooms[0], "2030-06-01", "2030-06-02", 2, 0)
		one := 1
		b.day(t, plain, b.rooms[0], "2030-06-01", rules.Setting{Closed: &one})
		b.day(t, alone, b.rooms[0], "2030-06-01", statusAvailabilityHTTP(rules.StatusStop))
		at := b.key(t, b.hotel, nil) + "?from=2030-06-01&to=2030-06-01"
		master := b.Master(t, b.hotel, b.property).ID
		x := b.pull(t, at)
		require.Equal(t, []string{
			told("master", master), told("connected", own), told("contracted", fed), told("allotment", plain), told("standalone", alone),
			told("master", b.Master(t, b.hotel, draft).ID),
		}, seen(answer{Results: x.Properties}))
		require.Equal(t, "Not published", x.Properties[1].Name)
		require.Equal(t, b.property.Code, x.Properties[0].Codes["hotel"])
		day := func(calendar int) map[string]any { return x.Properties[0].Calendars[calendar].Rooms[0].Days[0] }
		require.Equal(t, map[string]any{
			"date": "2030-06-01", "state": "open", "status": nil, "code": "open", "allotment": 2.0, "closed": 1.0, "confirmed": 0.0, "available": 1.0,
			"external": 0.0, "physical_remaining": 2.0, "total_units": 3.0,
		}, day(3))
		require.Equal(t, map[string]any{"date": "2030-06-01", "state": "closed", "status": "stop", "code": "stop"}, day(4), "no quantities")
		require.Contains(t, b.pull(t, at+"&include=reasons").Properties[0].Calendars[4].Rooms[0].Days[0], "reason")
	})

	t.Run("names properties and rooms as it works on them, at once", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		at := b.key(t, b.hotel, nil) + days4
		b.pull(t, at)
		name := "Hotel Zephyr"
		_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Name: &name}, property.Logo{})
		require.NoError(t, err)
		b.Room(t, b.hotel, b.property.ID, "Double", "DBL", 7)
		x := b.pull(t, at)
		require.Equal(t, name, x.Properties[0].Name)
		require.Len(t, x.Properties[0].Calendars[0].Rooms, 3)
	})

	t.Run("narrows calendars by id, kind and Master, with AND", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		second := b.Property(t, b.hotel, "Second")
		plain, alone := b.calendar(t, rules.KindAllotment, nil), b.calendar(t, rules.KindStandalone, nil)
		master, other := b.Master(t, b.hotel, b.property).ID, b.Master(t, b.hotel, second).ID
		at := b.key(t, b.hotel, nil) + days4
		require.Equal(t, []string{told("master", master), told("master", other)}, b.shows(t, at+"&calendar=master"))
		require.Equal(t, []string{told("allotment", plain), told("standalone", alone)}, b.shows(t, at+"&kind=standalone,allotment"))
		require.Equal(t, []string{told("standalone", alone)}, b.shows(t, fmt.Sprintf("%s&calendar_id=%d,%d&kind=standalone", at, plain, alone)))
		require.Empty(t, b.pull(t, fmt.Sprintf("%s&calendar_id=%d&calendar=master", at, plain)).Properties)
		stranger, _, _ := b.House(t, 1)
		require.Empty(t, b.pull(t, fmt.Sprintf("%s%s&calendar_id=%d", b.key(t, stranger, nil), days4, plain)).Properties, "another account's calendar")
		apptest.RequireInvalid(t, b.Do(t, get, at+"&kind=master,weekly", ""), "kind",
			`must be master, connected, contracted, allotment or standalone, separated by commas; "weekly" is none`)
	})

	t.Run("with a key for one contract gets the Master and the calendars of its operator, while it is in force", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c, other := b.Accepted(t, b.hotel, b.operator), b.Operator(t)
		own := b.connected(t, c)
		b.connected(t, b.Accepted(t, b.hotel, other))
		fed := b.contracted(t, b.granted(t))
		b.contracted(t, b.Granted(t, b.hotel, other, b.property, nil))
		b.calendar(t, rules.KindAllotment, nil)
		at := b.key(t, b.hotel, &c.ID) + days4
		require.Equal(t, []string{told("master", b.Master(t, b.hotel, b.property).ID), told("connected", own), told("contracted", fed)}, b.shows(t, at))
		b.SetStatus(t, c, contract.StatusCancelled)
		require.Empty(t, b.pull(t, at).Properties)
	})
}

func TestExport_Filter(t *testing.T) {
	t.Parallel()

	t.Run("narrows properties by id and country, with AND", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		second := b.another(t, "Hotel Boreas", "TR")
		for _, who := range []*apptest.Who{b.hotel, b.operator} {
			at := b.key(t, who, nil) + days4
			require.Equal(t, []int64{b.property.ID, second.ID}, ids(b.pull(t, at)))
			require.Equal(t, []int64{second.ID}, ids(b.pull(t, at+"&country=TR")))
			require.Equal(t, []int64{second.ID}, ids(b.pull(t, fmt.Sprintf("%s&property_id=%d,999999&country=TR,GR", at, second.ID))))
			require.Empty(t, ids(b.pull(t, fmt.Sprintf("%s&property_id=%d&country=TR", at, b.property.ID))))
		}
	})

	t.Run("collapses days that are alike, and a reason that differs splits", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		master, stop := b.Master(t, b.hotel, b.property).ID, rules.StatusStop
		for day, reason := range map[string]rules.Reason{"2030-06-02": rules.ReasonRenovation, "2030-06-03": rules.ReasonHotelEvent} {
			b.day(t, master, b.rooms[0], day, rules.Setting{Status: &stop, Reason: &reason})
		}
		at := b.key(t, b.hotel, nil) + days4 + "&granularity=spans"
		runs := func(at string) (list []string) {
			r := b.pull(t, at).Properties[0].Calendars[0].Rooms[0]
			require.Empty(t, r.Days)
			for _, s := range r.Spans {
				list = append(list, fmt.Sprint(s["from"], " ", s["to"], " ", s["status"], " ", s["reason"]))
			}
			return list
		}
		require.Equal(t, []string{"2030-06-01 2030-06-01 <nil> <nil>", "2030-06-02 2030-06-03 stop <nil>", "2030-06-04 2030-06-04 <nil> <nil>"}, runs(at))
		require.Equal(t, []string{
			"2030-06-01 2030-06-01 <nil> <nil>", "2030-06-02 2030-06-02 stop renovation", "2030-06-03 2030-06-03 stop hotel_event", "2030-06-04 2030-06-04 <nil> <nil>",
		}, runs(at+"&include=reasons"))
	})

	t.Run("has the next 365 days from today in UTC unless told", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		at := b.key(t, b.hotel, nil)
		window := func(query string) []any {
			d := b.pull(t, at+query).Properties[0].Calendars[0].Rooms[0].Days
			return []any{len(d), d[0]["date"], d[len(d)-1]["date"]}
		}
		require.Equal(t, []any{365, "2030-05-31", "2031-05-30"}, window(""))
		require.Equal(t, []any{1100, "2030-06-01", "2033-06-04"}, window("?from=2030-06-01&to=2033-06-04"))
	})

	t.Run("names what is wrong and what would be right", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		at := b.key(t, b.operator, nil)
		apptest.RequireInvalid(t, b.Do(t, get, at+"?from=2030-06-01&to=2030-05-31", ""), "to", "must not be before from, which is 2030-06-01")
		apptest.RequireInvalid(t, b.Do(t, get, at+"?from=2030-06-01&to=2033-06-05", ""), "to", "must be 2033-06-04 at the latest: at most 1100 days are shown at once")
		for _, query := range []string{
			"granularity=weekly", "calendar=slave", "include=notes", "from=31.5.2030", "property_id=x", "property_id=-1", "country=XX",
			"property_id=" + strings.Repeat("1,", 10000), "to=2060-01-01", "since=" + strings.Repeat("A", 300),
		} {
			require.Equal(t, http.StatusBadRequest, b.Do(t, get, at+"?"+query, "").Code, query)
		}
	})

	t.Run("is for keys with the permission", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		token, _ := b.Key(t, b.operator, auth.KeyFactSheet)
		require.Equal(t, http.StatusForbidden, b.Do(t, get, "/api/v1/allotment-stop-sale/"+token+"/", "").Code)
		require.Equal(t, http.StatusUnauthorized, b.Do(t, get, "/api/v1/allotment-stop-sale/unknown/", "").Code)
	})
}

func TestExport_Forms(t *testing.T) {
	t.Parallel()
	b := setupAvailabilityHTTP(t)
	b.Accepted(t, b.hotel, b.operator)
	b.another(t, "Hotel Boreas", "TR")
	at := b.key(t, b.operator, nil) + days4
	_, plain, _ := strings.Cut(b.Do(t, get, at, "").Body.String(), `"complete":`) // the cursor before it may be a later one

	t.Run("compressed it reads the same, made or kept", func(t *testing.T) {
		t.Parallel()
		for range 3 {
			res := b.Do(t, get, at, "", apptest.Header("Accept-Encoding", "gzip"))
			require.Equal(t, "gzip", res.Header().Get("Content-Encoding"))
			_, text, _ := strings.Cut(unzipped(t, res), `"complete":`)
			require.Equal(t, plain, text)
		}
	})

	t.Run("as XML it has the same names", func(t *testing.T) {
		t.Parallel()
		for _, encoding := range []string{"", "gzip"} {
			res := b.Do(t, get, at+"&format=xml", "", apptest.Header("Accept-Encoding", encoding))
			require.Equal(t, "application/xml", res.Header().Get("Content-Type"))
			text := res.Body.String()
			if encoding != "" {
				text = unzipped(t, res)
			}
			for _, part := range []string{"<response>", "<complete>true</complete>", "<days><day><date>2030-06-01</date><state>open</state>", "<hotel>" + b.property.Code} {
				require.Contains(t, text, part)
			}
		}
	})

	t.Run("HEAD tells everything but the bytes", func(t *testing.T) {
		t.Parallel()
		res := b.Do(t, http.MethodHead, at, "")
		require.Equal(t, http.StatusOK, res.Code)
		require.NotEmpty(t, res.Header().Get("ETag"))
		require.Empty(t, res.Body.String())
	})
}

func unzipped(t *testing.T, res *httptest.ResponseRecorder) string {
	t.Helper()
	r, err := gzip.NewReader(res.Body)
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}
