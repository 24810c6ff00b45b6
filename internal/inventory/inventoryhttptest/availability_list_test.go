package inventoryhttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

const (
	availabilityHTTPPath = "/api/tour-operator/availability/"
	availabilityHTTPJune = availabilityHTTPPath + "?from=2030-06-01&to=2030-06-04"
	secret               = "Xylophon-7" // what the hotel has noted
)

// availabilityHTTPBundle is a hotel with a published property, rooms of 3 and 5 units, and an
// operator. The clock of every test starts at noon of 2030-05-31.
type availabilityHTTPBundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        property.Property
	rooms           []int64
}

func setupAvailabilityHTTP(t *testing.T) *availabilityHTTPBundle {
	t.Helper()
	b := &availabilityHTTPBundle{Env: apptest.New(t)}
	b.hotel, b.property, b.rooms = b.House(t, 3, 5)
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	b.operator = b.Operator(t)
	b.Grant(t, b.operator, plan.Gold) // several keys
	return b
}

// calendar makes one of the property.
func (b *availabilityHTTPBundle) calendar(t *testing.T, kind rules.Kind, change func(*rules.CalendarChange)) int64 {
	t.Helper()
	name := "The " + string(kind) + " one"
	ch := rules.CalendarChange{PropertyID: &b.property.ID, Kind: &kind, Name: &name}
	if change != nil {
		change(&ch)
	}
	c, err := b.Allotments.CreateCalendar(b.hotel.Context(t), b.hotel.Caller, ch)
	require.NoError(t, err)
	return c.ID
}

func (b *availabilityHTTPBundle) connected(t *testing.T, c contract.Contract) int64 {
	t.Helper()
	id := &c.ID
	return b.calendar(t, rules.KindConnected, func(ch *rules.CalendarChange) { ch.Contract = &id })
}

func (b *availabilityHTTPBundle) contracted(t *testing.T, r ratecontract.RateContract) int64 {
	t.Helper()
	id := &r.ID
	return b.calendar(t, rules.KindContracted, func(ch *rules.CalendarChange) { ch.RateContract = &id })
}

// granted makes a rate contract of the operator for two units of the first room.
func (b *availabilityHTTPBundle) granted(t *testing.T, change ...func(*ratecontract.Change)) ratecontract.RateContract {
	t.Helper()
	return b.Granted(t, b.hotel, b.operator, b.property, []ratecontract.RoomAllotment{
		{RoomID: b.rooms[0], StartDate: civil.MustParse("2030-06-01"), EndDate: civil.MustParse("2030-06-30"), Quantity: 2},
	}, change...)
}

func (b *availabilityHTTPBundle) block(t *testing.T, calendar, room int64, from, to string, quantity, release int) {
	t.Helper()
	start, end := civil.MustParse(from), civil.MustParse(to)
	_, err := b.Allotments.AddBlock(b.hotel.Context(t), b.hotel.Caller, calendar,
		rules.BlockChange{RoomID: &room, StartDate: &start, EndDate: &end, Quantity: &quantity, ReleaseDays: &release})
	require.NoError(t, err)
}

// day sets a day with a note.
func (b *availabilityHTTPBundle) day(t *testing.T, calendar, room int64, date string, s rules.Setting) {
	t.Helper()
	note := secret
	s.Note = &note
	_, err := b.Allotments.SaveDay(b.hotel.Context(t), b.hotel.Caller, calendar, rules.DayInput{RoomID: room, Date: civil.MustParse(date), Setting: s})
	require.NoError(t, err)
}

func statusAvailabilityHTTP(s rules.Status) rules.Setting { return rules.Setting{Status: &s} }

