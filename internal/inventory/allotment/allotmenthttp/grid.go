package allotmenthttp

import (
	"context"
	"io"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

// registerReads adds the reading paths: grid, day breakdown, timeline.
func (h *handlers) registerReads(s *httpx.Server) {
	httpx.RegisterPrepared[gridRequest, reading.GridBody](s, httpx.Op{
		ID: "getCalendarGrid", Method: http.MethodGet, Path: "/api/allotment/calendars/{id}/grid/", Tag: tag, Rule: hotel,
		Summary: "Resolved days of a calendar",
		Description: "For each room and day what an operator is told (state), the status that decided it, and the numbers. " +
			"At most 1,100 days; without from from today where the property is, without to 31 days. " +
			"A standalone calendar has no numbers: they are 0.",
	}, h.grid)
	httpx.Register(s, httpx.Op{
		ID: "getDayBreakdown", Method: http.MethodGet, Path: "/api/allotment/calendars/{id}/day-breakdown/", Tag: tag, Rule: hotel,
		Summary: "Who takes what of one room on one day",
		Description: "Every calendar that draws on the pool with what it has and holds, and what property management systems report. " +
			"The pool is the same for every calendar of a property; state, status and what decided them are those of the calendar.",
	}, h.breakdown)
	httpx.Register(s, httpx.Op{
		ID: "getCalendarTimeline", Method: http.MethodGet, Path: "/api/allotment/calendars/{id}/timeline/", Tag: tag, Rule: hotel,
		Summary: "Allocations, reservations and PMS units as bars",
		Description: "Blocks of the calendar, its rooming entries (to is the departure), and what property management systems report. " +
			"The Master shows the whole property: the blocks and entries of all calendars that draw on the pool, each with its calendar. Days as for the grid.",
	}, h.timeline)
}

type gridRequest struct {
	ID   int64      `path:"id" minimum:"1"`
	From civil.Date `query:"from" doc:"First day; default today"`
	To   civil.Date `query:"to" doc:"Last day, included; default 30 days after from"`

	Include string `query:"include" enum:"why" doc:"why: each day also says what decided it, with reason, note, who and when, and what a release took away"`
}

func (h *handlers) grid(ctx context.Context, req *gridRequest) (*httpx.Prepared, error) {
	read := h.Allotments.Grid
	if req.Include == "why" {
		read = h.Allotments.ExplainedGrid
	}
	g, err := read(ctx, auth.From(ctx), req.ID, req.From, req.To)
	if err != nil {
		return nil, err
	}
	p := &httpx.Prepared{Tag: g.Tag()}
	if g.Large() {
		p.Stream = func(_ context.Context, w io.Writer) error {
			_, err := g.WriteTo(w)
			return err
		}
		return p, nil
	}
	p.Body = func(context.Context) ([]byte, error) { return g.JSON(), nil }
	p.Gzip = func(context.Context) ([]byte, error) { return g.Gzip() }
	return p, nil
}
