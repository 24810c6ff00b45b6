package allotmenthttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/civil"
)

type breakdownRequest struct {
	ID   int64      `path:"id" minimum:"1"`
	Room int64      `query:"room" required:"true" minimum:"1" doc:"Room type"`
	Date civil.Date `query:"date" required:"true"`
}

type breakdownResponse struct{ Body reading.Breakdown }

func (h *handlers) breakdown(ctx context.Context, req *breakdownRequest) (*breakdownResponse, error) {
	b, err := h.Allotments.Breakdown(ctx, auth.From(ctx), req.ID, req.Room, req.Date)
	if err != nil {
		return nil, err
	}
	return &breakdownResponse{Body: b}, nil
}