type (
	answer struct {
		Count          int
		Next, Previous *string
		Results        []entry
	}
	entry struct {
		PropertyID int64 `json:"property_id"`
		Name       string
		Codes      map[string]string
		Calendars  []struct {
			CalendarID int64 `json:"calendar_id"`
			Kind       string
			Rooms      []room
			Days       []map[string]any
			Spans      []map[string]any
		}
		Error *struct{ Code, Message string }
	}
	room struct {
		RoomID     int64 `json:"room_id"`
		Name, Code string
		Days       []map[string]any
		Spans      []map[string]any
	}
)

func readAvailabilityHTTP(t *testing.T, who *apptest.Who, at string) answer {
	t.Helper()
	res := who.Do(t, get, at, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.NotContains(t, res.Body.String(), secret)
	var a answer
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &a))
	require.NotNil(t, a.Results)
	return a
}

// seen says in short what an operator is told of each property: the ids of
// calendars, or the code of the error.
func seen(a answer) []string {
	list := []string{}
	for _, p := range a.Results {
		if p.Error != nil {
			list = append(list, p.Error.Code)
		}
		for _, c := range p.Calendars {
			list = append(list, fmt.Sprint(c.Kind, c.CalendarID))
		}
	}
	return list
}

func told(kind rules.Kind, id int64) string { return fmt.Sprint(kind, id) }

func TestAvailability_Calendar(t *testing.T) {
	t.Parallel()

	t.Run("is nobody's without a contract in force", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		require.Empty(t, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
		c := b.Accepted(t, b.hotel, b.operator)
		b.connected(t, c)
		for _, status := range []contract.Status{contract.StatusProposed, contract.StatusCountered, contract.StatusRejected, contract.StatusCancelled} {
			b.SetStatus(t, c, status)
			require.Empty(t, readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results, status)
		}
		b.SetStatus(t, c, contract.StatusAccepted)
		require.Len(t, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)), 1)
	})

	t.Run("is the connected one, else the contracted one, else the Master", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator)
		other := b.Operator(t)
		theirs := b.connected(t, b.Accepted(t, b.hotel, other))
		b.calendar(t, rules.KindAllotment, nil)
		b.calendar(t, rules.KindStandalone, nil)
		master := b.Master(t, b.hotel, b.property).ID
		require.Equal(t, []string{told("master", master)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))

		r := b.granted(t)
		require.Equal(t, []string{told("master", master)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
		fed := b.contracted(t, r)
		require.Equal(t, []string{told("contracted", fed)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
		own := b.connected(t, c)
		require.Equal(t, []string{told("connected", own)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
		require.Equal(t, []string{told("connected", theirs)}, seen(readAvailabilityHTTP(t, other, availabilityHTTPJune)))

		require.NoError(t, b.Allotments.DeleteCalendar(b.hotel.Context(t), b.hotel.Caller, own))
		ended := ratecontract.StatusEnded
		_, err := b.RateContracts.Update(b.hotel.Context(t), b.hotel.Caller, r.ID, ratecontract.Change{Status: &ended})
		require.NoError(t, err)
		require.Equal(t, []string{told("master", master)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
	})

	t.Run("is kept back by a contract that does not share stop sales", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator, func(c *contract.Contract) { c.SyncStopSales = false })
		b.connected(t, c)
		b.contracted(t, b.granted(t))
		got := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)
		require.Equal(t, []string{"stop_sale_not_shared"}, seen(got))
		require.Equal(t, "Hotel Aurora", got.Results[0].Name)
	})

	t.Run("of a rate contract alone is its own or none", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		draft, active, ended := ratecontract.StatusDraft, ratecontract.StatusActive, ratecontract.StatusEnded
		r := b.granted(t, func(c *ratecontract.Change) { c.Status = &draft })
		require.Empty(t, readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results)

		change := func(c ratecontract.Change) {
			_, err := b.RateContracts.Update(b.hotel.Context(t), b.hotel.Caller, r.ID, c)
			require.NoError(t, err)
		}
		change(ratecontract.Change{Status: &active})
		got := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)
		require.Equal(t, []string{"no_calendar"}, seen(got))
		require.Equal(t, "Contact the accommodation to create a calendar", got.Results[0].Error.Message)
		fed := b.contracted(t, r)
		require.Equal(t, []string{told("contracted", fed)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
		require.Empty(t, readAvailabilityHTTP(t, b.Operator(t), availabilityHTTPJune).Results, "another operator")

		c := b.Accepted(t, b.hotel, b.operator)
		b.connected(t, c)
		b.SetStatus(t, c, contract.StatusCancelled)
		require.Equal(t, []string{told("contracted", fed)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)), "a cancelled contract opens nothing")
		change(ratecontract.Change{Status: &ended})
		got = readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)
		require.Equal(t, []string{"contract_ended"}, seen(got))
		require.Equal(t, "Contract has ended", got.Results[0].Error.Message)
	})

	t.Run("ends with the last day of the rate contract where the property is", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		zone, last := "Pacific/Pago_Pago", civil.MustParse("2030-05-31") // 01:00 of that day there
		_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Timezone: &zone}, property.Logo{})
		require.NoError(t, err)
		none := []ratecontract.RoomAllotment{}
		fed := b.contracted(t, b.granted(t, func(c *ratecontract.Change) { c.EndDate, c.Rooms = &last, &none }))
		require.Equal(t, []string{told("contracted", fed)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
		zone = "Pacific/Tongatapu"
		_, err = b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Timezone: &zone}, property.Logo{})
		require.NoError(t, err)
		require.Equal(t, []string{"contract_ended"}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
	})

	t.Run("is as many as rate contracts with a calendar", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		first, second := b.contracted(t, b.granted(t)), b.contracted(t, b.granted(t))
		require.Equal(t, []string{told("contracted", first), told("contracted", second)}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
	})
}

