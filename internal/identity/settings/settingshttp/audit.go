package settingshttp

import (
	"context"
	"encoding/json"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	auditRequest struct {
		page.Query
		User       int64      `query:"user" minimum:"1" doc:"Id of the user"`
		Action     string     `query:"action" maxLength:"100" example:"update"`
		ObjectType string     `query:"object_type" maxLength:"100" example:"contact"`
		ObjectID   string     `query:"object_id" maxLength:"100"`
		IPAddress  string     `query:"ip_address" maxLength:"100"`
		RequestID  string     `query:"request_id" maxLength:"200"`
		From       civil.Date `query:"from" doc:"First day"`
		To         civil.Date `query:"to" doc:"Last day, included"`
	}
	auditResponse  struct{ Body page.Page[auditEntryBody] }
	auditEntryBody struct {
		ID         int64          `json:"id"`
		User       *auditUserBody `json:"user" doc:"null for what the service did by itself"`
		Action     string         `json:"action"`
		ObjectType string         `json:"object_type"`
		ObjectID   string         `json:"object_id"`
		Before     any            `json:"before" doc:"The object before the change, null if it did not exist"`
		After      any            `json:"after" doc:"The object after the change, null if it exists no more"`
		IPAddress  string         `json:"ip_address"`
		RequestID  string         `json:"request_id"`
		CreatedAt  time.Time      `json:"created_at"`
	}
	auditUserBody struct {
		ID    int64   `json:"id"`
		Email *string `json:"email" doc:"null for a removed user and for platform staff"`
	}
)

func (h *handlers) listAudit(ctx context.Context, req *auditRequest) (*auditResponse, error) {
	if !req.From.IsZero() && !req.To.IsZero() && req.To < req.From {
		return nil, apperr.Field("to", "must not be before from")
	}
	f := audit.Filter{
		UserID: req.User, Action: req.Action, ObjectType: req.ObjectType, ObjectID: req.ObjectID,
		IPAddress: req.IPAddress, RequestID: req.RequestID, From: req.From, To: req.To,
	}
	entries, emails, count, err := h.Settings.Trail(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]auditEntryBody, len(entries))
	for i, e := range entries {
		bodies[i] = auditEntryBody{
			ID: e.ID, User: auditUser(e.UserID, emails), Action: e.Action, ObjectType: e.ObjectType, ObjectID: e.ObjectID,
			Before: raw(e.Before), After: raw(e.After), IPAddress: e.IPAddress, RequestID: e.RequestID, CreatedAt: e.CreatedAt,
		}
	}
	return &auditResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func auditUser(id int64, emails map[int64]string) *auditUserBody {
	if id == 0 {
		return nil
	}
	u := &auditUserBody{ID: id}
	if email, ok := emails[id]; ok {
		u.Email = &email
	}
	return u
}

// raw returns nil for an empty message, which is not valid JSON.
func raw(b json.RawMessage) any {
	if len(b) == 0 {
		return nil
	}
	return b
}
