// Package mcptest tests the tools as assistants use them: over HTTP, with the client of
// the protocol's own SDK.
package exchangehttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

const (
	grid = "/api/allotment/calendars/%d/grid/?from=2030-07-01&to=2030-07-03"
)

func TestHotel(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	s := b.connect(t, "Token "+b.hotel.Token)
	require.Equal(t, []string{
		"availability", "contracts_waiting", "draft_invoice", "fact_sheet", "invoices_by_state", "list_calendars", "list_properties", "rooming_lists", "set_status", "webhook_endpoints", "webhook_failures", "why_closed",
	}, s.tools(t))

	list := results(s.call(t, "list_properties", nil))
	require.EqualValues(t, b.property.ID, list[0].(object)["id"])
	require.Equal(t, b.property.Name, s.call(t, "fact_sheet", object{"property": b.property.ID})["name"])
	require.EqualValues(t, b.master.ID, results(s.call(t, "list_calendars", object{"property": b.property.ID}))[0].(object)["id"])
	days := object{"calendar": b.master.ID, "from": "2030-07-01", "to": "2030-07-03"}
	require.Len(t, s.call(t, "availability", days)["rooms"].([]any)[0].(object)["days"], 3)

	t.Run("a preview writes nothing, the second call does", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		before := b.hotel.Do(t, get, fmt.Sprintf(grid, b.master.ID), "").Body.String()
		stop := object{"calendar": b.master.ID, "from": "2030-07-01", "to": "2030-07-02", "status": "stop", "reason": "renovation", "rooms": []any{b.rooms[0]}}
		shown := s.call(t, "set_status", stop)
		require.Equal(t, []any{true, float64(2)}, []any{shown["dry_run"], shown["saved"]})
		changes := shown["changes"].([]any)
		require.Len(t, changes, 1, "days that change alike are one run")
		require.Equal(t, []any{"2030-07-01", "2030-07-02"}, []any{changes[0].(object)["from"], changes[0].(object)["to"]})
		require.Equal(t, "stop", changes[0].(object)["after"].(object)["status"])
		require.Equal(t, before, b.hotel.Do(t, get, fmt.Sprintf(grid, b.master.ID), "").Body.String())

		stop["dry_run"] = false
		require.EqualValues(t, 2, s.call(t, "set_status", stop)["saved"])
		require.NotEqual(t, before, b.hotel.Do(t, get, fmt.Sprintf(grid, b.master.ID), "").Body.String())
		why := s.call(t, "why_closed", object{"calendar": b.master.ID, "room": b.rooms[0], "date": "2030-07-01"})
		raw, err := json.Marshal(why)
		require.NoError(t, err)
		require.Contains(t, string(raw), `"decided_by":"master_status"`)
		require.Contains(t, string(raw), `"reason":"renovation"`)
	})
	t.Run("refusals name the argument", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		require.Contains(t, s.refused(t, "set_status", object{"calendar": b.master.ID, "from": "2030-07-03", "to": "2030-07-01", "status": "stop"}), "to: ")
		require.Contains(t, s.refused(t, "set_status", object{"calendar": b.master.ID, "from": "2030-07-01", "to": "2030-07-01", "status": "stop", "dry_run": "no"}), "dry_run: must be true or false")
		require.Contains(t, s.refused(t, "availability", nil), "calendar: is required")
		require.Contains(t, s.refused(t, "availability", object{"calendar": 999}), "not_found")
		require.Contains(t, s.refused(t, "availability", object{"calendar": b.master.ID, "until": "x"}), "until: is no argument of availability")
		require.Contains(t, s.refused(t, "availability", object{"calendar": "../../x", "from": "2030-07-01"}), "not found")
		require.Contains(t, s.refused(t, "availability", object{"calendar": b.master.ID, "from": "2030-07-01", "to": "2034-07-01"}), "to: ")
		require.Contains(t, s.refused(t, "fact_sheet", object{"property": b.property.ID + 1000}), "not found")
	})
	t.Run("too much is cut, with a word how to ask", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		b.Grant(t, b.hotel, plan.Diamond)
		for i := range 30 {
			b.Room(t, b.hotel, b.property.ID, fmt.Sprintf("Type %d", i), fmt.Sprintf("T%d", i), 2)
		}
		cut := s.call(t, "availability", object{"calendar": b.master.ID, "from": "2030-07-01", "to": "2030-08-31"})
		require.Less(t, len(cut["rooms"].([]any)), 32)
		require.Equal(t, []any{"rooms", float64(32), "ask for fewer days"}, []any{cut["truncated"].(object)["member"], cut["truncated"].(object)["of"], cut["truncated"].(object)["hint"]})
		require.Contains(t, s.refused(t, "availability", object{"calendar": b.master.ID, "from": "2030-07-01", "to": "2033-06-30"}), "larger than 100 kB: ask for fewer days")
	})
	t.Run("contracts, invoices and rooming lists", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		other := b.Operator(t)
		b.Proposed(t, other, b.hotel)
		require.Len(t, results(s.call(t, "contracts_waiting", nil)), 1)
		made := s.call(t, "draft_invoice", object{
			"partner": b.operator.User.OwnerID, "issue_date": "2030-05-31", "due_date": "2030-06-30", "currency": "EUR", "tax_rate": "13",
			"line_items": []any{object{"description": "Stay", "quantity": "2", "unit_price": "100.00", "unit": "room_night"}},
		})
		require.Equal(t, "DRAFT", made["status"])
		require.Len(t, results(s.call(t, "invoices_by_state", object{"status": "DRAFT"})), 1)
		require.Empty(t, results(s.call(t, "invoices_by_state", object{"status": "PAID"})))
		require.Empty(t, results(s.call(t, "rooming_lists", object{"status": "sent", "property": b.property.ID})))
	})
	t.Run("documents can be read", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		docs, err := s.ListResources(t.Context(), nil)
		require.NoError(t, err)
		for _, d := range docs.Resources {
			res, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: d.URI})
			require.NoError(t, err, d.URI)
			require.NotEmpty(t, res.Contents[0].Text, d.URI)
		}
		require.Len(t, docs.Resources, 7)
	})
}

