package exchangehttptest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

func TestKeys(t *testing.T) {
	t.Parallel()

	t.Run("a key is made, read, changed, rotated and revoked", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		m := e.Manager(t)
		contract := fmt.Sprint(e.Accepted(t, m, e.Operator(t)).ID)
		made := decode(t, http.StatusCreated, m.Do(t, post, createKey, `{"name":"Nordlicht","contract":`+contract+`,"permissions":{"fact_sheet":true}}`))
		token, _ := made["token"].(string)
		id := int64(made["id"].(float64))
		require.Len(t, token, 43)
		key := func(name, prefix, contract, scopes, used string) string {
			return fmt.Sprintf(`{"id":%d,"name":%q,"token_prefix":%q,"contract":%s,"permissions":{%s},"last_used_at":%s,"created_at":"2030-05-31T12:00:00Z",
				"created_by":%d,"property_ids":[],"suspended_permissions":[]}`, id, name, prefix, contract, scopes, used, m.User.ID)
		}
		const factsOnly = `"fact_sheet":true,"stop_sale":false,"hotel_photos":false,"invoices":false,"rooming":false,"availability_write":false,"rooming_write":false`
		delete(made, "token")
		apptest.RequireJSON(t, m.Do(t, get, at("api-key", id), ""), http.StatusOK, key("Nordlicht", token[:8], contract, factsOnly, "null"))

		e.Clock.Advance(time.Minute)
		apptest.RequireJSON(t, e.Do(t, get, facts(token), ""), http.StatusOK, fmt.Sprintf(`{"owner":%d}`, m.User.ID))
		used := `"2030-05-31T12:01:00Z"`
		apptest.RequireJSON(t, m.Do(t, put, at("api-key/update", id), `{"name":"Nord","contract":null,"permissions":{"rooming":true}}`),
			http.StatusOK, key("Nord", token[:8], "null", `"fact_sheet":true,"stop_sale":false,"hotel_photos":false,"invoices":false,"rooming":true,"availability_write":false,"rooming_write":false`, used))
		apptest.RequireJSON(t, m.Do(t, put, at("api-key/update", id), `{}`),
			http.StatusOK, key("Nord", token[:8], "null", `"fact_sheet":true,"stop_sale":false,"hotel_photos":false,"invoices":false,"rooming":true,"availability_write":false,"rooming_write":false`, used))
		apptest.RequireJSON(t, m.Do(t, put, at("api-key/update", id), `{"permissions":{"rooming":null}}`),
			http.StatusOK, key("Nord", token[:8], "null", factsOnly, used))

		rotated := decode(t, http.StatusOK, m.Do(t, post, at("api-key/rotate", id), `{"keep_old":true}`))
		second, _ := rotated["token"].(string)
		require.NotEqual(t, token, second)
		require.Equal(t, second[:8], rotated["token_prefix"])
		require.Equal(t, http.StatusOK, e.Do(t, get, facts(token), "").Code)
		third, _ := decode(t, http.StatusOK, m.Do(t, post, at("api-key/rotate", id), ""))["token"].(string)
		require.Equal(t, http.StatusUnauthorized, e.Do(t, get, facts(token), "").Code)
		require.Equal(t, http.StatusUnauthorized, e.Do(t, get, facts(second), "").Code)
		require.Equal(t, http.StatusOK, e.Do(t, get, facts(third), "").Code)

		apptest.RequireJSON(t, m.Do(t, get, keys, ""), http.StatusOK,
			`{"count":1,"next":null,"previous":null,"results":[`+key("Nord", third[:8], "null", factsOnly, used)+`]}`)
		apptest.RequireJSON(t, m.Do(t, put, at("api-key/update", id), `{"permissions":null}`), http.StatusOK,
			key("Nord", third[:8], "null", `"fact_sheet":false,"stop_sale":false,"hotel_photos":false,"invoices":false,"rooming":false,"availability_write":false,"rooming_write":false`, used))
		require.Contains(t, e.Do(t, get, facts(third), "").Body.String(), `"key_permission"`)

		require.Equal(t, http.StatusNoContent, m.Do(t, del, at("api-key/delete", id), "").Code)
		apptest.RequireError(t, e.Do(t, get, facts(third), ""), http.StatusUnauthorized, "not_authenticated",
			"the API key is not known, or is not valid any more")
		apptest.RequireNotFound(t, m.Do(t, get, at("api-key", id), ""))
		apptest.RequireNotFound(t, m.Do(t, del, at("api-key/delete", id), ""))
	})

	t.Run("operators have no key that writes availability", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		o, m := e.Operator(t), e.Manager(t)
		const body = `{"name":"PMS","permissions":{"availability_write":true,"rooming_write":true}}`
		res := o.Do(t, post, createKey, body)
		require.Equal(t, http.StatusBadRequest, res.Code)
		require.Contains(t, res.Body.String(), `"permissions.availability_write"`)
		require.Equal(t, http.StatusCreated, m.Do(t, post, createKey, body).Code)
	})

	t.Run("a repeat under an idempotency key makes no second key and tells no token", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		o := e.Operator(t)
		once := apptest.Header("Idempotency-Key", "once")
		first := decode(t, http.StatusCreated, o.Do(t, post, createKey, `{"name":"A"}`, once))
		require.NotEmpty(t, first["token"])
		delete(first, "token")
		require.Equal(t, first, decode(t, http.StatusCreated, o.Do(t, post, createKey, `{"name":"A"}`, once)))
		require.EqualValues(t, 1, decode(t, http.StatusOK, o.Do(t, get, keys, ""))["count"])
	})

	t.Run("the plan limits how many there are", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		m := e.Manager(t)
		decode(t, http.StatusCreated, m.Do(t, post, createKey, `{"name":"A"}`))
		apptest.RequireJSON(t, m.Do(t, post, createKey, `{"name":"B"}`), http.StatusForbidden,
			`{"code":"plan_limit_reached","params":{"reason":"more","plan":"Free","max":1},"message":"your plan Free allows 1 API key; Silver allows 3","feature":"api_keys","plan":"free","limit":1,"used":1,"request_id":"test"}`)
		e.Grant(t, m, plan.Silver)
		decode(t, http.StatusCreated, m.Do(t, post, createKey, `{"name":"B"}`))
		page := decode(t, http.StatusOK, m.Do(t, get, keys+"?page_size=1&page=2", ""))
		require.EqualValues(t, 2, page["count"])
		require.Equal(t, "A", page["results"].([]any)[0].(object)["name"], "the newest is on the first page")
	})

	t.Run("bad fields are named", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		m := e.Manager(t)
		noContract := "must be the id of one of your contracts, or null for all of them"
		apptest.RequireInvalid(t, m.Do(t, post, createKey, `{"name":" ","contract":9}`), "name", "is required", "contract", noContract)
		apptest.RequireInvalid(t, m.Do(t, post, createKey, `{}`), "name", "is required")
		require.Equal(t, http.StatusBadRequest, m.Do(t, post, createKey, `{"name":"A","contract":-1}`).Code)
		require.Equal(t, http.StatusBadRequest, m.Do(t, post, createKey, `{"name":"A","permissions":{"rooming":"yes"}}`).Code)
		require.Equal(t, http.StatusBadRequest, m.Do(t, post, createKey, `{"name":"A","permissions":["rooming"]}`).Code)
		apptest.RequireUnknown(t, m.Do(t, post, createKey, `{"name":"A","permissions":{"pool":true}}`), "permissions.pool", "is not known here")
		_, key := e.Key(t, e.Operator(t))
		apptest.RequireNotFound(t, m.Do(t, put, at("api-key/update", key.ID), `{"name":""}`))
	})
}

