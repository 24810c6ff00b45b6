package availabilityhttp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/identity/auth"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

const spans = "spans"

type listRequest struct {
	Page        int        `query:"page" minimum:"1" default:"1" doc:"Number of the page, from 1"`
	PageSize    int        `query:"page_size" minimum:"1" maximum:"50" default:"20" doc:"Properties on a page"`
	From        civil.Date `query:"from" doc:"First day; default today in UTC"`
	To          civil.Date `query:"to" doc:"Last day, included; default 30 days after from, at most 366 days in all"`
	PropertyID  string     `query:"property_id" maxLength:"2000" doc:"Ids of properties, separated by commas"`
	Country     string     `query:"country" maxLength:"1000" doc:"ISO 3166-1 alpha-2 codes, separated by commas"`
	Include     string     `query:"include" enum:"reasons" doc:"reasons: why days are restricted, where the contract shares it"`
	Granularity string     `query:"granularity" enum:"daily,spans" default:"spans" doc:"daily lists every day, spans runs of days that are alike"`

	pages page.Query
}

// Resolve stores the address for the links. Pages are smaller than those of other
// lists, because a property has many days.
func (r *listRequest) Resolve(ctx huma.Context) []error {
	r.pages = page.Query{Page: r.Page, PageSize: r.PageSize}
	return r.pages.Resolve(ctx)
}

func (r *listRequest) query() (*availability.Query, error) {
	var bad apperr.Fields
	query := &availability.Query{
		Properties: field.IDs(&bad, "property_id", r.PropertyID), Countries: field.Countries(&bad, "country", r.Country),
		Spans: r.Granularity == spans, Reasons: r.Include != "", From: r.From, To: r.To,
	}
	return query, bad.Err()
}

// list streams a page with the days of one property in memory at a time.
func (h *handlers) list(ctx context.Context, req *listRequest) (httpx.JSONStream, error) {
	query, err := req.query()
	if err != nil {
		return nil, err
	}
	p, err := h.availability.Page(ctx, auth.From(ctx), query, req.pages.Request())
	if err != nil {
		return nil, err
	}
	head := httpx.Page(ctx, &req.pages, p.Count, []struct{}{})
	return func(ctx context.Context, w io.Writer) error {
		empty, err := json.Marshal(head)
		if err != nil {
			return fmt.Errorf("encode the head of a page: %w", err)
		}
		const end = "]}" // of a page that has no results yet
		return p.WriteList(ctx, w, empty[:len(empty)-len(end)])
	}, nil
}
