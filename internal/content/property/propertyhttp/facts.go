package propertyhttp

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// factsBody is a body that the schema of the category in the path describes.
type factsBody json.RawMessage

// UnmarshalJSON copies the raw text.
func (b *factsBody) UnmarshalJSON(raw []byte) error {
	*b = append((*b)[:0], raw...)
	return nil
}

// MarshalJSON returns the raw text.
func (b factsBody) MarshalJSON() ([]byte, error) { return b, nil }

// Schema refers to the schemas of all categories.
func (factsBody) Schema(r huma.Registry) *huma.Schema { return anyCategory(r) }

type (
	factsRequest struct {
		ID       int64  `path:"id" minimum:"1"`
		Category string `path:"category" maxLength:"64" example:"rooms"`
	}
	saveFactsRequest struct {
		ID       int64  `path:"id" minimum:"1"`
		Category string `path:"category" maxLength:"64" example:"rooms"`
		Body     factsBody
	}
	deleteRecordRequest struct {
		ID       int64  `path:"id" minimum:"1"`
		Category string `path:"category" maxLength:"64"`
		RecordID int64  `path:"record_id" minimum:"1"`
	}
	factsResponse struct {
		Status int
		Body   factsBody
	}
	completenessResponse struct{ Body facts.Completeness }
)

func (h *handlers) category(key string) (*facts.Category, error) {
	c, ok := h.Catalogue.Find(key)
	if !ok {
		return nil, apperr.ErrNotFound
	}
	return c, nil
}

func factsAnswer(status int, v any) (*factsResponse, error) {
	raw, err := json.Marshal(v)
	return &factsResponse{Status: status, Body: raw}, err
}

func (h *handlers) getFacts(ctx context.Context, req *factsRequest) (*factsResponse, error) {
	c, err := h.category(req.Category)
	if err != nil {
		return nil, err
	}
	entries, err := h.Properties.Facts(ctx, auth.From(ctx), req.ID, c)
	if err != nil {
		return nil, err
	}
	return factsAnswer(http.StatusOK, c.Show(entries))
}

func (h *handlers) saveFacts(ctx context.Context, req *saveFactsRequest) (*factsResponse, error) {
	c, err := h.category(req.Category)
	if err != nil {
		return nil, err
	}
	saved, err := h.Properties.SaveFacts(ctx, auth.From(ctx), req.ID, c, req.Body)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	switch {
	case saved.List:
		return factsAnswer(status, c.Show(saved.Category))
	case saved.Created:
		status = http.StatusCreated
	}
	if c.Kind == facts.KindArray {
		return factsAnswer(status, saved.Entries[0].Show())
	}
	return factsAnswer(status, c.Show(saved.Entries))
}

func (h *handlers) deleteRecord(ctx context.Context, req *deleteRecordRequest) (*struct{}, error) {
	c, err := h.category(req.Category)
	if err != nil {
		return nil, err
	}
	return nil, h.Properties.DeleteRecord(ctx, auth.From(ctx), req.ID, c, req.RecordID)
}

func (h *handlers) factsState(ctx context.Context, req *propertyIDRequest) (*completenessResponse, error) {
	state, err := h.Properties.State(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &completenessResponse{Body: state}, nil
}

func (h *handlers) initFacts(ctx context.Context, req *propertyIDRequest) (*completenessResponse, error) {
	state, err := h.Properties.InitFacts(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &completenessResponse{Body: state}, nil
}