func TestOperator(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	b.hotel.Do(t, post, fmt.Sprintf("/api/allotment/calendars/%d/bulk/", b.master.ID), `{"from":"2030-07-01","to":"2030-07-01","status":"stop","reason":"renovation"}`)
	s := b.connect(t, "Bearer "+b.operator.Token)
	require.Equal(t, []string{"availability", "contracts_waiting", "fact_sheet", "invoices_by_state", "list_properties", "rooming_lists", "webhook_endpoints", "webhook_failures", "why_closed"}, s.tools(t))
	for _, theirs := range []string{"set_status", "list_calendars", "draft_invoice"} {
		s.missing(t, theirs)
	}
	require.Len(t, results(s.call(t, "list_properties", object{"name": b.property.Name[:3]})), 1)
	require.NotEmpty(t, s.call(t, "fact_sheet", object{"property": b.property.ID}))
	shown := results(s.call(t, "availability", object{"property_ids": []any{b.property.ID}, "from": "2030-07-01", "to": "2030-07-02", "granularity": "daily"}))
	require.Equal(t, "OP-1", shown[0].(object)["codes"].(object)["hotel"])
	raw, err := json.Marshal(s.call(t, "why_closed", object{"property": b.property.ID, "date": "2030-07-01"}))
	require.NoError(t, err)
	require.Contains(t, string(raw), `"reason":"renovation"`)
	require.Empty(t, results(s.call(t, "contracts_waiting", nil)))
	require.Empty(t, results(s.call(t, "invoices_by_state", nil)))
	require.Empty(t, results(s.call(t, "rooming_lists", nil)))
	require.Contains(t, s.refused(t, "availability", object{"calendar": b.master.ID}), "calendar: is no argument", "the hotel's tool of the same name cannot be reached")
}

func TestFlags(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	b.Grant(t, b.hotel, plan.Gold)
	desk := b.SubUser(t, b.hotel, auth.Invoicing)
	s := b.connect(t, "Token "+desk.Token)
	require.Equal(t, []string{"draft_invoice", "invoices_by_state", "list_properties"}, s.tools(t))
	s.missing(t, "set_status")

	sales := b.SubUser(t, b.operator, auth.Rooming)
	require.Equal(t, []string{"rooming_lists"}, b.connect(t, "Token "+sales.Token).tools(t))
	scoped := b.Scoped(t, b.hotel, []auth.Flag{auth.StopSales}, b.Property(t, b.hotel, "Other").ID)
	require.Contains(t, b.connect(t, "Token "+scoped.Token).refused(t, "availability", object{"calendar": b.master.ID}), "not allowed to work on this property")
}

