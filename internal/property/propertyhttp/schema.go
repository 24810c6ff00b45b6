package propertyhttp

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/lang"
	"allot/internal/platform/page"
)

// FactLanguage is how a caller asks for labels in a language; exported because
// the API framework sees embedded fields of exported types only.
type FactLanguage struct {
	Lang     string `query:"lang" maxLength:"35" example:"de" doc:"Language of the labels: en, de, tr or el; else that of Accept-Language, else English"`
	Accepted string `header:"Accept-Language"`
}

func (l FactLanguage) wanted() string { return lang.Match(l.Lang, l.Accepted) }

type (
	factCategoryBody struct {
		Category    string     `json:"category" example:"rooms"`
		Title       string     `json:"title" example:"Room types"`
		Description string     `json:"description"`
		Kind        facts.Kind `json:"kind" enum:"single,array"`
	}
	factSchemasRequest struct {
		page.Query
		FactLanguage
	}
	factSchemasResponse struct {
		Body page.Page[factCategoryBody]
	}
	factSchemaRequest struct {
		Category string `path:"category" maxLength:"64" example:"rooms"`
		FactLanguage
	}
	factSchemaResponse struct{ Body factSchema }

	// factSchema is a JSON Schema.
	factSchema json.RawMessage
)

// MarshalJSON gives it as it is.
func (s factSchema) MarshalJSON() ([]byte, error) { return s, nil }

// Schema says no more than that it is an object.
func (factSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "JSON Schema 2020-12"}
}

func (h *handlers) listSchemas(ctx context.Context, req *factSchemasRequest) (*factSchemasResponse, error) {
	all := []factCategoryBody{}
	for _, c := range h.Catalogue.Categories() {
		all = append(all, factCategoryBody{
			Category: c.Key, Title: c.TitleIn(req.wanted()), Description: c.DescriptionIn(req.wanted()), Kind: c.Kind,
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
	return &factSchemaResponse{Body: factSchema(c.Schema(req.wanted()))}, nil
}
