package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

// misspelt is a body with one name that is not known, and the path of it.
type misspelt struct {
	body  any
	field string
}

// misspellings makes one for each object that a body may hold. free collects
// the paths of objects whose names the document does not list.
func (d *document) misspellings(s *schema, at string, free *[]string) []misspelt {
	var list []misspelt
	kinds := map[string]int{}
	for _, s := range d.alternatives(s) {
		for _, kind := range []string{"object", "array"} {
			if s.is(kind) {
				kinds[kind]++
			}
		}
	}
	for _, s := range d.alternatives(s) {
		switch {
		case kinds["array"] > 1 && s.is("array"):
			*free = append(*free, at)
		case s.is("array"):
			for _, m := range d.misspellings(s.Items, at+"[0]", free) {
				list = append(list, misspelt{[]any{m.body}, m.field})
			}
		case !s.is("object"):
		case kinds["object"] > 1 || !s.closed():
			*free = append(*free, at)
		default:
			list = append(list, d.inObject(s, at, free)...)
		}
	}
	return list
}

func (d *document) inObject(s *schema, at string, free *[]string) []misspelt {
	wrong := "dry_run"
	var list []misspelt
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if s.Properties[name].ReadOnly {
			continue
		}
		if wrong == "dry_run" {
			wrong = name + "x"
		}
		for _, m := range d.misspellings(s.Properties[name], below(at, name), free) {
			list = append(list, misspelt{map[string]any{name: m.body}, m.field})
		}
	}
	return append(list, misspelt{map[string]any{wrong: 1}, below(at, wrong)})
}

