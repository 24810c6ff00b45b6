package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// withoutKey are the POSTs that take no Idempotency-Key: a repeat makes no second
// record.
var withoutKey = map[string]string{
	"POST /api/admin/accounts/{id}/resume/":                     "a step",
	"POST /api/admin/accounts/{id}/suspend/":                    "a step",
	"POST /api/admin/jobs/{id}/retry/":                          "a step",
	"POST /api/auth/heartbeat/":                                 "says that somebody is there",
	"POST /api/auth/login/":                                     "an answer without its token would be of no use",
	"POST /api/auth/token/login/":                               "an answer without its token would be of no use",
	"POST /api/auth/email/confirm/":                             "a step",
	"POST /api/auth/email/resend/":                              "asks for a letter, which is limited",
	"POST /api/partners/invitations/join/":                      "a step",
	"POST /api/payments/cards/set-primary/{id}/":                "a step",
	"POST /api/payments/stripe/attach-method/":                  "a payment method becomes one card; asks the processor, which no transaction waits for",
	"POST /api/payments/stripe/payment-intent/":                 "an answer without its secret would be of no use; a new one takes the place of the last",
	"POST /api/payments/stripe/setup-intent/":                   "an answer without its secret would be of no use",
	"POST /api/payments/stripe/webhook/":                        "events have ids",
	"POST /api/payments/subscription/auto-renew/":               "a step",
	"POST /api/payments/subscription/cancel/":                   "a step",
	"POST /api/payments/subscription/renew-now/":                "at most one period is paid ahead; asks the processor, which no transaction waits for",
	"POST /api/payments/subscription/resume/":                   "a step",
	"POST /api/payments/subscription/upgrade/":                  "a plan is bought once; asks the processor, which no transaction waits for",
	"POST /api/payments/verify-payment/":                        "a step",
	"POST /api/rooming/entries/{id}/decline/":                   "a step",
	"POST /api/rooming/ledgers/{id}/decline/":                   "a step",
	"POST /api/auth/logout/":                                    "a step",
	"POST /api/auth/token/logout/":                              "a step",
	"POST /api/auth/password/change/":                           "a step",
	"POST /api/auth/password/reset/":                            "always answers the same",
	"POST /api/auth/password/reset/confirm/":                    "a step",
	"POST /api/einvoice/import/":                                "streams, and a file is stored once",
	"POST /api/einvoice/inbox/{id}/link/":                       "sets a link",
	"POST /api/info/property/{id}/gallery/order/":               "sets an order",
	"POST /api/facts/property/{id}/gallery/order/":              "sets an order",
	"POST /api/info/publish/pending/{id}/approve/":              "a step",
	"POST /api/facts/publish/pending/{id}/approve/":             "a step",
	"POST /api/info/publish/pending/{id}/decline/":              "a step",
	"POST /api/facts/publish/pending/{id}/decline/":             "a step",
	"POST /api/invoicing/invoices/{id}/cancel/":                 "a step",
	"POST /api/invoicing/invoices/{id}/clearing/":               "a step",
	"POST /api/invoicing/invoices/{id}/dispute/":                "a step",
	"POST /api/invoicing/invoices/{id}/mark-paid/":              "a step",
	"POST /api/invoicing/invoices/{id}/send/":                   "a step",
	"POST /api/notification/notification/mark-all-read/":        "a step",
	"POST /api/partners/contract/contractVersion/{version_id}/": "a step",
	"POST /api/partners/contracts/{id}/accept/":                 "a step",
	"POST /api/partners/contracts/{id}/reject/":                 "a step",
	"POST /api/partners/override-approvals/{id}/approve/":       "a step",
	"POST /api/partners/override-approvals/{id}/decline/":       "a step",
	"POST /api/rooming/entries/{id}/cancel/":                    "a step",
	"POST /api/rooming/entries/{id}/confirm/":                   "a step",
	"POST /api/rooming/ledgers/{id}/cancel/":                    "a step",
	"POST /api/rooming/ledgers/{id}/close/":                     "a step",
	"POST /api/rooming/ledgers/{id}/confirm/":                   "a step",
	"POST /api/rooming/ledgers/{id}/send/":                      "a step",
	"POST /api/settings/contacts/import/csv/":                   "streams, and a file changes nothing twice",
	"POST /api/tour-operator/mappings/import/csv/":              "streams, and a file changes nothing twice",
	"POST /api/v1/integrations/import/{token}/":                 "streams, and a file changes nothing twice",
	"POST /api/v1/integrations/inbound/{token}/":                "streams, and rows change nothing twice",
	"POST /api/v1/alpinebits/":                                  "messages say how things are: a repeat changes nothing",
	"POST /api/v1/test-call/":                                   "reads",
}

func TestIdempotency_everyPOST(t *testing.T) {
	t.Parallel()
	var without []string
	for _, o := range readDocument(t).operations() {
		if o.method == post && !o.has("header", "Idempotency-Key") {
			without = append(without, o.name)
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(withoutKey)), without, "a POST that makes or changes records takes a key")
}

