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

// hostile are requests that carry a secret (§) where it does not belong.
var hostile = []string{
	"GET /api/v1/facts/§/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/§ HTTP/1.1\r\n\r\n",
	"GET /api/v1/allotment-stop-sale/§/?from=§ HTTP/1.1\r\n\r\n",
	"GET //api/v1/facts//§// HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/%2F§%2F/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/§%00/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/../§/../facts/ HTTP/1.1\r\n\r\n",
	"GET /api/v1/facts/%zz§/ HTTP/1.1\r\n\r\n",
	"GET /§ HTTP/1.1\r\n\r\n",
	"GET /media/§ HTTP/1.1\r\n\r\n",
	"GET /media/avatars/§.jpg HTTP/1.1\r\n\r\n",
	"GET /api/auth/session/?token=§ HTTP/1.1\r\nAuthorization: Token §\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nAuthorization: Bearer §\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nCookie: allot_session=§\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nX-Request-Id: § §\r\nUser-Agent: §\r\nReferer: https://§/\r\n\r\n",
	"GET /api/auth/authorized-users/§/ HTTP/1.1\r\nAuthorization: Token §\r\n\r\n",
	"DELETE /api/auth/sessions/§/ HTTP/1.1\r\nAuthorization: Token §\r\n\r\n",
	"§ /api/auth/session/ HTTP/1.1\r\n\r\n",
	"GET /api/auth/session/ HTTP/1.1\r\nX-Forwarded-For: §\r\nForwarded: for=§\r\nX-Forwarded-Host: §\r\n\r\n",
	"PUT /api/auth/profile/update HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=§\r\n\r\n--§\r\n\r\n",
	"§\r\n\r\n",
}

var hostileBodies = []string{
	`{"email": "anna@poseidon.example", "password": "§"}`,
	`{"email": "anna@poseidon.example", "password": "§"`,
	// No field is named by it: whoever sends a name that is not known is told that name.
	`{"email": "§", "password": ["§"]}`,
	`{"email": ["§"], "password": 5}`,
	`"§"`, `§`, "{\"password\": \"§\\u0000\"}", "{\"password\": \"§\xff\"}",
	`{"email": "anna@poseidon.example", "password": "` + strings.Repeat("§", 3000) + `"}`,
	`{"token": "§", "new_password": "§"}`,
	`{"current_password": "§", "new_password": "§"}`,
	`{"email": "x@poseidon.example", "password": "§", "account_type": "§", "company_name": "x", "country": "§"}`,
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
		r = strings.Replace(r, "\r\n\r\n", "\r\nHost: x\r\nConnection: close\r\n\r\n", 1)
		requests = append(requests, strings.ReplaceAll(r, "§", secret))
	}
	for _, path := range []string{"login", "register", "password/reset", "password/reset/confirm", "password/change"} {
		for _, b := range hostileBodies {
			b = strings.ReplaceAll(b, "§", secret)
			for _, contentType := range []string{"application/json", "text/" + secret, "application/x-www-form-urlencoded"} {
				requests = append(requests, fmt.Sprintf("POST /api/auth/%s/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Token %s\r\nIdempotency-Key: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
					path, token, secret, contentType, len(b), b))
			}
		}
	}
	for _, r := range requests {
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
