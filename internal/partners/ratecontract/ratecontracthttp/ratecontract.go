package ratecontracthttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	rateContractsRequest struct {
		page.Query
		Property int64               `query:"property" minimum:"1" doc:"Id of a property"`
		Partner  int64               `query:"partner" minimum:"1" doc:"Id of a tour operator"`
		Status   ratecontract.Status `query:"status" enum:"draft,active,ended" doc:"How it reads today where its property is"`
		Text     string              `query:"q" maxLength:"200" doc:"Part of name or number"`
	}
	rateContractsResponse struct {
		Body page.Page[rateContractBody]
	}
	rateContractIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the rate contract"`
	}
	// roomAllotmentInput is a row as it is sent; the service names what is missing,
	// together with everything else that is wrong.
	roomAllotmentInput struct {
		Room        int64      `json:"room,omitempty" doc:"Id of a room of the property"`
		StartDate   civil.Date `json:"start_date,omitempty"`
		EndDate     civil.Date `json:"end_date,omitempty" doc:"Last day, included"`
		Quantity    int        `json:"quantity,omitempty" doc:"Units a day, at most room_total_units of the room"`
		ReleaseDays int        `json:"release_days,omitempty" doc:"0 to 365: on days less than this ahead the unsold units return to the hotel"`
	}
	createRateContractRequest struct {
		Body struct {
			Property  int64                `json:"property" doc:"Id of one of your properties"`
			Partner   int64                `json:"partner" doc:"Id of a tour operator"`
			Name      string               `json:"name" doc:"At most 200 characters"`
			Number    string               `json:"number,omitempty" doc:"At most 50 characters"`
			StartDate civil.Date           `json:"start_date"`
			EndDate   civil.Date           `json:"end_date" doc:"Last day, included"`
			Status    ratecontract.Status  `json:"status,omitempty" enum:"draft,active" default:"draft"`
			Rooms     []roomAllotmentInput `json:"rooms,omitempty" maxItems:"2000" doc:"At most 1,000 rows"`
		}
	}
	updateRateContractRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rate contract"`
		Body struct {
			Property  httpx.Patch[int64]                `json:"property,omitempty" doc:"Cannot be changed"`
			Partner   httpx.Patch[int64]                `json:"partner,omitempty" doc:"Cannot be changed"`
			Name      httpx.Patch[string]               `json:"name,omitempty" doc:"At most 200 characters"`
			Number    httpx.Patch[string]               `json:"number,omitempty" doc:"At most 50 characters; null has one given"`
			StartDate httpx.Patch[civil.Date]           `json:"start_date,omitempty"`
			EndDate   httpx.Patch[civil.Date]           `json:"end_date,omitempty" doc:"Last day, included"`
			Status    httpx.Patch[ratecontract.Status]  `json:"status,omitempty" enum:"draft,active,ended"`
			Rooms     httpx.Patch[[]roomAllotmentInput] `json:"rooms,omitempty" maxItems:"2000" doc:"Replaces all rows"`
		}
	}
	rateContractBody struct {
		ratecontract.Named
		AvailableActions []string `json:"available_actions" nullable:"false" enum:"update,delete" doc:"What the caller may do with it"`
	}
	rateContractResponse struct{ Body rateContractBody }
)

func rowsOf(sent *[]roomAllotmentInput) *[]ratecontract.RoomAllotment {
	if sent == nil {
		return nil
	}
	rows := make([]ratecontract.RoomAllotment, len(*sent))
	for i, r := range *sent {
		rows[i] = ratecontract.RoomAllotment{RoomID: r.Room, StartDate: r.StartDate, EndDate: r.EndDate, Quantity: r.Quantity, ReleaseDays: r.ReleaseDays}
	}
	return &rows
}

func (h *handlers) list(ctx context.Context, req *rateContractsRequest) (*rateContractsResponse, error) {
	who := auth.From(ctx)
	f := ratecontract.Filter{PropertyID: req.Property, PartnerID: req.Partner, Status: req.Status, Text: req.Text}
	list, count, err := h.contracts.List(ctx, who, f, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]rateContractBody, len(list))
	for i, r := range list {
		bodies[i] = rateContractBody{r, r.Actions(who)}
	}
	return &rateContractsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) create(ctx context.Context, req *createRateContractRequest) (*rateContractResponse, error) {
	b := &req.Body
	return shown(ctx)(h.contracts.Create(ctx, auth.From(ctx), ratecontract.Change{
		PropertyID: &b.Property, PartnerID: &b.Partner, Name: &b.Name, Number: &b.Number,
		StartDate: &b.StartDate, EndDate: &b.EndDate, Status: &b.Status, Rooms: rowsOf(&b.Rooms),
	}))
}

func (h *handlers) get(ctx context.Context, req *rateContractIDRequest) (*rateContractResponse, error) {
	return shown(ctx)(h.contracts.Show(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) update(ctx context.Context, req *updateRateContractRequest) (*rateContractResponse, error) {
	b := &req.Body
	return shown(ctx)(h.contracts.Update(ctx, auth.From(ctx), req.ID, ratecontract.Change{
		PropertyID: b.Property.Pointer(), PartnerID: b.Partner.Pointer(), Name: b.Name.Pointer(), Number: b.Number.Pointer(),
		StartDate: b.StartDate.Pointer(), EndDate: b.EndDate.Pointer(), Status: b.Status.Pointer(), Rooms: rowsOf(b.Rooms.Pointer()),
	}))
}

func (h *handlers) delete(ctx context.Context, req *rateContractIDRequest) (*struct{}, error) {
	return nil, h.contracts.Delete(ctx, auth.From(ctx), req.ID)
}

// shown converts the result of a service method to a response.
func shown(ctx context.Context) func(ratecontract.Named, error) (*rateContractResponse, error) {
	return func(r ratecontract.Named, err error) (*rateContractResponse, error) {
		if err != nil {
			return nil, err
		}
		return &rateContractResponse{Body: rateContractBody{r, r.Actions(auth.From(ctx))}}, nil
	}
}
