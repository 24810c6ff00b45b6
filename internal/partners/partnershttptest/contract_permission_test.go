package partnershttptest

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
)

func TestPermissions(t *testing.T) {
	t.Parallel()
	type permissions struct {
		Contract    int64
		Permissions map[string]map[string]any
		Active      bool
	}
	access := func(t *testing.T, who *apptest.Who, id int64) permissions {
		t.Helper()
		return decode[permissions](t, who.Do(t, get, fmt.Sprintf("/api/partners/facts-access/%d/", id), ""), http.StatusOK)
	}

	t.Run("the hotel sets flags, and they hold at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		c := e.Accepted(t, hotel, operator)
		p := decode[permissions](t, hotel.Do(t, put, pathContract(c.ID, "permissions/"),
			`{"facts": {"contacts": false, "edit": "O"}, "photos": {"allowed": false, "select": "Y"}}`), http.StatusOK)
		require.Equal(t, []any{false, "O", true}, []any{p.Permissions["facts"]["contacts"], p.Permissions["facts"]["edit"], p.Permissions["facts"]["rooms"]})
		require.Equal(t, p, decode[permissions](t, operator.Do(t, get, pathContract(c.ID, "permissions/"), ""), http.StatusOK))
		require.Equal(t, p.Permissions, decode[seen](t, operator.Do(t, get, pathContract(c.ID, ""), ""), http.StatusOK).Matrix)

		a := access(t, operator, c.ID)
		require.True(t, a.Active)
		require.Equal(t, []any{false, "N", "O"}, []any{a.Permissions["photos"]["allowed"], a.Permissions["photos"]["select"], a.Permissions["facts"]["edit"]},
			"nothing of an area that is shut")
		require.Equal(t, "Y", access(t, hotel, c.ID).Permissions["facts"]["edit"], "the hotel is free with its own")

		stored, err := e.Contracts.Contract(t.Context(), hotel.User.OwnerID, c.ID)
		require.NoError(t, err)
		require.Len(t, stored.Flags, 4)
		decode[permissions](t, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"photos": null, "facts": {"edit": "N", "contacts": null}}`), http.StatusOK)
		stored, err = e.Contracts.Contract(t.Context(), hotel.User.OwnerID, c.ID)
		require.NoError(t, err)
		require.Empty(t, stored.Flags, "what the terms give is not kept apart")
	})

	t.Run("only the hotel, and only while there is something to share", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		for _, status := range []contract.Status{"P", "C", "A", "R", "X"} {
			c := e.Accepted(t, e.Manager(t), operator)
			e.Set(t, c.ID, "user_id", hotel.User.OwnerID+1_000_000+c.ID) // somebody else's by now
			apptest.RequireNotFound(t, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{}`))
			c = e.Accepted(t, hotel, e.Operator(t))
			e.SetStatus(t, c, status)
			before := dump(t, e)
			want := http.StatusOK
			if slices.Contains([]contract.Status{"R", "X"}, status) {
				want = http.StatusConflict
			}
			require.Equal(t, want, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"facts": {"rooms": false}}`).Code, status)
			require.Equal(t, want == http.StatusOK, before != dump(t, e), status)
			a := access(t, hotel, c.ID)
			require.Equal(t, status == "A", a.Active)
			require.Equal(t, status == "A", a.Permissions["facts"]["allowed"])
		}
		c := e.Accepted(t, hotel, operator)
		before := dump(t, e)
		require.Equal(t, http.StatusForbidden, operator.Do(t, put, pathContract(c.ID, "permissions/"), `{"facts": {"edit": "Y"}}`).Code)
		apptest.RequireUnknown(t, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"facts": {"edit": 1}, "fact": {}}`),
			"fact", `is not known here; did you mean "facts"?`)
		apptest.RequireUnknown(t, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"facts": {"edit": 1}, "rooming": {"allowd": true}}`),
			"facts.edit", "must be Y, N or O, or null for what the terms give",
			"rooming.allowd", `is not known here; did you mean "allowed"?`)
		apptest.RequireUnknown(t, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"permissions": {"photo": {}}}`),
			"permissions.photo", `is not known here; did you mean "photos"?`)
		apptest.RequireInvalid(t, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"permissions": {}, "facts": {}}`),
			"permissions", "must not be sent beside areas of the matrix")
		require.Equal(t, http.StatusBadRequest, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `[]`).Code)
		require.Equal(t, before, dump(t, e))
	})

	t.Run("terms that were agreed later win over the flag set before", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		c := e.Accepted(t, hotel, operator)
		hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"facts": {"edit": "O", "rooms": false}, "stop_sale": {"reasons": true}}`)
		move(t, operator, c.ID, "update", `{"to_edit_facts": "Y", "contract_terms": "C"}`)
		require.Equal(t, "O", access(t, operator, c.ID).Permissions["facts"]["edit"], "nothing is agreed yet")
		move(t, hotel, c.ID, "accept", "")
		p := access(t, operator, c.ID).Permissions
		require.Equal(t, []any{"Y", false, true, false}, []any{p["facts"]["edit"], p["facts"]["rooms"], p["stop_sale"]["reasons"], p["exports"]["allowed"]})
	})
}
