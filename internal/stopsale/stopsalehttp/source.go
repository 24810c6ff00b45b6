package stopsalehttp

import (
	"context"

	"allot/internal/platform/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
	"allot/internal/stopsale"
)

type (
	stopSaleSourcesRequest struct {
		page.Query
	}
	stopSaleSourcesResponse struct {
		Body page.Page[stopsale.Source]
	}
	createStopSaleSourceRequest struct {
		Body struct {
			Name string `json:"name" maxLength:"50"`
		}
	}
	stopSaleSourceResponse struct{ Body stopsale.Source }
)

func (h *handlers) sources(ctx context.Context, req *stopSaleSourcesRequest) (*stopSaleSourcesResponse, error) {
	list, count, err := h.stops.Sources(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	return &stopSaleSourcesResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) createSource(ctx context.Context, req *createStopSaleSourceRequest) (*stopSaleSourceResponse, error) {
	made, err := h.stops.CreateSource(ctx, auth.From(ctx), req.Body.Name)
	if err != nil {
		return nil, err
	}
	return &stopSaleSourceResponse{Body: made}, nil
}
