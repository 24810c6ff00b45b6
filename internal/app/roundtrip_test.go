package app

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

// trip reads a record and sends it back.
type trip struct {
	token string
	read  string // path of the GET
	// part takes the record out of the answer; nil: it is the whole.
	part  func(any) any
	write string // path of the write
}

// verbs are parts of a path that say what is done and not with what.
var verbs = []string{"create", "update", "edit", "view"}

func recordOf(path string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(path, "/"), func(p string) bool { return slices.Contains(verbs, p) }), "/")
}

// writesOfRecords are the operations that change a record which can be read:
// every PUT and PATCH, and a POST that may change what a GET of the same path
// reads. One that always makes something new is not among them.
func (d *document) writesOfRecords() []string {
	reads := map[string]bool{}
	for _, o := range d.operations() {
		if o.method == get {
			reads[recordOf(o.path)] = true
		}
	}
	var list []string
	for _, o := range d.operations() {
		_, changes := o.Responses["200"]
		if o.method == put || o.method == patch || o.method == post && changes && reads[recordOf(o.path)] {
			list = append(list, o.name)
		}
	}
	return list
}

// same is a record that is read and written at one path.
func same(token, path string) []trip { return []trip{{token: token, read: path, write: path}} }

// entry is the first entry of a page.
func entry(v any) any { return reply{body: v}.results()[0] }

func member(name string) func(any) any {
	return func(v any) any { return reply{body: v}.member(name) }
}

