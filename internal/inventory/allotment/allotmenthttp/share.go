package allotmenthttp

import (
	"context"
	"maps"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

const (
	sharesPath = "/api/allotment/shares/"
	sharePath  = "/api/allotment/shares/{id}/"

	updateShareDoc = "What is missing stays; null for a date takes it away. Property and rooms cannot be changed. " +
		"A rule cannot be lowered below what it lends on days to come: 409 `share_in_use` with the `dates`."
	deleteShareDoc = "A rule that lends on days to come is 409 `share_in_use` with the `dates`."
)

func (h *handlers) registerShares(s *httpx.Server) {
	inUse := map[int]string{http.StatusConflict: "The rule lends on days to come, or another lends between these rooms on the same days"}
	byID := maps.Clone(inUse)
	byID[http.StatusNotFound] = "The account has no such rule"
	httpx.Register(s, httpx.Op{
		ID: "listShares", Method: http.MethodGet, Path: sharesPath, Tag: tag, Rule: hotel,
		Summary: "List rules of shared inventory", Description: "Oldest first, which is also the order in which they lend.",
		Refusals: map[int]string{http.StatusNotFound: "The account has no such property"},
	}, h.listShares)
	httpx.Register(s, httpx.Op{
		ID: "createShare", Method: http.MethodPost, Path: sharesPath, Tag: tag, Rule: hotel, Status: http.StatusCreated, Creates: true,
		Summary: "Create a rule of shared inventory",
		Description: "A room that is full borrows up to `max_units` a day of what `donor_room` has left of its own. Days that live on it show on request or, " +
			"with `open_while_borrowing`, open. A second active rule for the same two rooms and days is 409 `already_exists`; a property has at most 200.",
		Refusals: map[int]string{http.StatusConflict: "Another rule lends between these rooms on the same days, or there are 200"},
	}, h.addShare)
	httpx.Register(s, httpx.Op{
		ID: "updateShareByQuery", Method: http.MethodPatch, Path: sharesPath, Tag: tag, Rule: hotel,
		Summary: "Update the rule named by `id`", Description: "`id` in the body or the query. " + updateShareDoc, Refusals: byID,
	}, h.updateNamedShare)
	httpx.Register(s, httpx.Op{
		ID: "deleteShareByQuery", Method: http.MethodDelete, Path: sharesPath, Tag: tag, Rule: hotel, Status: http.StatusNoContent,
		Summary: "Delete the rule named by `id`", Description: "`id` in the body or the query. " + deleteShareDoc, Refusals: byID,
	}, h.deleteNamedShare)
	httpx.Register(s, httpx.Op{
		ID: "getShare", Method: http.MethodGet, Path: sharePath, Tag: tag, Rule: hotel,
		Summary: "Read a rule of shared inventory", Description: "Which room lends to which, on which days and how much.",
	}, h.getShare)
	httpx.Register(s, httpx.Op{
		ID: "updateShare", Method: http.MethodPatch, Path: sharePath, Tag: tag, Rule: hotel,
		Summary: "Update a rule of shared inventory", Description: updateShareDoc, Refusals: inUse,
	}, h.updateShare)
	httpx.Register(s, httpx.Op{
		ID: "deleteShare", Method: http.MethodDelete, Path: sharePath, Tag: tag, Rule: hotel, Status: http.StatusNoContent,
		Summary: "Delete a rule of shared inventory", Description: deleteShareDoc, Refusals: inUse,
	}, h.deleteShare)
}

type (
	sharesRequest struct {
		page.Query
		Property int64 `query:"property" minimum:"1" doc:"Id of a property"`
	}
	sharesResponse struct{ Body page.Page[rules.Share] }
	shareIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the rule"`
	}
	shareResponse   struct{ Body rules.Share }
	addShareRequest struct {
		Body struct {
			Property           int64      `json:"property" doc:"Id of one of your properties"`
			DonorRoom          int64      `json:"donor_room" doc:"Id of the room that lends"`
			RecipientRoom      int64      `json:"recipient_room" doc:"Id of the room that borrows"`
			MaxUnits           int        `json:"max_units" doc:"1 to 10,000 units a day"`
			StartDate          civil.Date `json:"start_date,omitempty" nullable:"true" doc:"First day; null: without beginning"`
			EndDate            civil.Date `json:"end_date,omitempty" nullable:"true" doc:"Last day, included; null: without end"`
			OpenWhileBorrowing bool       `json:"open_while_borrowing,omitempty" default:"false"`
			IsActive           *bool      `json:"is_active,omitempty" nullable:"false" doc:"True unless said otherwise"`
		}
	}
	// ShareChangeFields are what an update of a rule may name.
	ShareChangeFields struct {
		Property           httpx.Patch[int64]      `json:"property,omitempty" doc:"Cannot be changed"`
		DonorRoom          httpx.Patch[int64]      `json:"donor_room,omitempty" doc:"Cannot be changed"`
		RecipientRoom      httpx.Patch[int64]      `json:"recipient_room,omitempty" doc:"Cannot be changed"`
		MaxUnits           httpx.Patch[int]        `json:"max_units,omitempty" doc:"1 to 10,000 units a day"`
		StartDate          httpx.Patch[civil.Date] `json:"start_date,omitempty" doc:"First day; null: without beginning"`
		EndDate            httpx.Patch[civil.Date] `json:"end_date,omitempty" doc:"Last day, included; null: without end"`
		OpenWhileBorrowing httpx.Patch[bool]       `json:"open_while_borrowing,omitempty"`
		IsActive           httpx.Patch[bool]       `json:"is_active,omitempty"`
	}
	updateShareRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rule"`
		Body ShareChangeFields
	}
	updateNamedShareRequest struct {
		ID   int64 `query:"id" minimum:"1" doc:"Id of the rule, unless the body has it"`
		Body struct {
			ID int64 `json:"id,omitempty" minimum:"1" doc:"Id of the rule, unless the query has it"`
			ShareChangeFields
		}
	}
	deleteNamedShareRequest struct {
		ID   int64 `query:"id" minimum:"1" doc:"Id of the rule, unless the body has it"`
		Body *struct {
			ID int64 `json:"id,omitempty" minimum:"1" doc:"Id of the rule, unless the query has it"`
		}
	}
)

