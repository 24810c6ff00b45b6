package referencehttp

import (
	"context"

	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
	"allot/internal/reference"
)

type (
	optionListsRequest struct {
		page.Query
		Known
	}
	optionListsResponse struct {
		Kept
		Body page.Page[optionList]
	}
	optionList struct {
		Name string `json:"name" doc:"Goes into /api/external/options/{list}/" example:"timezones"`
	}
	optionsRequest struct {
		page.Query
		Asked
		List string `path:"list" example:"timezones"`
	}
	optionsResponse struct {
		Kept
		Body page.Page[reference.Option]
	}
)

func (h *handlers) listOptionLists(ctx context.Context, req *optionListsRequest) (*optionListsResponse, error) {
	names := h.svc.OptionLists()
	list := make([]optionList, len(names))
	for i, n := range names {
		list[i] = optionList{Name: n}
	}
	body := httpx.Page(ctx, &req.Query, len(list), cut(list, req.Request()))
	kept, err := keep(req.Known, "", hourly, body)
	return &optionListsResponse{kept, body}, err
}

func (h *handlers) listOptions(ctx context.Context, req *optionsRequest) (*optionsResponse, error) {
	lang, err := h.svc.Language(req.Lang, req.Accepted)
	if err != nil {
		return nil, err
	}
	list, err := h.svc.Options(req.List, lang)
	if err != nil {
		return nil, err
	}
	body := httpx.Page(ctx, &req.Query, len(list), cut(list, req.Request()))
	kept, err := keep(req.Known, lang, hourly, body)
	return &optionsResponse{kept, body}, err
}
