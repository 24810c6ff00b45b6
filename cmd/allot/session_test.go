package main

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func (p *program) check(token string) int {
	p.t.Helper()
	return p.call(http.MethodGet, "/api/auth/check-token/", token, nil).status
}

// The session story of the specification, on the running program.
func TestProgram_Sessions(t *testing.T) {
	t.Parallel()

	t.Run("a third log-in ends the first session, a log-out ends its own at once", func(t *testing.T) {
		t.Parallel()
		p := newSite(t).start(t)
		p.register("anna@poseidon.example") // the first session
		second := p.login("anna@poseidon.example").token()
		third := p.call(http.MethodPost, "/api/auth/token/login/", "", object{"email": "ANNA@poseidon.example ", "password": goodPassword}).token()
		fourth := p.login("anna@poseidon.example").token()
		require.Equal(t, http.StatusUnauthorized, p.check(second))
		require.Equal(t, http.StatusOK, p.check(third))
		require.Equal(t, http.StatusOK, p.check(fourth))

		require.Equal(t, http.StatusOK, p.call(http.MethodPost, "/api/auth/logout/", third, nil).status)
		require.Equal(t, http.StatusUnauthorized, p.check(third))
		require.Equal(t, http.StatusOK, p.check(fourth))
		require.Equal(t, http.StatusOK, p.call(http.MethodPost, "/api/auth/token/logout/", fourth, nil).status)
		require.Equal(t, http.StatusUnauthorized, p.check(fourth))
	})

	t.Run("30 idle minutes end a session, with remember_me 7 days do", func(t *testing.T) {
		t.Parallel()
		s := newSite(t, "ALLOT_DEV=true")
		p := s.start(t)
		short, _ := p.register("anna@poseidon.example")
		long := p.call(http.MethodPost, "/api/auth/login/", "", object{"email": "anna@poseidon.example", "password": goodPassword, "remember_me": true}).token()
		require.Zero(t, p.stop())

		p = s.start(t, "ALLOT_CLOCK_OFFSET=29m")
		require.Equal(t, http.StatusOK, p.check(short), "29 minutes are fine")
		require.Zero(t, p.stop())
		p = s.start(t, "ALLOT_CLOCK_OFFSET=58m")
		require.Equal(t, http.StatusOK, p.check(short), "the last request counted as a sign of life")
		require.Zero(t, p.stop())
		p = s.start(t, "ALLOT_CLOCK_OFFSET=89m")
		require.Equal(t, http.StatusUnauthorized, p.check(short))
		require.Equal(t, http.StatusOK, p.check(long))
		require.Zero(t, p.stop())
		p = s.start(t, "ALLOT_CLOCK_OFFSET=168h") // 7 days after the log-in, less than that after the last request
		require.Equal(t, http.StatusOK, p.check(long))
		require.Zero(t, p.stop())
		p = s.start(t, "ALLOT_CLOCK_OFFSET=337h")
		require.Equal(t, http.StatusUnauthorized, p.check(long))
	})

	t.Run("the tenth failed log-in bans the address on every route, and a restart forgives", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		p := s.start(t)
		token, _ := p.register("anna@poseidon.example")
		for i := range 10 {
			a := p.call(http.MethodPost, "/api/auth/login/", "", object{"email": "anna@poseidon.example", "password": "wrong"})
			require.Equal(t, http.StatusUnauthorized, a.status, "attempt %d", i+1)
			require.Equal(t, "invalid_credentials", a.body["code"])
		}
		for _, path := range []string{"/api/auth/login/", "/api/auth/check-token/", "/api/openapi.json", "/nowhere/", "/media/avatars/x.jpg", "/"} {
			a := p.call(http.MethodGet, path, token, nil)
			require.Equal(t, http.StatusTooManyRequests, a.status, path)
			require.NotEmpty(t, a.header.Get("Retry-After"), path)
			require.Equal(t, "too_many_failed_logins", a.body["code"], path)
		}
		require.Equal(t, http.StatusTooManyRequests, p.login("anna@poseidon.example").status, "the right password does not help")
		require.Zero(t, p.stop())
		p = s.start(t)
		require.Equal(t, http.StatusOK, p.login("anna@poseidon.example").status)
	})

	t.Run("a sub-user without the flag, and a wrong account type, get 403 with a message", func(t *testing.T) {
		t.Parallel()
		p := newSite(t, "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword).start(t)
		token, _ := p.register("anna@poseidon.example")
		a := p.call(http.MethodPost, "/api/auth/authorized-users/create/", token, object{"email": "desk@poseidon.example", "password": goodPassword})
		require.Equal(t, http.StatusCreated, a.status, a.raw)
		desk := p.login("desk@poseidon.example").token()
		a = p.call(http.MethodGet, "/api/auth/authorized-users/", desk, nil)
		require.Equal(t, http.StatusForbidden, a.status)
		require.NotEmpty(t, a.body["message"])

		staff := p.login("staff@allot.example").token()
		require.Equal(t, http.StatusOK, p.call(http.MethodGet, "/api/admin/mail/", staff, nil).status)
		for _, other := range []string{token, desk} {
			a = p.call(http.MethodGet, "/api/admin/mail/", other, nil)
			require.Equal(t, http.StatusForbidden, a.status)
			require.NotEmpty(t, a.body["message"])
		}
		require.Equal(t, http.StatusForbidden, p.call(http.MethodGet, "/api/auth/authorized-users/", staff, nil).status)
	})
}
