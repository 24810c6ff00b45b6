package referencehttp

import (
	"context"

	"allot/internal/content/reference"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type currenciesRequest struct {
	page.Query
	LanguageQuery
}

func (h *handlers) listCurrencies(ctx context.Context, req *currenciesRequest) (*answer[reference.Currency], error) {
	lang, err := req.language(ctx, h.svc)
	if err != nil {
		return nil, err
	}
	list := h.svc.Currencies(lang)
	body := httpx.Page(ctx, &req.Query, len(list), page.Cut(list, req.Request()))
	return reply(req.Condition, lang, req.cache(ctx), body)
}