func (f ShareChangeFields) change() rules.ShareChange {
	return rules.ShareChange{
		PropertyID: f.Property.Pointer(), DonorRoom: f.DonorRoom.Pointer(), RecipientRoom: f.RecipientRoom.Pointer(), MaxUnits: f.MaxUnits.Pointer(),
		StartDate: f.StartDate.Pointer(), EndDate: f.EndDate.Pointer(), OpenWhileBorrowing: f.OpenWhileBorrowing.Pointer(), IsActive: f.IsActive.Pointer(),
	}
}

// shareID returns the id of a rule from the query or the body.
func shareID(query, body int64) (int64, error) {
	switch {
	case query == 0 && body == 0:
		return 0, apperr.Field("id", "is required, in the body or the query")
	case query != 0 && body != 0 && query != body:
		return 0, apperr.Field("id", "must be the same in the body and the query")
	}
	return max(query, body), nil
}

func (h *handlers) listShares(ctx context.Context, req *sharesRequest) (*sharesResponse, error) {
	list, count, err := h.Allotments.ListShares(ctx, auth.From(ctx), req.Property, req.Request())
	if err != nil {
		return nil, err
	}
	return &sharesResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) addShare(ctx context.Context, req *addShareRequest) (*shareResponse, error) {
	b := &req.Body
	return shownShare(h.Allotments.AddShare(ctx, auth.From(ctx), rules.ShareChange{
		PropertyID: &b.Property, DonorRoom: &b.DonorRoom, RecipientRoom: &b.RecipientRoom, MaxUnits: &b.MaxUnits,
		StartDate: &b.StartDate, EndDate: &b.EndDate, OpenWhileBorrowing: &b.OpenWhileBorrowing, IsActive: b.IsActive,
	}))
}

func (h *handlers) getShare(ctx context.Context, req *shareIDRequest) (*shareResponse, error) {
	return shownShare(h.Allotments.Share(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) updateShare(ctx context.Context, req *updateShareRequest) (*shareResponse, error) {
	return shownShare(h.Allotments.UpdateShare(ctx, auth.From(ctx), req.ID, req.Body.change()))
}

func (h *handlers) updateNamedShare(ctx context.Context, req *updateNamedShareRequest) (*shareResponse, error) {
	id, err := shareID(req.ID, req.Body.ID)
	if err != nil {
		return nil, err
	}
	return shownShare(h.Allotments.UpdateShare(ctx, auth.From(ctx), id, req.Body.change()))
}

func (h *handlers) deleteShare(ctx context.Context, req *shareIDRequest) (*struct{}, error) {
	return nil, h.Allotments.DeleteShare(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) deleteNamedShare(ctx context.Context, req *deleteNamedShareRequest) (*struct{}, error) {
	var sent int64
	if req.Body != nil {
		sent = req.Body.ID
	}
	id, err := shareID(req.ID, sent)
	if err != nil {
		return nil, err
	}
	return nil, h.Allotments.DeleteShare(ctx, auth.From(ctx), id)
}

func shownShare(s rules.Share, err error) (*shareResponse, error) {
	if err != nil {
		return nil, err
	}
	return &shareResponse{Body: s}, nil
}
