package reporthttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/insight/report"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	// ReportedDays is the query of list and file. It is exported because the
	// API framework sees embedded fields of exported types only.
	ReportedDays struct {
		PropertyID string     `query:"property_id" maxLength:"2000" doc:"Ids of properties, separated by commas"`
		From       civil.Date `query:"from" doc:"First day; default today in UTC"`
		To         civil.Date `query:"to" doc:"Last day, included; default 29 days after from"`
	}
	availabilityReportRequest struct {
		page.Query
		ReportedDays
	}
	availabilityExportRequest  struct{ ReportedDays }
	availabilityReportResponse struct{ Body page.Page[reportedProperty] }
	reportedProperty           struct {
		PropertyID int64                 `json:"property_id"`
		Name       string                `json:"name"`
		From       civil.Date            `json:"from"`
		To         civil.Date            `json:"to"`
		House      *reportedHouse        `json:"house,omitempty" doc:"For accommodations"`
		Offer      *reportedOffer        `json:"offer,omitempty" doc:"For tour operators"`
		Error      *availability.Refusal `json:"error,omitempty" doc:"Why there is nothing to read"`
	}
	reportedHouse struct {
		ReportedHouseFigures
		Months []reportedHouseMonth `json:"months" nullable:"false"`
	}
	reportedHouseMonth struct {
		Month string `json:"month" example:"2030-06"`
		ReportedHouseFigures
	}
	// ReportedHouseFigures is exported for the same reason.
	ReportedHouseFigures struct {
		RoomNights int    `json:"room_nights" doc:"Units of all rooms, times days"`
		Sold       int    `json:"sold" doc:"Nights that are confirmed, on any calendar"`
		Closed     int    `json:"closed" doc:"Nights that you have taken out of sale: closed units, and all that is left of a room on days with a stop or block on the Master"`
		External   int    `json:"external" doc:"Nights that property management systems have taken"`
		Free       int    `json:"free" doc:"Nights that are left and can be sold"`
		Occupancy  string `json:"occupancy" example:"72.50" doc:"Sold and external nights, in percent of all"`
		StopDays   int    `json:"stop_days" doc:"Days with a stop or a block of any room on the Master"`
		ClosedDays int    `json:"closed_days" doc:"Days on which no room can be sold"`
	}
	reportedOffer struct {
		ReportedOfferFigures
		Months []reportedOfferMonth `json:"months" nullable:"false"`
	}
	reportedOfferMonth struct {
		Month string `json:"month" example:"2030-06"`
		ReportedOfferFigures
	}
	// ReportedOfferFigures is exported for the same reason.
	ReportedOfferFigures struct {
		OpenDays        int  `json:"open_days" doc:"Days on which a room is open"`
		OnRequestDays   int  `json:"on_request_days" doc:"Other days on which a room can be asked for"`
		ClosedDays      int  `json:"closed_days" doc:"Days on which no room can be sold"`
		AllotmentNights *int `json:"allotment_nights" doc:"Units allotted to you, times days; null where you have no calendar of your own"`
		AvailableNights *int `json:"available_nights" doc:"What is left of them; null likewise"`
	}
)

func (r ReportedDays) filter() (report.Filter, error) {
	var bad apperr.Fields
	f := report.Filter{Properties: field.IDs(&bad, "property_id", r.PropertyID), From: r.From, To: r.To}
	return f, bad.Err()
}

func (h *handlers) availability(ctx context.Context, req *availabilityReportRequest) (*availabilityReportResponse, error) {
	f, err := req.filter()
	if err != nil {
		return nil, err
	}
	a, err := h.reports.Availability(ctx, auth.From(ctx), f)
	if err != nil {
		return nil, err
	}
	bodies := []reportedProperty{}
	err = a.Each(ctx, page.Cut(a.IDs, req.Request()), func(p report.Property) error {
		bodies = append(bodies, reportedProperty{p.ID, p.Name, a.Season.From, a.Season.To, houseOf(p.House), offerOf(p.Offer), p.Refusal})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &availabilityReportResponse{Body: httpx.Page(ctx, &req.Query, len(a.IDs), bodies)}, nil
}

func houseOf(h *report.House) *reportedHouse {
	if h == nil {
		return nil
	}
	out := &reportedHouse{houseFigures(h.HouseFigures), make([]reportedHouseMonth, len(h.Months))}
	for i, m := range h.Months {
		out.Months[i] = reportedHouseMonth{m.Month, houseFigures(m.Figures)}
	}
	return out
}

func houseFigures(f report.HouseFigures) ReportedHouseFigures {
	return ReportedHouseFigures{f.RoomNights, f.Sold, f.Closed, f.External, f.Free, f.Occupancy(), f.StopDays, f.ClosedDays}
}

func offerOf(o *report.Offer) *reportedOffer {
	if o == nil {
		return nil
	}
	out := &reportedOffer{offerFigures(o.OfferFigures, o.Own), make([]reportedOfferMonth, len(o.Months))}
	for i, m := range o.Months {
		out.Months[i] = reportedOfferMonth{m.Month, offerFigures(m.Figures, o.Own)}
	}
	return out
}

func offerFigures(f report.OfferFigures, own bool) ReportedOfferFigures {
	out := ReportedOfferFigures{OpenDays: f.OpenDays, OnRequestDays: f.OnRequestDays, ClosedDays: f.ClosedDays}
	if own {
		out.AllotmentNights, out.AvailableNights = &f.AllotmentNights, &f.AvailableNights
	}
	return out
}
