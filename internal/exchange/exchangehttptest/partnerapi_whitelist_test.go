package exchangehttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

func TestWhitelist(t *testing.T) {
	t.Parallel()

	t.Run("entries are added in their one form, listed and removed", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		m := e.Manager(t)
		e.Grant(t, m, plan.Silver)
		_, first := e.Key(t, m)
		_, second := e.Key(t, m)
		add := func(key int64, domain string) string {
			return fmt.Sprintf(`{"api_key":%d,"domain":%q}`, key, domain)
		}
		made := decode(t, http.StatusCreated, m.Do(t, post, whitelist, add(first.ID, "https://Shop.MÜNCHEN.example:8443/x")))
		id := int64(made["id"].(float64))
		entry := fmt.Sprintf(`{"id":%d,"api_key":%d,"domain":"shop.xn--mnchen-3ya.example","created_at":"2030-05-31T12:00:00Z"}`, id, first.ID)
		apptest.RequireError(t, m.Do(t, post, whitelist, add(first.ID, "SHOP.münchen.example.")), http.StatusConflict, "already_exists",
			"this key has that whitelist entry already")
		decode(t, http.StatusCreated, m.Do(t, post, whitelist, add(second.ID, "shop.münchen.example")))
		decode(t, http.StatusCreated, m.Do(t, post, whitelist, add(second.ID, "10.1.2.3/8")))

		require.EqualValues(t, 3, decode(t, http.StatusOK, m.Do(t, get, whitelists, ""))["count"])
		apptest.RequireJSON(t, m.Do(t, get, fmt.Sprintf("%s?api_key=%d", whitelists, first.ID), ""), http.StatusOK,
			`{"count":1,"next":null,"previous":null,"results":[`+entry+`]}`)
		page := decode(t, http.StatusOK, m.Do(t, get, fmt.Sprintf("%s?api_key=%d&page_size=1&page=2", whitelists, second.ID), ""))
		require.Equal(t, "10.0.0.0/8", page["results"].([]any)[0].(object)["domain"])
		require.Equal(t, http.StatusBadRequest, m.Do(t, get, whitelists+"?api_key=x", "").Code)

		require.Equal(t, http.StatusNoContent, m.Do(t, del, at("whitelists/delete", id), "").Code)
		apptest.RequireNotFound(t, m.Do(t, del, at("whitelists/delete", id), ""))
	})

	t.Run("bad fields are named all at once", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		m := e.Manager(t)
		apptest.RequireInvalid(t, m.Do(t, post, whitelist, `{"api_key":999,"domain":"*.com"}`),
			"api_key", "must be the id of one of your API keys",
			"domain", "must be a host such as shop.example.com, *.example.com for everything below it, an IP address, or a network such as 203.0.113.0/24")
		apptest.RequireInvalid(t, m.Do(t, post, whitelist, `{}`), "api_key", "is required", "domain", "is required")
	})

	t.Run("decides over requests with the key", func(t *testing.T) {
		t.Parallel()
		e := setupPartnerapi(t)
		m := e.Manager(t)
		token, key := e.Key(t, m, auth.KeyFactSheet)
		for _, domain := range []string{"shop.example.com", "203.0.113.7"} {
			decode(t, http.StatusCreated, m.Do(t, post, whitelist, fmt.Sprintf(`{"api_key":%d,"domain":%q}`, key.ID, domain)))
		}
		apptest.RequireError(t, e.Do(t, get, facts(token), ""), http.StatusForbidden, "domain_not_allowed",
			"this API key may not be used from the address 192.0.2.1; its owner can whitelist it")
		apptest.RequireError(t, e.Do(t, get, facts(token), "", apptest.Header("Origin", "https://evil.example")), http.StatusForbidden, "domain_not_allowed",
			"this API key may be used neither on evil.example nor from the address 192.0.2.1; its owner can whitelist them")
		require.Equal(t, http.StatusForbidden, e.Do(t, get, facts(token), "", apptest.Header("X-Forwarded-For", "203.0.113.7")).Code,
			"anybody can write that")
		require.Equal(t, http.StatusOK, e.Do(t, get, facts(token), "", apptest.OverHTTPS).Code, "the address behind a proxy that we trust")

		shop := apptest.Header("Origin", "https://shop.example.com:8443")
		res := e.Do(t, get, facts(token), "", shop)
		require.Equal(t, http.StatusOK, res.Code)
		require.Equal(t, "https://shop.example.com:8443", res.Header().Get("Access-Control-Allow-Origin"))
		require.Contains(t, res.Header().Values("Vary"), "Origin")
		res = e.Do(t, http.MethodOptions, facts(token), "", shop, apptest.Header("Access-Control-Request-Method", "GET"))
		require.Equal(t, http.StatusNoContent, res.Code)
		require.Equal(t, "https://shop.example.com:8443", res.Header().Get("Access-Control-Allow-Origin"))
	})
}