// roundTrips say for each operation what to send back: which ids there are is
// what the document cannot tell.
var roundTrips = map[string]func(w *world) []trip{
	"PUT /api/admin/accounts/{id}/plan/": func(w *world) []trip {
		user := w.ok(w.hotel, get, "/api/auth/session/", nil).member("user").(map[string]any)
		return same(w.admin, fmt.Sprintf("/api/admin/accounts/%v/plan/", user["id"]))
	},
	"PATCH /api/admin/plans/{id}/": func(w *world) []trip {
		list := "/api/admin/plans/"
		return []trip{{w.admin, list, entry, list + w.id(w.admin, list) + "/"}}
	},
	"PUT /api/admin/billing/seller/": func(w *world) []trip { return same(w.admin, "/api/admin/billing/seller/") },
	"PUT /api/payments/billing-address/": func(w *world) []trip {
		return append(same(w.hotel, "/api/payments/billing-address/"), same(w.operator, "/api/payments/billing-address/")...)
	},
	"PATCH /api/allotment/blocks/{id}/": func(w *world) []trip {
		list := "/api/allotment/calendars/" + w.calendar("allotment") + "/blocks/"
		return []trip{{w.hotel, list, entry, "/api/allotment/blocks/" + w.id(w.hotel, list) + "/"}}
	},
	"PATCH /api/allotment/calendars/{id}/": func(w *world) []trip {
		var trips []trip
		for _, kind := range []string{"master", "connected", "contracted", "allotment", "standalone"} {
			trips = append(trips, same(w.hotel, "/api/allotment/calendars/"+w.calendar(kind)+"/")...)
		}
		return trips
	},
	"POST /api/allotment/calendars/{id}/daily/": func(w *world) []trip {
		path := "/api/allotment/calendars/" + w.calendar("connected") + "/daily/"
		return []trip{{w.hotel, path, entry, path}}
	},
	"PATCH /api/allotment/shares/": func(w *world) []trip {
		return []trip{{w.hotel, "/api/allotment/shares/", entry, "/api/allotment/shares/"}}
	},
	"PATCH /api/allotment/shares/{id}/": func(w *world) []trip {
		return same(w.hotel, "/api/allotment/shares/"+w.id(w.hotel, "/api/allotment/shares/")+"/")
	},
	"PUT /api/auth/authorized-users/{id}/update/": func(w *world) []trip {
		user := "/api/auth/authorized-users/" + w.id(w.hotel, "/api/auth/authorized-users/") + "/"
		return []trip{{w.hotel, user, nil, user + "update/"}}
	},
	"PUT /api/auth/permissions/update/{id}/": func(w *world) []trip {
		read := "/api/auth/authorized-users/" + w.id(w.hotel, "/api/auth/authorized-users/") + "/permissions/"
		return []trip{{w.hotel, read, nil, fmt.Sprintf("/api/auth/permissions/update/%v/", w.ok(w.hotel, get, read, nil).member("id"))}}
	},
	"PUT /api/auth/profile/update": func(w *world) []trip {
		return []trip{{w.hotel, "/api/auth/session/", member("user"), "/api/auth/profile/update"}}
	},
	"PUT /api/einvoice/profile/": func(w *world) []trip {
		w.ok(w.hotel, put, "/api/einvoice/profile/", map[string]any{"iban": "GR16 0110 1250 0000 0001 2300 695", "electronic_address": "998877665", "electronic_address_scheme": "9933"})
		return append(same(w.hotel, "/api/einvoice/profile/"), same(w.operator, "/api/einvoice/profile/")...)
	},
	"POST /api/info/init-facts-info/{id}/":  initFacts("info"),
	"POST /api/facts/init-facts-info/{id}/": initFacts("facts"),

	"PUT /api/info/property/update/{id}/":  propertyUpdate("info"),
	"PUT /api/facts/property/update/{id}/": propertyUpdate("facts"),

	"POST /api/info/property/{id}/facts/{category}/":  everyCategory("info"),
	"POST /api/facts/property/{id}/facts/{category}/": everyCategory("facts"),

	"PATCH /api/info/property/{id}/gallery/{photo_id}/":  galleryPhoto("info"),
	"PATCH /api/facts/property/{id}/gallery/{photo_id}/": galleryPhoto("facts"),

	"PUT /api/notification/announce-app/{id}/update/": func(w *world) []trip {
		list := "/api/notification/announce-app/all/"
		return []trip{{w.admin, list, entry, "/api/notification/announce-app/" + w.id(w.admin, list) + "/update/"}}
	},
	"PATCH /api/notification/notification/edit/": func(w *world) []trip {
		return []trip{{w.hotel, "/api/notification/notification/", entry, "/api/notification/notification/edit/"}}
	},
	"PUT /api/partners/contract/edit/{id}/": func(w *world) []trip {
		return []trip{{w.hotel, "/api/partners/contract/view/" + w.contract() + "/", nil, "/api/partners/contract/edit/" + w.contract() + "/"}}
	},
	"PUT /api/partners/contracts/{id}/update/": func(w *world) []trip {
		open := "/api/partners/contracts/" + w.id(w.hotel, "/api/partners/contracts/", "status=P") + "/"
		path := "/api/partners/contracts/" + w.contract() + "/"
		return []trip{{w.hotel, path, nil, path + "update/"}, {w.operator, path, nil, path + "update/"}, {w.hotel, open, nil, open + "update/"}}
	},
	"PUT /api/partners/contracts/{id}/permissions/": func(w *world) []trip { return same(w.hotel, permissionsPath(w)) },
	"POST /api/partners/override-facts/create/": func(w *world) []trip {
		return []trip{{w.operator, "/api/partners/override-facts/", entry, "/api/partners/override-facts/create/"}}
	},
	"PUT /api/invoicing/invoices/{id}/": func(w *world) []trip { return same(w.hotel, w.draftInvoice()) },
	"PUT /api/invoicing/invoices/{id}/update/": func(w *world) []trip {
		return []trip{{w.hotel, w.draftInvoice(), nil, w.draftInvoice() + "update/"}}
	},
	"PUT /api/invoicing/templates/{id}/": func(w *world) []trip {
		return same(w.hotel, "/api/invoicing/templates/"+w.id(w.hotel, "/api/invoicing/templates/")+"/")
	},
	"PATCH /api/partners/rate-contracts/{id}/": func(w *world) []trip {
		return same(w.hotel, "/api/partners/rate-contracts/"+w.id(w.hotel, "/api/partners/rate-contracts/")+"/")
	},
	"PATCH /api/v1/integrations/connections/{id}/": func(w *world) []trip {
		return same(w.hotel, "/api/v1/integrations/connections/"+w.id(w.hotel, "/api/v1/integrations/connections/")+"/")
	},
	"PATCH /api/rooming/ledgers/{id}/": func(w *world) []trip {
		return same(w.hotel, "/api/rooming/ledgers/"+w.id(w.hotel, "/api/rooming/ledgers/")+"/")
	},
	"PATCH /api/rooming/entries/{id}/": func(w *world) []trip {
		entries := "/api/rooming/ledgers/" + w.id(w.hotel, "/api/rooming/ledgers/") + "/entries/"
		return same(w.hotel, "/api/rooming/entries/"+w.id(w.hotel, entries)+"/")
	},
	"POST /api/v1/rooming/{token}/": func(w *world) []trip {
		path := w.rooming()
		w.ok("", post, path, w.roomingList())
		last := func(v any) any {
			ledgers, _ := member("ledgers")(v).([]any)
			return ledgers[len(ledgers)-1]
		}
		return []trip{{"", path, last, path}}
	},
	"PUT /api/settings/account/settings": func(w *world) []trip { return same(w.hotel, "/api/settings/account/settings") },
	"PATCH /api/v1/integrations/webhooks/{id}/": func(w *world) []trip {
		list := "/api/v1/integrations/webhooks/"
		return append(same(w.hotel, list+w.id(w.hotel, list)+"/"), same(w.operator, list+w.id(w.operator, list)+"/")...)
	},
	"PATCH /api/dev/integrations/webhooks/{id}/": func(w *world) []trip {
		list := "/api/dev/integrations/webhooks/"
		return same(w.hotel, list+w.id(w.hotel, list)+"/")
	},
	"PUT /api/settings/api-key/update/{id}/": func(w *world) []trip {
		id := w.id(w.hotel, "/api/settings/api-keys/")
		return []trip{{w.hotel, "/api/settings/api-key/" + id + "/", nil, "/api/settings/api-key/update/" + id + "/"}}
	},
	"PUT /api/settings/company/":         func(w *world) []trip { return same(w.hotel, "/api/settings/company/") },
	"PUT /api/settings/company/settings": func(w *world) []trip { return same(w.hotel, "/api/settings/company/settings") },
	"PUT /api/settings/contacts/{id}/update/": func(w *world) []trip {
		contact := "/api/settings/contacts/" + w.id(w.hotel, "/api/settings/contacts/") + "/"
		return []trip{{w.hotel, contact, nil, contact + "update/"}}
	},
	"PATCH /api/settings/widget/{property_id}/": func(w *world) []trip { return same(w.hotel, "/api/settings/widget/"+w.property()+"/") },
	"PUT /api/settings/mailing-lists/{id}/update/": func(w *world) []trip {
		list := "/api/settings/mailing-lists/" + w.id(w.hotel, "/api/settings/mailing-lists/") + "/"
		return []trip{{w.hotel, list, nil, list + "update/"}}
	},
	"PUT /api/settings/preferences/edit/": func(w *world) []trip {
		return []trip{{w.hotel, "/api/settings/preferences/", nil, "/api/settings/preferences/edit/"}}
	},
	"PUT /api/stop-sale/event/update/{id}/": func(w *world) []trip { return w.event("/api/stop-sale/event/update/%v/") },
	"PUT /api/stop-sale/event/{id}/update/": func(w *world) []trip { return w.event("/api/stop-sale/event/%v/update/") },
	"PUT /api/tour-operator/event-codes/":   func(w *world) []trip { return same(w.operator, "/api/tour-operator/event-codes/") },
	"POST /api/tour-operator/mappings/properties/": func(w *world) []trip {
		return []trip{{w.operator, "/api/tour-operator/mappings/properties/", entry, "/api/tour-operator/mappings/properties/"}}
	},
	"PATCH /api/tour-operator/mappings/properties/{id}/": func(w *world) []trip {
		list := "/api/tour-operator/mappings/properties/"
		return same(w.operator, list+w.id(w.operator, list)+"/")
	},
	"POST /api/tour-operator/mappings/rooms/": func(w *world) []trip {
		return []trip{{w.operator, "/api/tour-operator/mappings/rooms/", member("results"), "/api/tour-operator/mappings/rooms/"}}
	},
	"PATCH /api/tour-operator/mappings/rooms/{id}/": func(w *world) []trip {
		list := "/api/tour-operator/mappings/rooms/"
		return same(w.operator, list+w.id(w.operator, list)+"/")
	},
	"PUT /api/tour-operator/photos/{property_id}/": func(w *world) []trip {
		path := "/api/tour-operator/photos/" + w.property() + "/"
		require.Nil(w.t, w.ok(w.operator, get, path, nil).member("selection_status"))
		return append(same(w.operator, path), w.selected(path)...)
	},
	"PATCH /api/tour-operator/photos/{property_id}/own/{photo_id}/": func(w *world) []trip {
		path := "/api/tour-operator/photos/" + w.property() + "/"
		own := func(v any) any {
			for _, p := range member("photos")(v).([]any) {
				if p.(map[string]any)["own"] == true {
					return p
				}
			}
			return nil
		}
		photo := own(w.ok(w.operator, get, path, nil).body).(map[string]any)
		return []trip{{w.operator, path, own, fmt.Sprintf("%sown/%v/", path, photo["id"])}}
	},
}

