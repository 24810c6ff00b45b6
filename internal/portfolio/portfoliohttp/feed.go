package portfoliohttp

import (
	"context"
	"io"
	"time"

	"allot/internal/contract"
	"allot/internal/mapping"
	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
	"allot/internal/platform/request"
	"allot/internal/portfolio"
)

type (
	feedRequest struct {
		PropertyID string `query:"property_id" doc:"Ids of properties, at most 200, separated by commas"`
		Country    string `query:"country" maxLength:"800" doc:"ISO 3166-1 alpha-2 codes, separated by commas"`
	}
	// FeedProperty is how every answer to systems names a property; exported
	// because the API framework sees embedded fields of exported types only.
	FeedProperty struct {
		PropertyID  int64                 `json:"property_id"`
		Name        string                `json:"name"`
		Country     string                `json:"country"`
		City        string                `json:"city"`
		Codes       mapping.PropertyCodes `json:"codes"`
		Version     int                   `json:"version"`
		PublishedAt time.Time             `json:"published_at"`
	}
	factsFeedProperty struct {
		FeedProperty
		Facts map[string]any `json:"facts" doc:"The categories that the contract opens"`
	}
	photosFeedProperty struct {
		FeedProperty
		Logo   *string          `json:"logo" doc:"Address of the picture, or null"`
		Photos []portfolioPhoto `json:"photos" nullable:"false"`
	}
	factsFeedBody struct {
		GeneratedAt time.Time           `json:"generated_at" doc:"The state that is shown; its age depends on the plan"`
		Properties  []factsFeedProperty `json:"properties" nullable:"false"`
	}
	photosFeedBody struct {
		GeneratedAt time.Time            `json:"generated_at" doc:"The state that is shown; its age depends on the plan"`
		Properties  []photosFeedProperty `json:"properties" nullable:"false"`
	}
)

// filter reads the lists of the query.
func (r *feedRequest) filter(right contract.Right) (portfolio.Filter, error) {
	var bad apperr.Fields
	f := portfolio.Filter{
		Right: right, Properties: field.IDs(&bad, "property_id", r.PropertyID), Countries: field.Countries(&bad, "country", r.Country),
	}
	return f, bad.Err()
}

func named(p portfolio.Property) FeedProperty {
	c := p.Card
	return FeedProperty{
		PropertyID: c.PropertyID, Name: c.Name, Country: c.Country, City: c.City, Codes: p.Codes.Shown(),
		Version: c.Version, PublishedAt: c.PublishedAt,
	}
}

func (h *handlers) factsFeed(ctx context.Context, req *feedRequest) (*httpx.Prepared, error) {
	return h.feed(ctx, req, contract.RightFacts, func(_ context.Context, p portfolio.Property) any {
		return factsFeedProperty{FeedProperty: named(p), Facts: p.Facts}
	})
}

func (h *handlers) photosFeed(ctx context.Context, req *feedRequest) (*httpx.Prepared, error) {
	return h.feed(ctx, req, contract.RightPhotos, func(ctx context.Context, p portfolio.Property) any {
		return photosFeedProperty{FeedProperty: named(p), Logo: httpx.MediaURL(ctx, p.Card.LogoKey), Photos: photosOf(ctx, p.Photos)}
	})
}

// feed streams the properties that the key opens, each as show gives it.
func (h *handlers) feed(ctx context.Context, req *feedRequest, right contract.Right,
	show func(ctx context.Context, p portfolio.Property) any,
) (*httpx.Prepared, error) {
	filter, err := req.filter(right)
	if err != nil {
		return nil, err
	}
	key := auth.KeyFrom(ctx)
	plan, err := h.Billing.PlanOf(ctx, key.OwnerID)
	if err != nil {
		return nil, err
	}
	asOf := h.Publications.AsOf(plan)
	state, err := h.Portfolio.State(ctx, key, asOf, plan.Features.DataRefreshMinutes == 0)
	if err != nil {
		return nil, err
	}
	// Addresses of pictures begin with that of this server, as the client knows it.
	tag, err := httpx.TagOf(state, filter, request.From(ctx).BaseURL)
	if err != nil {
		return nil, err
	}
	return &httpx.Prepared{Tag: tag, Stream: func(ctx context.Context, w io.Writer) error {
		out := httpx.NewListWriter(w, "properties")
		if err := out.Open(httpx.Stamp{GeneratedAt: asOf}); err != nil {
			return err
		}
		err := h.Portfolio.Each(ctx, key, filter, asOf, func(p portfolio.Property) error { return out.Add(show(ctx, p)) })
		if err != nil {
			return err
		}
		return out.Close()
	}}, nil
}
