package planhttp

import (
	"context"

	"allot/internal/identity/plan"
	"allot/internal/platform/httpx"
	"allot/internal/platform/money"
	"allot/internal/platform/page"
)

type (
	offersRequest  struct{ page.Query }
	offersResponse struct{ Body page.Page[plan.Offer] }
	offerResponse  struct{ Body plan.Offer }

	offerFields struct {
		Name         httpx.Patch[string]             `json:"name,omitempty" doc:"Unique, whatever its case"`
		Category     httpx.Patch[string]             `json:"category,omitempty" doc:"silver, gold, platinum or diamond"`
		Price        httpx.Patch[money.Amount]       `json:"price,omitempty" doc:"Of a month, without VAT, in EUR; a year costs ten months"`
		DefaultCycle httpx.Patch[plan.Cycle]         `json:"default_cycle,omitempty" doc:"monthly or yearly"`
		Badge        httpx.Patch[string]             `json:"badge,omitempty"`
		Features     httpx.Patch[plan.FeaturesInput] `json:"features,omitempty" doc:"Limits; -1 is unlimited. A new plan has those of the free tier where none is given"`
		Benefits     httpx.Patch[[]string]           `json:"benefits,omitempty" nullable:"false" maxItems:"20"`
		IsPopular    httpx.Patch[bool]               `json:"is_popular,omitempty"`
		IsActive     httpx.Patch[bool]               `json:"is_active,omitempty" doc:"False: not sold any more; who has it keeps it"`
	}
	createOfferRequest struct{ Body offerFields }
	updateOfferRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body offerFields
	}
)

func (f offerFields) input() plan.OfferInput {
	return plan.OfferInput{
		Name: f.Name.Pointer(), Category: f.Category.Pointer(), Price: f.Price.Pointer(), DefaultCycle: f.DefaultCycle.Pointer(),
		Badge: f.Badge.Pointer(), Features: f.Features.Pointer(), Benefits: f.Benefits.Pointer(), IsPopular: f.IsPopular.Pointer(), IsActive: f.IsActive.Pointer(),
	}
}

func (h *handlers) listOffers(ctx context.Context, req *offersRequest) (*offersResponse, error) {
	all, err := h.Plans.AllOffers(ctx)
	if err != nil {
		return nil, err
	}
	return &offersResponse{Body: httpx.Page(ctx, &req.Query, len(all), page.Cut(all, req.Request()))}, nil
}

func (h *handlers) createOffer(ctx context.Context, req *createOfferRequest) (*offerResponse, error) {
	o, err := h.Plans.CreateOffer(ctx, req.Body.input())
	return &offerResponse{Body: o}, err
}

func (h *handlers) updateOffer(ctx context.Context, req *updateOfferRequest) (*offerResponse, error) {
	o, err := h.Plans.UpdateOffer(ctx, req.ID, req.Body.input())
	return &offerResponse{Body: o}, err
}
