package httpx_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// secret is what must never be seen again; tests put it wherever they can.
const secret = "s3cr3t-T0ken-Zq8"

// hidden fails if the secret, whole or in part, is anywhere but in the request.
func hidden(t *testing.T, where, text string) {
	t.Helper()
	low := strings.ToLower(text)
	for _, part := range []string{secret, "s3cr3t", "T0ken-Zq8", url.QueryEscape("s3/cr3t")} {
		require.NotContains(t, low, strings.ToLower(part), where)
	}
}

func TestSecrets_addresses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 8000)
	paths := []string{
		"/api/v1/export/" + secret + "/", "/api/v1/export/" + secret, "/api/v1/export/" + secret + "//", "/api/v1/export//" + secret + "/",
		"/api/v1//export/" + secret + "/", "//api/v1/export/" + secret + "/", "/api/v1/exprot/" + secret + "/", "/" + secret, "/" + secret + "/",
		"/api/v1/export/" + secret + "%2F", "/api/v1/export/%2F" + secret + "/", "/api/v1/export%2F" + secret + "/", "/api/v1/export/a%2f" + secret + "%2f..%2f/",
		"/api/v1/export/" + secret + "%00/", "/api/v1/export/%00" + secret, "/api/v1/export/" + secret + "%FF/", "/api/v1/export/./" + secret + "/",
		"/api/v1/export/../" + secret + "/", "/api/v1/export/" + secret + "/../", "/api/v1/export/" + secret + ".", "/api/v1/export/" + secret + "/.",
		"/api/v1/export/" + secret + "/?format=xml", "/api/v1/export/" + secret + "/?format=" + secret, "/api/v1/export/x/?token=" + secret,
		"/api/v1/export/x/?token=%00" + secret, "/api/v1/export/x/?x=%zz" + secret, "/api/things/?name=" + secret + "&page=" + secret,
		"/api/things/?day=" + secret, "/api/things/" + secret + "/", "/api/things/1" + secret + "/", "/api/things/?page_size=1;" + secret,
		"/api/names/" + secret + "/", "/api/names/" + secret + long + "/", "/api/nothing/?" + long + "&t=" + secret, "/api/v1/export/" + secret + "%0D%0AX-Evil:1/",
		"/api/docs/" + secret, "/media/" + secret + "/x.jpg", "/media/avatars/" + secret + ".jpg", "/media/avatars/..%2F" + secret + ".jpg",
		"/api/fail/panic/?t=" + secret, "/api/fail/fault/?t=" + secret, "/late/?t=" + secret, "/healthz?t=" + secret, "/api/openapi.json?t=" + secret,
		"/api/v1/export/" + secret + "%", "/api/v1/export/" + secret + "%2", "/api/v1/export/" + secret + "\\", "/api/v1/export/" + secret + ";x=1/", "*" + secret,
	}
	methods := []string{"GET", "POST", "PUT", "DELETE", "OPTIONS", strings.ToUpper(strings.ReplaceAll(secret, "-", ""))}

	b := setup(t)
	b.AddDocs()
	b.AddHealth(b.Router())
	srv := httptest.NewServer(b)
	t.Cleanup(srv.Close)
	for _, path := range paths {
		for _, method := range methods {
			redirected, got := raw(t, srv, method+" "+path+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
			if !redirected { // a redirect says where to go on, to the one who asked
				hidden(t, "answer to "+method+" "+path, got)
			}
		}
	}
	require.NotEmpty(t, b.log.lines(t, "request"))
	hidden(t, "log", b.log.String())
	hidden(t, "metrics", b.metrics())
	require.Contains(t, b.metrics(), "/api/v1/export/{token}")
	require.Contains(t, b.metrics(), "(no route)")
}

// raw sends bytes as they are and returns what came back.
func raw(t *testing.T, srv *httptest.Server, text string) (redirected bool, answer string) {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", srv.Listener.Addr().String())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, text)
	require.NoError(t, err)
	got, _ := io.ReadAll(bufio.NewReader(conn)) // a cut connection is an answer too
	return strings.HasPrefix(string(got), "HTTP/1.1 308"), string(got)
}

