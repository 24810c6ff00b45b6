package referencehttp

import (
	"context"

	"allot/internal/content/reference"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type citiesRequest struct {
	page.Query
	Condition
	Country string `query:"country" doc:"ISO 3166-1 alpha-2" example:"TR"`
	State   string `query:"state" doc:"Code of a state of that country" example:"07"`
	Q       string `query:"q" doc:"Beginnings of the words of the name" example:"anta"`
}

func (h *handlers) listCities(ctx context.Context, req *citiesRequest) (*answer[reference.City], error) {
	list, count, err := h.svc.Cities(reference.CityQuery{Country: req.Country, State: req.State, Q: req.Q}, req.Request())
	if err != nil {
		return nil, err
	}
	body := httpx.Page(ctx, &req.Query, count, list)
	return reply(req.Condition, "", private, body)
}
