package allotmenthttp

import (
	"context"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	bindableRequest struct {
		page.Query
		Property int64 `query:"property" required:"true" minimum:"1" doc:"Id of one of your properties"`
	}
	partnerContractsResponse struct {
		Body page.Page[allotment.PartnerContract]
	}
	bindableRateContractsResponse struct {
		Body page.Page[allotment.BindableRateContract]
	}
)

func (h *handlers) registerBindings(s *httpx.Server) {
	unknown := map[int]string{http.StatusNotFound: "The account has no such property"}
	httpx.Register(s, httpx.Op{
		ID: "listContractsForCalendars", Method: http.MethodGet, Path: "/api/allotment/partner-contracts/", Tag: tag, Rule: hotel,
		Summary: "List partnership contracts for connected calendars", Refusals: unknown,
		Description: "Those in force, oldest first, with the connected calendar of the property that is bound to one already.",
	}, h.partnerContracts)
	httpx.Register(s, httpx.Op{
		ID: "listRateContractsForCalendars", Method: http.MethodGet, Path: "/api/allotment/rate-contracts/", Tag: tag, Rule: hotel,
		Summary: "List rate contracts for contracted calendars", Refusals: unknown,
		Description: "Those of the property that have not ended, drafts too, oldest first, with the contracted calendar that is bound to one already.",
	}, h.bindableRateContracts)
}

func (h *handlers) partnerContracts(ctx context.Context, req *bindableRequest) (*partnerContractsResponse, error) {
	list, count, err := h.Allotments.PartnerContracts(ctx, auth.From(ctx), req.Property, req.Request())
	if err != nil {
		return nil, err
	}
	return &partnerContractsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) bindableRateContracts(ctx context.Context, req *bindableRequest) (*bindableRateContractsResponse, error) {
	list, count, err := h.Allotments.BindableRateContracts(ctx, auth.From(ctx), req.Property, req.Request())
	if err != nil {
		return nil, err
	}
	return &bindableRateContractsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}
