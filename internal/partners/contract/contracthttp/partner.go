package contracthttp

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	myPartnersRequest struct {
		page.Query
		Text string `query:"q" maxLength:"100" doc:"Part of the company name"`
	}
	myPartnersResponse struct{ Body page.Page[myPartnerBody] }
	myPartnerBody      struct {
		Account     int64           `json:"account" doc:"Id of the partner's account"`
		CompanyName string          `json:"company_name"`
		Country     string          `json:"country"`
		City        string          `json:"city"`
		Email       string          `json:"email"`
		Phone       string          `json:"phone"`
		Website     string          `json:"website"`
		Logo        *string         `json:"logo" doc:"Address of the picture, or null"`
		Contract    partnershipBody `json:"contract"`
	}
	partnershipBody struct {
		ID int64 `json:"id"`
		contract.Terms
		ChangesRequested bool       `json:"changes_requested" doc:"An amendment waits for an answer"`
		AcceptedAt       *time.Time `json:"accepted_at"`
	}
)

func (h *handlers) listPartners(ctx context.Context, req *myPartnersRequest) (*myPartnersResponse, error) {
	who := auth.From(ctx)
	list, count, err := h.Contracts.Partners(ctx, who, req.Text, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]myPartnerBody, len(list))
	for i, p := range list {
		c, company := p.Contract, p.Company
		bodies[i] = myPartnerBody{
			Account: c.Other(who.OwnerID), CompanyName: company.Name, Country: company.Country, City: company.City,
			Email: company.Email, Phone: company.Phone, Website: company.Website, Logo: httpx.MediaURL(ctx, company.LogoKey),
			Contract: partnershipBody{ID: c.ID, Terms: c.Terms, ChangesRequested: c.ChangesRequested, AcceptedAt: orNull(c.AcceptedAt)},
		}
	}
	return &myPartnersResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}
