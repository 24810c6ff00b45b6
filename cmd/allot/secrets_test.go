package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostile are requests that carry a secret (S) where it does not belong.
var hostile = []string{
	"GET /api/v1/facts/S/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/S HTTP/1.1\r\n\r\n",
	"GET /api/v1/allotment-stop-sale/S/?from=S HTTP/1.1\r\n\r\n",
	"GET //api/v1/facts//S// HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/%2FS%2F/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/S%00/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/../S/../facts/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/%zzS/ HTTP/1.1\r\n\r\n",
	"GET /S HTTP/1.1\r\n\r\n",
	"GET /media/S HTTP/1.1\r\n\r\n",
	"GET /media/avatars/S.jpg HTTP/1.1\r\n\r\n",
	"GET /api/auth/session/?token=S HTTP/1.1\r\nAuthorization: Token S\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nAuthorization: Bearer S\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nCookie: allot_session=S\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nX-Request-Id: S S\r\nUser-Agent: S\r\nReferer: https://S/\r\n\r\n",
	"GET /api/auth/authorized-users/S/ HTTP/1.1\r\nAuthorization: Token S\r\n\r\n",
	"DELETE /api/auth/sessions/S/ HTTP/1.1\r\nAuthorization: Token S\r\n\r\n",
	"S /api/auth/session/ HTTP/1.1\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nX-Forwarded-For: S\r\nForwarded: for=S\r\nX-Forwarded-Host: S\r\n\r\n",
	"PUT /api/auth/profile/update HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=S\r\n\r\n--S\r\n\r\n",
	"S\r\n\r\n",
}

var hostileBodies = []string{
	`{"email": "anna@poseidon.example", "password": "S"}`,
	`{"email": "anna@poseidon.example", "password": "S"`,
	`{"email": "S", "password": {"S": ["S"]}}`,
	`{"email": ["S"], "password": 5, "S": "S"}`,
	`"S"`, `S`, `{"S": 1}`, "{\"password\": \"S\\u0000\"}", "{\"password\": \"S\xff\"}",
	`{"email": "anna@poseidon.example", "password": "` + strings.Repeat("S", 3000) + `"}`,
	`{"token": "S", "new_password": "S"}`,
	`{"current_password": "S", "new_password": "S"}`,
	`{"email": "x@poseidon.example", "password": "S", "account_type": "S", "company_name": "x", "country": "S"}`,
}

func TestProgram_TellsNoSecret(t *testing.T) {
	t.Parallel()
	s := newSite(t, "ALLOT_LOG_LEVEL=debug", "ALLOT_LOGIN_MAX_FAILURES=100000")
	s.env = append(s.env, "ALLOT_ADMIN_ADDR=127.0.0.1:0")
	p, _ := s.startCommand(t, nil, "serve", func(line string) bool { return operated.MatchString(line) })
	token, _ := p.register("anna@poseidon.example")

	const secret = "kX9-h4Nq_secret"
	var requests []string
	for _, r := range hostile {
		requests = append(requests, strings.Replace(r, "\r\n\r\n", "\r\nHost: x\r\nConnection: close\r\n\r\n", 1))
	}
	for _, path := range []string{"login", "register", "password/reset", "password/reset/confirm", "password/change", "logout"} {
		for _, b := range hostileBodies {
			b = strings.ReplaceAll(b, "S", secret)
			for _, contentType := range []string{"application/json", "text/" + secret, "application/x-www-form-urlencoded"} {
				requests = append(requests, fmt.Sprintf("POST /api/auth/%s/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Token %s\r\nIdempotency-Key: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
					path, token, secret, contentType, len(b), b))
			}
		}
	}
	for _, r := range requests {
		r = strings.ReplaceAll(r, "S", "\x00")
		r = strings.NewReplacer("PO\x00T", "POST", "DELETE /api/auth/\x00", "DELETE /api/auth/S").Replace(r)
		r = strings.ReplaceAll(r, "\x00", secret)
		answer := p.raw(r)
		status, _, _ := strings.Cut(answer, "\r\n")
		require.NotContains(t, status, " 500", "%q", r)
		_, afterHeader, _ := strings.Cut(answer, "\r\n\r\n")
		require.NotContains(t, afterHeader, secret, "the answer to %q repeats the secret", r)
	}
	require.Equal(t, http.StatusOK, p.check(token), "the program is well")

	log := p.logged()
	require.Contains(t, log, "level=INFO")
	for _, hidden := range []string{secret, token, goodPassword} {
		require.NotContains(t, log, hidden)
	}
	base := p.base
	p.base = p.ops
	metrics := p.call(http.MethodGet, "/metrics", "", nil).raw
	p.base = base
	require.Contains(t, metrics, "allot_http_request_duration_seconds")
	require.NotContains(t, metrics, secret)
	require.NotContains(t, metrics, token)
}

// raw sends bytes that no client library would and returns what comes back.
func (p *program) raw(request string) string {
	p.t.Helper()
	conn, err := (&net.Dialer{}).DialContext(p.t.Context(), "tcp", strings.TrimPrefix(p.base, "http://"))
	require.NoError(p.t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, request)
	require.NoError(p.t, err)
	answer, _ := io.ReadAll(bufio.NewReader(conn))
	return string(answer)
}
