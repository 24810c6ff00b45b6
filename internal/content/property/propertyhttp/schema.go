package propertyhttp

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	factCategoryBody struct {
		Category    string     `json:"category" example:"rooms"`
		Title       string     `json:"title" example:"Room types"`
		Description string     `json:"description"`
		Kind        facts.Kind `json:"kind" enum:"single,array"`
	}
	factSchemasRequest struct {
		page.Query
		httpx.LanguageQuery
	}
	factSchemasResponse struct {
		Body page.Page[factCategoryBody]
	}
	factSchemaRequest struct {
		Category string `path:"category" maxLength:"64" example:"rooms"`
		httpx.LanguageQuery
	}
	factSchemaResponse struct{ Body factSchema }

	// factSchema is a JSON Schema.
	factSchema json.RawMessage
)

// MarshalJSON returns the raw text.
func (s factSchema) MarshalJSON() ([]byte, error) { return s, nil }

// Schema describes it as any object.
func (factSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "JSON Schema 2020-12"}
}

func (h *handlers) listSchemas(ctx context.Context, req *factSchemasRequest) (*factSchemasResponse, error) {
	all := []factCategoryBody{}
	for _, c := range h.Catalogue.Categories() {
		all = append(all, factCategoryBody{
			Category: c.Key, Title: c.TitleIn(req.Language()), Description: c.DescriptionIn(req.Language()), Kind: c.Kind,
		})
	}
	from := min(req.Request().Offset(), int64(len(all)))
	to := min(from+req.Request().Limit(), int64(len(all)))
	return &factSchemasResponse{Body: httpx.Page(ctx, &req.Query, len(all), all[from:to])}, nil
}

func (h *handlers) getSchema(_ context.Context, req *factSchemaRequest) (*factSchemaResponse, error) {
	c, ok := h.Catalogue.Find(req.Category)
	if !ok {
		return nil, apperr.ErrNotFound
	}
	return &factSchemaResponse{Body: factSchema(c.Schema(req.Language()))}, nil
}
