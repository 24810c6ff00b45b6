package inventoryhttptest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
)

// marked is setup with a few days set, published, and an operator who has
// mapped everything.
func marked(t *testing.T) (*bundle, *apptest.Who, contract.Contract) {
	t.Helper()
	b := setupStopsaleHTTP(t)
	for day, color := range map[string]stopsale.Color{
		"2030-05-31": stopsale.Stop, "2030-06-01": stopsale.Stop, "2030-06-02": stopsale.OnRequest, "2030-06-04": stopsale.Free,
	} {
		b.Mark(t, b.hotel, b.double, day, color)
	}
	b.Publish(t, b.hotel, b.Staff(), b.property)
	b.Room(t, b.hotel, b.property.ID, "Not published", "NEW", 3)
	operator := b.Operator(t)
	b.Grant(t, operator, plan.Gold)
	c := b.Accepted(t, b.hotel, operator)
	b.Map(t, operator, b.property, mapping.Codes{
		Hotel: "OUR-1", Internal: "I", External: "E", Supplier: "S", Rooms: map[int64]mapping.RoomCode{b.double: {Code: "R1", Name: "Our double"}},
	})
	return b, operator, c
}

func (b *bundle) key(t *testing.T, who *apptest.Who, contract *int64) string {
	t.Helper()
	name := "key"
	token, _, err := b.Keys.CreateKey(who.Context(t), who.Caller, partnerapi.KeyInput{
		Name: &name, Contract: contract, Permissions: map[auth.KeyScope]bool{auth.KeyStopSale: true},
	})
	require.NoError(t, err)
	return token
}

const golden = `{"properties":[{"property_id":%d,"name":"Hotel Aurora","country":"%s","city":"",
	"codes":{"hotel":"OUR-1","internal":"I","external":"E","supplier":"S"},"date_update":"2030-05-31T12:00:00Z","rooms":[
	{"id":%d,"name":"Our double","code":"R1",%s},{"id":%d,"name":"Twin","code":"TWN",%s}]}]}`

const (
	goldenEvents = `"events":[{"date":"2030-05-31","color":2},{"date":"2030-06-01","color":2},{"date":"2030-06-02","color":3},{"date":"2030-06-04","color":0}]`
	goldenRanges = `"ranges":[{"from":"2030-05-31","to":"2030-06-01","color":2,"available":false},
		{"from":"2030-06-02","to":"2030-06-02","color":3,"available":false},{"from":"2030-06-04","to":"2030-06-04","color":0,"available":true}]`
)

