package portfoliohttp

import (
	"context"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	portfolioFilter struct {
		page.Query
		Text    string `query:"q" maxLength:"200" doc:"Part of the name"`
		Country string `query:"country" pattern:"^[A-Z]{2}$" patternDescription:"an ISO 3166-1 alpha-2 code such as GR" doc:"ISO 3166-1 alpha-2"`
	}
	contractPropertiesRequest struct {
		page.Query
		ContractID int64  `path:"contract_id" minimum:"1" doc:"Id of the contract"`
		Text       string `query:"q" maxLength:"200" doc:"Part of the name"`
		Country    string `query:"country" pattern:"^[A-Z]{2}$" patternDescription:"an ISO 3166-1 alpha-2 code such as GR" doc:"ISO 3166-1 alpha-2"`
	}
	portfolioPropertyRequest struct {
		PropertyID int64 `path:"prop_id" minimum:"1" doc:"Id of the property"`
	}
	// PropertyCard is the head of a property in every response to people. It is
	// exported because the API framework sees embedded fields of exported types
	// only.
	PropertyCard struct {
		publication.Card
		Logo  *string               `json:"logo" doc:"Address of the picture, or null"`
		Cover *string               `json:"cover" doc:"Address of the small picture; null without one, and where the contract gives no photos"`
		Codes mapping.PropertyCodes `json:"codes"`
	}
	listedProperty struct {
		PropertyCard
		Company       string              `json:"company_name" doc:"Company of the hotel"`
		Contract      *int64              `json:"contract" doc:"The contract that opens it; null in a hotel's list of all its own"`
		FactsAllowed  bool                `json:"facts_allowed"`
		PhotosAllowed bool                `json:"photos_allowed"`
		PartnerCount  int                 `json:"partner_count" doc:"How many partners see it; only the hotel is told"`
		Partners      []portfolio.Partner `json:"partners" nullable:"false" doc:"The first 100 of them"`
	}
	listedPropertiesResponse struct{ Body page.Page[listedProperty] }
	catalogueProperty        struct {
		PropertyCard
		Contract   int64            `json:"contract"`
		Facts      map[string]any   `json:"facts" doc:"The categories that the contract opens, with your overrides"`
		RoomTypes  []portfolio.Room `json:"room_types" nullable:"false" doc:"With your codes and names beside the hotel's"`
		Gallery    []portfolioPhoto `json:"gallery" nullable:"false" doc:"Your selection in your order"`
		Overridden []string         `json:"overridden" nullable:"false" doc:"Which facts are yours" example:"rooms/17/size"`
	}
	cataloguePropertyResponse struct{ Body catalogueProperty }
	factsAccessResponse       struct{ Body portfolio.Access }
)

func (h *handlers) properties(ctx context.Context, req *portfolioFilter) (*listedPropertiesResponse, error) {
	f := portfolio.ListFilter{Query: req.Text, Country: req.Country}
	list, count, err := h.Portfolio.List(ctx, auth.From(ctx), f, req.Request())
	return listed(ctx, &req.Query, list, count, err)
}

func (h *handlers) propertiesUnder(ctx context.Context, req *contractPropertiesRequest) (*listedPropertiesResponse, error) {
	f := portfolio.ListFilter{Query: req.Text, Country: req.Country}
	list, count, err := h.Portfolio.ListUnder(ctx, auth.From(ctx), req.ContractID, f, req.Request())
	return listed(ctx, &req.Query, list, count, err)
}

func (h *handlers) check(ctx context.Context, req *portfolioPropertyRequest) (*factsAccessResponse, error) {
	a, err := h.Portfolio.Check(ctx, auth.From(ctx), req.PropertyID)
	if err != nil {
		return nil, err
	}
	return &factsAccessResponse{Body: a}, nil
}

func (h *handlers) property(ctx context.Context, req *portfolioPropertyRequest) (*cataloguePropertyResponse, error) {
	p, err := h.Portfolio.Property(ctx, auth.From(ctx), req.PropertyID)
	if err != nil {
		return nil, err
	}
	return &cataloguePropertyResponse{Body: catalogueProperty{
		PropertyCard: cardOf(ctx, p.Card, p.Codes), Contract: p.Contract.ID, Facts: p.Facts, RoomTypes: p.Rooms,
		Gallery: photosOf(ctx, p.Photos), Overridden: p.Overridden,
	}}, nil
}

func listed(ctx context.Context, q *page.Query, list []portfolio.Listing, count int, err error) (*listedPropertiesResponse, error) {
	if err != nil {
		return nil, err
	}
	rows := make([]listedProperty, len(list))
	for i, l := range list {
		rows[i] = listedProperty{
			PropertyCard: cardOf(ctx, l.Card, l.Codes), Company: l.Company, FactsAllowed: l.Facts, PhotosAllowed: l.Photos,
			PartnerCount: l.PartnerCount, Partners: l.Partners,
		}
		if l.Contract != 0 {
			rows[i].Contract = &l.Contract
		}
	}
	return &listedPropertiesResponse{Body: httpx.Page(ctx, q, count, rows)}, nil
}

func cardOf(ctx context.Context, c publication.Card, codes mapping.Codes) PropertyCard {
	return PropertyCard{Card: c, Logo: httpx.MediaURL(ctx, c.LogoKey), Cover: httpx.MediaURL(ctx, c.CoverKey), Codes: codes.Shown()}
}
