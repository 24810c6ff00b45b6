package stopsalehttp

import (
	"context"
	"fmt"
	"io"
	"time"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

type (
	// WindowQuery selects days. It is exported because the API framework sees
	// embedded fields of exported types only.
	WindowQuery struct {
		From civil.Date `query:"from" doc:"First day"`
		To   civil.Date `query:"to" doc:"Last day, included"`
	}
	calendarRequest struct {
		HotelID int64 `path:"hotel_id" minimum:"1" doc:"Id of the property"`
		WindowQuery
	}
	// StopSaleHead is the calendar without its rooms.
	StopSaleHead struct {
		Property   int64      `json:"property" doc:"Id of the property"`
		Name       string     `json:"name"`
		DateUpdate *time.Time `json:"date_update" doc:"When an event or a room was last changed here; null if never"`
	}
	stopSaleCalendar struct {
		StopSaleHead
		Rooms []stopSaleRoom `json:"rooms" nullable:"false"`
	}
	stopSaleRoom struct {
		ID             int64              `json:"id"`
		Name           string             `json:"name"`
		Code           string             `json:"code"`
		RoomTotalUnits int                `json:"room_total_units"`
		Events         []stopSaleRoomDate `json:"events" nullable:"false"`
	}
	stopSaleRoomDate struct {
		ID     int64          `json:"id"`
		Date   civil.Date     `json:"date"`
		Color  stopsale.Color `json:"color" minimum:"0" maximum:"4"`
		Status string         `json:"status" enum:"Free Sale,Open Sale,Stop Sale,On Request,Blocked"`
		Source string         `json:"source"`
	}
	saveStopSaleRequest struct {
		Body struct {
			Property int64               `json:"property" minimum:"1" doc:"Id of the property"`
			Rooms    []stopSaleRoomInput `json:"rooms" nullable:"false" minItems:"1" maxItems:"500"`
		}
	}
	stopSaleRoomInput struct {
		ID             *int64              `json:"id,omitempty" doc:"Without it a room is made"`
		Name           httpx.Patch[string] `json:"name,omitempty"`
		RoomTotalUnits httpx.Patch[int64]  `json:"room_total_units,omitempty"`
	}
	stopSaleCalendarResponse struct{ Body stopSaleCalendar }
)

func (w WindowQuery) window() stopsale.Window { return stopsale.Window{From: w.From, To: w.To} }

func headOf(c stopsale.Calendar) StopSaleHead {
	return StopSaleHead{Property: c.Property.ID, Name: c.Property.Name, DateUpdate: c.Updated}
}

func roomOf(r facts.Room, events []stopsale.Event) stopSaleRoom {
	out := stopSaleRoom{ID: r.ID, Name: r.Name, Code: r.Code, RoomTotalUnits: r.TotalUnits, Events: make([]stopSaleRoomDate, len(events))}
	for i, e := range events {
		out.Events[i] = stopSaleRoomDate{ID: e.ID, Date: e.Date, Color: e.Color, Status: e.Color.Name(), Source: e.Source}
	}
	return out
}

// calendar streams, because a property may have many rooms and years of days.
func (h *handlers) calendar(ctx context.Context, req *calendarRequest) (httpx.JSONStream, error) {
	c, err := h.stops.Calendar(ctx, auth.From(ctx), req.HotelID, req.window())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, w io.Writer) error {
		out := httpx.NewListWriter(w, "rooms")
		if err := out.Open(headOf(c)); err != nil {
			return err
		}
		err := h.stops.EachRoom(ctx, c, func(r facts.Room, events []stopsale.Event) error { return out.Add(roomOf(r, events)) })
		if err != nil {
			return fmt.Errorf("stop sale of property %d: %w", c.Property.ID, err)
		}
		return out.Close()
	}, nil
}

// save returns the calendar as one body, which is replayed for a repeated
// Idempotency-Key.
func (h *handlers) save(ctx context.Context, req *saveStopSaleRequest) (*stopSaleCalendarResponse, error) {
	rooms := make([]facts.Record, len(req.Body.Rooms))
	for i, r := range req.Body.Rooms {
		rooms[i] = r.record()
	}
	c, err := h.stops.SaveRooms(ctx, auth.From(ctx), req.Body.Property, rooms)
	if err != nil {
		return nil, err
	}
	res := &stopSaleCalendarResponse{Body: stopSaleCalendar{StopSaleHead: headOf(c), Rooms: []stopSaleRoom{}}}
	return res, h.stops.EachRoom(ctx, c, func(r facts.Room, events []stopsale.Event) error {
		res.Body.Rooms = append(res.Body.Rooms, roomOf(r, events))
		return nil
	})
}

// record returns the room as a record of the fact sheet; missing fields stay.
func (r stopSaleRoomInput) record() facts.Record {
	record := facts.Record{}
	if r.ID != nil {
		record["id"] = *r.ID
	}
	if r.Name.Set {
		record["name"] = r.Name.Value
		if r.Name.Null {
			record["name"] = nil
		}
	}
	if r.RoomTotalUnits.Set {
		record["room_total_units"] = r.RoomTotalUnits.Value
		if r.RoomTotalUnits.Null {
			record["room_total_units"] = nil
		}
	}
	return record
}