func TestSecrets_headersAndBodies(t *testing.T) {
	t.Parallel()
	form := func(parts string) string {
		return strings.ReplaceAll(parts, "\n", "\r\n")
	}
	tests := map[string]struct {
		target, body string
		headers      []string
	}{
		"a wrong token":               {"/api/things/", `{}`, []string{"Authorization: Token " + secret}},
		"another scheme":              {"/api/things/", `{}`, []string{"Authorization: Bearer " + secret}},
		"no scheme":                   {"/api/things/", `{}`, []string{"Authorization: " + secret}},
		"a wrong cookie":              {"/api/things/", `{}`, []string{noToken, "Cookie: allot_session=" + secret}},
		"a cookie across sites":       {"/api/things/", `{}`, []string{noToken, "Cookie: allot_session=" + secret, "Sec-Fetch-Site: cross-site"}},
		"a header of one's own":       {"/api/things/", `{}`, []string{"X-Api-Key: " + secret, "X-Auth-Token: " + secret}},
		"the referrer and the agent":  {"/api/things/", `{}`, []string{"Referer: https://x/?t=" + secret, "User-Agent: " + secret}},
		"a bad request id":            {"/api/things/", `{}`, []string{"X-Request-Id: " + secret + " "}},
		"a content type":              {"/api/things/", `{}`, []string{"Content-Type: application/" + secret}},
		"what is accepted":            {"/api/v1/export/x/", ``, []string{"Accept: application/" + secret}},
		"a bad idempotency key":       {"/api/things/", `{"name":"abc"}`, []string{"Idempotency-Key: " + secret + "ü"}},
		"an idempotency key":          {"/api/things/", `{"name":"abc","mode":"panic"}`, []string{"Idempotency-Key: " + secret}},
		"a key and a fault":           {"/api/things/", `{"name":"abc","mode":"fail"}`, []string{"Idempotency-Key: " + secret}},
		"a key and no fault":          {"/api/things/", `{"name":"abc"}`, []string{"Idempotency-Key: " + secret + "2"}},
		"a password that is too bad":  {"/api/things/", `{"name":"abc","password":"s3cr3t"}`, nil},
		"a password as a number":      {"/api/things/", `{"name":"abc","password":["` + secret + `"]}`, nil},
		"a password in broken JSON":   {"/api/things/", `{"name":"abc","password":"` + secret, nil},
		"more broken JSON":            {"/api/things/", `{"password":` + secret + `}`, nil},
		"a password with NUL":         {"/api/things/", `{"name":"abc","password":"` + secret + `\u0000"}`, nil},
		"a password with bad bytes":   {"/api/things/", `{"name":"abc","password":"` + secret + "\xff\"}", nil},
		"a password in a date":        {"/api/things/", `{"name":"abc","day":"` + secret + `"}`, nil},
		"a password in an e-mail":     {"/api/things/", `{"name":"abc","email":"<` + secret + ` \u0001@"}`, nil},
		"a password in an address":    {"/api/things/", `{"name":"abc","homepage":"://` + secret + `%zz"}`, nil},
		"a password in a choice":      {"/api/things/", `{"name":"abc","kind":"` + secret + `"}`, nil},
		"a password in an amount":     {"/api/things/", `{"name":"abc","price":"` + secret + `"}`, nil},
		"a password in a number":      {"/api/things/", `{"name":"abc","quantity":"` + secret + `"}`, nil},
		"a password in a fault":       {"/api/things/", `{"name":"abc","mode":"fail","password":"` + secret + `"}`, nil},
		"a password in a panic":       {"/api/things/", `{"name":"abc","mode":"panic","password":"` + secret + `"}`, nil},
		"a form that is cut":          {"/api/files/", form("--x\nContent-Disposition: form-data; name=caption\n\n" + secret), []string{"Content-Type: multipart/form-data; boundary=x"}},
		"a form with a bad boundary":  {"/api/files/", "x", []string{"Content-Type: multipart/form-data; boundary=" + secret + "\""}},
		"a form field of a bad type":  {"/api/files/", form("--x\nContent-Disposition: form-data; name=position\n\n" + secret + "\n--x--\n"), []string{"Content-Type: multipart/form-data; boundary=x"}},
		"a form field with bad bytes": {"/api/files/", form("--x\nContent-Disposition: form-data; name=caption\n\n" + secret + "\xff\n--x--\n"), []string{"Content-Type: multipart/form-data; boundary=x"}},
		"a file name with bad bytes":  {"/api/files/", form("--x\nContent-Disposition: form-data; name=file; filename=\"" + secret + "\xff\"\n\nx\n--x--\n"), []string{"Content-Type: multipart/form-data; boundary=x"}},
	}
	b := setupDB(t)
	for name, tt := range tests {
		a := b.do(http.MethodPost, tt.target, tt.body, tt.headers...)
		hidden(t, "answer to "+name, fmt.Sprint(a.Header, a.body))
		require.NotEqual(t, http.StatusOK, a.StatusCode, name)
	}
	hidden(t, "log", b.log.String())
	hidden(t, "metrics", b.metrics())
	require.Len(t, b.log.lines(t, "request"), len(tests))

	var keys []map[string]any
	require.NoError(t, b.db.From(t.Context()).NewSelect().Table("idempotency_keys").Scan(t.Context(), &keys))
	require.Len(t, keys, 1)
	hidden(t, "stored keys", fmt.Sprint(keys))
}

func TestAccessLog(t *testing.T) {
	t.Parallel()

	t.Run("one line a request, with the pattern and what happened", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.do("GET", "/api/things/7/", "", "X-Request-Id: r1")
		lines := b.log.lines(t, "request")
		require.Len(t, lines, 1)
		require.Equal(t, "/api/things/{id}", lines[0]["route"])
		require.Equal(t, "GET", lines[0]["method"])
		require.Equal(t, "192.0.2.1", lines[0]["ip"])
		require.Equal(t, "r1", lines[0]["request_id"])
		require.InEpsilon(t, 200.0, lines[0]["status"], 0)
		require.InEpsilon(t, float64(len(`{"text":"thing 7"}`)+1), lines[0]["bytes"], 0)
	})
	t.Run("invented methods and paths have one name each", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.do("BREW", "/api/pot/", "")
		require.Equal(t, "OTHER", b.log.lines(t, "request")[0]["method"])
		require.Equal(t, "(no route)", b.log.lines(t, "request")[0]["route"])
	})
	t.Run("an answer without a word counts as 200, a cut one is logged", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.Router().Get("/silent/", func(http.ResponseWriter, *http.Request) {})
		b.do("GET", "/silent/", "")
		require.InEpsilon(t, 200.0, b.log.lines(t, "request")[0]["status"], 0)
		require.Panics(t, func() { b.do("GET", "/late/", "") })
		require.Len(t, b.log.lines(t, "request"), 2)
		require.Contains(t, b.metrics(), "allot_http_requests_in_flight")
	})
}