// rooming is where the operator's system sends lists.
func (w *world) rooming() string { return "/api/v1/rooming/" + w.keys[1] + "/" }

// roomingList is a list that the operator's system sends.
func (w *world) roomingList() map[string]any {
	w.t.Helper()
	rooms, _ := w.ok(w.hotel, get, "/api/info/property/"+w.property()+"/facts/rooms/", nil).body.([]any)
	return map[string]any{"reference": "R-1", "property_id": json.Number(w.property()), "name": "Group", "entries": []any{
		map[string]any{"room_id": member("id")(rooms[0]), "arrival": "2031-06-01", "departure": "2031-06-03"},
	}}
}

// upserts are requests that make or change records.
func (w *world) upserts() map[string]any {
	w.t.Helper()
	property := w.property()
	rooms, _ := w.ok(w.hotel, get, "/api/info/property/"+property+"/facts/rooms/", nil).body.([]any)
	room := member("id")(rooms[2])
	day := entry(w.ok(w.hotel, get, "/api/allotment/calendars/"+w.calendar("connected")+"/daily/", nil).body).(map[string]any)
	day["note"] = "again"
	return map[string]any{
		"/api/info/property/" + property + "/facts/rooms/":  map[string]any{"name": "Suite"},
		"/api/facts/property/" + property + "/facts/pools/": map[string]any{"name": "Pool"},
		"/api/tour-operator/mappings/properties/":           map[string]any{"property": json.Number(property), "external_code": "E1"},
		"/api/tour-operator/mappings/rooms/":                []any{map[string]any{"room": room, "code": "R3"}},
		"/api/partners/override-facts/create/": map[string]any{
			"property": json.Number(property), "category": "general", "fields": map[string]any{"chain_name": "Ours"},
		},
		"/api/allotment/calendars/" + w.calendar("connected") + "/daily/": day,

		w.rooming(): w.roomingList(),
	}
}

func (w *world) whoPosts(path string) string {
	if path == "/api/partners/override-facts/create/" || len(path) > 18 && path[:18] == "/api/tour-operator" {
		return w.operator
	}
	return w.hotel
}

// A repeat of an upsert gives the first answer, changes nothing, and another body
// under the same key is refused.
func TestIdempotency_upserts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for path, body := range w.upserts() {
		token := w.whoPosts(path)
		first := w.sent(token, post, path, body, "Idempotency-Key", "k-"+path[5:9])
		require.Contains(t, []int{http.StatusOK, http.StatusCreated}, first.status, "%s: %s", path, first.raw)
		after := w.digest()
		again := w.sent(token, post, path, body, "Idempotency-Key", "k-"+path[5:9])
		require.Equal(t, "true", again.header.Get("Idempotent-Replayed"), path)
		require.Equal(t, []any{first.status, first.raw}, []any{again.status, again.raw}, path)
		require.Equal(t, after, w.digest(), path)
		other := w.sent(token, post, path, map[string]any{}, "Idempotency-Key", "k-"+path[5:9])
		require.Equal(t, []any{http.StatusConflict, "idempotency_key_reused"}, []any{other.status, other.member("code")}, path)
		w.ok(token, post, path, body) // without a key it is a request like any other
		_, err := w.app.DB.SQL().ExecContext(t.Context(), "DELETE FROM idempotency_keys")
		require.NoError(t, err)
	}
}

// Of requests with one key that come at once, one makes the room.
func TestIdempotency_twins(t *testing.T) {
	t.Parallel()
	const twins = 8
	w := newWorld(t)
	path := "/api/info/property/" + w.property() + "/facts/rooms/"
	rooms := func() int {
		list, _ := w.ok(w.hotel, get, path, nil).body.([]any)
		return len(list)
	}
	before := rooms()
	answers := make([]string, twins)
	var all sync.WaitGroup
	for i := range twins {
		all.Go(func() {
			r := w.sent(w.hotel, post, path, map[string]any{"name": "Twin"}, "Idempotency-Key", "twins")
			answers[i] = fmt.Sprint(r.status, r.raw)
		})
	}
	all.Wait()
	require.Equal(t, before+1, rooms())
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(answers))), 1, answers)
}

// What was answered once is not told again.
func TestIdempotency_secrets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := "/api/settings/api-key/rotate/" + w.id(w.hotel, "/api/settings/api-keys/") + "/"
	first := w.sent(w.hotel, post, path, map[string]any{}, "Idempotency-Key", "rotate")
	require.Equal(t, http.StatusOK, first.status, first.raw)
	require.NotEmpty(t, first.member("token"))
	again := w.sent(w.hotel, post, path, map[string]any{}, "Idempotency-Key", "rotate")
	require.Equal(t, first.member("id"), again.member("id"))
	require.Nil(t, again.member("token"))
}
