package httpx_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
)

func TestErrors_validation(t *testing.T) {
	t.Parallel()
	b := setup(t)

	tests := map[string]struct {
		method, target, body string
		fields               []string
	}{
		"every bad field at once":   {"POST", "/api/things/", `{"name":"x","quantity":0,"email":"no","kind":"huge","day":"2030-02-30"}`, []string{"day", "email", "kind", "name", "quantity"}},
		"a required field":          {"POST", "/api/things/", `{}`, []string{"name"}},
		"null for a required field": {"POST", "/api/things/", `{"name":null}`, []string{"name"}},
		"entries of a list":         {"POST", "/api/things/", `{"name":"abc","items":[{"quantity":1},{"quantity":0,"note":"too long"},{}]}`, []string{"items[1].note", "items[1].quantity", "items[2].quantity"}},
		"a text for a number":       {"POST", "/api/things/", `{"name":"abc","quantity":"5"}`, []string{"quantity"}},
		"a fraction for an integer": {"POST", "/api/things/", `{"name":"abc","quantity":1.5}`, []string{"quantity"}},
		"an integer beyond 64 bits": {"POST", "/api/things/", `{"name":"abc","quantity":1e30}`, []string{"quantity"}},
		"a number beyond floats":    {"POST", "/api/things/", `{"name":"abc","items":[{"quantity":1e400}]}`, []string{"items[0].quantity"}},
		"one inside a list":         {"POST", "/api/things/", `{"name":"abc","items":[{"quantity":99999999999999999999}]}`, []string{"items.quantity"}},
		"one in an update":          {"PATCH", "/api/things/1/", `{"size":99999999999999999999}`, []string{"size"}},
		"a list for the body":       {"POST", "/api/things/", `[]`, []string{"body"}},
		"null for the body":         {"POST", "/api/things/", `null`, []string{"body"}},
		"query values":              {"GET", "/api/things/?page=0&page_size=501&day=31.5.2030", ``, []string{"day", "page", "page_size"}},
		"a text for a page":         {"GET", "/api/things/?page=one", ``, []string{"page"}},
	}
	for name, tt := range tests {
		t.Run(name+" is named", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			r := b.do(tt.method, tt.target, tt.body).refused(http.StatusBadRequest, "validation_failed")
			require.ElementsMatch(t, tt.fields, r.fields())
			for _, e := range r.Errors {
				require.NotEmpty(t, e.Message)
				require.NotContains(t, e.Message, "Go ")
				require.NotContains(t, e.Message, "%!")
			}
		})
	}

	t.Run("of a body that is wrong everywhere a part is named", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("POST", "/api/things/", `{"name":"abc","items":[`+strings.Repeat(`"x",`, 5_000)+`"x"]}`)
		require.Len(t, a.refused(http.StatusBadRequest, "validation_failed").Errors, apperr.MaxFields)
	})
	t.Run("a missing field is said to be required", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		r := b.do("POST", "/api/things/", `{}`).refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, "is required", r.Errors[0].Message)
	})
	t.Run("what is wrong has a code and values beside its words", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		r := b.do("POST", "/api/things/", `{"name":"x","quantity":0,"email":"no","kind":"huge","day":"2030-02-30"}`).refused(http.StatusBadRequest, "validation_failed")
		found := map[string]any{}
		for _, e := range r.Errors {
			found[e.Field] = []any{e.Code, e.Params, e.Message}
		}
		require.Equal(t, []any{"too_small", map[string]any{"min": 1.0}, "must be at least 1"}, found["quantity"])
		require.Equal(t, []any{"invalid_email", map[string]any(nil), "must be an e-mail address"}, found["email"])
		require.Equal(t, []any{"invalid_date", map[string]any(nil), "must be a real date in the form YYYY-MM-DD"}, found["day"])
		require.Equal(t, "not_one_of", found["kind"].([]any)[0])
		require.Equal(t, "too_short", found["name"].([]any)[0])
		r = b.do("GET", "/api/things/?page=one", "").refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, "not_integer", r.Errors[0].Code)
	})
	t.Run("an id that no record can have is not found", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, id := range []string{"abc", "0", "-1", "99999999999999999999", "1.5", "%20", "1%00", ""} {
			b.do("GET", "/api/things/"+id+"/", "").refused(http.StatusNotFound, "not_found")
		}
	})
}

