package availabilityhttp

import (
	"time"

	"allot/internal/allotment"
	"allot/internal/availability"
	"allot/internal/mapping"
	"allot/internal/platform/civil"
)

// These are what the answers look like, for the document: the service writes them
// without going through values.
type (
	// AvailabilityHead is how a property is named; exported because the API
	// framework sees embedded fields of exported types only.
	AvailabilityHead struct {
		PropertyID int64                 `json:"property_id"`
		Name       string                `json:"name"`
		Country    string                `json:"country" doc:"ISO 3166-1 alpha-2"`
		City       string                `json:"city"`
		Codes      mapping.PropertyCodes `json:"codes"`
		Error      *availability.Refusal `json:"error,omitempty" doc:"Why there is nothing to read"`
	}
	// AvailabilityRoom is how a room is named.
	AvailabilityRoom struct {
		RoomID int64  `json:"room_id"`
		Name   string `json:"name" doc:"Yours if you have mapped the room, else the hotel's own"`
		Code   string `json:"code"`
	}
	availabilityProperty struct {
		AvailabilityHead
		Calendars []availabilityCalendar `json:"calendars,omitempty" nullable:"false" doc:"Missing where there is an error"`
	}
	availabilityCalendar struct {
		CalendarID int64              `json:"calendar_id"`
		Name       string             `json:"name"`
		Kind       allotment.Kind     `json:"kind" enum:"master,connected,contracted" doc:"master is the general one of the property"`
		Rooms      []availabilityRoom `json:"rooms" nullable:"false"`
	}
	availabilityRoom struct {
		AvailabilityRoom
		Days  []availabilityDay  `json:"days,omitempty" nullable:"false" doc:"With granularity=daily"`
		Spans []availabilitySpan `json:"spans,omitempty" nullable:"false" doc:"With granularity=spans"`
	}
	availabilityDay struct {
		Date civil.Date `json:"date"`
		AvailabilityCell
	}
	availabilitySpan struct {
		From civil.Date `json:"from"`
		To   civil.Date `json:"to" doc:"Last day, included"`
		AvailabilityCell
	}
	// AvailabilityCell is what is told of a day.
	AvailabilityCell struct {
		State     string  `json:"state" enum:"open,on_request,closed"`
		Status    *string `json:"status" nullable:"true" enum:"free,open,on_request,stop,block" doc:"What the hotel has set; null: the numbers decide"`
		Code      string  `json:"code" doc:"Your own event code for the status, else for the state: closed is your code for stop"`
		Allotment *int    `json:"allotment,omitempty" doc:"Units allotted to you, 0 once released; on a calendar of yours only"`
		Available *int    `json:"available,omitempty" doc:"Units of yours that are left, whether or not the state lets you sell them; on a calendar of yours only"`
	}
)

type (
	availabilityExport struct {
		GeneratedAt time.Time                `json:"generated_at"`
		NextCursor  string                   `json:"next_cursor" doc:"For since, with the same key and filters"`
		Complete    bool                     `json:"complete" doc:"Every property is listed, and what is not is not yours any more; false: those that changed since"`
		Properties  []availabilityExportItem `json:"properties" nullable:"false" doc:"By id"`
	}
	availabilityExportItem struct {
		AvailabilityHead
		Calendars []availabilityExportCalendar `json:"calendars,omitempty" nullable:"false" doc:"Missing where there is an error; the Master first"`
	}
	availabilityExportCalendar struct {
		CalendarID int64                    `json:"calendar_id"`
		Name       string                   `json:"name"`
		Kind       allotment.Kind           `json:"kind" enum:"master,connected,contracted,allotment,standalone" doc:"An operator sees master, connected and contracted ones"`
		Rooms      []availabilityExportRoom `json:"rooms" nullable:"false"`
	}
	availabilityExportRoom struct {
		AvailabilityRoom
		Days  []availabilityExportDay  `json:"days,omitempty" nullable:"false" doc:"With granularity=daily"`
		Spans []availabilityExportSpan `json:"spans,omitempty" nullable:"false" doc:"With granularity=spans"`
	}
	availabilityExportDay struct {
		Date civil.Date `json:"date"`
		AvailabilityExportCell
	}
	availabilityExportSpan struct {
		From civil.Date `json:"from"`
		To   civil.Date `json:"to" doc:"Last day, included"`
		AvailabilityExportCell
	}
	// AvailabilityExportCell is what a key is told of a day.
	AvailabilityExportCell struct {
		AvailabilityCell
		Closed            *int    `json:"closed,omitempty" doc:"Keys of accommodations, like those that follow; not on standalone calendars"`
		Confirmed         *int    `json:"confirmed,omitempty"`
		External          *int    `json:"external,omitempty" doc:"Taken in property management systems"`
		PhysicalRemaining *int    `json:"physical_remaining,omitempty" doc:"Units of the room type left over all calendars, with what it could borrow once it has none"`
		TotalUnits        *int    `json:"total_units,omitempty"`
		Reason            *string `json:"reason,omitempty" nullable:"true" enum:"renovation,group_hold,allotment_expired,hotel_event,force_majeure,peak_exclusion" doc:"With include=reasons, where you may know it; null: there is none"`
	}
)
