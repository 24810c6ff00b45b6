package availabilityhttp

import (
	"context"
	"slices"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
)

// exportRequest has lists as text, separated by commas.
type exportRequest struct {
	From        civil.Date `query:"from" doc:"First day; default today in UTC"`
	To          civil.Date `query:"to" doc:"Last day, included; default 364 days after from, at most 1,100 days in all"`
	Granularity string     `query:"granularity" enum:"daily,spans" default:"daily" doc:"daily lists every day, spans runs of days that are alike"`
	Country     string     `query:"country" maxLength:"1000" doc:"ISO 3166-1 alpha-2 codes, separated by commas"`
	PropertyID  string     `query:"property_id" maxLength:"2000" doc:"Ids of properties, separated by commas"`
	Calendar    string     `query:"calendar" enum:"master" doc:"master: the Master calendar and no other; an operator needs a partnership contract in force that shares stop sales"`
	CalendarID  string     `query:"calendar_id" maxLength:"2000" doc:"Keys of accommodations only: ids of calendars, separated by commas"`
	Kind        string     `query:"kind" maxLength:"200" doc:"Keys of accommodations only: master, connected, contracted, allotment, standalone, separated by commas"`
	Include     string     `query:"include" enum:"reasons" doc:"reasons: why days are restricted; an operator gets them where its contract shares them"`
	Since       string     `query:"since" maxLength:"200" doc:"next_cursor of an earlier answer to the same key and filters: only properties that changed since are listed"`
}

// query parses the filters and returns an error that lists each bad one.
func (r *exportRequest) query(key auth.KeyCaller) (*availability.Query, error) {
	var bad apperr.Fields
	query := &availability.Query{
		Properties: field.IDs(&bad, "property_id", r.PropertyID), Countries: field.Countries(&bad, "country", r.Country),
		Master: r.Calendar != "", Spans: r.Granularity == spans, Reasons: r.Include != "", From: r.From, To: r.To,
	}
	if key.AccountType == auth.TourOperator {
		const others = "is for keys of accommodations only: leave it out"
		bad.Check(r.CalendarID == "", "calendar_id", others)
		bad.Check(r.Kind == "", "kind", others)
		return query, bad.Err()
	}
	query.Calendars, query.Kinds = field.IDs(&bad, "calendar_id", r.CalendarID), kinds(&bad, r.Kind)
	return query, bad.Err()
}

func kinds(bad *apperr.Fields, text string) (list []rules.Kind) {
	for part := range strings.SplitSeq(text, ",") {
		k := rules.Kind(strings.TrimSpace(part))
		if k == "" {
			continue
		}
		bad.Checkf(slices.Contains(rules.Kinds, k), "kind", "must be master, connected, contracted, allotment or standalone, separated by commas; %q is none", k)
		list = append(list, k)
	}
	return list
}

// export serves a system with an API key.
func (h *handlers) export(ctx context.Context, req *exportRequest) (*httpx.Prepared, error) {
	key := auth.KeyFrom(ctx)
	query, err := req.query(key)
	if err != nil {
		return nil, err
	}
	x, err := h.availability.Export(ctx, key, query, req.Since)
	if err != nil {
		return nil, err
	}
	return &httpx.Prepared{Tag: x.Tag(), Stream: x.Write, StreamGzip: x.WriteGzip}, nil
}
