package referencehttp

import (
	"context"

	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
	"allot/internal/reference"
)

type (
	countriesRequest struct {
		page.Query
		Asked
	}
	countriesResponse struct {
		Kept
		Body page.Page[reference.Country]
	}
	statesRequest struct {
		page.Query
		Known
		Country string `query:"country" required:"true" doc:"ISO 3166-1 alpha-2" example:"GR"`
	}
	statesResponse struct {
		Kept
		Body page.Page[reference.State]
	}
)

func (h *handlers) listCountries(ctx context.Context, req *countriesRequest) (*countriesResponse, error) {
	lang, err := h.svc.Language(req.Lang, req.Accepted)
	if err != nil {
		return nil, err
	}
	list := h.svc.Countries(lang)
	body := httpx.Page(ctx, &req.Query, len(list), cut(list, req.Request()))
	kept, err := keep(req.Known, lang, shared, body)
	return &countriesResponse{kept, body}, err
}

func (h *handlers) listStates(ctx context.Context, req *statesRequest) (*statesResponse, error) {
	list, err := h.svc.States(req.Country)
	if err != nil {
		return nil, err
	}
	body := httpx.Page(ctx, &req.Query, len(list), cut(list, req.Request()))
	kept, err := keep(req.Known, "", private, body)
	return &statesResponse{kept, body}, err
}
