package marketplacehttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/marketplace"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

// PartnerQuery is what both lists are filtered by; exported because the API
// framework sees embedded fields of exported types only.
type PartnerQuery struct {
	Q       string `query:"q" maxLength:"200" doc:"Part of the name or city of the company or of a published property, in any case, with or without accents"`
	Country string `query:"country" maxLength:"800" example:"GR,CY" doc:"ISO 3166-1 alpha-2 codes, separated by commas: where the company or a published property is"`
}

func (q PartnerQuery) filter() (marketplace.Filter, error) {
	var bad apperr.Fields
	f := marketplace.Filter{Query: q.Q, Countries: field.Countries(&bad, "country", q.Country)}
	return f, bad.Err()
}

type (
	listAvailableRequest struct {
		page.Query
		PartnerQuery
	}
	listAvailableResponse struct {
		Body page.Page[marketplace.PartnerCard]
	}
	discoverRequest struct {
		page.Query
		PartnerQuery
		PropertyType string           `query:"property_type" maxLength:"100" doc:"Type of a published property, as in the category general"`
		StarsMin     float64          `query:"stars_min" minimum:"0" maximum:"7" doc:"Stars of a published property, at least"`
		Connected    string           `query:"connected" enum:"true,false" doc:"With or without an accepted contract"`
		Published    string           `query:"published" enum:"true,false" doc:"With or without published properties"`
		Sort         marketplace.Sort `query:"sort" enum:"name,newest" default:"name" doc:"By company name, or the latest to join first"`
	}
	discoverResponse struct {
		Body page.Page[marketplace.MarketCard]
	}
)

func (h *handlers) listAvailable(ctx context.Context, req *listAvailableRequest) (*listAvailableResponse, error) {
	filter, err := req.filter()
	if err != nil {
		return nil, err
	}
	list, count, err := h.Marketplace.Available(ctx, auth.From(ctx), filter, req.Request())
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Logo = httpx.MediaURL(ctx, list[i].LogoKey)
	}
	return &listAvailableResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) discover(ctx context.Context, req *discoverRequest) (*discoverResponse, error) {
	filter, err := req.filter()
	if err != nil {
		return nil, err
	}
	filter.PropertyType, filter.MinStars, filter.Sort = req.PropertyType, req.StarsMin, req.Sort
	filter.Connected, filter.Published = choice(req.Connected), choice(req.Published)
	list, count, err := h.Marketplace.Discover(ctx, auth.From(ctx), filter, req.Request())
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Logo = httpx.MediaURL(ctx, list[i].LogoKey)
		for j, p := range list[i].Published {
			list[i].Published[j].Cover = httpx.MediaURL(ctx, p.CoverKey)
		}
	}
	return &discoverResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

// choice parses an optional yes or no.
func choice(text string) *bool {
	if text == "" {
		return nil
	}
	yes := text == "true"
	return &yes
}
