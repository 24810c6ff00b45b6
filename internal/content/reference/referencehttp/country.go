package referencehttp

import (
	"context"

	"allot/internal/content/reference"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	countriesRequest struct {
		page.Query
		LanguageQuery
	}
	statesRequest struct {
		page.Query
		Condition
		Country string `query:"country" required:"true" doc:"ISO 3166-1 alpha-2" example:"GR"`
	}
)

func (h *handlers) listCountries(ctx context.Context, req *countriesRequest) (*answer[reference.Country], error) {
	lang, err := req.language(ctx, h.svc)
	if err != nil {
		return nil, err
	}
	list := h.svc.Countries(lang)
	body := httpx.Page(ctx, &req.Query, len(list), page.Cut(list, req.Request()))
	return reply(req.Condition, lang, req.cache(ctx), body)
}

func (h *handlers) listStates(ctx context.Context, req *statesRequest) (*answer[reference.State], error) {
	list, err := h.svc.States(req.Country)
	if err != nil {
		return nil, err
	}
	body := httpx.Page(ctx, &req.Query, len(list), page.Cut(list, req.Request()))
	return reply(req.Condition, "", private, body)
}