func initFacts(prefix string) func(w *world) []trip {
	return func(w *world) []trip {
		return same(w.hotel, "/api/"+prefix+"/init-facts-info/"+w.property()+"/")
	}
}

func propertyUpdate(prefix string) func(w *world) []trip {
	return func(w *world) []trip {
		base := "/api/" + prefix + "/property/"
		return []trip{{w.hotel, base + w.property() + "/", nil, base + "update/" + w.property() + "/"}}
	}
}

func everyCategory(prefix string) func(w *world) []trip {
	return func(w *world) []trip {
		var trips []trip
		for _, c := range facts.Load().Categories() {
			trips = append(trips, same(w.hotel, "/api/"+prefix+"/property/"+w.property()+"/facts/"+c.Key+"/")...)
		}
		return trips
	}
}

func galleryPhoto(prefix string) func(w *world) []trip {
	return func(w *world) []trip {
		list := "/api/" + prefix + "/property/" + w.property() + "/gallery/"
		return []trip{{w.hotel, list, entry, list + w.id(w.hotel, list) + "/"}}
	}
}

func (w *world) draftInvoice() string {
	return "/api/invoicing/invoices/" + w.id(w.hotel, "/api/invoicing/invoices/", "status=DRAFT") + "/"
}

func (w *world) calendar(kind string) string {
	return w.id(w.hotel, "/api/allotment/calendars/?property="+w.property(), "kind="+kind)
}

