package webhookhttp

import (
	"context"
	"encoding/json"
	"time"

	"allot/internal/exchange/webhook"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	deliveryBody struct {
		ID           int64               `json:"id"`
		DeliveryID   string              `json:"delivery_id" doc:"What the receiver knows it by; it stays over retries"`
		Endpoint     int64               `json:"endpoint"`
		Event        webhookType         `json:"event"`
		Replay       *int64              `json:"replay" doc:"The replay that made it; null: the event itself"`
		Payload      json.RawMessage     `json:"payload" doc:"The body of the request"`
		Status       string              `json:"status" enum:"pending,success,failed"`
		ResponseCode *int                `json:"response_code" doc:"Of the last attempt; null without an answer"`
		ResponseBody string              `json:"response_body" doc:"Its first 4 KiB"`
		Error        string              `json:"error" doc:"What is wrong, in words; empty if nothing is"`
		Problems     []apperr.FieldError `json:"problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; those of long ago have none"`
		AttemptCount int                 `json:"attempt_count"`
		Attempts     []attemptBody       `json:"attempts" nullable:"false"`
		NextRetryAt  *time.Time          `json:"next_retry_at" doc:"Null if nothing is sent any more"`
		CreatedAt    time.Time           `json:"created_at"`
		FinishedAt   *time.Time          `json:"finished_at"`
	}
	attemptBody struct {
		Number       int                 `json:"number"`
		IsManual     bool                `json:"is_manual" doc:"A user asked for it"`
		StartedAt    time.Time           `json:"started_at"`
		DurationMS   int64               `json:"duration_ms"`
		ResponseCode *int                `json:"response_code"`
		ResponseBody string              `json:"response_body"`
		Error        string              `json:"error"`
		Problems     []apperr.FieldError `json:"problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; those of long ago have none"`
	}
	deliveriesRequest struct {
		ID int64 `path:"id" minimum:"1"`
		page.Query
		Status string    `query:"status" enum:"pending,success,failed"`
		Event  string    `query:"event" doc:"A type of event"`
		From   time.Time `query:"from" doc:"Made at this time or later"`
		To     time.Time `query:"to" doc:"Made before this time"`
	}
	deliveriesResponse struct{ Body page.Page[deliveryBody] }
	deliveryResponse   struct{ Body deliveryBody }
	deliveryIDRequest  struct {
		ID string `path:"id" maxLength:"60" doc:"The id or the delivery_id"`
	}
	deliveryAliasRequest struct {
		ID string `path:"delivery_id" maxLength:"60" doc:"The id or the delivery_id"`
	}
)

func toDeliveryBody(d webhook.Delivery) deliveryBody {
	b := deliveryBody{
		ID: d.ID, DeliveryID: d.DeliveryID, Endpoint: d.EndpointID, Event: webhookType(d.Event), Replay: d.ReplayID, Payload: d.Payload, Status: string(d.Status),
		ResponseCode: d.ResponseCode, ResponseBody: d.ResponseBody, Error: d.Error, Problems: d.Problems, AttemptCount: d.AttemptCount,
		Attempts: make([]attemptBody, len(d.Attempts)), NextRetryAt: d.NextRetryAt, CreatedAt: d.CreatedAt, FinishedAt: d.FinishedAt,
	}
	for i, a := range d.Attempts {
		b.Attempts[i] = attemptBody{a.Number, a.IsManual, a.StartedAt, a.DurationMS, a.ResponseCode, a.ResponseBody, a.Error, a.Problems}
	}
	return b
}

// maxDeliveries bounds a page: each has a payload and bodies of answers.
const maxDeliveries = 100

func (h *handlers) listDeliveries(ctx context.Context, req *deliveriesRequest) (*deliveriesResponse, error) {
	asked := req.Request()
	asked.Size = min(asked.Size, maxDeliveries)
	req.PageSize = min(req.PageSize, maxDeliveries)
	f := webhook.DeliveryFilter{Status: webhook.Status(req.Status), Event: req.Event, From: req.From, To: req.To}
	list, count, err := h.svc.Deliveries(ctx, auth.From(ctx), req.ID, f, asked)
	if err != nil {
		return nil, err
	}
	bodies := make([]deliveryBody, len(list))
	for i, d := range list {
		bodies[i] = toDeliveryBody(d)
	}
	return &deliveriesResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func answerDelivery(d webhook.Delivery, err error) (*deliveryResponse, error) {
	if err != nil {
		return nil, err
	}
	return &deliveryResponse{Body: toDeliveryBody(d)}, nil
}

func (h *handlers) getDelivery(ctx context.Context, req *deliveryIDRequest) (*deliveryResponse, error) {
	return answerDelivery(h.svc.Delivery(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) test(ctx context.Context, req *webhookIDRequest) (*deliveryResponse, error) {
	return answerDelivery(h.svc.Test(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) retry(ctx context.Context, req *deliveryIDRequest) (*deliveryResponse, error) {
	return answerDelivery(h.svc.Retry(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) retryAlias(ctx context.Context, req *deliveryAliasRequest) (*deliveryResponse, error) {
	return answerDelivery(h.svc.Retry(ctx, auth.From(ctx), req.ID))
}
