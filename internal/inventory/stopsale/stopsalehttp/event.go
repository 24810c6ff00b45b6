package stopsalehttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

type (
	createStopSaleEventRequest struct {
		Body struct {
			Room   int64          `json:"room" minimum:"1" doc:"Id of a room"`
			Date   civil.Date     `json:"date"`
			Color  stopsale.Color `json:"color" minimum:"0" maximum:"4" doc:"0 free sale, 1 open sale, 2 stop sale, 3 on request, 4 blocked"`
			Source string         `json:"source,omitempty" maxLength:"50" doc:"Who it comes from, in your words"`
		}
	}
	updateStopSaleEventRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the event"`
		Body struct {
			Room   httpx.Patch[int64]          `json:"room,omitempty" minimum:"1" doc:"Id of a room of the same property"`
			Date   httpx.Patch[civil.Date]     `json:"date,omitempty"`
			Color  httpx.Patch[stopsale.Color] `json:"color,omitempty" minimum:"0" maximum:"4"`
			Source httpx.Patch[string]         `json:"source,omitempty" maxLength:"50" doc:"null takes it away"`
		}
	}
	stopSaleEventIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the event"`
	}
	stopSaleEvent struct {
		stopsale.SavedEvent
		Status string `json:"status" enum:"Free Sale,Open Sale,Stop Sale,On Request,Blocked" doc:"The name of the color"`
	}
	stopSaleEventResponse struct{ Body stopSaleEvent }
)

func shown(e stopsale.SavedEvent, err error) (*stopSaleEventResponse, error) {
	if err != nil {
		return nil, err
	}
	return &stopSaleEventResponse{Body: stopSaleEvent{e, e.Color.Name()}}, nil
}

func (h *handlers) createEvent(ctx context.Context, req *createStopSaleEventRequest) (*stopSaleEventResponse, error) {
	b := &req.Body
	return shown(h.stops.CreateEvent(ctx, auth.From(ctx), stopsale.EventChange{Room: &b.Room, Date: &b.Date, Color: &b.Color, Source: &b.Source}))
}

func (h *handlers) updateEvent(ctx context.Context, req *updateStopSaleEventRequest) (*stopSaleEventResponse, error) {
	b := &req.Body
	return shown(h.stops.UpdateEvent(ctx, auth.From(ctx), req.ID, stopsale.EventChange{
		Room: b.Room.Pointer(), Date: b.Date.Pointer(), Color: b.Color.Pointer(), Source: b.Source.Pointer(),
	}))
}

func (h *handlers) deleteEvent(ctx context.Context, req *stopSaleEventIDRequest) (*struct{}, error) {
	return nil, h.stops.DeleteEvent(ctx, auth.From(ctx), req.ID)
}
