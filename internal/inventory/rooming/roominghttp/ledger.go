package roominghttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	roomingLedgersRequest struct {
		page.Query
		Property int64          `query:"property" minimum:"1" doc:"Id of a property"`
		Partner  int64          `query:"partner" minimum:"1" doc:"Id of a tour operator"`
		Status   rooming.Status `query:"status" enum:"open,sent,confirmed,closed,cancelled"`
		From     civil.Date     `query:"from" doc:"First day that a stay touches"`
		To       civil.Date     `query:"to" doc:"Last day that a stay touches, included"`
	}
	roomingLedgersResponse struct {
		Body page.Page[roomingLedgerBody]
	}
	roomingLedgerIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the rooming ledger"`
	}
	createRoomingLedgerRequest struct {
		Body struct {
			Property int64               `json:"property" doc:"Id of one of your properties; to an operator, of a published one of a hotel whose contract allows rooming"`
			Partner  *int64              `json:"partner,omitempty" doc:"Id of a tour operator, or null; an operator's own is itself"`
			Calendar *int64              `json:"calendar,omitempty" doc:"Id of a calendar of the property that has units, of this operator if there is one; for the hotel to choose"`
			Name     string              `json:"name" doc:"At most 200 characters"`
			Entries  []roomingEntryInput `json:"entries,omitempty" maxItems:"1000" doc:"First entries of the ledger: all of them are saved, or nothing is"`
		}
	}
	// answerRoomingLedgerRequest is an answer with a reason.
	answerRoomingLedgerRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rooming ledger"`
		Body *struct {
			Reason string `json:"reason,omitempty" doc:"At most 1,000 characters; read by both sides"`
		}
	}
	updateRoomingLedgerRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rooming ledger"`
		Body struct {
			Property httpx.Patch[int64]  `json:"property,omitempty" doc:"Cannot be changed"`
			Partner  httpx.Patch[int64]  `json:"partner,omitempty" doc:"Cannot be changed"`
			Calendar httpx.Patch[int64]  `json:"calendar,omitempty" doc:"Id of a calendar of the property that has units, or null; for the hotel to choose"`
			Name     httpx.Patch[string] `json:"name,omitempty" doc:"At most 200 characters"`
		}
	}
	roomingLedgerBody     struct{ rooming.Named }
	roomingLedgerResponse struct{ Body roomingLedgerBody }
)

func (h *handlers) list(ctx context.Context, req *roomingLedgersRequest) (*roomingLedgersResponse, error) {
	var bad apperr.Fields
	bad.Check(req.From.IsZero() || req.To.IsZero() || req.From <= req.To, "to", "must not be before from")
	if err := bad.Err(); err != nil {
		return nil, err
	}
	f := rooming.Filter{PartnerID: req.Partner, Status: req.Status, From: req.From, To: req.To}
	if req.Property != 0 {
		f.Properties = []int64{req.Property}
	}
	list, count, err := h.rooming.List(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]roomingLedgerBody, len(list))
	for i, l := range list {
		bodies[i] = roomingLedgerBody{l}
	}
	return &roomingLedgersResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) create(ctx context.Context, req *createRoomingLedgerRequest) (*roomingLedgerResponse, error) {
	b := &req.Body
	return shownLedger(h.rooming.Create(ctx, auth.From(ctx), rooming.LedgerChange{
		PropertyID: &b.Property, PartnerID: &b.Partner, CalendarID: &b.Calendar, Name: &b.Name,
	}, entryChanges(b.Entries)...))
}

func (h *handlers) get(ctx context.Context, req *roomingLedgerIDRequest) (*roomingLedgerResponse, error) {
	return shownLedger(h.rooming.Show(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) update(ctx context.Context, req *updateRoomingLedgerRequest) (*roomingLedgerResponse, error) {
	b := &req.Body
	return shownLedger(h.rooming.Update(ctx, auth.From(ctx), req.ID, rooming.LedgerChange{
		PropertyID: b.Property.Pointer(), PartnerID: b.Partner.PointerOrNull(), CalendarID: b.Calendar.PointerOrNull(), Name: b.Name.Pointer(),
	}))
}

func (h *handlers) delete(ctx context.Context, req *roomingLedgerIDRequest) (*struct{}, error) {
	return nil, h.rooming.Delete(ctx, auth.From(ctx), req.ID)
}

// step serves a verb of a ledger.
func (h *handlers) step(verb func(*rooming.Service, context.Context, auth.Caller, int64) (rooming.Named, error)) func(context.Context, *roomingLedgerIDRequest) (*roomingLedgerResponse, error) {
	return func(ctx context.Context, req *roomingLedgerIDRequest) (*roomingLedgerResponse, error) {
		return shownLedger(verb(h.rooming, ctx, auth.From(ctx), req.ID))
	}
}

// reasoned is step for a verb that takes a reason.
func (h *handlers) reasoned(verb func(*rooming.Service, context.Context, auth.Caller, int64, string) (rooming.Named, error)) func(context.Context, *answerRoomingLedgerRequest) (*roomingLedgerResponse, error) {
	return func(ctx context.Context, req *answerRoomingLedgerRequest) (*roomingLedgerResponse, error) {
		reason := ""
		if req.Body != nil {
			reason = req.Body.Reason
		}
		return shownLedger(verb(h.rooming, ctx, auth.From(ctx), req.ID, reason))
	}
}

func shownLedger(l rooming.Named, err error) (*roomingLedgerResponse, error) {
	if err != nil {
		return nil, err
	}
	return &roomingLedgerResponse{Body: roomingLedgerBody{l}}, nil
}