func TestAvailability_Day(t *testing.T) {
	t.Parallel()

	t.Run("of an own calendar has numbers, never those of others", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		own := b.connected(t, b.Accepted(t, b.hotel, b.operator))
		b.block(t, own, b.rooms[0], "2030-06-01", "2030-06-10", 2, 0)
		b.block(t, own, b.rooms[1], "2030-06-01", "2030-06-10", 4, 3) // released up to the 2nd
		master := b.Master(t, b.hotel, b.property).ID
		two, three, five := 2, 3, 5
		b.day(t, master, b.rooms[0], "2030-06-02", rules.Setting{Closed: &two})
		b.day(t, master, b.rooms[0], "2030-06-03", rules.Setting{Closed: &three})
		b.day(t, own, b.rooms[0], "2030-06-04", statusAvailabilityHTTP(rules.StatusRequest))
		b.day(t, master, b.rooms[1], "2030-06-04", rules.Setting{Confirmed: &five})
		res := b.operator.Do(t, get, availabilityHTTPJune, "")
		require.NotContains(t, res.Body.String(), secret)
		apptest.RequireJSON(t, res, http.StatusOK, fmt.Sprintf(`{"count":1,"next":null,"previous":null,"results":[{
			"property_id":%d,"name":"Hotel Aurora","country":%q,"city":%q,"codes":{"hotel":%q,"internal":"","external":"","supplier":""},
			"calendars":[{"calendar_id":%d,"name":"The connected one","kind":"connected","rooms":[
				{"room_id":%d,"name":"A room","code":"","spans":[
					{"from":"2030-06-01","to":"2030-06-01","state":"open","status":null,"code":"open","available":2,"allotment":2},
					{"from":"2030-06-02","to":"2030-06-02","state":"open","status":null,"code":"open","available":1,"allotment":2},
					{"from":"2030-06-03","to":"2030-06-03","state":"closed","status":null,"code":"stop","available":0,"allotment":2},
					{"from":"2030-06-04","to":"2030-06-04","state":"on_request","status":"on_request","code":"on_request","available":0,"allotment":2}]},
				{"room_id":%d,"name":"B room","code":"","spans":[
					{"from":"2030-06-01","to":"2030-06-02","state":"on_request","status":null,"code":"on_request","available":0,"allotment":0},
					{"from":"2030-06-03","to":"2030-06-03","state":"open","status":null,"code":"open","available":4,"allotment":4},
					{"from":"2030-06-04","to":"2030-06-04","state":"closed","status":null,"code":"stop","available":0,"allotment":4}]}],
				"spans":[
					{"from":"2030-06-01","to":"2030-06-01","state":"open","status":null,"code":"open","available":2,"allotment":2},
					{"from":"2030-06-02","to":"2030-06-02","state":"open","status":null,"code":"open","available":1,"allotment":2},
					{"from":"2030-06-03","to":"2030-06-03","state":"open","status":null,"code":"open","available":4,"allotment":6},
					{"from":"2030-06-04","to":"2030-06-04","state":"on_request","status":null,"code":"on_request","available":0,"allotment":6}]}]}]}`,
			b.property.ID, b.property.Country, b.property.City, b.property.Code, own, b.rooms[0], b.rooms[1]))
	})

	t.Run("of the Master has no number, whatever is taken", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		master, two := b.Master(t, b.hotel, b.property).ID, 2
		b.day(t, master, b.rooms[0], "2030-06-02", rules.Setting{Closed: &two})
		b.day(t, master, b.rooms[0], "2030-06-03", statusAvailabilityHTTP(rules.StatusBlock))
		b.day(t, master, b.rooms[0], "2030-06-04", statusAvailabilityHTTP(rules.StatusFree))
		got := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune+"&granularity=daily").Results[0].Calendars[0].Rooms
		day := func(date, state string, status any, code string) map[string]any {
			return map[string]any{"date": date, "state": state, "status": status, "code": code}
		}
		require.Equal(t, []map[string]any{
			day("2030-06-01", "open", nil, "open"), day("2030-06-02", "open", nil, "open"),
			day("2030-06-03", "closed", "block", "block"), day("2030-06-04", "open", "free", "free"),
		}, got[0].Days)
		require.Empty(t, got[0].Spans)
		spans := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results[0].Calendars[0].Rooms
		require.Len(t, spans[0].Spans, 3)
		require.Equal(t, []map[string]any{{"from": "2030-06-01", "to": "2030-06-04", "state": "open", "status": nil, "code": "open"}}, spans[1].Spans)
	})

	t.Run("has its reason where that is asked for and the contract shares it", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		c := b.Accepted(t, b.hotel, b.operator)
		stop, reason := rules.StatusStop, rules.ReasonRenovation
		b.day(t, b.Master(t, b.hotel, b.property).ID, b.rooms[0], "2030-06-01", rules.Setting{Status: &stop, Reason: &reason})
		for _, granularity := range []string{"daily", "spans"} {
			first := func(query string) map[string]any {
				r := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune+"&granularity="+granularity+query).Results[0].Calendars[0].Rooms[0]
				return append(r.Days, r.Spans...)[0]
			}
			b.Set(t, c.ID, "share_stop_sale_reasons", false)
			require.NotContains(t, first("&include=reasons"), "reason", "the contract keeps them")
			b.Set(t, c.ID, "share_stop_sale_reasons", true)
			require.NotContains(t, first(""), "reason", "not asked for")
			require.Equal(t, "renovation", first("&include=reasons")["reason"])
		}
		second := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune+"&granularity=daily&include=reasons").Results[0].Calendars[0].Rooms[0].Days[1]
		require.Contains(t, second, "reason")
		require.Nil(t, second["reason"], "the day has none")
	})

	t.Run("is live", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		own := b.connected(t, b.Accepted(t, b.hotel, b.operator))
		first := func() any {
			return readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results[0].Calendars[0].Rooms[0].Spans[0]["status"]
		}
		require.Nil(t, first())
		for _, s := range []rules.Status{rules.StatusStop, rules.StatusFree} {
			b.day(t, own, b.rooms[0], "2030-06-01", statusAvailabilityHTTP(s))
			require.Equal(t, string(s), first())
		}
	})
}

