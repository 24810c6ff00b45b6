package accounthttp_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/lang"
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

func TestPages(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	for path, want := range map[string]string{
		"/password-reset/":          "text/html; charset=utf-8",
		"/password-reset/reset.js":  "text/javascript; charset=utf-8",
		"/password-reset/page.js":   "text/javascript; charset=utf-8",
		"/password-reset/page.css":  "text/css; charset=utf-8",
		"/email-confirm/":           "text/html; charset=utf-8",
		"/email-confirm/confirm.js": "text/javascript; charset=utf-8",
		"/register/":                "text/html; charset=utf-8",
		"/register/register.js":     "text/javascript; charset=utf-8",
		"/register/page.css":        "text/css; charset=utf-8",
	} {
		res := e.Do(t, get, path, "")
		require.Equal(t, http.StatusOK, res.Code, path)
		require.Equal(t, want, res.Header().Get("Content-Type"), path)
		policy := "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; connect-src 'self'; form-action 'none'"
		if !strings.HasSuffix(path, "/") { // a file loads nothing
			policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
		}
		require.Equal(t, policy, res.Header().Get("Content-Security-Policy"), path)
		require.Equal(t, "no-referrer", res.Header().Get("Referrer-Policy"), path)
		require.Equal(t, "nosniff", res.Header().Get("X-Content-Type-Options"), path)
	}
	for path, titles := range map[string][]string{
		"/password-reset/": {"Set a new password", "Neues Passwort setzen", "Yeni şifre belirleyin", "Ορίστε νέο κωδικό"},
		"/email-confirm/":  {"Confirm your e-mail address", "E-Mail-Adresse bestätigen", "E-posta adresinizi onaylayın", "Επιβεβαιώστε τη διεύθυνση e-mail σας"},
		"/register/":       {"Open an account", "Konto eröffnen", "Hesap açın", "Ανοίξτε λογαριασμό"},
	} {
		for i, l := range lang.Offered {
			page := e.Do(t, get, path, "", apptest.Header("Accept-Language", l)).Body.String()
			require.Contains(t, page, "<h1>"+titles[i]+"</h1>")
			require.Contains(t, page, `<html lang="`+l+`">`)
			require.NotRegexp(t, `(?i)<script>|<style|\son\w+=|\sstyle=|https?://`, page, "nothing that the policy would stop")
			require.Equal(t, page, e.Do(t, get, path+"?lang="+l, "").Body.String())
		}
		apptest.RequireInvalid(t, e.Do(t, get, path+"?lang=fr", ""), "lang", "must be one of en, de, tr, el")
	}

	const letter = "open the link in the letter"
	require.NotContains(t, e.Do(t, get, "/register/", "").Body.String(), letter)
	require.Contains(t, apptest.New(t, apptest.Settings(apptest.ConfirmEmails)).Do(t, get, "/register/", "").Body.String(), letter)

	res := e.Do(t, get, "/password-reset", "")
	require.Equal(t, http.StatusPermanentRedirect, res.Code)
	require.Equal(t, "/password-reset/", res.Header().Get("Location"))
	require.Equal(t, http.StatusNotFound, e.Do(t, get, "/password-reset/nothing", "").Code)
}
