package apptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// proxy is the address of a proxy that the server believes.
const proxy = "198.51.100.9"

// Set changes a request before it is sent.
type Set func(r *http.Request)

// Header sets a header of the request.
func Header(name, value string) Set { return func(r *http.Request) { r.Header.Set(name, value) } }

// OverHTTPS sends the request through the trusted proxy, as HTTPS.
func OverHTTPS(r *http.Request) {
	r.RemoteAddr = proxy + ":443"
	r.Header.Set("X-Forwarded-Proto", "https")
	r.Header.Set("X-Forwarded-For", IP)
}

// Do sends a request that nobody has signed. A body goes out as JSON unless
// the request says otherwise.
func (e *Env) Do(tb testing.TB, method, path, body string, set ...Set) *httptest.ResponseRecorder {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), method, path, strings.NewReader(body))
	r.Header.Set("X-Request-Id", "test")
	r.Header.Set("User-Agent", "Test/1.0")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, s := range set {
		s(r)
	}
	w := httptest.NewRecorder()
	e.Server().ServeHTTP(w, r)
	return w
}

// Do sends a request of this user.
func (w *Who) Do(tb testing.TB, method, path, body string, set ...Set) *httptest.ResponseRecorder {
	tb.Helper()
	return w.env.Do(tb, method, path, body, append([]Set{Header("Authorization", "Token "+w.Token)}, set...)...)
}

// RequireJSON checks status and exact body.
func RequireJSON(tb testing.TB, res *httptest.ResponseRecorder, status int, want string) {
	tb.Helper()
	require.Equal(tb, status, res.Code, res.Body.String())
	require.Equal(tb, "application/json", res.Header().Get("Content-Type"))
	require.JSONEq(tb, want, res.Body.String())
}

// RequireError checks status and exact body of a refusal, but for the params: they are the
// values in the message. Fields come as pairs of name and problem. Every problem must have a
// code.
func RequireError(tb testing.TB, res *httptest.ResponseRecorder, status int, code, message string, fields ...string) {
	tb.Helper()
	want := map[string]any{"code": code, "message": message, "request_id": "test"}
	var problems []any
	for i := 0; i+1 < len(fields); i += 2 {
		problems = append(problems, map[string]any{"field": fields[i], "message": fields[i+1]})
	}
	if problems != nil {
		want["errors"] = problems
	}
	require.Equal(tb, status, res.Code, res.Body.String())
	require.Equal(tb, "application/json", res.Header().Get("Content-Type"))
	require.Equal(tb, want, withoutParams(tb, res.Body.Bytes()))
}

// withoutParams returns the body of a refusal without params and codes of fields.
func withoutParams(tb testing.TB, body []byte) map[string]any {
	tb.Helper()
	var got map[string]any
	require.NoError(tb, json.Unmarshal(body, &got))
	delete(got, "params")
	problems, _ := got["errors"].([]any)
	for _, p := range problems {
		problem, ok := p.(map[string]any)
		require.True(tb, ok)
		require.NotContains(tb, []any{nil, "", "not_valid"}, problem["code"], "%v has no code in messages.json", problem)
		delete(problem, "code")
		delete(problem, "params")
	}
	return got
}

// RequireInvalid checks that the request is refused for exactly these fields,
// which come as pairs of name and problem.
func RequireInvalid(tb testing.TB, res *httptest.ResponseRecorder, fields ...string) {
	tb.Helper()
	RequireError(tb, res, http.StatusBadRequest, "validation_failed", "some fields are not valid", fields...)
}

// RequireTooMany checks the answer to a list that has more entries than it may.
func RequireTooMany(tb testing.TB, res *httptest.ResponseRecorder, field string, limit int) {
	tb.Helper()
	require.Equal(tb, http.StatusBadRequest, res.Code, res.Body.String())
	require.JSONEq(tb, fmt.Sprintf(`{"code":"too_many_items","message":"the body has too many entries","request_id":"test","limit":%d,
		"errors":[{"field":%q,"code":"too_many","params":{"max":%d},"message":"must have at most %d entries"}]}`, limit, field, limit, limit), res.Body.String())
}

// RequireUnknown checks the answer to names that are not known.
func RequireUnknown(tb testing.TB, res *httptest.ResponseRecorder, fields ...string) {
	tb.Helper()
	RequireError(tb, res, http.StatusBadRequest, "unknown_field", "some fields or parameters are not known", fields...)
}

// RequireNotFound checks the one answer to what is not there and to what
// belongs to somebody else.
func RequireNotFound(tb testing.TB, res *httptest.ResponseRecorder) {
	tb.Helper()
	RequireError(tb, res, http.StatusNotFound, "not_found", "not found")
}

// RequireNotSignedIn checks the answer to a caller without a live session.
func RequireNotSignedIn(tb testing.TB, res *httptest.ResponseRecorder) {
	tb.Helper()
	RequireError(tb, res, http.StatusUnauthorized, "not_authenticated",
		"sign in first: the token is missing, not valid, or its session has ended")
	require.Equal(tb, "Token", res.Header().Get("WWW-Authenticate"))
}

// Decode reads the body of an answer with the given status.
func Decode[T any](tb testing.TB, res interface {
	Result() *http.Response
}, status int,
) T {
	tb.Helper()
	r := res.Result()
	defer func() { _ = r.Body.Close() }()
	var v T
	require.NoError(tb, json.NewDecoder(r.Body).Decode(&v))
	require.Equal(tb, status, r.StatusCode, "%v", v)
	return v
}

// IDs returns the ids of the records of a page, in its order.
func IDs(tb testing.TB, res interface {
	Result() *http.Response
},
) []int64 {
	tb.Helper()
	page := Decode[struct {
		Results []struct {
			ID int64 `json:"id"`
		} `json:"results"`
	}](tb, res, http.StatusOK)
	ids := make([]int64, len(page.Results))
	for i, r := range page.Results {
		ids[i] = r.ID
	}
	return ids
}

// AtOnce calls fn n times together and counts what it returned.
func AtOnce(n int, fn func(i int) int) map[int]int {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		counts = map[int]int{}
	)
	for i := range n {
		wg.Go(func() {
			code := fn(i)
			mu.Lock()
			defer mu.Unlock()
			counts[code]++
		})
	}
	wg.Wait()
	return counts
}
