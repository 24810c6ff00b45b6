package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/mailtest"
)

// The account operations answer on the running program, one after the other as a hotel and
// its sub-user meet them. That every operation answers, TestExamples_workAgainstTheDemo shows.
func TestProgram_AccountOperations(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := newSite(t)
	p := s.start(t)
	const get, post, put, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete
	described := newDescription(t)
	ok := func(status int, method, path, token string, body any) answer {
		t.Helper()
		a := p.call(method, path, token, body)
		require.Equal(t, status, a.status, "%s %s: %s", method, path, a.raw)
		described.check(t, method, path, a)
		return a
	}

	credentials := object{"email": "anna@poseidon.example", "password": goodPassword}
	ok(201, post, "/api/auth/register/", "", registration("anna@poseidon.example"))
	first := ok(200, post, "/api/auth/login/", "", credentials).token()
	token := ok(200, post, "/api/auth/token/login/", "", credentials).token()
	ok(200, post, "/api/auth/heartbeat/", token, nil)
	ok(200, post, "/api/auth/email/resend/", token, nil)
	ok(200, post, "/api/auth/email/confirm/", "", object{"token": s.confirmToken(t, "anna@poseidon.example")})
	ok(200, get, "/api/auth/check-token/", token, nil)
	ok(200, get, "/api/auth/session/", token, nil)
	ok(200, put, "/api/auth/profile/update", token, object{"first_name": "Anna"})

	desk := ok(201, post, "/api/auth/authorized-users/create/", token, object{"email": "desk@poseidon.example", "password": goodPassword}).body["id"]
	at := func(format string) string { return fmt.Sprintf(format, int(desk.(float64))) }
	ok(200, get, "/api/auth/authorized-users/", token, nil)
	ok(200, get, at("/api/auth/authorized-users/%d/"), token, nil)
	ok(200, put, at("/api/auth/authorized-users/%d/update/"), token, object{"last_name": "Desk"})
	require.Nil(t, ok(200, get, at("/api/auth/authorized-users/%d/permissions/"), token, nil).body["id"])
	permission := ok(201, post, "/api/auth/permissions/create/", token, object{"user": desk, "stop_sales": true}).body["id"]
	updated := ok(200, put, fmt.Sprintf("/api/auth/permissions/update/%d/", int(permission.(float64))), token, object{"reports": true})
	require.Equal(t, true, updated.body["stop_sales"], "a missing flag stays as it is")
	require.Equal(t, true, updated.body["reports"])
	ok(204, del, at("/api/auth/authorized-users/%d/delete/"), token, nil)

	sessions := ok(200, get, "/api/auth/sessions/", token, nil).body["results"].([]any)
	for _, each := range sessions {
		session := each.(map[string]any)
		if session["is_active"] == true && session["is_current"] == false {
			ok(204, del, fmt.Sprintf("/api/auth/sessions/%d/", int(session["id"].(float64))), token, nil)
		}
	}
	require.Equal(t, 401, p.check(first))

	ok(200, post, "/api/auth/password/change/", token, object{"current_password": goodPassword, "new_password": "nine quiet harbours"})
	ok(200, post, "/api/auth/password/reset/", "", object{"email": "anna@poseidon.example"})
	ok(200, post, "/api/auth/password/reset/", "", object{"email": "nobody@poseidon.example"})
	ok(200, post, "/api/auth/password/reset/confirm/", "", object{"token": s.resetToken(t), "new_password": goodPassword})
	require.Equal(t, 401, p.check(token), "a reset ends every session")
	token = ok(200, post, "/api/auth/login/", "", credentials).token()
	ok(200, post, "/api/auth/logout/", token, nil)
	token = ok(200, post, "/api/auth/login/", "", credentials).token()
	ok(200, post, "/api/auth/token/logout/", token, nil)
}

// resetToken waits for the reset letter and takes the token out of its link.
func (s *site) resetToken(t *testing.T) string {
	t.Helper()
	var files []string
	require.Eventually(t, func() bool {
		files, _ = filepath.Glob(filepath.Join(s.dir, "mail", "account-reset-*.eml"))
		return len(files) > 0
	}, 2*time.Minute, 20*time.Millisecond)
	raw, err := os.ReadFile(files[0])
	require.NoError(t, err)
	_, token, found := strings.Cut(mailtest.Parse(t, raw).Text, "#token=")
	require.True(t, found)
	return strings.Fields(token)[0]
}
