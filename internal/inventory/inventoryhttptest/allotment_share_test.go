package inventoryhttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
)

const sharesPath = "/api/allotment/shares/"

type sharesBundle struct {
	*apptest.Env
	who   *apptest.Who
	p     property.Property
	rooms []int64
}

func setupShares(t *testing.T) *sharesBundle {
	t.Helper()
	b := &sharesBundle{Env: apptest.New(t)}
	b.who, b.p, b.rooms = b.House(t, 1, 2, 3)
	return b
}

func (b *sharesBundle) input(donor, recipient int, more string) string {
	return fmt.Sprintf(`{"property":%d,"donor_room":%d,"recipient_room":%d,"max_units":2%s}`, b.p.ID, b.rooms[donor], b.rooms[recipient], more)
}

func (b *sharesBundle) add(t *testing.T, donor, recipient int, more string) int64 {
	t.Helper()
	var made struct{ ID int64 }
	res := b.who.Do(t, http.MethodPost, sharesPath, b.input(donor, recipient, more))
	require.Equal(t, http.StatusCreated, res.Code, res.Body.String())
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &made))
	return made.ID
}

func shareAt(id int64) string { return fmt.Sprintf("%s%d/", sharesPath, id) }

func shareCount(t *testing.T, res *httptest.ResponseRecorder) int {
	t.Helper()
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	var page struct {
		Count   int
		Results []any
	}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &page))
	require.Len(t, page.Results, page.Count)
	return page.Count
}