func TestAvailability_Names(t *testing.T) {
	t.Parallel()

	t.Run("are the operator's", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		ctx, who := b.operator.Context(t), b.operator.Caller
		hotel, supplier, code, name, stop := "AUR1", "S9", "DZ", "Doppelzimmer", "ZU"
		_, _, err := b.Mappings.OfProperties.Save(ctx, who, mapping.PropertyInput{Target: b.property.ID, Change: mapping.PropertyChange{HotelCode: &hotel, SupplierCode: &supplier}})
		require.NoError(t, err)
		_, _, err = b.Mappings.OfRooms.Save(ctx, who, mapping.RoomInput{Target: b.rooms[0], Change: mapping.RoomChange{Code: &code, Name: &name}})
		require.NoError(t, err)
		_, err = b.Mappings.UpdateEventCodes(ctx, who, mapping.EventCodesChange{Stop: &stop})
		require.NoError(t, err)
		master, three := b.Master(t, b.hotel, b.property).ID, 3
		b.day(t, master, b.rooms[0], "2030-06-01", statusAvailabilityHTTP(rules.StatusStop))
		b.day(t, master, b.rooms[0], "2030-06-02", rules.Setting{Closed: &three})
		p := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results[0]
		require.Equal(t, map[string]string{"hotel": "AUR1", "internal": "", "external": "", "supplier": "S9"}, p.Codes)
		rooms := p.Calendars[0].Rooms
		require.Equal(t, []string{"DZ", "Doppelzimmer", "", "B room"}, []string{rooms[0].Code, rooms[0].Name, rooms[1].Code, rooms[1].Name})
		require.Equal(t, []any{"ZU", "ZU", "open"}, []any{rooms[0].Spans[0]["code"], rooms[0].Spans[1]["code"], rooms[0].Spans[2]["code"]})
	})

	t.Run("are of what is published and still there", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		b.Save(t, b.hotel, b.property.ID, facts.CategoryRooms, facts.Record{"name": "Secret suite", "room_total_units": 1})
		b.Property(t, b.hotel, "Not published")
		rooms := readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results[0].Calendars[0].Rooms
		require.Len(t, rooms, 2)
		category, _ := b.Catalogue.Find(facts.CategoryRooms)
		require.NoError(t, b.Properties.DeleteRecord(b.hotel.Context(t), b.hotel.Caller, b.property.ID, category, b.rooms[0]))
		rooms = readAvailabilityHTTP(t, b.operator, availabilityHTTPJune).Results[0].Calendars[0].Rooms
		require.Equal(t, []int64{b.rooms[1]}, []int64{rooms[0].RoomID})
	})
}

