package referencehttp

import (
	"context"

	"allot/internal/content/reference"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	optionListsRequest struct {
		page.Query
		Condition
	}
	optionList struct {
		Name string `json:"name" doc:"Goes into /api/external/options/{list}/" example:"timezones"`
	}
	optionsRequest struct {
		page.Query
		LanguageQuery
		List string `path:"list" example:"timezones"`
	}
)

func (h *handlers) listOptionLists(ctx context.Context, req *optionListsRequest) (*answer[optionList], error) {
	names := h.svc.OptionLists()
	list := make([]optionList, len(names))
	for i, n := range names {
		list[i] = optionList{Name: n}
	}
	body := httpx.Page(ctx, &req.Query, len(list), page.Cut(list, req.Request()))
	return reply(req.Condition, "", private, body)
}

func (h *handlers) listOptions(ctx context.Context, req *optionsRequest) (*answer[reference.Option], error) {
	lang, err := req.language(ctx, h.svc)
	if err != nil {
		return nil, err
	}
	list, err := h.svc.Options(req.List, lang)
	if err != nil {
		return nil, err
	}
	body := httpx.Page(ctx, &req.Query, len(list), page.Cut(list, req.Request()))
	return reply(req.Condition, lang, revalidate, body)
}
