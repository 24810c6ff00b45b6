package identityhttptest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/httpx"
)

func credentials(email, password string, remember bool) string {
	o := `{"email":"` + email + `","password":"` + password + `"`
	if remember {
		o += `,"remember_me":true`
	}
	return o + "}"
}

func TestLogin(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/api/auth/login/", "/api/auth/token/login/"} {
		t.Run("answers with token and user at "+path, func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t)
			m := e.Manager(t)
			res := e.Do(t, post, path, credentials(m.User.Email, apptest.Password, false))
			token, _ := bodyAccount(t, res)["auth_token"].(string)
			apptest.RequireJSON(t, res, http.StatusOK, text(t, object{"auth_token": token, "user": userOf(t, m, company(m), nil)}))
			require.NotEqual(t, m.Token, token)
			require.Equal(t, http.StatusOK, e.Do(t, get, "/api/auth/check-token/", "", apptest.Header("Authorization", "token  "+token)).Code)
		})

		t.Run("refuses alike whatever was wrong at "+path, func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t)
			m := e.Manager(t)
			for _, c := range []string{
				credentials(m.User.Email, "wrong password", false), credentials("nobody@hotel.example", apptest.Password, false),
				credentials("", "", false), credentials("no address", "x", true),
			} {
				res := e.Do(t, post, path, c)
				apptest.RequireError(t, res, http.StatusUnauthorized, "invalid_credentials", "the e-mail address or the password is not right")
				require.Equal(t, "Token", res.Header().Get("WWW-Authenticate"))
				require.Nil(t, sessionCookie(res))
			}
		})
	}

	t.Run("names missing and bad fields", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		apptest.RequireInvalid(t, e.Do(t, post, "/api/auth/login/", `{}`), "email", "is required", "password", "is required")
		res := e.Do(t, post, "/api/auth/login/", `{"email":5,"password":"x","remember_me":"yes"}`)
		apptest.RequireInvalid(t, res, "email", "must be a text", "remember_me", "must be true or false")
		require.Equal(t, http.StatusBadRequest, e.Do(t, post, "/api/auth/login/", `{"email":`).Code)
		require.Equal(t, http.StatusBadRequest, e.Do(t, post, "/api/auth/login/", "").Code)
	})

	t.Run("the cookie lasts a week if the user wants to be remembered", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := sessionCookie(e.Do(t, post, "/api/auth/login/", credentials(m.User.Email, apptest.Password, true)))
		require.Equal(t, 7*24*3600, c.MaxAge)
		require.True(t, c.HttpOnly)
		require.False(t, c.Secure, "this connection was plain")
		require.Equal(t, http.SameSiteLaxMode, c.SameSite)
		e.Clock.Advance(6 * 24 * time.Hour)
		require.Equal(t, http.StatusOK, e.Do(t, get, "/api/auth/check-token/", "", func(r *http.Request) { r.AddCookie(c) }).Code)
	})

	t.Run("the tenth failure shuts the address out of everything", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for range 10 {
			require.Equal(t, http.StatusUnauthorized, e.Do(t, post, "/api/auth/login/", credentials(m.User.Email, "wrong password", false)).Code)
		}
		res := e.Do(t, post, "/api/auth/login/", credentials(m.User.Email, apptest.Password, false))
		apptest.RequireError(t, res, http.StatusTooManyRequests, "too_many_failed_logins", "too many failed log-ins from this address; it is shut out for a while")
		require.Equal(t, "900", res.Header().Get("Retry-After"))
		require.Equal(t, http.StatusTooManyRequests, m.Do(t, get, "/api/auth/session/", "").Code)
		require.Equal(t, http.StatusOK, m.Do(t, get, "/api/auth/session/", "", apptest.OverHTTPS).Code, "others are not")
	})
}

func TestCookie(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	cookie := func(value string) apptest.Set {
		return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: httpx.SessionCookie, Value: value}) }
	}

	t.Run("signs in", func(t *testing.T) {
		t.Parallel()
		res := e.Do(t, get, "/api/auth/check-token/", "", cookie(m.Token))
		apptest.RequireJSON(t, res, http.StatusOK, text(t, object{"user": userOf(t, m, company(m), nil)}))
		apptest.RequireNotSignedIn(t, e.Do(t, get, "/api/auth/check-token/", "", cookie("made up")))
	})

	t.Run("does not sign in another site's request that changes something", func(t *testing.T) {
		t.Parallel()
		res := e.Do(t, put, "/api/auth/profile/update", `{"first_name":"Mallory"}`, cookie(m.Token), apptest.Header("Sec-Fetch-Site", "cross-site"))
		require.Equal(t, http.StatusForbidden, res.Code)
		require.Equal(t, "cross_site_request", bodyAccount(t, res)["code"])
	})

	t.Run("is not looked at if a header was sent", func(t *testing.T) {
		t.Parallel()
		apptest.RequireNotSignedIn(t, e.Do(t, get, "/api/auth/check-token/", "", cookie(m.Token), apptest.Header("Authorization", "Bearer x")))
	})
}

func TestLogout(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/api/auth/logout/", "/api/auth/token/logout/"} {
		t.Run("ends the session at once at "+path, func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t)
			m := e.Manager(t)
			other := e.Login(t, m.User.Email)
			res := m.Do(t, post, path, "")
			apptest.RequireJSON(t, res, http.StatusOK, `{"message":"you are logged out"}`)
			require.Empty(t, sessionCookie(res).Value)
			require.Negative(t, sessionCookie(res).MaxAge)
			apptest.RequireNotSignedIn(t, m.Do(t, post, path, ""))
			require.Equal(t, http.StatusOK, other.Do(t, get, "/api/auth/check-token/", "").Code)
		})
	}
}
