package identityhttptest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

// TestIsolation calls every operation of the module with ids of another
// account. None may show, change or even admit that something is there.
func TestIsolation(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	theirs := e.Manager(t)
	colleague := e.SubUser(t, theirs, auth.StopSales)
	state := func() string {
		all := ""
		for _, path := range []string{
			"/api/auth/session/", "/api/auth/sessions/", "/api/auth/authorized-users/",
			at("/api/auth/authorized-users/%d/", colleague.User.ID), at("/api/auth/authorized-users/%d/permissions/", colleague.User.ID),
		} {
			res := theirs.Do(t, get, path, "")
			require.Equal(t, http.StatusOK, res.Code, path)
			all += res.Body.String()
		}
		return all + colleague.Do(t, get, "/api/auth/sessions/", "").Body.String()
	}
	before := state()
	permission := bodyAccount(t, theirs.Do(t, get, at("/api/auth/authorized-users/%d/permissions/", colleague.User.ID), ""))["id"]

	own := e.Manager(t)
	bodies := map[string]string{
		"POST /api/auth/authorized-users/create/":     at(`{"email":"new@hotel.example","password":"violet harbour kettle","owner_id":%d}`, theirs.User.ID),
		"PUT /api/auth/authorized-users/{id}/update/": `{"first_name":"Mallory","password":"amber lantern meadow"}`,
		"POST /api/auth/permissions/create/":          at(`{"user":%d,"settings":true}`, colleague.User.ID),
		"PUT /api/auth/permissions/update/{id}/":      `{"settings":true}`,
		"PUT /api/auth/profile/update":                at(`{"first_name":"Eleni","id":%[1]d,"owner_id":%[1]d}`, theirs.User.ID),
		"POST /api/auth/password/change/":             text(t, object{"current_password": apptest.Password, "new_password": newPassword, "user": theirs.User.ID}),
		"POST /api/auth/register/":                    strings.Replace(registration, "{", at(`{"id":%[1]d,"owner_id":%[1]d,`, theirs.User.ID), 1),
		"POST /api/auth/login/":                       credentials(own.User.Email, apptest.Password, false),
		"POST /api/auth/token/login/":                 credentials(own.User.Email, apptest.Password, false),
		"POST /api/auth/password/reset/":              text(t, object{"email": own.User.Email}),
		"POST /api/auth/password/reset/confirm/":      `{"token":"x","new_password":"amber lantern meadow"}`,
		"POST /api/auth/email/confirm/":               `{"token":"x"}`,
	}
	ids := map[string][]any{
		"/api/auth/authorized-users/{id}/":   {colleague.User.ID, theirs.User.ID},
		"/api/auth/permissions/update/{id}/": {permission},
		"/api/auth/sessions/{id}/":           {colleague.Caller.SessionID, theirs.Caller.SessionID},
	}
	for _, o := range operations(e, "/api/auth/") {
		name := o.Method + " " + o.Path
		require.True(t, o.RequestBody == nil || bodies[name] != "", "%s needs a body in this test", name)
		mine := e.Manager(t)
		upToID, _, hasID := strings.Cut(o.Path, "{id}/")
		if !hasID {
			requireSilent(t, mine.Do(t, o.Method, o.Path, bodies[name]), theirs, colleague)
			continue
		}
		require.NotEmpty(t, ids[upToID+"{id}/"], "%s needs ids in this test", name)
		for _, id := range ids[upToID+"{id}/"] {
			res := mine.Do(t, o.Method, strings.Replace(o.Path, "{id}", at("%v", id), 1), bodies[name])
			apptest.RequireNotFound(t, res)
		}
	}
	require.Equal(t, before, state())

	mine := e.Manager(t)
	foreign := mine.Do(t, post, "/api/auth/permissions/create/", at(`{"user":%d}`, colleague.User.ID))
	unknown := mine.Do(t, post, "/api/auth/permissions/create/", `{"user":999999}`)
	require.Equal(t, http.StatusBadRequest, foreign.Code)
	require.Equal(t, unknown.Body.String(), foreign.Body.String(), "theirs looks like nobody's")
}

// requireSilent checks that an answer tells nothing of these people.
func requireSilent(t *testing.T, res *httptest.ResponseRecorder, people ...*apptest.Who) {
	t.Helper()
	for _, w := range people {
		require.NotContains(t, res.Body.String(), w.User.Email)
		require.NotContains(t, res.Body.String(), w.Token)
	}
}