func TestShares(t *testing.T) {
	t.Parallel()
	t.Run("are made, listed, read, changed and deleted, by path and by id", func(t *testing.T) {
		t.Parallel()
		b := setupShares(t)
		id := b.add(t, 0, 1, "")
		want := func(units int, start, end string, open, active bool) string {
			return fmt.Sprintf(`{"id":%d,"property":%d,"donor_room":%d,"recipient_room":%d,"max_units":%d,"start_date":%s,"end_date":%s,"open_while_borrowing":%t,"is_active":%t}`,
				id, b.p.ID, b.rooms[0], b.rooms[1], units, start, end, open, active)
		}
		apptest.RequireJSON(t, b.who.Do(t, http.MethodGet, shareAt(id), ""), http.StatusOK, want(2, "null", "null", false, true))
		apptest.RequireJSON(t, b.who.Do(t, http.MethodPatch, shareAt(id), `{"max_units":5,"start_date":"2030-06-01","end_date":"2030-06-30"}`),
			http.StatusOK, want(5, `"2030-06-01"`, `"2030-06-30"`, false, true))
		apptest.RequireJSON(t, b.who.Do(t, http.MethodPatch, sharesPath, fmt.Sprintf(`{"id":%d,"start_date":null,"open_while_borrowing":true}`, id)),
			http.StatusOK, want(5, "null", `"2030-06-30"`, true, true))
		whole := want(5, "null", `"2030-06-30"`, true, false)
		apptest.RequireJSON(t, b.who.Do(t, http.MethodPatch, fmt.Sprintf("%s?id=%d", sharesPath, id), `{"is_active":false}`), http.StatusOK, whole)
		res := b.who.Do(t, http.MethodPatch, shareAt(id), whole)
		apptest.RequireJSON(t, res, http.StatusOK, whole)
		apptest.RequireJSON(t, b.who.Do(t, http.MethodGet, fmt.Sprintf("%s?property=%d", sharesPath, b.p.ID), ""), http.StatusOK,
			`{"count":1,"next":null,"previous":null,"results":[`+whole+`]}`)
		require.Equal(t, http.StatusNoContent, b.who.Do(t, http.MethodDelete, fmt.Sprintf("%s?id=%d", sharesPath, id), "").Code)
		apptest.RequireNotFound(t, b.who.Do(t, http.MethodGet, shareAt(id), ""))
		for _, gone := range []int64{b.add(t, 0, 1, ""), b.add(t, 0, 1, `,"is_active":false`)} {
			res := b.who.Do(t, http.MethodDelete, sharesPath, fmt.Sprintf(`{"id":%d}`, gone))
			require.Equal(t, http.StatusNoContent, res.Code, res.Body.String())
		}
		require.Equal(t, http.StatusNoContent, b.who.Do(t, http.MethodDelete, shareAt(b.add(t, 0, 1, "")), "").Code)
		require.Zero(t, shareCount(t, b.who.Do(t, http.MethodGet, sharesPath, "")))
	})
	t.Run("every bad field is named", func(t *testing.T) {
		t.Parallel()
		b := setupShares(t)
		apptest.RequireInvalid(t, b.who.Do(t, http.MethodPost, sharesPath,
			fmt.Sprintf(`{"property":%d,"donor_room":999999,"recipient_room":999999,"max_units":0,"start_date":"2030-06-02","end_date":"2030-06-01"}`, b.p.ID)),
			"donor_room", "must be the id of a room of this property", "recipient_room", "must be the id of a room of this property",
			"max_units", "must be a whole number from 1 to 10000", "end_date", "must not be before start_date")
		apptest.RequireInvalid(t, b.who.Do(t, http.MethodPost, sharesPath, b.input(0, 0, "")), "recipient_room", "must be another room than donor_room")
		id := b.add(t, 0, 1, "")
		apptest.RequireInvalid(t, b.who.Do(t, http.MethodPatch, shareAt(id), fmt.Sprintf(`{"donor_room":%d,"max_units":10001}`, b.rooms[2])),
			"donor_room", "cannot be changed: make a new rule", "max_units", "must be a whole number from 1 to 10000")
		apptest.RequireInvalid(t, b.who.Do(t, http.MethodPatch, sharesPath, `{"max_units":1}`), "id", "is required, in the body or the query")
		apptest.RequireInvalid(t, b.who.Do(t, http.MethodDelete, sharesPath, ""), "id", "is required, in the body or the query")
		apptest.RequireInvalid(t, b.who.Do(t, http.MethodDelete, sharesPath+"?id=1", `{"id":2}`), "id", "must be the same in the body and the query")
		apptest.RequireError(t, b.who.Do(t, http.MethodPost, sharesPath, b.input(0, 1, "")), http.StatusConflict, "already_exists",
			fmt.Sprintf("rule %d lends between these rooms on some of these days: change that one", id))
	})
	t.Run("belong to the account, and to the sub-users who work on the property", func(t *testing.T) {
		t.Parallel()
		b := setupShares(t)
		id := b.add(t, 0, 1, "")
		stranger, _ := b.Hotel(t, "Hotel Borealis")
		for _, method := range []string{http.MethodGet, http.MethodPatch, http.MethodDelete} {
			body := map[string]string{http.MethodPatch: "{}"}[method]
			apptest.RequireNotFound(t, stranger.Do(t, method, shareAt(id), body))
		}
		apptest.RequireNotFound(t, stranger.Do(t, http.MethodGet, fmt.Sprintf("%s?property=%d", sharesPath, b.p.ID), ""))
		apptest.RequireInvalid(t, stranger.Do(t, http.MethodPost, sharesPath, b.input(0, 1, "")), "property", "must be the id of one of your properties")
		require.Zero(t, shareCount(t, stranger.Do(t, http.MethodGet, sharesPath, "")))

		helper, plain := b.SubUser(t, b.who, auth.StopSales), b.SubUser(t, b.who)
		require.Equal(t, 1, shareCount(t, helper.Do(t, http.MethodGet, sharesPath, "")))
		require.Equal(t, http.StatusForbidden, plain.Do(t, http.MethodGet, sharesPath, "").Code)
		require.Equal(t, http.StatusForbidden, b.Operator(t).Do(t, http.MethodGet, sharesPath, "").Code)
		apptest.RequireNotSignedIn(t, b.Do(t, http.MethodGet, sharesPath, ""))

		other := b.Property(t, b.who, "Hotel Cassiopeia")
		permission, err := b.Accounts.PermissionOf(b.who.Context(t), b.who.Caller, helper.User.ID)
		require.NoError(t, err)
		_, err = b.Accounts.UpdatePermission(b.who.Context(t), b.who.Caller, permission.ID, account.PermissionChange{PropertyIDs: &[]int64{other.ID}})
		require.NoError(t, err)
		require.Zero(t, shareCount(t, helper.Do(t, http.MethodGet, sharesPath, "")))
		for _, res := range []*httptest.ResponseRecorder{
			helper.Do(t, http.MethodGet, shareAt(id), ""), helper.Do(t, http.MethodDelete, shareAt(id), ""), helper.Do(t, http.MethodPatch, shareAt(id), "{}"),
			helper.Do(t, http.MethodPost, sharesPath, b.input(1, 0, "")), helper.Do(t, http.MethodGet, fmt.Sprintf("%s?property=%d", sharesPath, b.p.ID), ""),
		} {
			require.Equal(t, http.StatusForbidden, res.Code, res.Body.String())
		}
	})
}