// Every operation is closed to whoever should not have it.
func TestAccess(t *testing.T) {
	t.Parallel()
	e := setupPartnerapi(t)
	m, other := e.Manager(t), e.Operator(t)
	_, key := e.Key(t, m, auth.KeyFactSheet)
	entry, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, "shop.example.com")
	require.NoError(t, err)
	operations := []struct {
		method, path, body string
		byID               bool
	}{
		{get, keys, "", false},
		{post, createKey, `{"name":"X"}`, false},
		{get, at("api-key", key.ID), "", true},
		{put, at("api-key/update", key.ID), `{"name":"X"}`, true},
		{post, at("api-key/rotate", key.ID), "", true},
		{get, whitelists, "", false},
		{post, whitelist, fmt.Sprintf(`{"api_key":%d,"domain":"a.example"}`, key.ID), false},
		{del, at("whitelists/delete", entry.ID), "", true},
		{del, at("api-key/delete", key.ID), "", true},
	}
	desk, integrator, staff := e.SubUser(t, m, auth.Settings), e.SubUser(t, m, auth.Integrations), e.Admin(t)
	for _, o := range operations {
		apptest.RequireNotSignedIn(t, e.Do(t, o.method, o.path, o.body))
		apptest.RequireError(t, desk.Do(t, o.method, o.path, o.body), http.StatusForbidden, "forbidden",
			`your user lacks the permission "integrations"; the manager of the account can grant it`)
		require.Equal(t, http.StatusForbidden, staff.Do(t, o.method, o.path, o.body).Code, o.path)
		if o.byID {
			apptest.RequireNotFound(t, other.Do(t, o.method, o.path, o.body))
		}
	}
	apptest.RequireInvalid(t, other.Do(t, post, whitelist, fmt.Sprintf(`{"api_key":%d,"domain":"a.example"}`, key.ID)),
		"api_key", "must be the id of one of your API keys")
	const nothing = `{"count":0,"next":null,"previous":null,"results":[]}`
	apptest.RequireJSON(t, other.Do(t, get, keys, ""), http.StatusOK, nothing)
	apptest.RequireJSON(t, other.Do(t, get, fmt.Sprintf("%s?api_key=%d", whitelists, key.ID), ""), http.StatusOK, nothing)

	same, err := e.Keys.Key(m.Context(t), m.Caller, key.ID)
	require.NoError(t, err)
	require.Equal(t, key, same.Key, "nobody has changed it")
	require.Contains(t, integrator.Do(t, get, keys, "").Body.String(), key.TokenPrefix, "a colleague with the flag works for the account")
	require.Equal(t, http.StatusNoContent, integrator.Do(t, del, at("api-key/delete", key.ID), "").Code)
}
