package identityhttptest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

func TestSubUsers(t *testing.T) {
	t.Parallel()
	const create = "/api/auth/authorized-users/create/"

	t.Run("are created without a session and without permissions", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		res := m.Do(t, post, create, `{"email":"Jan@hotel.example","password":"violet harbour kettle","first_name":"Jan","last_name":"Berg"}`)
		require.Equal(t, http.StatusCreated, res.Code, res.Body)
		id := bodyAccount(t, res)["id"]
		want := userOf(t, m, company(m), object{
			"id": id, "email": "jan@hotel.example", "email_confirmed": false, "email_state": "waived", "confirm_through": "none", "first_name": "Jan", "last_name": "Berg", "is_manager": false, "is_online": false, "last_seen": nil,
		})
		apptest.RequireJSON(t, res, http.StatusCreated, text(t, want))
		apptest.RequireJSON(t, m.Do(t, get, at("/api/auth/authorized-users/%v/", id), ""), http.StatusOK, text(t, want))
		apptest.RequireJSON(t, m.Do(t, get, "/api/auth/authorized-users/", ""), http.StatusOK,
			text(t, object{"count": 1, "next": nil, "previous": nil, "results": []object{want}}))
	})

	t.Run("missing and bad fields are named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		apptest.RequireInvalid(t, m.Do(t, post, create, `{}`), "email", "is required", "password", "is required")
		apptest.RequireInvalid(t, m.Do(t, post, create, `{"email":"x","password":"password12","language":"x"}`),
			"email", "must be an e-mail address such as name@example.com",
			"password", "must not be made of the most common passwords and words; three unrelated words are better",
			"language", "must be a language code such as en, de, tr or el")
		res := m.Do(t, post, create, text(t, object{"email": m.User.Email, "password": apptest.Password}))
		apptest.RequireError(t, res, http.StatusConflict, "already_exists", "there is already a user with this e-mail address")
	})

	t.Run("a repeat under the same key makes no second one", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		key := apptest.Header("Idempotency-Key", "k")
		const jan = `{"email":"jan@hotel.example","password":"violet harbour kettle"}`
		first := m.Do(t, post, create, jan, key)
		require.Equal(t, http.StatusCreated, first.Code, first.Body)
		again := m.Do(t, post, create, jan, key)
		apptest.RequireJSON(t, again, http.StatusCreated, first.Body.String())
		require.Equal(t, http.StatusConflict, e.Manager(t).Do(t, post, create, jan, key).Code, "the key is the caller's own")
		require.EqualValues(t, 1, bodyAccount(t, m.Do(t, get, "/api/auth/authorized-users/", ""))["count"])
	})

	t.Run("are updated: what is missing stays, null clears", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		path := at("/api/auth/authorized-users/%d/update/", c.User.ID)
		want := userOf(t, c, company(m), object{"first_name": "Johan", "last_name": "", "language": "de"})
		apptest.RequireJSON(t, m.Do(t, put, path, `{"first_name":"Johan","last_name":null,"language":"de"}`), http.StatusOK, text(t, want))
		apptest.RequireInvalid(t, m.Do(t, put, path, `{"email":null,"first_name":"Other"}`), "email", "is required")
		apptest.RequireInvalid(t, m.Do(t, put, path, `{"password":null}`), "password", "is required")
		apptest.RequireInvalid(t, m.Do(t, put, path, `{"password":"short"}`), "password", "must have at least 10 characters")
		require.True(t, c.Alive(t))

		require.Equal(t, http.StatusOK, m.Do(t, put, path, text(t, object{"password": newPassword})).Code)
		require.False(t, c.Alive(t))
		require.Equal(t, http.StatusOK, e.Do(t, post, "/api/auth/login/", credentials(c.User.Email, newPassword, false)).Code)
	})

	t.Run("what was read can be sent back whole; a typo is named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		read := m.Do(t, get, at("/api/auth/authorized-users/%d/", c.User.ID), "").Body.String()
		path := at("/api/auth/authorized-users/%d/update/", c.User.ID)
		res := m.Do(t, put, path, read)
		apptest.RequireJSON(t, res, http.StatusOK, read)
		apptest.RequireUnknown(t, m.Do(t, put, path, `{"firstname":"x"}`), "firstname", `is not known here; did you mean "first_name"?`)
	})

	t.Run("are removed, and shut out at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		res := m.Do(t, del, at("/api/auth/authorized-users/%d/delete/", c.User.ID), "")
		require.Equal(t, http.StatusNoContent, res.Code)
		require.Empty(t, res.Body.String())
		apptest.RequireNotSignedIn(t, c.Do(t, get, "/api/auth/session/", ""))
		apptest.RequireNotFound(t, m.Do(t, get, at("/api/auth/authorized-users/%d/", c.User.ID), ""))
		apptest.RequireNotFound(t, m.Do(t, del, at("/api/auth/authorized-users/%d/delete/", c.User.ID), ""))
	})

	t.Run("an id that nobody has, or that is none, is not found", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for _, id := range []string{"999999", "0", "-1", "x", "99999999999999999999", "1.5"} {
			apptest.RequireNotFound(t, m.Do(t, get, at("/api/auth/authorized-users/%s/", id), ""))
			apptest.RequireNotFound(t, m.Do(t, get, at("/api/auth/authorized-users/%s/permissions/", id), ""))
			apptest.RequireNotFound(t, m.Do(t, put, at("/api/auth/authorized-users/%s/update/", id), `{"first_name":"x"}`))
			apptest.RequireNotFound(t, m.Do(t, del, at("/api/auth/authorized-users/%s/delete/", id), ""))
			apptest.RequireNotFound(t, m.Do(t, put, at("/api/auth/permissions/update/%s/", id), `{"photos":true}`))
		}
	})

	t.Run("come in pages", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for range 3 {
			e.SubUser(t, m)
		}
		first := bodyAccount(t, m.Do(t, get, "/api/auth/authorized-users/?page_size=2", ""))
		require.EqualValues(t, 3, first["count"])
		require.Len(t, first["results"], 2)
		require.Nil(t, first["previous"])
		require.Equal(t, apptest.BaseURL+"/api/auth/authorized-users/?page=2&page_size=2", first["next"])
		second := bodyAccount(t, m.Do(t, get, "/api/auth/authorized-users/?page=2&page_size=2", ""))
		require.Len(t, second["results"], 1)
		require.Nil(t, second["next"])
	})

	t.Run("show who is online", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		path := at("/api/auth/authorized-users/%d/", c.User.ID)
		require.Equal(t, true, bodyAccount(t, m.Do(t, get, path, ""))["is_online"])
		e.Clock.Advance(11 * time.Minute)
		answer := bodyAccount(t, m.Do(t, get, path, ""))
		require.Equal(t, false, answer["is_online"])
		require.Equal(t, accountNow, answer["last_seen"])
	})
}