func TestAvailability_List(t *testing.T) {
	t.Parallel()

	t.Run("is for operators' users who run stop sales", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		apptest.RequireNotSignedIn(t, b.Do(t, get, availabilityHTTPPath, ""))
		for _, who := range []*apptest.Who{b.hotel, b.Admin(t), b.SubUser(t, b.operator), b.SubUser(t, b.operator, auth.PartnerConnections)} {
			require.Equal(t, http.StatusForbidden, who.Do(t, get, availabilityHTTPPath, "").Code)
		}
		require.Equal(t, 1, readAvailabilityHTTP(t, b.SubUser(t, b.operator, auth.StopSales), availabilityHTTPPath).Count)
	})

	t.Run("has pages by property, narrowed by country and id", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		admin := b.Admin(t)
		ids, country := []int64{b.property.ID}, "TR"
		for _, name := range []string{"Hotel Boreas", "Hotel Calypso"} {
			p := b.Property(t, b.hotel, name)
			p, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, p.ID, property.Change{Country: &country}, property.Logo{})
			require.NoError(t, err)
			b.Publish(t, b.hotel, admin, p)
			ids = append(ids, p.ID)
		}
		b.Accepted(t, b.hotel, b.operator, func(c *contract.Contract) { c.SyncStopSales = false })
		listed := func(query string) (found []int64) {
			for _, p := range readAvailabilityHTTP(t, b.operator, availabilityHTTPPath+query).Results {
				found = append(found, p.PropertyID)
			}
			return found
		}
		require.Equal(t, ids, listed(""))
		require.Equal(t, ids[1:], listed("?country=TR"))
		require.Equal(t, ids[:1], listed(fmt.Sprintf("?property_id=%d,999999", ids[0])))
		require.Empty(t, listed(fmt.Sprintf("?country=TR&property_id=%d", ids[0])))
		require.Empty(t, listed("?property_id=999999"))
		a := readAvailabilityHTTP(t, b.operator, availabilityHTTPPath+"?page_size=2&country=TR,"+b.property.Country)
		require.Equal(t, 3, a.Count)
		require.Nil(t, a.Previous)
		require.Contains(t, *a.Next, "page=2")
		require.Contains(t, *a.Next, "page_size=2")
		require.Equal(t, ids[2:], listed("?page_size=2&page=2"))
		require.Empty(t, listed("?page=9"))
	})

	t.Run("mixes errors and calendars in the order of ids", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		other, second, _ := b.House(t, 1)
		b.Publish(t, other, b.Admin(t), second)
		b.Accepted(t, b.hotel, b.operator, func(c *contract.Contract) { c.SyncStopSales = false })
		b.Accepted(t, other, b.operator)
		third, last, _ := b.House(t, 1)
		b.Publish(t, third, b.Admin(t), last)
		b.Accepted(t, third, b.operator, func(c *contract.Contract) { c.SyncStopSales = false })
		require.Equal(t, []string{"stop_sale_not_shared", told("master", b.Master(t, other, second).ID), "stop_sale_not_shared"}, seen(readAvailabilityHTTP(t, b.operator, availabilityHTTPJune)))
	})

	t.Run("has 31 days from today in UTC unless told", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		b.Accepted(t, b.hotel, b.operator)
		span := func(query string) []any {
			s := readAvailabilityHTTP(t, b.operator, availabilityHTTPPath+query).Results[0].Calendars[0].Rooms[0].Spans
			return []any{s[0]["from"], s[len(s)-1]["to"]}
		}
		require.Equal(t, []any{"2030-05-31", "2030-06-30"}, span(""))
		require.Equal(t, []any{"2031-01-01", "2031-01-31"}, span("?from=2031-01-01"))
		require.Equal(t, []any{"2029-01-01", "2029-12-31"}, span("?from=2029-01-01&to=2029-12-31"))
		require.Equal(t, []any{"2031-12-31", "2032-12-30"}, span("?from=2031-12-31&to=2032-12-30"))
	})

	t.Run("names what is wrong", func(t *testing.T) {
		t.Parallel()
		b := setupAvailabilityHTTP(t)
		apptest.RequireInvalid(t, b.operator.Do(t, get, availabilityHTTPPath+"?from=2030-06-01&to=2030-05-31", ""), "to", "must not be before from, which is 2030-06-01")
		apptest.RequireInvalid(t, b.operator.Do(t, get, availabilityHTTPPath+"?from=2030-06-01&to=2031-06-02", ""), "to", "must be 2031-06-01 at the latest: at most 366 days are shown at once")
		for _, query := range []string{"page_size=51", "page=0", "granularity=weekly", "from=31.5.2030", "property_id=x", "country=XX", "property_id=" + strings.Repeat("1", 2001)} {
			require.Equal(t, http.StatusBadRequest, b.operator.Do(t, get, availabilityHTTPPath+"?"+query, "").Code, query)
		}
	})
}
