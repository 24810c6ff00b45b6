package stopsalehttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	stopSaleSourcesRequest struct {
		page.Query
	}
	stopSaleSourcesResponse struct {
		Body page.Page[stopSaleSource]
	}
	createStopSaleSourceRequest struct {
		Body struct {
			Name string `json:"name" maxLength:"50"`
		}
	}
	stopSaleSource         struct{ stopsale.Source }
	stopSaleSourceResponse struct{ Body stopSaleSource }
)

func (h *handlers) sources(ctx context.Context, req *stopSaleSourcesRequest) (*stopSaleSourcesResponse, error) {
	list, count, err := h.stops.Sources(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]stopSaleSource, len(list))
	for i, src := range list {
		bodies[i] = stopSaleSource{src}
	}
	return &stopSaleSourcesResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) createSource(ctx context.Context, req *createStopSaleSourceRequest) (*stopSaleSourceResponse, error) {
	made, err := h.stops.CreateSource(ctx, auth.From(ctx), req.Body.Name)
	if err != nil {
		return nil, err
	}
	return &stopSaleSourceResponse{Body: stopSaleSource{made}}, nil
}
