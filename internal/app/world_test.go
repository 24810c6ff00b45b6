package app

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/config"
	"allot/internal/content/photo/phototest"
	"allot/internal/demo"
	"allot/internal/identity/auth"
	"allot/internal/platform/db"
	"allot/internal/platform/outbound"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/receiver"
)

const (
	get, post, put, patch = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch

	demoPassword = "violet harbour kettle"
)

// world is the whole program with the demo's data and at least one record of
// everything that can be written.
type world struct {
	t                      *testing.T
	app                    *App
	hotel, operator, admin string // tokens of managers and staff
	keys                   []string
	receiver               string // an address that webhooks can be sent to
}

type reply struct {
	status int
	raw    string
	header http.Header
	body   any
}

func newWorld(t *testing.T) *world {
	t.Helper()
	url, _ := dbtest.Location(t)
	to := receiver.New(t)
	a, err := NewOf(t.Context(), config.Settings{DataDir: t.TempDir(), DatabaseURL: url, Addr: "127.0.0.1:0", Payments: config.PaymentsSandbox}, slog.New(slog.DiscardHandler), Parts{
		Change: func(deps any) {
			if p, ok := deps.(*outbound.Policy); ok {
				p.Allow, p.Roots = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, to.Roots()
			}
		},
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = a.Close() })
	_, err = a.SeedDemo(t.Context(), demo.Options{Password: demoPassword, Small: true})
	require.NoError(t, err)
	w := &world{t: t, app: a, receiver: to.URL}
	w.hotel, w.operator, w.admin = w.login(demo.HotelEmail), w.login(demo.PartnerEmail), w.login(demo.AdminEmail)
	w.furnish()
	return w
}

// furnish makes what the demo lacks.
func (w *world) furnish() {
	w.t.Helper()
	for _, of := range []struct {
		token string
		kind  auth.AccountType
	}{{w.hotel, auth.Accommodation}, {w.operator, auth.TourOperator}} {
		scopes := map[string]bool{}
		for _, s := range auth.KeyScopes {
			scopes[string(s)] = s.For(of.kind)
		}
		key := w.ok(of.token, post, "/api/settings/api-key/create/", map[string]any{"name": "System", "permissions": scopes})
		w.keys = append(w.keys, fmt.Sprint(key.member("token")))
		w.ok(of.token, post, "/api/v1/integrations/webhooks/", map[string]any{"name": "System", "url": w.receiver, "event_types": []string{"property.updated"}})
	}
	contact := w.ok(w.hotel, post, "/api/settings/contacts/create/", map[string]any{"email": "ada@x.example", "first_name": "Ada", "tags": []string{"a"}})
	w.ok(w.hotel, post, "/api/settings/mailing-lists/create/", map[string]any{"name": "All", "contacts": []any{contact.member("id")}})
	w.ok(w.admin, post, "/api/notification/announce-app/create/", map[string]any{"title": map[string]string{"en": "News"}, "body": map[string]string{"en": "Text"}})
	w.ok(w.operator, post, "/api/tour-operator/photos/"+w.property()+"/own/", nil, phototest.JPEG(w.t, 64, 48)...)
	w.ok(w.hotel, post, connections, map[string]any{
		"name": "Desk", "provider": "csv_url", "property": json.Number(w.property()), "settings": map[string]any{"url": "https://pms.example.com/a.csv"},
	})
	w.ok(w.hotel, post, "/api/invoicing/templates/", map[string]any{"name": "Letterhead", "footer_text": "Thank you"})
	w.ok(w.hotel, post, "/api/invoicing/invoices/create/", map[string]any{
		"recipient_name": "Agency", "issue_date": "2030-01-01", "due_date": "2030-02-01", "currency": "EUR", "tax_rate": "13",
		"line_items": []map[string]any{{"description": "Room", "quantity": "2", "unit_price": "80"}},
	})
	w.ok(w.operator, post, "/api/partners/contract/contractVersion/1/", map[string]any{"accept": true}) // so that others can be proposed
	w.ok(w.hotel, put, "/api/partners/contracts/"+w.contract()+"/permissions/", map[string]any{"facts": map[string]any{"contacts": false}})
}

func (w *world) login(email string) string {
	w.t.Helper()
	return fmt.Sprint(w.ok("", post, "/api/auth/login/", map[string]any{"email": email, "password": demoPassword}).member("auth_token"))
}