func TestMcpKey(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	token, key := b.Key(t, b.operator, auth.KeyFactSheet, auth.KeyStopSale, auth.KeyRooming, auth.KeyRoomingWrite)
	s := b.connect(t, "Bearer "+token)
	require.Equal(t, []string{"availability", "fact_sheet", "rooming_lists", "send_rooming_list", "why_closed"}, s.tools(t))
	require.Len(t, s.call(t, "fact_sheet", object{"property_ids": []any{b.property.ID}})["properties"], 1)
	require.Len(t, s.call(t, "availability", object{"from": "2030-07-01", "to": "2030-07-02"})["properties"], 1)
	sent := s.call(t, "send_rooming_list", object{
		"reference": "A-1", "property_code": "OP-1", "name": "Group",
		"entries": []any{object{"room_code": "R", "arrival": "2030-07-01", "departure": "2030-07-02"}},
	})
	require.Equal(t, "sent", sent["status"])
	require.Len(t, s.call(t, "rooming_lists", nil)["ledgers"], 1)
	s.missing(t, "invoices_by_state")

	// A key that may be used from one page only is refused elsewhere, and the page may use it.
	_, err := b.Keys.AddToWhitelist(b.operator.Context(t), b.operator.Caller, key.ID, "shop.example.com")
	require.NoError(t, err)
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	bearer := apptest.Header("Authorization", "Bearer "+token)
	require.Equal(t, http.StatusForbidden, b.Do(t, post, "/mcp/", list, bearer).Code)
	require.Equal(t, http.StatusOK, b.Do(t, post, "/mcp/", list, bearer, apptest.Header("Origin", "https://shop.example.com")).Code)
}

func TestRequests(t *testing.T) {
	t.Parallel()
	b := setupMcp(t, apptest.Settings(func(s *config.Settings) { s.V1RatePerMinute = 12 }))
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	token := apptest.Header("Authorization", "Token "+b.hotel.Token)
	ok := b.Do(t, post, "/mcp/", list, token)
	require.Equal(t, http.StatusOK, ok.Code, ok.Body.String())
	require.Equal(t, "application/json", ok.Header().Get("Content-Type"))
	require.Equal(t, http.StatusOK, b.Do(t, post, "/mcp", list, token).Code, "some clients drop the slash")

	for name, set := range map[string]apptest.Set{
		"no token":                   func(*http.Request) {},
		"a cookie":                   apptest.Header("Cookie", "allot_session="+b.hotel.Token),
		"an unknown token":           apptest.Header("Authorization", "Bearer "+strings.Repeat("x", 43)),
		"a scheme that is not known": apptest.Header("Authorization", "Basic "+b.hotel.Token),
	} {
		res := b.Do(t, post, "/mcp/", list, set)
		require.Equal(t, http.StatusUnauthorized, res.Code, name)
		require.Contains(t, res.Header().Get("WWW-Authenticate"), "Bearer", name)
	}
	for origin, want := range map[string]int{"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden, apptest.BaseURL: http.StatusOK} {
		require.Equal(t, want, b.Do(t, post, "/mcp/", list, token, apptest.Header("Origin", origin)).Code, origin)
	}
	require.Equal(t, http.StatusMethodNotAllowed, b.Do(t, get, "/mcp/", "", token).Code, "there is nothing to stream")
	require.Equal(t, http.StatusRequestEntityTooLarge, b.Do(t, post, "/mcp/", strings.Repeat(" ", 9<<20), token).Code)

	limited := 0
	for range 12 {
		if res := b.Do(t, post, "/mcp/", list, token); res.Code == http.StatusTooManyRequests {
			require.NotEmpty(t, res.Header().Get("Retry-After"))
			limited++
		}
	}
	require.Positive(t, limited)

	b.Clock.Advance(2 * 60e9)
	suspended := b.SubUser(t, b.hotel, auth.StopSales)
	_, err := b.Accounts.Suspend(b.Staff().Context(t), b.hotel.User.OwnerID, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusForbidden, b.Do(t, post, "/mcp/", list, apptest.Header("Authorization", "Token "+suspended.Token)).Code)
}
