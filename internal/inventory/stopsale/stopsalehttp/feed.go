package stopsalehttp

import (
	"context"
	"io"
	"time"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/mapping"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
)

type (
	feedRequest struct {
		PropertyID string `query:"property_id" doc:"Ids of properties, at most 200, separated by commas"`
		WindowQuery
	}
	// SharedStopSale identifies a property in exports. It is exported because the
	// API framework sees embedded fields of exported types only.
	SharedStopSale struct {
		PropertyID int64                 `json:"property_id"`
		Name       string                `json:"name"`
		Country    string                `json:"country" doc:"ISO 3166-1 alpha-2"`
		City       string                `json:"city"`
		Codes      mapping.PropertyCodes `json:"codes"`
		DateUpdate *time.Time            `json:"date_update" doc:"When an event was last changed; null if never"`
		Error      *closedProperty       `json:"error,omitempty" doc:"To an operator: why every day is stopped, if nobody of the hotel can close it"`
	}
	closedProperty struct {
		Code    string `json:"code" enum:"hotel_suspended" doc:"Why it is closed, for programs"`
		Message string `json:"message" doc:"The same for people, in English"`
	}
	// SharedStopSaleRoom identifies a room in exports.
	SharedStopSaleRoom struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
		Code string `json:"code"`
	}
	stopSaleExportRoom struct {
		SharedStopSaleRoom
		Events []stopsale.SharedDay `json:"events" nullable:"false"`
	}
	stopSaleRangesRoom struct {
		SharedStopSaleRoom
		Ranges []stopsale.SharedSpan `json:"ranges" nullable:"false"`
	}
	stopSaleExportProperty struct {
		SharedStopSale
		Rooms []stopSaleExportRoom `json:"rooms" nullable:"false"`
	}
	stopSaleRangesProperty struct {
		SharedStopSale
		Rooms []stopSaleRangesRoom `json:"rooms" nullable:"false"`
	}
	stopSaleExport struct {
		Properties []stopSaleExportProperty `json:"properties" nullable:"false"`
	}
	stopSaleRanges struct {
		Properties []stopSaleRangesProperty `json:"properties" nullable:"false"`
	}
	stopSaleExportV1 struct {
		httpx.Stamp
		Properties []stopSaleExportProperty `json:"properties" nullable:"false"`
	}
)

func (r *feedRequest) filter() (stopsale.Filter, error) {
	var bad apperr.Fields
	f := stopsale.Filter{Properties: field.IDs(&bad, "property_id", r.PropertyID), Window: r.window()}
	field.CheckWindow(&bad, f.Window.From, f.Window.To)
	return f, bad.Err()
}

func sharedOf(p stopsale.Shared) SharedStopSale {
	var closed *closedProperty
	if p.Closed {
		closed = &closedProperty{property.ClosedCode, property.ClosedMessage}
	}
	return SharedStopSale{
		Error:      closed,
		PropertyID: p.PropertyID, Name: p.Name, Country: p.Country, City: p.City, DateUpdate: p.Updated,
		Codes: p.Codes.Shown(),
	}
}

func sharedRoomOf(r stopsale.SharedRoom) SharedStopSaleRoom {
	return SharedStopSaleRoom{ID: r.ID, Name: r.Name, Code: r.Code}
}

func exported(p stopsale.Shared) any {
	out := stopSaleExportProperty{SharedStopSale: sharedOf(p), Rooms: make([]stopSaleExportRoom, len(p.Rooms))}
	for i, r := range p.Rooms {
		out.Rooms[i] = stopSaleExportRoom{sharedRoomOf(r), r.Days}
	}
	return out
}

func ranged(p stopsale.Shared) any {
	out := stopSaleRangesProperty{SharedStopSale: sharedOf(p), Rooms: make([]stopSaleRangesRoom, len(p.Rooms))}
	for i, r := range p.Rooms {
		out.Rooms[i] = stopSaleRangesRoom{sharedRoomOf(r), r.Spans()}
	}
	return out
}

func (h *handlers) export(ctx context.Context, req *feedRequest) (*httpx.Prepared, error) {
	return h.feed(ctx, req, plain, exported)
}

func (h *handlers) ranges(ctx context.Context, req *feedRequest) (*httpx.Prepared, error) {
	return h.feed(ctx, req, plain, ranged)
}

func (h *handlers) exportV1(ctx context.Context, req *feedRequest) (*httpx.Prepared, error) {
	at := httpx.StampOf(h.stops.Now())
	return h.feed(ctx, req, func(x *stopsale.Selection) any { return at.Of(x.Shown, x.Total) }, exported)
}

// plain is the empty head of the legacy exports.
func plain(*stopsale.Selection) any { return struct{}{} }

// feed streams the properties that the key opens, each as show returns it. The tag
// need not name the export, because each has its own address.
func (h *handlers) feed(ctx context.Context, req *feedRequest, head func(*stopsale.Selection) any, show func(stopsale.Shared) any,
) (*httpx.Prepared, error) {
	filter, err := req.filter()
	if err != nil {
		return nil, err
	}
	key := auth.KeyFrom(ctx)
	state, err := h.stops.State(ctx, key, filter)
	if err != nil {
		return nil, err
	}
	tag, err := httpx.TagOf(state, filter)
	if err != nil {
		return nil, err
	}
	return &httpx.Prepared{Tag: tag, Stream: func(ctx context.Context, w io.Writer) error {
		x, err := h.stops.Select(ctx, key, filter)
		if err != nil {
			return err
		}
		out := httpx.NewListWriter(w, "properties")
		if err := out.Open(head(x)); err != nil {
			return err
		}
		if err := x.Each(ctx, func(p stopsale.Shared) error { return out.Add(show(p)) }); err != nil {
			return err
		}
		return out.Close()
	}}, nil
}
