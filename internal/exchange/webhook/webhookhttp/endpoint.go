package webhookhttp

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/exchange/webhook"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	webhookBody struct {
		ID             int64         `json:"id"`
		Name           string        `json:"name"`
		URL            string        `json:"url"`
		EventTypes     []webhookType `json:"event_types" nullable:"false"`
		IsActive       bool          `json:"is_active"`
		DisabledReason *string       `json:"disabled_reason" doc:"Why it is not active; null while it is"`
		// DisabledProblems is missing while it is active.
		DisabledProblems []apperr.FieldError `json:"disabled_problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; one that was disabled long ago has none"`
		Secret           string              `json:"secret,omitempty" doc:"Only in the answer that makes it"`
		SecretPrefix     string              `json:"secret_prefix" doc:"The first characters of the secret"`
		PreviousUntil    *time.Time          `json:"previous_secret_until" doc:"Until then requests are signed with the secret before the last rotation, too"`
		FailingSince     *time.Time          `json:"failing_since" doc:"The first failed attempt since the last success; after 5 days the endpoint is disabled"`
		CreatedBy        int64               `json:"created_by" doc:"The user who made it. It receives what this user may see"`
		CreatedAt        time.Time           `json:"created_at"`
	}
	webhooksRequest  struct{ page.Query }
	webhooksResponse struct{ Body page.Page[webhookBody] }
	webhookResponse  struct{ Body webhookBody }
	webhookIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	createWebhookRequest struct {
		Body struct {
			Name       string        `json:"name" doc:"At most 100 characters"`
			URL        string        `json:"url" doc:"An HTTPS address" example:"https://example.com/hook"`
			EventTypes []webhookType `json:"event_types" nullable:"false" maxItems:"20"`
		}
	}
	updateWebhookRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			Name       httpx.Patch[string]        `json:"name,omitempty"`
			URL        httpx.Patch[string]        `json:"url,omitempty"`
			EventTypes httpx.Patch[[]webhookType] `json:"event_types,omitempty" maxItems:"20"`
			IsActive   httpx.Patch[bool]          `json:"is_active,omitempty"`
		}
	}
	rotateWebhookRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body *struct {
			OverlapHours *int `json:"overlap_hours,omitempty" minimum:"0" maximum:"72" doc:"How long the old secret signs too; default 24"`
		}
	}
	replayWebhookRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body struct {
			From       time.Time     `json:"from"`
			To         *time.Time    `json:"to,omitempty"`
			EventTypes []webhookType `json:"event_types,omitempty" nullable:"false" maxItems:"20"`
		}
	}
	webhookReplayResponse struct{ Body webhookReplay }
	webhookReplay         webhook.Replay
)

// webhookType is a type of event; its schema refuses others.
type webhookType string

// Schema lists the types.
func (webhookType) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, t := range webhook.EventTypes {
		s.Enum = append(s.Enum, t)
	}
	s.PrecomputeMessages()
	return s
}

func plainTypes(list []webhookType) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(t)
	}
	return out
}

func toWebhookBody(e webhook.Endpoint, secret string) webhookBody {
	b := webhookBody{
		ID: e.ID, Name: e.Name, URL: e.URL, EventTypes: make([]webhookType, len(e.EventTypes)), IsActive: e.IsActive, Secret: secret,
		SecretPrefix: e.SecretPrefix, PreviousUntil: e.PreviousUntil, FailingSince: e.FailingSince, CreatedBy: e.CreatedBy, CreatedAt: e.CreatedAt,
	}
	for i, t := range e.EventTypes {
		b.EventTypes[i] = webhookType(t)
	}
	if !e.IsActive {
		b.DisabledReason, b.DisabledProblems = &e.DisabledReason, e.DisabledProblems
	}
	return b
}

func answer(e webhook.Endpoint, secret string, err error) (*webhookResponse, error) {
	if err != nil {
		return nil, err
	}
	return &webhookResponse{Body: toWebhookBody(e, secret)}, nil
}

func (h *handlers) listEndpoints(ctx context.Context, req *webhooksRequest) (*webhooksResponse, error) {
	list, count, err := h.svc.Endpoints(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]webhookBody, len(list))
	for i, e := range list {
		bodies[i] = toWebhookBody(e, "")
	}
	return &webhooksResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) getEndpoint(ctx context.Context, req *webhookIDRequest) (*webhookResponse, error) {
	e, err := h.svc.Endpoint(ctx, auth.From(ctx), req.ID)
	return answer(e, "", err)
}

func (h *handlers) createEndpoint(ctx context.Context, req *createWebhookRequest) (*webhookResponse, error) {
	types := plainTypes(req.Body.EventTypes)
	secret, e, err := h.svc.CreateEndpoint(ctx, auth.From(ctx), webhook.EndpointInput{Name: &req.Body.Name, URL: &req.Body.URL, EventTypes: &types})
	return answer(e, secret, err)
}

func (h *handlers) updateEndpoint(ctx context.Context, req *updateWebhookRequest) (*webhookResponse, error) {
	in := webhook.EndpointInput{Name: req.Body.Name.Pointer(), URL: req.Body.URL.Pointer()}
	if req.Body.EventTypes.Set || req.Body.EventTypes.Null {
		types := plainTypes(req.Body.EventTypes.Value)
		in.EventTypes = &types
	}
	if req.Body.IsActive.Set {
		in.IsActive = req.Body.IsActive.Pointer()
	}
	e, err := h.svc.UpdateEndpoint(ctx, auth.From(ctx), req.ID, in)
	return answer(e, "", err)
}

func (h *handlers) deleteEndpoint(ctx context.Context, req *webhookIDRequest) (*struct{}, error) {
	return nil, h.svc.DeleteEndpoint(ctx, auth.From(ctx), req.ID)
}

const defaultOverlap = 24

func (h *handlers) rotateSecret(ctx context.Context, req *rotateWebhookRequest) (*webhookResponse, error) {
	hours := defaultOverlap
	if req.Body != nil && req.Body.OverlapHours != nil {
		hours = *req.Body.OverlapHours
	}
	secret, e, err := h.svc.RotateSecret(ctx, auth.From(ctx), req.ID, time.Duration(hours)*time.Hour)
	return answer(e, secret, err)
}

func (h *handlers) replay(ctx context.Context, req *replayWebhookRequest) (*webhookReplayResponse, error) {
	in := webhook.ReplayInput{From: req.Body.From, EventTypes: plainTypes(req.Body.EventTypes)}
	if req.Body.To != nil {
		in.To = *req.Body.To
	}
	r, err := h.svc.Replay(ctx, auth.From(ctx), req.ID, in)
	if err != nil {
		return nil, err
	}
	return &webhookReplayResponse{Body: webhookReplay(r)}, nil
}

func (h *handlers) lastReplay(ctx context.Context, req *webhookIDRequest) (*webhookReplayResponse, error) {
	r, err := h.svc.LastReplay(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &webhookReplayResponse{Body: webhookReplay(r)}, nil
}