func below(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// filled is a path with something for each parameter: names are asked before
// anything is looked for.
func (w *world) filled(path string, key int) string {
	return parameter.ReplaceAllString(strings.ReplaceAll(path, "{token}", w.keys[key]), "1")
}

// refused asks as everybody until somebody gets past the permissions, and
// expects the refusal of one name.
func (w *world) refused(o *operation, field string, ask func(token, path string) reply) {
	w.t.Helper()
	var r reply
	for i, token := range []string{w.hotel, w.operator, w.admin} {
		r = ask(token, w.filled(o.path, min(i, len(w.keys)-1)))
		if r.status != http.StatusForbidden && r.status != http.StatusUnauthorized {
			break
		}
	}
	w.names(o.name, r, field)
}

func (w *world) names(what string, r reply, field string) {
	w.t.Helper()
	require.Equal(w.t, http.StatusBadRequest, r.status, "%s with %s: %s", what, field, r.raw)
	require.Equal(w.t, "unknown_field", r.member("code"), "%s: %s", what, r.raw)
	require.Contains(w.t, r.raw, fmt.Sprintf(`"field":%q`, field), what)
}

// A name that an operation does not know is refused wherever it can be sent, and
// nothing is written.
func TestUnknownNames_everyOperation(t *testing.T) {
	t.Parallel()
	d, w := readDocument(t), newWorld(t)
	before := w.digest()
	free := map[string]bool{}
	for _, o := range d.operations() {
		wrong := "dry_run"
		for _, p := range o.Parameters {
			if p.In == "query" {
				wrong = p.Name + "x"
			}
		}
		w.refused(o, wrong, func(token, path string) reply { return w.sent(token, o.method, path+"?"+wrong+"=1", nil) })
		w.sweepBody(d, o, free)
	}
	require.Equal(t, before, w.digest(), "nothing is written")
	require.Equal(t, slices.Sorted(maps.Keys(freeForms)), slices.Sorted(maps.Keys(free)),
		"a new body with names that the document does not list needs a check of its own and a line in the table")
}

func (w *world) sweepBody(d *document, o *operation, free map[string]bool) {
	w.t.Helper()
	content := o.RequestBody.Content
	if body, ok := content["application/json"]; ok {
		var open []string
		for _, m := range d.misspellings(body.Schema, "", &open) {
			w.refused(o, m.field, func(token, path string) reply { return w.sent(token, o.method, path, m.body) })
		}
		for _, at := range open {
			free[strings.TrimSpace(o.name+" "+strings.ReplaceAll(at, "[0]", ""))] = true
		}
	} else if o.method != get && len(content) == 0 {
		w.refused(o, "dry_run", func(token, path string) reply {
			return w.sent(token, o.method, path, map[string]any{"dry_run": true})
		})
	}
	// The form of AlpineBits is not ours: it may get more fields.
	if _, ok := content["multipart/form-data"]; ok && o.name != "POST /api/v1/alpinebits/" {
		w.refused(o, "filex", func(token, path string) reply { return w.form(token, o.method, path, "filex", "content") })
		w.refused(o, "captionx", func(token, path string) reply { return w.form(token, o.method, path, "captionx", "") })
	}
}

// freeForm is a request with a wrong name where only the service knows the right
// ones.
type freeForm struct {
	who   func(w *world) string
	path  func(w *world) string
	body  func(w *world) any
	field string
}

func as(body any) func(*world) any { return func(*world) any { return body } }

func asHotel(w *world) string    { return w.hotel }
func asOperator(w *world) string { return w.operator }
func asAdmin(w *world) string    { return w.admin }

func at(path string) func(*world) string { return func(*world) string { return path } }

func permissionsPath(w *world) string {
	return "/api/partners/contracts/" + w.contract() + "/permissions/"
}

func matrix(area string) freeForm {
	return freeForm{asHotel, permissionsPath, as(map[string]any{area: map[string]any{"allowd": true}}), area + ".allowd"}
}

func announcement(field string) freeForm {
	return freeForm{asAdmin, func(w *world) string {
		return "/api/notification/announce-app/" + w.id(w.admin, "/api/notification/announce-app/all/") + "/update/"
	}, as(map[string]any{field: map[string]string{"en": "x", "gb": "y"}}), field + ".gb"}
}

func newAnnouncement(field string) freeForm {
	both := map[string]string{"en": "x", "gb": "y"}
	return freeForm{asAdmin, at("/api/notification/announce-app/create/"), as(map[string]any{"title": both, "body": both}), field + ".gb"}
}

func factsOf(prefix string) freeForm {
	return freeForm{
		asHotel, func(w *world) string { return "/api/" + prefix + "/property/" + w.property() + "/facts/general/" },
		as(map[string]any{"official_nam": "x"}), "official_nam",
	}
}

var kinds = as(map[string]any{"email_notifications": map[string]any{"stopsale": true}})

const connections = "/api/v1/integrations/connections/"

// newConnection has a typing error in a member of a new connection.
func newConnection(member string) freeForm {
	return freeForm{asHotel, at(connections), func(w *world) any {
		body := map[string]any{
			"name": "Desk", "provider": "csv_url", "property": json.Number(w.property()),
			"settings": map[string]any{"url": "https://pms.example.com/"}, "credentials": map[string]any{"username": "a", "password": "b"},
		}
		body[member].(map[string]any)["uzername"] = "x"
		return body
	}, member + ".uzername"}
}

// connectionOf has one in a member of the connection that is there.
func connectionOf(member string) freeForm {
	return freeForm{asHotel, func(w *world) string { return connections + w.id(w.hotel, connections) + "/" }, func(*world) any {
		return map[string]any{member: map[string]any{"url": "https://pms.example.com/", "uzername": "x"}}
	}, member + ".uzername"}
}

// freeForms are the bodies whose names are not in the document, by operation and
// member.
var freeForms = map[string]freeForm{
	"POST /api/info/property/{id}/facts/{category}/":  factsOf("info"),
	"POST /api/facts/property/{id}/facts/{category}/": factsOf("facts"),
	"POST /api/partners/override-facts/create/ fields": {asOperator, at("/api/partners/override-facts/create/"), func(w *world) any {
		return map[string]any{"property": json.Number(w.property()), "category": "general", "fields": map[string]any{"official_nam": "x"}}
	}, "fields.official_nam"},
	"PUT /api/partners/contracts/{id}/permissions/ facts":       matrix("facts"),
	"PUT /api/partners/contracts/{id}/permissions/ exports":     matrix("exports"),
	"PUT /api/partners/contracts/{id}/permissions/ photos":      matrix("photos"),
	"PUT /api/partners/contracts/{id}/permissions/ stop_sale":   matrix("stop_sale"),
	"PUT /api/partners/contracts/{id}/permissions/ invoices":    matrix("invoices"),
	"PUT /api/partners/contracts/{id}/permissions/ rooming":     matrix("rooming"),
	"PUT /api/partners/contracts/{id}/permissions/ permissions": matrix("permissions"),
	"POST /api/notification/announce-app/create/ title":         newAnnouncement("title"),
	"POST /api/notification/announce-app/create/ body":          newAnnouncement("body"),
	"PUT /api/notification/announce-app/{id}/update/ title":     announcement("title"),
	"PUT /api/notification/announce-app/{id}/update/ body":      announcement("body"),
	"PUT /api/settings/preferences/edit/ email_notifications":   {asHotel, at("/api/settings/preferences/edit/"), kinds, "email_notifications.stopsale"},
	"PUT /api/settings/account/settings email_notifications":    {asHotel, at("/api/settings/account/settings"), kinds, "email_notifications.stopsale"},
	"POST /api/v1/integrations/connections/ settings":           newConnection("settings"),
	"POST /api/v1/integrations/connections/ credentials":        newConnection("credentials"),
	"PATCH /api/v1/integrations/connections/{id}/ settings":     connectionOf("settings"),
	"PATCH /api/v1/integrations/connections/{id}/ credentials":  connectionOf("credentials"),
	"POST /api/v1/test-call/ params": {
		asHotel, at("/api/v1/test-call/"),
		as(map[string]any{"endpoint": "facts", "params": map[string]any{"propertyid": 3}}), "propertyid",
	},
}

func TestUnknownNames_freeForms(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, f := range freeForms {
		path, body := f.path(w), f.body(w)
		before := w.digest()
		method, _, _ := strings.Cut(name, " ")
		w.names(name, w.sent(f.who(w), method, path, body), f.field)
		require.Equal(t, before, w.digest(), name)
	}
	for _, c := range facts.Load().Categories() {
		path := "/api/info/property/" + w.property() + "/facts/" + c.Key + "/"
		wrong := c.Fields[0].Key + "x"
		w.names(path, w.sent(w.hotel, post, path, map[string]any{wrong: 1}), wrong)
	}
}
