package identityhttptest

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

func TestChangePassword(t *testing.T) {
	t.Parallel()
	const path = "/api/auth/password/change/"

	t.Run("ends the other sessions", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		other := e.Login(t, m.User.Email)
		res := m.Do(t, post, path, text(t, object{"current_password": apptest.Password, "new_password": newPassword}))
		apptest.RequireJSON(t, res, http.StatusOK, `{"message":"your password is changed; your other sessions have ended"}`)
		apptest.RequireNotSignedIn(t, other.Do(t, get, "/api/auth/session/", ""))
		require.Equal(t, http.StatusOK, m.Do(t, get, "/api/auth/session/", "").Code)
	})

	t.Run("missing and bad fields are named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		apptest.RequireInvalid(t, m.Do(t, post, path, `{}`), "current_password", "is required", "new_password", "is required")
		res := m.Do(t, post, path, text(t, object{"current_password": "wrong", "new_password": newPassword}))
		apptest.RequireInvalid(t, res, "current_password", "is not right")
		res = m.Do(t, post, path, text(t, object{"current_password": apptest.Password, "new_password": "1234567890"}))
		require.Equal(t, http.StatusBadRequest, res.Code)
		require.Contains(t, res.Body.String(), `"field":"new_password"`)
	})

	t.Run("guessing bans as at the log-in", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for range 10 {
			m.Do(t, post, path, text(t, object{"current_password": "wrong", "new_password": newPassword}))
		}
		require.Equal(t, http.StatusTooManyRequests, m.Do(t, get, "/api/auth/session/", "").Code)
	})
}

var tokenInLink = regexp.MustCompile(`#token=([\w-]{43})`)

func TestResetPassword(t *testing.T) {
	t.Parallel()
	const (
		ask     = "/api/auth/password/reset/"
		confirm = "/api/auth/password/reset/confirm/"
		sent    = `{"message":"if we know this address, a letter with a link is on its way"}`
	)

	t.Run("from the request to the new log-in", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := e.Manager(t)
		e.Settle(t)
		apptest.RequireJSON(t, e.Do(t, post, ask, text(t, object{"email": m.User.Email})), http.StatusOK, sent)
		apptest.RequireJSON(t, e.Do(t, post, ask, `{"email":"nobody@hotel.example"}`), http.StatusOK, sent)
		token := ""
		for _, l := range e.Letters(t, m.User.Email) {
			if found := tokenInLink.FindStringSubmatch(l.Text); found != nil {
				token = found[1]
			}
		}
		require.NotEmpty(t, token)

		apptest.RequireInvalid(t, e.Do(t, post, confirm, text(t, object{"token": token, "new_password": "short"})),
			"new_password", "must have at least 10 characters")
		set := text(t, object{"token": token, "new_password": newPassword})
		apptest.RequireJSON(t, e.Do(t, post, confirm, set), http.StatusOK, `{"message":"your password is set; log in with it"}`)
		apptest.RequireNotSignedIn(t, m.Do(t, get, "/api/auth/session/", ""))
		require.Equal(t, http.StatusOK, e.Do(t, post, "/api/auth/login/", credentials(m.User.Email, newPassword, false)).Code)
		apptest.RequireInvalid(t, e.Do(t, post, confirm, set), "token", "is not valid any more; ask for a new one")
	})

	t.Run("missing and bad fields are named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		apptest.RequireInvalid(t, e.Do(t, post, ask, `{}`), "email", "is required")
		apptest.RequireInvalid(t, e.Do(t, post, ask, `{"email":""}`), "email", "is required")
		apptest.RequireInvalid(t, e.Do(t, post, ask, `{"email":"anna"}`), "email", "must be an e-mail address such as name@example.com")
		apptest.RequireInvalid(t, e.Do(t, post, confirm, `{}`), "new_password", "is required", "token", "is required")
		apptest.RequireInvalid(t, e.Do(t, post, confirm, text(t, object{"token": "x", "new_password": newPassword})),
			"token", "is not valid any more; ask for a new one")
	})
}
