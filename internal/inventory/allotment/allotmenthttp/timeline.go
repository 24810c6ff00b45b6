package allotmenthttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/civil"
)

type timelineRequest struct {
	ID   int64      `path:"id" minimum:"1"`
	From civil.Date `query:"from" doc:"First day; default today"`
	To   civil.Date `query:"to" doc:"Last day, included; default 30 days after from"`
}

type timelineResponse struct{ Body reading.Timeline }

func (h *handlers) timeline(ctx context.Context, req *timelineRequest) (*timelineResponse, error) {
	t, err := h.Allotments.Timeline(ctx, auth.From(ctx), req.ID, req.From, req.To)
	if err != nil {
		return nil, err
	}
	return &timelineResponse{Body: t}, nil
}
