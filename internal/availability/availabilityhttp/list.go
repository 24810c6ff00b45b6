package availabilityhttp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

const daily = "daily"

type listRequest struct {
	Page        int        `query:"page" minimum:"1" default:"1" doc:"Number of the page, from 1"`
	PageSize    int        `query:"page_size" minimum:"1" maximum:"50" default:"20" doc:"Properties on a page"`
	From        civil.Date `query:"from" doc:"First day; default today in UTC"`
	To          civil.Date `query:"to" doc:"Last day, included; default 30 days after from, at most 366 days in all"`
	PropertyID  string     `query:"property_id" maxLength:"2000" doc:"Ids of properties, separated by commas"`
	Country     string     `query:"country" maxLength:"1000" doc:"ISO 3166-1 alpha-2 codes, separated by commas"`
	Granularity string     `query:"granularity" enum:"daily,spans" default:"spans" doc:"daily lists every day, spans runs of days that are alike"`

	pages page.Query
}

// Resolve remembers the address for the links. A property has many days, so
// that pages are smaller than those of other lists.
func (r *listRequest) Resolve(ctx huma.Context) []error {
	r.pages = page.Query{Page: r.Page, PageSize: r.PageSize}
	return r.pages.Resolve(ctx)
}

func (r *listRequest) filter() (availability.Filter, error) {
	var bad apperr.Fields
	f := availability.Filter{Properties: field.IDs(&bad, "property_id", r.PropertyID), Countries: field.Countries(&bad, "country", r.Country)}
	return f, bad.Err()
}

// list streams a page: the days of one property are in memory at a time.
func (h *handlers) list(ctx context.Context, req *listRequest) (httpx.JSONStream, error) {
	f, err := req.filter()
	if err != nil {
		return nil, err
	}
	season, err := h.availability.Season(req.From, req.To)
	if err != nil {
		return nil, err
	}
	p, err := h.availability.Portfolio(ctx, auth.From(ctx), f)
	if err != nil {
		return nil, err
	}
	head := httpx.Page(ctx, &req.pages, len(p.IDs), []struct{}{})
	ids := page.Cut(p.IDs, req.pages.Request())
	return func(ctx context.Context, w io.Writer) error {
		empty, err := json.Marshal(head)
		if err != nil {
			return fmt.Errorf("encode the head of a page: %w", err)
		}
		const end = "]}" // of a page that has no results yet
		if _, err := w.Write(empty[:len(empty)-len(end)]); err != nil {
			return err
		}
		var between []byte
		err = h.availability.Each(ctx, p, ids, season, func(p availability.Property) error {
			one, err := json.Marshal(propertyOf(p, req.Granularity == daily))
			if err != nil {
				return fmt.Errorf("encode availability of property %d: %w", p.ID, err)
			}
			_, err = w.Write(append(between, one...))
			between = []byte{','}
			return err
		})
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, end+"\n")
		return err
	}, nil
}
