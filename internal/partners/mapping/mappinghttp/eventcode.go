package mappinghttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/platform/httpx"
)

type (
	eventCodesResponse      struct{ Body mapping.EventCodes }
	updateEventCodesRequest struct {
		Body struct {
			Free      httpx.Patch[string] `json:"free,omitempty" doc:"Free sale" example:"FS"`
			Open      httpx.Patch[string] `json:"open,omitempty" doc:"Open with a number of rooms"`
			OnRequest httpx.Patch[string] `json:"on_request,omitempty" doc:"Rooms have to be asked for" example:"RQ"`
			Stop      httpx.Patch[string] `json:"stop,omitempty" doc:"Stop sale" example:"XX"`
			Block     httpx.Patch[string] `json:"block,omitempty" doc:"Blocked"`
		}
	}
)

func (h *handlers) getEventCodes(ctx context.Context, _ *struct{}) (*eventCodesResponse, error) {
	return toEventCodes(h.mappings.EventCodes(ctx, auth.From(ctx).OwnerID))
}

func (h *handlers) updateEventCodes(ctx context.Context, req *updateEventCodesRequest) (*eventCodesResponse, error) {
	b := req.Body
	return toEventCodes(h.mappings.UpdateEventCodes(ctx, auth.From(ctx), mapping.EventCodesChange{
		Free: b.Free.Pointer(), Open: b.Open.Pointer(), OnRequest: b.OnRequest.Pointer(), Stop: b.Stop.Pointer(), Block: b.Block.Pointer(),
	}))
}

func toEventCodes(c mapping.EventCodes, err error) (*eventCodesResponse, error) {
	if err != nil {
		return nil, err
	}
	return &eventCodesResponse{Body: c}, nil
}
