package allotmenthttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	blocksRequest struct {
		page.Query
		ID int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
	}
	blocksResponse struct{ Body page.Page[rules.Block] }
	blockIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the block"`
	}
	allotmentBlockInput struct {
		Room        int64      `json:"room" doc:"Id of a room of the property"`
		StartDate   civil.Date `json:"start_date"`
		EndDate     civil.Date `json:"end_date" doc:"Last day, included; not in the past"`
		Quantity    int        `json:"quantity" doc:"Units a day, at most room_total_units of the room"`
		ReleaseDays int        `json:"release_days,omitempty" doc:"0 to 365: on days less than this ahead the unsold units count as 0"`
	}
	createBlockRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the calendar"`
		Body httpx.OneOrMany[allotmentBlockInput]
	}
	createdBlocksResponse struct {
		Body httpx.OneOrMany[rules.Block]
	}
	updateBlockRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the block"`
		Body struct {
			Room        httpx.Patch[int64]      `json:"room,omitempty" doc:"Id of a room of the property"`
			StartDate   httpx.Patch[civil.Date] `json:"start_date,omitempty"`
			EndDate     httpx.Patch[civil.Date] `json:"end_date,omitempty" doc:"Last day, included; not in the past"`
			Quantity    httpx.Patch[int]        `json:"quantity,omitempty" doc:"Units a day, at most room_total_units of the room"`
			ReleaseDays httpx.Patch[int]        `json:"release_days,omitempty" doc:"0 to 365; null is 0"`
		}
	}
	blockResponse        struct{ Body rules.Block }
	pullContractResponse struct{ Body allotment.Pulled }
)

func (h *handlers) registerBlocks(s *httpx.Server) {
	const path, one = "/api/allotment/calendars/{id}/blocks/", "/api/allotment/blocks/{id}/"
	const fed = "`contract_fed`: a rate contract feeds the calendar"
	httpx.Register(s, httpx.Op{
		ID: "listBlocks", Method: http.MethodGet, Path: path, Tag: tag, Rule: hotel,
		Summary: "List blocks", Description: "What is allotted to a calendar, by room and season.",
	}, h.listBlocks)
	httpx.Register(s, httpx.Op{
		ID: "createBlocks", MaxBody: httpx.ListBody, Method: http.MethodPost, Path: path, Tag: tag, Rule: hotel, Status: http.StatusCreated, Creates: true, ChecksBody: true,
		Summary: "Create a block, or several",
		Description: "Units of a room for a season of at most 5 years that has days to come. A list of up to 500 blocks creates all of them or none, and answers with a list. Blocks of one room on one calendar must not overlap. " +
			"Refused on contracted calendars, on connected ones while the operator has a rate contract in force with rows that have days to come, and on the Master; " +
			"a standalone calendar has no blocks either (400).",
		Refusals: map[int]string{http.StatusConflict: fed + "; `block_overlap` with the other `block`; `master_immutable`"},
	}, h.createBlock)
	httpx.Register(s, httpx.Op{
		ID: "updateBlock", Method: http.MethodPatch, Path: one, Tag: tag, Rule: hotel,
		Summary: "Update a block",
		Description: "What is missing stays. The season may reach into the past but must have days to come. " +
			"Blocks that came from a rate contract are changed there.",
		Refusals: map[int]string{http.StatusConflict: fed + "; `block_overlap` with the other `block`"},
	}, h.updateBlock)
	httpx.Register(s, httpx.Op{
		ID: "deleteBlock", Method: http.MethodDelete, Path: one, Tag: tag, Rule: hotel, Status: http.StatusNoContent,
		Summary: "Delete a block", Description: "What is confirmed in its season stays confirmed. Blocks that came from a rate contract are removed there.",
		Refusals: map[int]string{http.StatusConflict: fed},
	}, h.deleteBlock)
	httpx.Register(s, httpx.Op{
		ID: "pullRateContract", Method: http.MethodPost, Path: "/api/allotment/calendars/{id}/pull-contract/", Tag: tag, Rule: hotel, Creates: true,
		Summary: "Pull the rate contract",
		Description: "Clears the blocks of a contracted or connected calendar and builds them anew from its rate contract; without one, a connected calendar takes " +
			"all that are in force with its operator, where the oldest has a day first. Blocks that are right stay as they are, so that pulling twice changes nothing. " +
			"Blocks written by hand are replaced, unless the contracts have no rows with days to come. This happens by itself whenever a rate contract changes.",
		Refusals: map[int]string{http.StatusConflict: "`no_rate_contract`: nothing feeds the calendar; `master_immutable`"},
	}, h.pullContract)
}

func (h *handlers) listBlocks(ctx context.Context, req *blocksRequest) (*blocksResponse, error) {
	list, count, err := h.Allotments.Blocks(ctx, auth.From(ctx), req.ID, req.Request())
	if err != nil {
		return nil, err
	}
	return &blocksResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) createBlock(ctx context.Context, req *createBlockRequest) (*createdBlocksResponse, error) {
	var changes []rules.BlockChange
	for _, b := range req.Body.Items {
		changes = append(changes, rules.BlockChange{
			RoomID: &b.Room, StartDate: &b.StartDate, EndDate: &b.EndDate, Quantity: &b.Quantity, ReleaseDays: &b.ReleaseDays,
		})
	}
	if req.Body.Many {
		list, err := h.Allotments.AddBlocks(ctx, auth.From(ctx), req.ID, changes)
		if err != nil {
			return nil, err
		}
		return &createdBlocksResponse{Body: httpx.OneOrMany[rules.Block]{Many: true, Items: list}}, nil
	}
	b, err := h.Allotments.AddBlock(ctx, auth.From(ctx), req.ID, changes[0])
	if err != nil {
		return nil, err
	}
	return &createdBlocksResponse{Body: httpx.OneOrMany[rules.Block]{Items: []rules.Block{b}}}, nil
}

func (h *handlers) updateBlock(ctx context.Context, req *updateBlockRequest) (*blockResponse, error) {
	b := &req.Body
	return blockOf(h.Allotments.UpdateBlock(ctx, auth.From(ctx), req.ID, rules.BlockChange{
		RoomID: b.Room.Pointer(), StartDate: b.StartDate.Pointer(), EndDate: b.EndDate.Pointer(),
		Quantity: b.Quantity.Pointer(), ReleaseDays: b.ReleaseDays.Pointer(),
	}))
}

func (h *handlers) deleteBlock(ctx context.Context, req *blockIDRequest) (*struct{}, error) {
	return nil, h.Allotments.DeleteBlock(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) pullContract(ctx context.Context, req *calendarIDRequest) (*pullContractResponse, error) {
	pulled, err := h.Allotments.PullContract(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	return &pullContractResponse{Body: pulled}, nil
}

// blockOf wraps the result of a service method in a response.
func blockOf(b rules.Block, err error) (*blockResponse, error) {
	if err != nil {
		return nil, err
	}
	return &blockResponse{Body: b}, nil
}
