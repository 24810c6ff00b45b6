// Package webhookhttp serves webhook endpoints, their deliveries and replays.
package webhookhttp

import (
	"net/http"

	"allot/internal/exchange/webhook"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type handlers struct{ svc *webhook.Service }

const (
	tag = "Webhooks"
	v1  = "/api/v1/integrations/webhooks/"
	dev = "/api/dev/integrations/webhooks/"
)

// rule admits customers; of their sub-users those who look after integrations.
var rule = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Integrations}

// under declares an operation under both prefixes.
func under(op httpx.Op, path string) httpx.Op {
	op.Path, op.Aliases, op.Tag, op.Rule = v1+path, []string{dev + path}, tag, rule
	return op
}

// Register adds webhooks under both of their prefixes.
func Register(s *httpx.Server, svc *webhook.Service) {
	h := &handlers{svc}
	h.registerEndpoints(s)
	h.registerDeliveries(s)
}

func (h *handlers) registerEndpoints(s *httpx.Server) {
	httpx.Register(s, under(httpx.Op{
		ID: "listWebhooks", Method: http.MethodGet, Summary: "List webhook endpoints", Description: "Newest first. Of a secret only its first characters are shown.",
	}, ""), h.listEndpoints)
	httpx.Register(s, under(httpx.Op{
		ID: "createWebhook", Method: http.MethodPost, Status: http.StatusCreated, Creates: true, Secrets: []string{"secret"},
		Summary: "Register a webhook endpoint",
		Description: "The address is an HTTPS URL without user name and fragment, of at most 1000 characters. We connect to it once and check its certificate; private, loopback and link-local addresses are refused. " +
			"The answer holds the whole signing `secret`, once: keep it. An account has at most 20 endpoints, and may make us connect (by registrations, tests and retries) 60 times an hour (else 429). " +
			"An endpoint receives what the user who makes it may see: property events need `fact_sheets`, stop sales and availability `stop_sales`, invoices `invoicing`, within the user's properties. " +
			"If that user is removed, the endpoint is switched off.",
		Refusals: map[int]string{http.StatusConflict: "too_many_endpoints", http.StatusTooManyRequests: "too_many_requests"},
	}, ""), h.createEndpoint)
	httpx.Register(s, under(httpx.Op{ID: "getWebhook", Method: http.MethodGet, Summary: "Show a webhook endpoint", Description: "Of the secret only the first characters are shown."}, "{id}/"), h.getEndpoint)
	httpx.Register(s, under(httpx.Op{
		ID: "updateWebhook", Method: http.MethodPatch, Summary: "Change a webhook endpoint",
		Description: "By the user who made it or the manager. A new `url` is checked as at registration. With `is_active` false nothing is sent any more and what waits ends as failed; " +
			"with true an endpoint that was disabled is used again: use replay for what it missed.",
		Refusals: map[int]string{http.StatusTooManyRequests: "too_many_requests"},
	}, "{id}/"), h.updateEndpoint)
	httpx.Register(s, under(httpx.Op{
		ID: "deleteWebhook", Method: http.MethodDelete, Status: http.StatusNoContent, Summary: "Delete a webhook endpoint", Description: "With its deliveries, also those that wait.",
	}, "{id}/"), h.deleteEndpoint)
	httpx.Register(s, under(httpx.Op{
		ID: "rotateWebhookSecret", Method: http.MethodPost, Creates: true, Secrets: []string{"secret"}, Summary: "Give a webhook endpoint a new secret",
		Description: "By the user who made it or the manager. The answer holds the whole new `secret`, once. For `overlap_hours` (default 24, at most 72) requests are signed with the old one too: " +
			"`webhook-signature` then has both signatures, `X-Service-Signature` that of the new secret and `X-Service-Signature-Previous` that of the old one.",
	}, "{id}/rotate-secret/"), h.rotateSecret)
	httpx.Register(s, under(httpx.Op{
		ID: "testWebhook", Method: http.MethodPost, Status: http.StatusAccepted, Creates: true, Summary: "Send a test ping",
		Description: "Makes a delivery of the event `test.ping`, which is sent at once as every other is, whether or not the endpoint is subscribed to it. The answer is the delivery before its first attempt: read it again for the outcome.",
		Refusals:    map[int]string{http.StatusConflict: "endpoint_disabled", http.StatusTooManyRequests: "too_many_requests"},
	}, "{id}/test/"), h.test)
	httpx.Register(s, under(httpx.Op{
		ID: "replayWebhook", Method: http.MethodPost, Status: http.StatusAccepted, Creates: true, Summary: "Send past events once more",
		Description: "Those that happened from `from` on and before `to` (default: now), at most 45 days ago, of `event_types` (default: all that the endpoint is subscribed to). They become new deliveries with ids of their own, " +
			"of what the account may see now; `replay` of a delivery is the id of its replay. One replay of an endpoint at a time, of at most 10,000 deliveries; one that had more ends as `limited`.",
		Refusals: map[int]string{http.StatusConflict: "endpoint_disabled or replay_running"},
	}, "{id}/replay/"), h.replay)
	httpx.Register(s, under(httpx.Op{ID: "getWebhookReplay", Method: http.MethodGet, Summary: "Show the last replay of a webhook endpoint", Description: "How far it is; 404 if there was none."}, "{id}/replay/"), h.lastReplay)
}

const retryDescription = "One attempt, at once. Of a failed delivery it is the only one; of a pending one it takes the place of the next retry. A success makes the delivery successful. " +
	"A delivery has at most 50 attempts. Takes the delivery's `id` or its `delivery_id`; the answer is the delivery before the attempt."

var retryRefusals = map[int]string{
	http.StatusConflict:        "already_delivered, delivery_in_progress, endpoint_disabled or too_many_attempts",
	http.StatusTooManyRequests: "too_many_requests",
}

func (h *handlers) registerDeliveries(s *httpx.Server) {
	httpx.Register(s, under(httpx.Op{
		ID: "listWebhookDeliveries", Method: http.MethodGet, Summary: "List deliveries of a webhook endpoint",
		Description: "Newest first, each with its payload and every attempt, for the user who made the endpoint and the manager. They are kept for 30 days (or as the installation is set up), at most 20,000 of an endpoint, and at most 100 MiB of an account with the answers: the oldest go first, and one that is gone is 404. " +
			"If more than 20,000 or 50 MiB wait, the endpoint is disabled.",
	}, "{id}/deliveries/"), h.listDeliveries)
	httpx.Register(s, under(httpx.Op{
		ID: "getWebhookDelivery", Method: http.MethodGet, Summary: "Show a delivery", Description: "By its `id` or its `delivery_id`.",
	}, "deliveries/{id}/"), h.getDelivery)
	httpx.Register(s, httpx.Op{
		ID: "retryWebhookDelivery", Method: http.MethodPost, Path: v1 + "deliveries/{id}/retry/", Tag: tag, Rule: rule, Status: http.StatusAccepted,
		Summary: "Retry a delivery", Description: retryDescription, Refusals: retryRefusals,
	}, h.retry)
	httpx.Register(s, httpx.Op{
		ID: "retryWebhookDeliveryAlt", Method: http.MethodPost, Path: dev + "deliveries/{delivery_id}/retry/", Tag: tag, Rule: rule, Status: http.StatusAccepted,
		Summary: "Retry a delivery (alias)", Description: retryDescription, Refusals: retryRefusals,
	}, h.retryAlias)
}