func TestErrors_ofHandlers(t *testing.T) {
	t.Parallel()

	t.Run("a fault reads internal error and is logged once with its cause and request", func(t *testing.T) {
		t.Parallel()
		for _, path := range []string{"/api/fail/fault/", "/api/fail/internal/"} {
			b := setup(t)
			a := b.do("GET", path, "", "X-Request-Id: my-request")
			r := a.refused(http.StatusInternalServerError, "internal_error")
			require.Equal(t, "internal error", r.Message)
			require.Equal(t, "my-request", r.RequestID)
			require.NotContains(t, a.body, "SECRET-CAUSE")
			require.Equal(t, 1, strings.Count(b.log.String(), "SECRET-CAUSE"))
			lines := b.log.lines(t, "request failed")
			require.Len(t, lines, 1)
			require.Equal(t, "my-request", lines[0]["request_id"])
			require.NotEmpty(t, lines[0]["operation"])
		}
	})
	t.Run("a cancelled request is no fault", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.do("GET", "/api/fail/cancelled/", "").refused(http.StatusServiceUnavailable, "cancelled")
		require.NotContains(t, b.log.String(), `"level":"error"`)
	})
	t.Run("a database that is too slow is told with a time to come back", func(t *testing.T) {
		t.Parallel()
		a := setup(t).do("GET", "/api/fail/slow/", "")
		a.refused(http.StatusServiceUnavailable, "unavailable")
		require.Equal(t, "5", a.Header.Get("Retry-After"))
	})
	t.Run("trouble of the database is not told as our fault", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for name, want := range map[string]struct{ code, after string }{"away": {"database_unavailable", "5"}, "full": {"storage_full", "60"}} {
			a := b.do("GET", "/api/fail/"+name+"/", "")
			a.refused(http.StatusServiceUnavailable, want.code)
			require.Equal(t, want.after, a.Header.Get("Retry-After"))
			require.NotContains(t, a.body, "SECRET-CAUSE")
		}
		require.Empty(t, b.log.lines(t, "request failed"))
	})
	t.Run("a refusal may carry more members", func(t *testing.T) {
		t.Parallel()
		a := setup(t).do("GET", "/api/fail/details/", "").ok(http.StatusConflict)
		require.Equal(t, []any{"2030-05-31"}, a.json()["dates"])
		require.Equal(t, "already_exists", a.json()["code"])
	})
	t.Run("not signed in says how to", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, h := range []string{noToken, "Authorization: Token wrong", "Authorization: Bearer " + manager, "Authorization: Token", "Authorization: " + manager} {
			a := b.do("GET", "/api/long/", "", h)
			a.refused(http.StatusUnauthorized, "not_authenticated")
			require.Equal(t, "Token", a.Header.Get("WWW-Authenticate"))
		}
	})
	t.Run("signed in but not allowed", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.do("GET", "/api/managers/", "", "Authorization: Token "+subUser).refused(http.StatusForbidden, "forbidden")
		b.do("GET", "/api/managers/", "", "Authorization: token  "+manager).ok(http.StatusOK)
	})
	t.Run("a header that is not understood is not overlooked in favour of the cookie", func(t *testing.T) {
		t.Parallel()
		setup(t).do("GET", "/api/long/", "", "Authorization: Bearer x", "Cookie: allot_session="+manager).refused(http.StatusUnauthorized, "not_authenticated")
	})
}

func TestErrors_panic(t *testing.T) {
	t.Parallel()

	t.Run("a panic is a fault like any other", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		a := b.do("GET", "/api/fail/panic/", "")
		a.refused(http.StatusInternalServerError, "internal_error")
		require.NotContains(t, a.body, "SECRET-CAUSE")
		lines := b.log.lines(t, "request panicked")
		require.Len(t, lines, 1)
		require.Equal(t, a.Header.Get("X-Request-Id"), lines[0]["request_id"])
		require.Contains(t, lines[0]["stack"], "operations_test.go")
	})
	t.Run("no cookie is given with a panic", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.Router().Get("/cookie/", func(w http.ResponseWriter, _ *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
			panic("then")
		})
		a := b.do("GET", "/cookie/", "")
		a.refused(http.StatusInternalServerError, "internal_error")
		require.Empty(t, a.Header.Get("Set-Cookie"))
	})
	t.Run("after the answer began the connection is cut", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		srv := httptest.NewUnstartedServer(b)
		srv.Config.ErrorLog = nil
		srv.Start()
		defer srv.Close()
		for _, encoding := range []string{"identity", "gzip"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL+"/late/", nil)
			require.NoError(t, err)
			r.Header.Set("Accept-Encoding", encoding)
			res, err := srv.Client().Do(r)
			if err == nil {
				_, err = io.ReadAll(res.Body)
				_ = res.Body.Close()
			}
			require.Error(t, err, "the answer must not look whole")
		}
		require.Len(t, b.log.lines(t, "request panicked"), 2)
	})
}

func TestErrors_clientGone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.send(httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/long/", nil)).ok(http.StatusOK)
}

func TestErrors_documented(t *testing.T) {
	t.Parallel()
	b := setup(t)
	httpx.Register(b.Server, httpx.Op{
		Method: http.MethodGet, Path: "/api/latest/", Tag: "Test", Summary: "Latest", Refusals: map[int]string{http.StatusNotFound: "No such thing"},
	}, func(context.Context, *struct{}) (*textResponse, error) { return text("x"), nil })
	answers := b.OpenAPI().Paths["/api/latest/"].Get.Responses
	require.Equal(t, "No such thing", answers["404"].Description)
	require.Contains(t, answers, "400", "an address can be written wrong")
	require.Contains(t, answers, "503", "a database can be away")
	b.do("GET", "/api/latest/?%zz", "").refused(http.StatusBadRequest, "validation_failed")
}
