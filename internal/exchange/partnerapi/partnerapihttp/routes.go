// Package partnerapihttp admits systems with an API key, and serves the keys, the
// statistics of their calls and the test call.
package partnerapihttp

import (
	"net/http"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type handlers struct{ svc *partnerapi.Service }

const tag = "API keys"

// rule admits customers; of their sub-users those who look after integrations.
var rule = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Integrations}

// Register adds API keys and their whitelists under /api/settings/.
func Register(s *httpx.Server, svc *partnerapi.Service) {
	h := &handlers{svc}
	h.registerKeys(s)
	h.registerWhitelists(s)
}

func (h *handlers) registerKeys(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "listApiKeys", Method: http.MethodGet, Path: "/api/settings/api-keys/", Tag: tag, Rule: rule,
		Summary: "List API keys", Description: "Newest first. Of a token only its first characters are shown.",
	}, h.listKeys)
	httpx.Register(s, httpx.Op{
		ID: "createApiKey", Method: http.MethodPost, Path: "/api/settings/api-key/create/", Tag: tag, Rule: rule, Status: http.StatusCreated,
		Creates: true, Secrets: []string{"token"},
		Summary: "Create an API key",
		Description: "The answer holds the whole `token`, once: keep it. It stands in the paths of the partner API. " +
			"How many keys an account has is limited by its plan; after a change to a smaller plan the newest beyond it go on working and can be revoked, " +
			"but not changed, rotated or whitelisted (403 `plan_limit_reached`). A key opens no more than the user who makes it may: " +
			"each permission needs the user's own (`fact_sheet`: `fact_sheets`, `stop_sale`: `stop_sales`, `hotel_photos`: `photos`, " +
			"`invoices`: `invoicing`, `rooming` and `rooming_write`: `rooming`, `availability_write`: `stop_sales`), else 403 with `permission`. The key tells of the properties in the user's scope. " +
			"Only accommodations can have `availability_write`. What is taken from the user later is taken from the key at once; if the user is removed, the key is revoked.",
	}, h.createKey)
	httpx.Register(s, httpx.Op{
		ID: "getApiKey", Method: http.MethodGet, Path: "/api/settings/api-key/{id}/", Tag: tag, Rule: rule,
		Summary: "Show an API key", Description: "With its permissions. Of the token only the first characters are shown.",
	}, h.getKey)
	httpx.Register(s, httpx.Op{
		ID: "updateApiKey", Method: http.MethodPut, Path: "/api/settings/api-key/update/{id}/", Tag: tag, Rule: rule,
		Summary: "Change an API key",
		Description: "Its name, permissions or contract, by the user who made it or the manager. The token stays; the change holds from the next request with it on. " +
			"A permission that is new to the key needs that of both the caller and the user who made it.",
	}, h.updateKey)
	httpx.Register(s, httpx.Op{
		ID: "revokeApiKey", Method: http.MethodDelete, Path: "/api/settings/api-key/delete/{id}/", Tag: tag, Rule: rule, Status: http.StatusNoContent,
		Summary: "Revoke an API key", Description: "It ends at once, with its whitelist.",
	}, h.deleteKey)
	httpx.Register(s, httpx.Op{
		ID: "rotateApiKey", Method: http.MethodPost, Path: "/api/settings/api-key/rotate/{id}/", Tag: tag, Rule: rule, Creates: true, Secrets: []string{"token"},
		Summary:     "Give an API key a new token",
		Description: "By the user who made the key or the manager. The answer holds the whole new `token`, once. The old one ends at once, or with `keep_old` after 24 hours. Tokens stand in URLs and so in logs: rotate on any suspicion.",
	}, h.rotateKey)
}

func (h *handlers) registerWhitelists(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "listWhitelistedDomains", Method: http.MethodGet, Path: "/api/settings/whitelists/", Tag: tag, Rule: rule,
		Summary: "List whitelisted domains", Description: "Of all keys or of one, in the order they were added. A key without entries works from anywhere.",
	}, h.listWhitelist)
	httpx.Register(s, httpx.Op{
		ID: "addWhitelistedDomain", Method: http.MethodPost, Path: "/api/settings/whitelists/create/", Tag: tag, Rule: rule, Status: http.StatusCreated, Creates: true,
		Summary: "Whitelist a domain for an API key",
		Description: "A key with entries works only where one of them matches: an address or network the client's address alone, " +
			"a host the host of `Origin` (without one, of `Referer`). `domain` is a host, `*.host` for everything below it, an IP address or a network; scheme, port and path are dropped. " +
			"Scripts on a whitelisted page may read the answers (CORS).",
	}, h.addToWhitelist)
	httpx.Register(s, httpx.Op{
		ID: "deleteWhitelistedDomain", Method: http.MethodDelete, Path: "/api/settings/whitelists/delete/{id}/", Tag: tag, Rule: rule, Status: http.StatusNoContent,
		Summary: "Remove a whitelisted domain", Description: "Without its last entry a key works from anywhere.",
	}, h.removeFromWhitelist)
}