// ok sends a request that must succeed, with a JSON body or a file.
func (w *world) ok(token, method, path string, body any, file ...byte) reply {
	w.t.Helper()
	var r reply
	if file != nil {
		r = w.form(token, method, path, "file", string(file))
	} else {
		r = w.sent(token, method, path, body)
	}
	require.Contains(w.t, []int{http.StatusOK, http.StatusCreated}, r.status, "%s %s: %s", method, path, r.raw)
	return r
}

func (w *world) sent(token, method, path string, body any, header ...string) reply {
	w.t.Helper()
	if body == nil {
		return w.do(token, method, path, http.NoBody, header...)
	}
	b, err := json.Marshal(body)
	require.NoError(w.t, err)
	return w.do(token, method, path, bytes.NewReader(b), append(header, "Content-Type", "application/json")...)
}

// form sends a form with one part: a file if there is a content, else a text.
func (w *world) form(token, method, path, name, content string) reply {
	w.t.Helper()
	var body bytes.Buffer
	f := multipart.NewWriter(&body)
	if content == "" {
		require.NoError(w.t, f.WriteField(name, "x"))
	} else {
		part, err := f.CreateFormFile(name, "a.jpg")
		require.NoError(w.t, err)
		_, err = io.WriteString(part, content)
		require.NoError(w.t, err)
	}
	require.NoError(w.t, f.Close())
	return w.do(token, method, path, &body, "Content-Type", f.FormDataContentType())
}

// do sends one request; header names and values alternate.
func (w *world) do(token, method, path string, body io.Reader, header ...string) reply {
	w.t.Helper()
	r := httptest.NewRequestWithContext(w.t.Context(), method, path, body)
	if token != "" {
		r.Header.Set("Authorization", "Token "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	w.app.Server().ServeHTTP(rec, r)
	out := reply{status: rec.Code, raw: rec.Body.String(), header: rec.Header()}
	if strings.HasPrefix(rec.Header().Get("Content-Type"), "application/json") {
		require.NoError(w.t, json.Unmarshal(rec.Body.Bytes(), &out.body), "%s %s: %s", method, path, out.raw)
	}
	return out
}

func (r reply) member(name string) any {
	m, _ := r.body.(map[string]any)
	return m[name]
}

// results are the entries of a page.
func (r reply) results() []any {
	list, _ := r.member("results").([]any)
	return list
}

// id is that of the first entry of a list that has the members, as "name=value".
func (w *world) id(token, path string, members ...string) string {
	w.t.Helper()
	r := w.ok(token, get, path, nil)
	for _, e := range r.results() {
		entry, _ := e.(map[string]any)
		fits := true
		for _, m := range members {
			name, value, _ := strings.Cut(m, "=")
			fits = fits && fmt.Sprint(entry[name]) == value
		}
		if fits {
			return fmt.Sprint(entry["id"])
		}
	}
	require.Fail(w.t, "nothing of the kind", "%s %v: %s", path, members, r.raw)
	return ""
}

func (w *world) property() string { return w.id(w.hotel, "/api/info/properties/") }
func (w *world) contract() string { return w.id(w.hotel, "/api/partners/contracts/", "status=A") }

// digest is the content of each table, without what every request may touch.
func (w *world) digest() map[string]string {
	w.t.Helper()
	ctx, from := w.t.Context(), w.app.DB.From(w.t.Context())
	query := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
	if w.app.DB.Engine() == db.Postgres {
		query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
	}
	var tables []string
	require.NoError(w.t, from.NewRaw(query).Scan(ctx, &tables))
	require.Greater(w.t, len(tables), 30)
	sums := map[string]string{}
	for _, table := range tables {
		var rows []map[string]any
		require.NoError(w.t, from.NewSelect().Table(table).Scan(ctx, &rows), table)
		lines := make([]string, len(rows))
		for i, row := range rows {
			maps.DeleteFunc(row, func(column string, _ any) bool { return slices.Contains(touched, column) })
			lines[i] = fmt.Sprint(row)
		}
		slices.Sort(lines)
		sums[table] = fmt.Sprintf("%d rows %x", len(rows), sha256.Sum256([]byte(strings.Join(lines, "\n"))))
	}
	return sums
}

// touched are columns that say when somebody was last there.
var touched = []string{"last_seen", "last_used_at"}