// selected is the gallery with a selection that leaves photos out.
func (w *world) selected(path string) []trip {
	w.t.Helper()
	photos := w.ok(w.operator, get, path, nil).member("photos").([]any)
	require.Greater(w.t, len(photos), 1)
	first := photos[len(photos)-1].(map[string]any)
	return []trip{{token: w.operator, read: path, write: path, part: func(v any) any {
		if member("selection_status")(v) == nil { // once, when the trip begins
			v = w.ok(w.operator, put, path, map[string]any{"photos": []any{map[string]any{"id": first["id"], "own": first["own"]}}}).body
		}
		return v
	}}}
}

// event is the first day of the legacy stop sale.
func (w *world) event(path string) []trip {
	w.t.Helper()
	read := "/api/stop-sale/" + w.property() + "/"
	var id any
	event := func(v any) any {
		for _, r := range member("rooms")(v).([]any) {
			if events := member("events")(r).([]any); len(events) > 0 {
				return events[0]
			}
		}
		return nil
	}
	id = member("id")(event(w.ok(w.hotel, get, read, nil).body))
	return []trip{{w.hotel, read, event, fmt.Sprintf(path, id)}}
}

// What was read can be sent back whole, and changes nothing.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	d, w := readDocument(t), newWorld(t)
	writes := d.writesOfRecords()
	require.ElementsMatch(t, writes, slices.Collect(maps.Keys(roundTrips)), "each operation that changes a record has a line in the table")
	for _, name := range writes {
		method, _, _ := strings.Cut(name, " ")
		for _, trip := range roundTrips[name](w) {
			record := func() any {
				body := w.ok(trip.token, get, trip.read, nil).body
				if trip.part != nil {
					body = trip.part(body)
				}
				require.NotNil(t, body, name)
				return body
			}
			before := record()
			r := w.sent(trip.token, method, trip.write, before)
			if r.status != http.StatusOK {
				t.Errorf("%s: %s refuses what %s answered: %d %s", name, trip.write, trip.read, r.status, r.raw)
				continue
			}
			if after := record(); !equal(before, after) {
				t.Errorf("%s: %s changes what %s answered\n%v\n%v", name, trip.write, trip.read, before, after)
			}
		}
	}
}

// equal compares what was read twice, apart from the time of the last write.
func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, v := range a {
			if name != "updated_at" && name != "date_update" && !equal(v, b[name]) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	}
	return a == b
}
