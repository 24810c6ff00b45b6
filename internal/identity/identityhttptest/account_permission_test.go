package identityhttptest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

// permissionOf is a record as the API shows it.
func permissionOf(id any, user int64, on ...auth.Flag) object {
	o := object{"id": id, "user": user, "property_ids": []int64{}}
	for _, f := range auth.Flags {
		o[string(f)] = false
	}
	for _, f := range on {
		o[string(f)] = true
	}
	return o
}

func TestPermissions(t *testing.T) {
	t.Parallel()

	t.Run("are read, created and updated", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		path := at("/api/auth/authorized-users/%d/permissions/", c.User.ID)
		apptest.RequireJSON(t, m.Do(t, get, path, ""), http.StatusOK, text(t, permissionOf(nil, c.User.ID)))

		property := e.Property(t, m, "Poseidon").ID
		res := m.Do(t, post, "/api/auth/permissions/create/", at(`{"user":%d,"stop_sales":true,"property_ids":[%d]}`, c.User.ID, property))
		require.Equal(t, http.StatusCreated, res.Code, res.Body)
		id := bodyAccount(t, res)["id"]
		require.NotNil(t, id)
		want := permissionOf(id, c.User.ID, auth.StopSales)
		want["property_ids"] = []int64{property}
		apptest.RequireJSON(t, res, http.StatusCreated, text(t, want))
		apptest.RequireJSON(t, m.Do(t, get, path, ""), http.StatusOK, text(t, want))

		want["photos"] = true
		update := at("/api/auth/permissions/update/%v/", id)
		apptest.RequireJSON(t, m.Do(t, put, update, `{"photos":true}`), http.StatusOK, text(t, want))
		apptest.RequireJSON(t, m.Do(t, put, update, `{"stop_sales":null,"property_ids":null}`), http.StatusOK, text(t, permissionOf(id, c.User.ID, auth.Photos)))
	})

	t.Run("every flag can be set and unset", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		id := bodyAccount(t, m.Do(t, post, "/api/auth/permissions/create/", at(`{"user":%d}`, c.User.ID)))["id"]
		for _, f := range auth.Flags {
			res := m.Do(t, put, at("/api/auth/permissions/update/%v/", id), text(t, object{string(f): true}))
			apptest.RequireJSON(t, res, http.StatusOK, text(t, permissionOf(id, c.User.ID, f)))
			res = m.Do(t, put, at("/api/auth/permissions/update/%v/", id), text(t, object{string(f): false}))
			apptest.RequireJSON(t, res, http.StatusOK, text(t, permissionOf(id, c.User.ID)))
		}
	})

	t.Run("what was read can be sent back whole; a typo is named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.Photos)
		read := m.Do(t, get, at("/api/auth/authorized-users/%d/permissions/", c.User.ID), "")
		update := at("/api/auth/permissions/update/%v/", bodyAccount(t, read)["id"])
		res := m.Do(t, put, update, read.Body.String())
		apptest.RequireJSON(t, res, http.StatusOK, read.Body.String())
		apptest.RequireUnknown(t, m.Do(t, put, update, `{"stopsales":true}`), "stopsales", `is not known here; did you mean "stop_sales"?`)
	})

	t.Run("a second record is a conflict", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.Photos)
		res := m.Do(t, post, "/api/auth/permissions/create/", at(`{"user":%d}`, c.User.ID))
		apptest.RequireError(t, res, http.StatusConflict, "already_exists", "this user already has permissions; update them instead")
	})

	t.Run("bad fields are named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		const create = "/api/auth/permissions/create/"
		apptest.RequireInvalid(t, m.Do(t, post, create, `{}`), "user", "is required")
		apptest.RequireInvalid(t, m.Do(t, post, create, `{"user":"1","photos":"yes","property_ids":["a"]}`),
			"photos", "must be true or false", "property_ids[0]", "must be a whole number", "user", "must be a whole number")
		apptest.RequireInvalid(t, m.Do(t, post, create, `{"user":999999}`), "user", "must be the id of one of your sub-users")
		apptest.RequireInvalid(t, m.Do(t, post, create, at(`{"user":%d}`, m.User.ID)), "user", "must be the id of one of your sub-users")
		apptest.RequireInvalid(t, m.Do(t, post, create, at(`{"user":%d,"property_ids":[%d,5]}`, c.User.ID, e.Property(t, m, "Poseidon").ID)),
			"property_ids", "must name properties of your account; not found: [5]")
	})

	t.Run("open and shut a module from the next request on", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		permissions := func() any {
			return bodyAccount(t, c.Do(t, get, "/api/auth/session/", ""))["permissions"].(map[string]any)["stop_sales"]
		}
		require.Equal(t, false, permissions())
		id := bodyAccount(t, m.Do(t, post, "/api/auth/permissions/create/", at(`{"user":%d,"stop_sales":true}`, c.User.ID)))["id"]
		require.Equal(t, true, permissions())
		m.Do(t, put, at("/api/auth/permissions/update/%v/", id), `{"stop_sales":false}`)
		require.Equal(t, false, permissions())
	})
}