func TestFeeds(t *testing.T) {
	t.Parallel()

	t.Run("an operator gets what is published under its own names", func(t *testing.T) {
		t.Parallel()
		b, operator, _ := marked(t)
		paths := feedPaths(b.key(t, operator, nil))
		events := fmt.Sprintf(golden, b.property.ID, b.property.Country, b.double, goldenEvents, b.twin, `"events":[]`)
		apptest.RequireJSON(t, b.Do(t, get, paths[0], ""), http.StatusOK, events)
		apptest.RequireJSON(t, b.Do(t, get, paths[1], ""), http.StatusOK,
			fmt.Sprintf(golden, b.property.ID, b.property.Country, b.double, goldenRanges, b.twin, `"ranges":[]`))
		apptest.RequireJSON(t, b.Do(t, get, paths[2], ""), http.StatusOK, `{"generated_at":"2030-05-31T12:00:00Z",`+events[1:])
	})

	t.Run("all of it as XML, by header or query", func(t *testing.T) {
		t.Parallel()
		b, operator, _ := marked(t)
		paths := feedPaths(b.key(t, operator, nil))
		head := fmt.Sprintf(`<properties><property><property_id>%d</property_id><name>Hotel Aurora</name><country>%s</country><city></city>`+
			`<codes><hotel>OUR-1</hotel><internal>I</internal><external>E</external><supplier>S</supplier></codes><date_update>2030-05-31T12:00:00Z</date_update>`+
			`<rooms><room><id>%d</id><name>Our double</name><code>R1</code>`, b.property.ID, b.property.Country, b.double)
		tail := func(list string) string {
			return fmt.Sprintf(`</room><room><id>%d</id><name>Twin</name><code>TWN</code><%s></%s></room></rooms></property></properties></response>`, b.twin, list, list)
		}
		event := func(day string, color int) string {
			return fmt.Sprintf(`<event><date>%s</date><color>%d</color></event>`, day, color)
		}
		span := func(from, to string, color int, available bool) string {
			return fmt.Sprintf(`<range><from>%s</from><to>%s</to><color>%d</color><available>%t</available></range>`, from, to, color, available)
		}
		events := `<events>` + event("2030-05-31", 2) + event("2030-06-01", 2) + event("2030-06-02", 3) + event("2030-06-04", 0) + `</events>`
		ranges := `<ranges>` + span("2030-05-31", "2030-06-01", 2, false) + span("2030-06-02", "2030-06-02", 3, false) + span("2030-06-04", "2030-06-04", 0, true) + `</ranges>`
		for i, want := range []string{
			`<response>` + head + events + tail("events"), `<response>` + head + ranges + tail("ranges"),
			`<response><generated_at>2030-05-31T12:00:00Z</generated_at>` + head + events + tail("events"),
		} {
			res := b.Do(t, get, paths[i]+"?format=xml", "")
			require.Equal(t, http.StatusOK, res.Code)
			require.Equal(t, "application/xml", res.Header().Get("Content-Type"))
			require.Contains(t, res.Body.String(), want)
			require.Equal(t, res.Body.String(), b.Do(t, get, paths[i], "", apptest.Header("Accept", "application/xml")).Body.String())
		}
	})

	t.Run("an operator that may not ask gets days on request as stops", func(t *testing.T) {
		t.Parallel()
		b, operator, c := marked(t)
		paths := feedPaths(b.key(t, operator, nil))
		b.Set(t, c.ID, "to_allow_on_request", false)
		for _, path := range []string{paths[0], paths[2]} {
			require.Contains(t, b.Do(t, get, path, "").Body.String(), `{"date":"2030-06-02","color":2}`)
		}
		require.Contains(t, b.Do(t, get, paths[1], "").Body.String(), `{"from":"2030-05-31","to":"2030-06-02","color":2,"available":false}`)
		require.Contains(t, b.Do(t, get, feedPaths(b.key(t, b.hotel, nil))[0], "").Body.String(), `{"date":"2030-06-02","color":3}`)
	})

	t.Run("an operator's systems get nothing of a hotel that does not share exports", func(t *testing.T) {
		t.Parallel()
		b, operator, c := marked(t)
		paths := feedPaths(b.key(t, operator, nil))
		b.Set(t, c.ID, "flags", `{"exports.allowed":"N"}`)
		for _, path := range paths {
			require.Empty(t, propertiesStopsaleHTTP(t, b, path))
		}
		require.Len(t, propertiesStopsaleHTTP(t, b, feedPaths(b.key(t, b.hotel, nil))[0]), 1)
	})

	t.Run("a hotel gets its own, as it works on it", func(t *testing.T) {
		t.Parallel()
		b, _, _ := marked(t)
		draft := b.Property(t, b.hotel, "Hotel Borealis")
		for _, path := range feedPaths(b.key(t, b.hotel, nil)) {
			list := propertiesStopsaleHTTP(t, b, path)
			require.Len(t, list, 2)
			require.Equal(t, "Hotel Aurora", list[0]["name"])
			require.Equal(t, object{"hotel": b.property.Code, "internal": "", "external": "", "supplier": ""}, list[0]["codes"])
			require.Len(t, list[0]["rooms"], 3, "rooms that are not published too")
			require.Equal(t, "Double", list[0]["rooms"].([]any)[0].(object)["name"])
			require.InDelta(t, draft.ID, list[1]["property_id"], 0)
			require.Nil(t, list[1]["date_update"])
			require.Empty(t, list[1]["rooms"])
		}
	})

	t.Run("only contracts in force that share stop sales open anything", func(t *testing.T) {
		t.Parallel()
		b, operator, c := marked(t)
		other, _ := b.Published(t, "Second")
		second := b.Accepted(t, other, operator)
		all, one := b.key(t, operator, nil), b.key(t, operator, &second.ID)
		require.Equal(t, []string{"Hotel Aurora", "Second"}, namesStopsaleHTTP(t, b, all))
		require.Equal(t, []string{"Second"}, namesStopsaleHTTP(t, b, one))
		require.Empty(t, namesStopsaleHTTP(t, b, b.key(t, b.Operator(t), nil)), "without a contract there is nothing")

		b.Set(t, second.ID, "to_sync_ss", false)
		require.Equal(t, []string{"Hotel Aurora"}, namesStopsaleHTTP(t, b, all))
		require.Empty(t, namesStopsaleHTTP(t, b, one))
		b.Set(t, second.ID, "to_sync_ss", true)
		b.SetFlags(t, second, contract.Flags{contract.RightStopSale: contract.No})
		require.Empty(t, namesStopsaleHTTP(t, b, one))
		b.SetFlags(t, second, contract.Flags{})
		require.Equal(t, []string{"Second"}, namesStopsaleHTTP(t, b, one))
		b.SetStatus(t, c, contract.StatusCancelled)
		require.Equal(t, []string{"Second"}, namesStopsaleHTTP(t, b, all), "at once")
		b.SetStatus(t, second, contract.StatusProposed)
		require.Empty(t, namesStopsaleHTTP(t, b, all))
		require.Equal(t, []string{"Second"}, namesStopsaleHTTP(t, b, b.key(t, other, nil)), "the hotel itself needs none")
	})

	t.Run("a hotel's key for one contract sees what that opens, under the hotel's names", func(t *testing.T) {
		t.Parallel()
		b, _, c := marked(t)
		token := b.key(t, b.hotel, &c.ID)
		list := propertiesStopsaleHTTP(t, b, feedPaths(token)[0])
		require.Len(t, list, 1)
		require.Len(t, list[0]["rooms"], 2)
		require.Equal(t, b.property.Code, list[0]["codes"].(object)["hotel"])
		b.SetStatus(t, c, contract.StatusCancelled)
		require.Empty(t, propertiesStopsaleHTTP(t, b, feedPaths(token)[0]))
	})

	t.Run("can be narrowed to properties and days", func(t *testing.T) {
		t.Parallel()
		b, operator, _ := marked(t)
		token := b.key(t, operator, nil)
		count := func(query string) (n int) {
			for _, p := range propertiesStopsaleHTTP(t, b, feedPaths(token)[0]+query) {
				for _, r := range p["rooms"].([]any) {
					n += len(r.(object)["events"].([]any))
				}
			}
			return n
		}
		require.Equal(t, 4, count(""))
		require.Equal(t, 2, count("?from=2030-06-01&to=2030-06-02"))
		require.Equal(t, 4, count(fmt.Sprintf("?property_id=999999,%d", b.property.ID)))
		require.Empty(t, propertiesStopsaleHTTP(t, b, feedPaths(token)[0]+"?property_id=999999"))
		b.Clock.Advance(24 * time.Hour)
		require.Equal(t, 3, count(""), "from the month on that it is")
		require.Equal(t, 4, count("?from=2030-01-01"))
		for _, bad := range []string{"?from=x", "?from=2030-06-02&to=2030-06-01", "?property_id=x", "?property_id=1,-2", "?format=csv"} {
			for _, path := range feedPaths(token) {
				require.Contains(t, []int{http.StatusBadRequest, http.StatusNotAcceptable}, b.Do(t, get, path+bad, "").Code, bad)
			}
		}
	})

	t.Run("a key needs the permission, and has to be one", func(t *testing.T) {
		t.Parallel()
		b, operator, _ := marked(t)
		weak, _ := b.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos, auth.KeyInvoices, auth.KeyRooming)
		for _, path := range feedPaths(weak) {
			require.Contains(t, b.Do(t, get, path, "").Body.String(), `"code":"key_permission"`)
			require.Equal(t, http.StatusForbidden, b.Do(t, get, path, "").Code)
		}
		for _, token := range []string{"nothing", "%2E%2E", operator.Token} {
			for _, path := range feedPaths(token) {
				require.Equal(t, http.StatusUnauthorized, b.Do(t, get, path, "").Code)
				require.Equal(t, http.StatusUnauthorized, operator.Do(t, get, path, "").Code, "a session is no key")
			}
		}
	})
}

func propertiesStopsaleHTTP(t *testing.T, b *bundle, path string) []object {
	t.Helper()
	list := []object{}
	for _, p := range bodyStopsaleHTTP(t, b.Do(t, get, path, ""), http.StatusOK)["properties"].([]any) {
		list = append(list, p.(object))
	}
	return list
}

// namesStopsaleHTTP are what the key opens, the same on every path.
func namesStopsaleHTTP(t *testing.T, b *bundle, token string) []string {
	t.Helper()
	var first []string
	for i, path := range feedPaths(token) {
		list := []string{}
		for _, p := range propertiesStopsaleHTTP(t, b, path) {
			list = append(list, p["name"].(string))
		}
		if i == 0 {
			first = list
		}
		require.Equal(t, first, list)
	}
	return first
}
