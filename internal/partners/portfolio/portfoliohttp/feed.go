package portfoliohttp

import (
	"context"
	"io"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
	"allot/internal/platform/request"
)

type (
	feedRequest struct {
		PropertyID string `query:"property_id" doc:"Ids of properties, at most 200, separated by commas"`
		Country    string `query:"country" maxLength:"800" doc:"ISO 3166-1 alpha-2 codes, separated by commas"`
	}
	// FeedProperty identifies a property in every response to systems. It is
	// exported because the API framework sees embedded fields of exported types
	// only.
	FeedProperty struct {
		PropertyID int64                 `json:"property_id"`
		Name       string                `json:"name"`
		Country    string                `json:"country"`
		City       string                `json:"city"`
		Codes      mapping.PropertyCodes `json:"codes"`
	}
	// FeedVersion is which version of a property is shown.
	FeedVersion struct {
		Version     int       `json:"version" required:"false" doc:"Missing where there is an error, like everything that follows"`
		PublishedAt time.Time `json:"published_at" required:"false"`
	}
	// FeedRefusal is why a property has nothing to read.
	FeedRefusal struct {
		Error *feedError `json:"error,omitempty" doc:"Why there is nothing to read"`
	}
	feedError struct {
		Code    portfolio.Reason `json:"code" enum:"not_published"`
		Message string           `json:"message"`
	}
	factsFeedProperty struct {
		FeedProperty
		FeedRefusal
		FeedVersion
		Facts map[string]any `json:"facts" required:"false" doc:"The categories that the contract opens"`
	}
	photosFeedProperty struct {
		FeedProperty
		FeedRefusal
		FeedVersion
		Logo   *string          `json:"logo" required:"false" doc:"Address of the picture, or null"`
		Photos []portfolioPhoto `json:"photos" required:"false" nullable:"false"`
	}
	// unreadFeedProperty replaces a property that cannot be read.
	unreadFeedProperty struct {
		FeedProperty
		FeedRefusal
	}
	factsFeedBody struct {
		httpx.Stamp
		Properties []factsFeedProperty `json:"properties" nullable:"false" doc:"By id"`
	}
	photosFeedBody struct {
		httpx.Stamp
		Properties []photosFeedProperty `json:"properties" nullable:"false" doc:"By id"`
	}
)

var notPublished = FeedRefusal{&feedError{portfolio.ReasonNotPublished, "The hotel has not published this property yet"}}

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
	return FeedProperty{PropertyID: c.PropertyID, Name: c.Name, Country: c.Country, City: c.City, Codes: p.Codes.Shown()}
}

func versionOf(p portfolio.Property) FeedVersion {
	return FeedVersion{Version: p.Card.Version, PublishedAt: p.Card.PublishedAt}
}

func (h *handlers) factsFeed(ctx context.Context, req *feedRequest) (*httpx.Prepared, error) {
	return h.feed(ctx, req, contract.RightFacts, func(_ context.Context, p portfolio.Property) any {
		return factsFeedProperty{FeedProperty: named(p), FeedVersion: versionOf(p), Facts: p.Facts}
	})
}

func (h *handlers) photosFeed(ctx context.Context, req *feedRequest) (*httpx.Prepared, error) {
	return h.feed(ctx, req, contract.RightPhotos, func(ctx context.Context, p portfolio.Property) any {
		return photosFeedProperty{
			FeedProperty: named(p), FeedVersion: versionOf(p), Logo: httpx.MediaURL(ctx, p.Card.LogoKey), Photos: photosOf(ctx, p.Photos),
		}
	})
}

// feed streams the properties that the key may read, each as show returns it.
func (h *handlers) feed(ctx context.Context, req *feedRequest, right contract.Right,
	show func(ctx context.Context, p portfolio.Property) any,
) (*httpx.Prepared, error) {
	filter, err := req.filter(right)
	if err != nil {
		return nil, err
	}
	key := auth.KeyFrom(ctx)
	plan, err := h.Plans.PlanOf(ctx, key.OwnerID)
	if err != nil {
		return nil, err
	}
	asOf := h.Publications.AsOf(plan)
	state, err := h.Portfolio.State(ctx, key, asOf, plan.Features.DataRefreshMinutes == 0)
	if err != nil {
		return nil, err
	}
	// Addresses of pictures begin with the base address of the request.
	tag, err := httpx.TagOf(state, filter, request.From(ctx).BaseURL)
	if err != nil {
		return nil, err
	}
	return &httpx.Prepared{Tag: tag, Stream: func(ctx context.Context, w io.Writer) error {
		x, err := h.Portfolio.Select(ctx, key, filter, asOf)
		if err != nil {
			return err
		}
		at := asOf
		if x.Newest.After(at) {
			at = x.Newest
		}
		out := httpx.NewListWriter(w, "properties")
		if err := out.Open(httpx.StampOf(at).Of(x.Shown, x.Total)); err != nil {
			return err
		}
		err = x.Each(ctx, func(p portfolio.Property) error {
			if p.Unpublished {
				return out.Add(unreadFeedProperty{named(p), notPublished})
			}
			return out.Add(show(ctx, p))
		})
		if err != nil {
			return err
		}
		return out.Close()
	}}, nil
}
