package mappinghttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	roomMappingsRequest struct {
		page.Query
		Property int64  `query:"property" minimum:"1" doc:"Id of a property"`
		Text     string `query:"q" maxLength:"200" doc:"Part of your code or name, or of the property's name"`
	}
	roomMappingsResponse struct {
		Body page.Page[mapping.MappedRoom]
	}
	// RoomMappingInput documents the body, which oneOrMany parses.
	RoomMappingInput struct {
		Room int64 `json:"room" minimum:"1" doc:"Id of a room that you can see"`
		RoomMappingChange
	}
	// RoomMappingChange are the fields of an update; exported for huma, which
	// looks into embedded types only if they are.
	RoomMappingChange struct {
		Code httpx.Patch[string] `json:"code,omitempty" doc:"At most 64 characters"`
		Name httpx.Patch[string] `json:"name,omitempty" doc:"At most 200 characters"`
	}
)

type roomHandlers = targetHandlers[RoomMappingInput, RoomMappingChange, mapping.RoomChange, mapping.MappedRoom]

func newRoomHandlers(m *mapping.Service) *roomHandlers {
	return &roomHandlers{
		mappings: func() mappings[mapping.RoomChange, mapping.MappedRoom] { return m.OfRooms },
		input: func(o object) mapping.RoomInput {
			return mapping.RoomInput{Target: o.id("room"), Change: mapping.RoomChange{Code: o.text("code"), Name: o.text("name")}}
		},
		change: func(b RoomMappingChange) mapping.RoomChange {
			return mapping.RoomChange{Code: b.Code.Pointer(), Name: b.Name.Pointer()}
		},
	}
}

func (h *handlers) listRooms(ctx context.Context, req *roomMappingsRequest) (*roomMappingsResponse, error) {
	f := mapping.RoomFilter{Property: req.Property, Query: req.Text}
	list, count, err := h.mappings.Rooms(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	return &roomMappingsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}
