package mappinghttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/platform/apperr"
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
	saveRoomMappingsRequest struct {
		Body oneOrMany[RoomMappingInput]
	}
	savedRoomMappingsResponse struct {
		Status int
		Body   oneOrMany[mapping.MappedRoom]
	}
	updateRoomMappingRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the mapping"`
		Body RoomMappingChange
	}
	roomMappingResponse struct{ Body mapping.MappedRoom }
)

func (h *handlers) listRooms(ctx context.Context, req *roomMappingsRequest) (*roomMappingsResponse, error) {
	f := mapping.RoomFilter{Property: req.Property, Query: req.Text}
	list, count, err := h.mappings.Rooms(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	return &roomMappingsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) saveRooms(ctx context.Context, req *saveRoomMappingsRequest) (*savedRoomMappingsResponse, error) {
	var f apperr.Fields
	entries, many := req.Body.objects(&f)
	inputs := make([]mapping.RoomInput, len(entries))
	for i, o := range entries {
		inputs[i] = mapping.RoomInput{RoomID: o.id("room"), RoomChange: mapping.RoomChange{Code: o.text("code"), Name: o.text("name")}}
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if many {
		list, err := h.mappings.SaveRooms(ctx, auth.From(ctx), inputs)
		return savedRooms(http.StatusOK, list, err)
	}
	m, created, err := h.mappings.SaveRoom(ctx, auth.From(ctx), inputs[0])
	return savedRooms(upserted(created), m, err)
}

func savedRooms(status int, v any, err error) (*savedRoomMappingsResponse, error) {
	if err != nil {
		return nil, err
	}
	body, err := answer[mapping.MappedRoom](v)
	return &savedRoomMappingsResponse{Status: status, Body: body}, err
}

func (h *handlers) getRoom(ctx context.Context, req *mappingIDRequest) (*roomMappingResponse, error) {
	return toRoom(h.mappings.Room(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) updateRoom(ctx context.Context, req *updateRoomMappingRequest) (*roomMappingResponse, error) {
	c := mapping.RoomChange{Code: req.Body.Code.Pointer(), Name: req.Body.Name.Pointer()}
	return toRoom(h.mappings.UpdateRoom(ctx, auth.From(ctx), req.ID, c))
}

func (h *handlers) deleteRoom(ctx context.Context, req *mappingIDRequest) (*struct{}, error) {
	return nil, h.mappings.DeleteRoom(ctx, auth.From(ctx), req.ID)
}

func toRoom(m mapping.MappedRoom, err error) (*roomMappingResponse, error) {
	if err != nil {
		return nil, err
	}
	return &roomMappingResponse{Body: m}, nil
}
