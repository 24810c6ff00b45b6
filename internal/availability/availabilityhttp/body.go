package availabilityhttp

import (
	"allot/internal/allotment"
	"allot/internal/availability"
	"allot/internal/platform/civil"
)

type (
	availabilityCodes struct {
		Hotel    string `json:"hotel" doc:"Yours if you have mapped the property, else the hotel's own"`
		Internal string `json:"internal"`
		External string `json:"external"`
		Supplier string `json:"supplier"`
	}
	availabilityProperty struct {
		PropertyID int64                  `json:"property_id"`
		Name       string                 `json:"name"`
		Country    string                 `json:"country" doc:"ISO 3166-1 alpha-2"`
		City       string                 `json:"city"`
		Codes      availabilityCodes      `json:"codes"`
		Calendars  []availabilityCalendar `json:"calendars,omitempty" nullable:"false" doc:"Missing where there is an error"`
		Error      *availability.Refusal  `json:"error,omitempty" doc:"Why there is nothing to read"`
	}
	availabilityCalendar struct {
		CalendarID int64              `json:"calendar_id"`
		Name       string             `json:"name"`
		Kind       allotment.Kind     `json:"kind" enum:"master,connected,contracted" doc:"master is the general one of the property"`
		Rooms      []availabilityRoom `json:"rooms" nullable:"false"`
	}
	availabilityRoom struct {
		RoomID int64              `json:"room_id"`
		Name   string             `json:"name" doc:"Yours if you have mapped the room, else the hotel's own"`
		Code   string             `json:"code"`
		Days   []availabilityDay  `json:"days,omitempty" nullable:"false" doc:"With granularity=daily"`
		Spans  []availabilitySpan `json:"spans,omitempty" nullable:"false" doc:"With granularity=spans"`
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
	// AvailabilityCell is what is told of a day; exported because the API
	// framework sees embedded fields of exported types only.
	AvailabilityCell struct {
		State     string  `json:"state" enum:"open,on_request,closed"`
		Status    *string `json:"status" nullable:"true" enum:"free,open,on_request,stop,block" doc:"What the hotel has set; null: the numbers decide"`
		Code      string  `json:"code" doc:"Your own event code for the status, else for the state: closed is your code for stop"`
		Available *int    `json:"available,omitempty" doc:"Units of yours that are left, whether or not the state lets you sell them; on a calendar of yours only"`
		Allotment *int    `json:"allotment,omitempty" doc:"Units allotted to you, 0 once released; on a calendar of yours only"`
	}
)

func propertyOf(p availability.Property, daily bool) availabilityProperty {
	out := availabilityProperty{
		PropertyID: p.ID, Name: p.Name, Country: p.Country, City: p.City, Error: p.Refusal,
		Codes: availabilityCodes{Hotel: p.Codes.Hotel, Internal: p.Codes.Internal, External: p.Codes.External, Supplier: p.Codes.Supplier},
	}
	for _, c := range p.Calendars {
		cal := availabilityCalendar{CalendarID: c.ID, Name: c.Name, Kind: c.Kind, Rooms: make([]availabilityRoom, len(c.Rooms))}
		for i, r := range c.Rooms {
			cal.Rooms[i] = roomOf(r, daily)
		}
		out.Calendars = append(out.Calendars, cal)
	}
	return out
}

func roomOf(r availability.Room, daily bool) availabilityRoom {
	out := availabilityRoom{RoomID: r.ID, Name: r.Name, Code: r.Code}
	for _, s := range r.Spans {
		cell := cellOf(s.Cell)
		if !daily {
			out.Spans = append(out.Spans, availabilitySpan{s.From, s.To, cell})
			continue
		}
		for date := range s.All() {
			out.Days = append(out.Days, availabilityDay{date, cell})
		}
	}
	return out
}

func cellOf(c availability.Cell) AvailabilityCell {
	out := AvailabilityCell{State: c.State.String(), Code: c.Code}
	if c.Status != "" {
		out.Status = &c.Status
	}
	if c.Own {
		out.Available, out.Allotment = &c.Available, &c.Allotment
	}
	return out
}
