package identityhttptest

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

// Who may call what. A new operation has to be put into one of the lists.
var (
	public = []string{
		"POST /api/auth/register/", "POST /api/auth/login/", "POST /api/auth/token/login/",
		"POST /api/auth/password/reset/", "POST /api/auth/password/reset/confirm/", "POST /api/auth/email/confirm/",
	}
	signedIn = []string{
		"POST /api/auth/logout/", "POST /api/auth/token/logout/", "POST /api/auth/heartbeat/", "GET /api/auth/check-token/",
		"GET /api/auth/session/", "GET /api/auth/sessions/", "DELETE /api/auth/sessions/{id}/", "PUT /api/auth/profile/update",
		"POST /api/auth/password/change/", "POST /api/auth/email/resend/",
	}
	managers = []string{
		"GET /api/auth/authorized-users/", "POST /api/auth/authorized-users/create/", "GET /api/auth/authorized-users/{id}/",
		"PUT /api/auth/authorized-users/{id}/update/", "DELETE /api/auth/authorized-users/{id}/delete/",
		"GET /api/auth/authorized-users/{id}/permissions/", "POST /api/auth/permissions/create/", "PUT /api/auth/permissions/update/{id}/",
	}
)

// operations are those of the OpenAPI document under a prefix.
func operations(e *apptest.Env, prefix string) []*huma.Operation {
	var found []*huma.Operation
	for path, item := range e.Server().OpenAPI().Paths {
		if !strings.HasPrefix(path, prefix) {
			continue
		}
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if o != nil {
				found = append(found, o)
			}
		}
	}
	return found
}

func TestAccess(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	c, admin := e.SubUser(t, m, auth.Flags...), e.Admin(t)

	listed := []string{}
	for _, o := range operations(e, "/api/auth/") {
		name := o.Method + " " + o.Path
		listed = append(listed, name)
		path, send := strings.ReplaceAll(o.Path, "{id}", "1"), "{}"
		if o.Method == get || o.Method == del {
			send = ""
		}
		if slices.Contains(public, name) {
			require.Empty(t, o.Security, name)
			res := e.Do(t, o.Method, path, send)
			require.Equal(t, http.StatusBadRequest, res.Code, "%s is answered, not refused: %s", name, res.Body)
			continue
		}
		require.NotEmpty(t, o.Security, name)
		for _, header := range []string{"", "Token", "Token ", "Token made-up", "Bearer " + m.Token, m.Token, "Basic " + m.Token} {
			apptest.RequireNotSignedIn(t, e.Do(t, o.Method, path, send, apptest.Header("Authorization", header)))
		}
		if slices.Contains(managers, name) {
			apptest.RequireError(t, c.Do(t, o.Method, path, send), http.StatusForbidden, "forbidden", "only the manager of the account may do this")
			res := admin.Do(t, o.Method, path, send)
			require.Equal(t, http.StatusForbidden, res.Code, name)
			require.Equal(t, "forbidden", bodyAccount(t, res)["code"])
			require.NotEmpty(t, bodyAccount(t, res)["message"])
		}
	}
	require.ElementsMatch(t, slices.Concat(public, signedIn, managers), listed)

	t.Run("a sub-user and staff may do what is for everybody signed in", func(t *testing.T) {
		t.Parallel()
		for _, w := range []*apptest.Who{e.SubUser(t, m), e.Admin(t), e.Operator(t)} {
			for _, path := range []string{"/api/auth/check-token/", "/api/auth/session/", "/api/auth/sessions/"} {
				require.Equal(t, http.StatusOK, w.Do(t, get, path, "").Code, path)
			}
			require.Equal(t, http.StatusOK, w.Do(t, put, profile, `{"first_name":"x"}`).Code)
			require.Equal(t, http.StatusOK, w.Do(t, post, "/api/auth/heartbeat/", "").Code)
			require.Equal(t, http.StatusOK, w.Do(t, post, "/api/auth/logout/", "").Code)
		}
	})

	t.Run("a tour operator manages its own sub-users", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, http.StatusOK, e.Operator(t).Do(t, get, "/api/auth/authorized-users/", "").Code)
	})
}
