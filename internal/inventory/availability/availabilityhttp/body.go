package availabilityhttp

import (
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/partners/mapping"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

// The responses in the OpenAPI document; the service encodes them by hand.
type (
	// AvailabilityHead identifies a property. It is exported because the API
	// framework sees embedded fields of exported types only.
	AvailabilityHead struct {
		PropertyID int64                 `json:"property_id"`
		Name       string                `json:"name"`
		Country    string                `json:"country" doc:"ISO 3166-1 alpha-2"`
		City       string                `json:"city"`
		Codes      mapping.PropertyCodes `json:"codes"`
		Error      *availability.Refusal `json:"error,omitempty" doc:"Why there is nothing to read"`
	}
	// AvailabilityRoom identifies a room.
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
		Kind       rules.Kind         `json:"kind" enum:"master,connected,contracted" doc:"master is the general one of the property"`
		Rooms      []availabilityRoom `json:"rooms" nullable:"false"`
		Days       []availabilityDay  `json:"days,omitempty" nullable:"false" doc:"The property as a whole, where the contract says to_special_allotment G, with granularity=daily: open if any room is, else on_request if any is, else closed; numbers are sums, status is null"`
		Spans      []availabilitySpan `json:"spans,omitempty" nullable:"false" doc:"The same with granularity=spans"`
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
	// AvailabilityCell is a day.
	AvailabilityCell struct {
		State     string  `json:"state" enum:"open,on_request,closed" doc:"Days on request are closed to you where the contract says to_allow_on_request false; status and code are those of a stop then"`
		Status    *string `json:"status" nullable:"true" enum:"free,open,on_request,stop,block" doc:"What the hotel has set; null: the numbers decide"`
		Code      string  `json:"code" doc:"Your own event code for the status, else for the state: closed is your code for stop"`
		Allotment *int    `json:"allotment,omitempty" doc:"Units allotted to you, 0 once released; on a calendar of yours only"`
		Available *int    `json:"available,omitempty" doc:"Units that you can sell now: what is left of yours on an open day, as far as it exists, else 0; on a calendar of yours only. To accommodations what is left of the allotment, whatever the state"`
		Reason    *string `json:"reason,omitempty" nullable:"true" enum:"renovation,group_hold,allotment_expired,hotel_event,force_majeure,peak_exclusion" doc:"With include=reasons, where you may know it; null: there is none. Not of the property as a whole"`
	}
)

type (
	availabilityExport struct {
		httpx.Stamp
		NextCursor string                   `json:"next_cursor" doc:"For since, with the same key and filters"`
		Complete   bool                     `json:"complete" doc:"Every property is listed, and what is not is not yours any more; false: those that changed since"`
		Properties []availabilityExportItem `json:"properties" nullable:"false" doc:"By id"`
	}
	availabilityExportItem struct {
		AvailabilityHead
		Calendars []availabilityExportCalendar `json:"calendars,omitempty" nullable:"false" doc:"Missing where there is an error; the Master first"`
	}
	availabilityExportCalendar struct {
		CalendarID int64                    `json:"calendar_id"`
		Name       string                   `json:"name"`
		Kind       rules.Kind               `json:"kind" enum:"master,connected,contracted,allotment,standalone" doc:"An operator sees master, connected and contracted ones"`
		Rooms      []availabilityExportRoom `json:"rooms" nullable:"false"`
		Days       []availabilityDay        `json:"days,omitempty" nullable:"false" doc:"The property as a whole, to an operator whose contract says to_special_allotment G, with granularity=daily: open if any room is, else on_request if any is, else closed; numbers are sums, status is null, reasons are those of the rooms"`
		Spans      []availabilitySpan       `json:"spans,omitempty" nullable:"false" doc:"The same with granularity=spans"`
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
	// AvailabilityExportCell is a day of an export.
	AvailabilityExportCell struct {
		AvailabilityCell
		Closed            *int `json:"closed,omitempty" doc:"Keys of accommodations, like those that follow; not on standalone calendars"`
		Confirmed         *int `json:"confirmed,omitempty"`
		External          *int `json:"external,omitempty" doc:"Taken in property management systems"`
		PhysicalRemaining *int `json:"physical_remaining,omitempty" doc:"Units of the room type left over all calendars, with what it could borrow once it has none"`
		TotalUnits        *int `json:"total_units,omitempty"`
	}
)
