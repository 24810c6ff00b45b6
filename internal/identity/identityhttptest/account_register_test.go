package identityhttptest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/httpx"
)

const registration = `{"email":"Anna@Hotel.example","password":"violet harbour kettle","account_type":"tour_operator",
	"company_name":"Sunny Tours","country":"de","first_name":"Anna","last_name":"Petrou","language":"de"}`

func TestRegister(t *testing.T) {
	t.Parallel()
	const path = "/api/auth/register/"

	t.Run("answers with the token and the user", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		res := e.Do(t, post, path, registration)
		require.Equal(t, http.StatusCreated, res.Code, res.Body)
		answer := bodyAccount(t, res)
		token, _ := answer["auth_token"].(string)
		require.Len(t, token, 43)
		user, _ := answer["user"].(map[string]any)
		apptest.RequireJSON(t, res, http.StatusCreated, text(t, object{
			"auth_token": token,
			"user": object{
				"id": user["id"], "email": "anna@hotel.example", "email_confirmed": false, "email_state": "waived", "confirm_through": "none", "first_name": "Anna", "last_name": "Petrou", "avatar": nil,
				"account_type": "tour_operator", "is_manager": true, "owner_id": user["id"], "company_name": "Sunny Tours",
				"language": "de", "is_online": true, "last_seen": accountNow, "created_at": accountNow,
			},
		}))
		require.Equal(t, token, sessionCookie(res).Value)
		require.Equal(t, http.StatusOK, e.Do(t, get, "/api/auth/check-token/", "", apptest.Header("Authorization", "Token "+token)).Code)
	})

	t.Run("names every missing field", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		apptest.RequireInvalid(t, e.Do(t, post, path, `{}`),
			"account_type", "is required", "company_name", "is required", "country", "is required",
			"email", "is required", "password", "is required")
	})

	t.Run("names every bad field", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		res := e.Do(t, post, path, `{"email":"anna","password":"short","account_type":"accommodation","company_name":" ","country":"Greece","first_name":"a\nb","language":"x"}`)
		apptest.RequireInvalid(t, res,
			"email", "must be an e-mail address such as name@example.com",
			"password", "must have at least 10 characters",
			"company_name", "is required",
			"country", "must be an ISO 3166-1 alpha-2 code such as GR or DE",
			"first_name", "must be one line of text",
			"language", "must be a language code such as en, de, tr or el")
	})

	t.Run("nobody makes itself staff", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		res := e.Do(t, post, path, strings.Replace(registration, "tour_operator", "admin", 1))
		apptest.RequireInvalid(t, res, "account_type", `must be one of "accommodation, tour_operator"`)
	})

	t.Run("a taken address is a conflict", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		require.Equal(t, http.StatusCreated, e.Do(t, post, path, registration).Code)
		res := e.Do(t, post, path, strings.Replace(registration, "Anna@", "ANNA@", 1))
		apptest.RequireError(t, res, http.StatusConflict, "already_exists", "there is already a user with this e-mail address")
		require.Nil(t, sessionCookie(res))
	})

	t.Run("a repeat under the same key gives the answer again, without the token", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		key := apptest.Header("Idempotency-Key", "k1")
		first := e.Do(t, post, path, registration, key)
		require.Equal(t, http.StatusCreated, first.Code, first.Body)
		want := bodyAccount(t, first)
		require.NotEmpty(t, want["auth_token"])
		delete(want, "auth_token")

		again := e.Do(t, post, path, registration, key)
		apptest.RequireJSON(t, again, http.StatusCreated, text(t, want))
		require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
		require.Nil(t, sessionCookie(again))

		other := e.Do(t, post, path, strings.Replace(registration, "Sunny", "Rainy", 1), key)
		require.Equal(t, http.StatusConflict, other.Code)
		require.Equal(t, "idempotency_key_reused", bodyAccount(t, other)["code"])
	})

	t.Run("a refusal under a key can be mended under the same key", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		key := apptest.Header("Idempotency-Key", "k1")
		require.Equal(t, http.StatusBadRequest, e.Do(t, post, path, strings.Replace(registration, "violet harbour kettle", "short", 1), key).Code)
		require.Equal(t, http.StatusCreated, e.Do(t, post, path, registration, key).Code)
	})

	t.Run("another site cannot do it in a browser", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		res := e.Do(t, post, path, registration, apptest.Header("Sec-Fetch-Site", "cross-site"))
		apptest.RequireError(t, res, http.StatusForbidden, "cross_site_request", "requests from other sites are not accepted")
	})

	t.Run("the cookie is kept from scripts and, on HTTPS, from plain connections", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		c := sessionCookie(e.Do(t, post, path, registration, apptest.OverHTTPS))
		require.Equal(t, httpx.SessionCookie, c.Name)
		require.True(t, c.HttpOnly)
		require.True(t, c.Secure)
		require.Equal(t, http.SameSiteLaxMode, c.SameSite)
		require.Equal(t, "/", c.Path)
		require.Zero(t, c.MaxAge, "it ends with the browser")
	})
}
