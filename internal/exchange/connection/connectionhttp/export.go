package connectionhttp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"allot/internal/identity/auth"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/csvfile"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
)

const (
	jsonType = "application/json"
	xmlType  = "application/xml"
	csvType  = "text/csv; charset=utf-8"
)

type flatExportRequest struct {
	Format     string     `query:"format" enum:"json,csv,xml" default:"json" doc:"Format of the answer"`
	From       civil.Date `query:"from" doc:"First day; default today in UTC"`
	To         civil.Date `query:"to" doc:"Last day, included; default 364 days after from, at most 1,100 days in all"`
	Country    string     `query:"country" maxLength:"1000" doc:"ISO 3166-1 alpha-2 codes, separated by commas"`
	PropertyID string     `query:"property_id" maxLength:"2000" doc:"Ids of properties, separated by commas"`
	Calendar   string     `query:"calendar" enum:"master" doc:"master: the Master calendar and no other"`
	Include    string     `query:"include" enum:"reasons" doc:"reasons: why days are restricted, where they are shared"`
}

// flatProperty is a property as the export of availability encodes it.
type flatProperty struct {
	PropertyID int64  `json:"property_id"`
	Name       string `json:"name"`
	Codes      struct {
		Hotel string `json:"hotel"`
	} `json:"codes"`
	Error *struct {
		Code string `json:"code"`
	} `json:"error"`
	Calendars []struct {
		CalendarID int64  `json:"calendar_id"`
		Kind       string `json:"kind"`
		Rooms      []struct {
			RoomID int64      `json:"room_id"`
			Name   string     `json:"name"`
			Code   string     `json:"code"`
			Days   []FlatDays `json:"days"`
		} `json:"rooms"`
	} `json:"calendars"`
}

// FlatDays are the values of a day, which the reader sees all or in part; exported
// because encoders see embedded fields of exported types only.
type FlatDays struct {
	Date              string  `json:"date,omitempty"`
	State             string  `json:"state,omitempty"`
	Status            *string `json:"status"`
	Code              string  `json:"code,omitempty"`
	Reason            *string `json:"reason,omitempty"`
	Allotment         *int    `json:"allotment,omitempty"`
	Closed            *int    `json:"closed,omitempty"`
	Confirmed         *int    `json:"confirmed,omitempty"`
	Available         *int    `json:"available,omitempty"`
	External          *int    `json:"external,omitempty"`
	PhysicalRemaining *int    `json:"physical_remaining,omitempty"`
	TotalUnits        *int    `json:"total_units,omitempty"`
}

// flatRow is a row of the answer.
type flatRow struct {
	PropertyID   int64  `json:"property_id"`
	PropertyName string `json:"property_name"`
	HotelCode    string `json:"hotel_code"`
	CalendarID   int64  `json:"calendar_id,omitempty"`
	Kind         string `json:"calendar_kind,omitempty"`
	RoomID       int64  `json:"room_id,omitempty"`
	RoomName     string `json:"room_name,omitempty"`
	RoomCode     string `json:"room_code,omitempty"`
	FlatDays
	Error string `json:"error,omitempty"`
}

var flatColumns = []string{
	"property_id", "property_name", "hotel_code", "calendar_id", "calendar_kind", "room_id", "room_name", "room_code", "date", "state", "status", "code", "reason",
	"allotment", "closed", "confirmed", "available", "external", "physical_remaining", "total_units", "error",
}

func (r *flatRow) texts() []string {
	return []string{
		number(r.PropertyID), r.PropertyName, r.HotelCode, number(r.CalendarID), r.Kind, number(r.RoomID), r.RoomName, r.RoomCode,
		r.Date, r.State, text(r.Status), r.Code, text(r.Reason), count(r.Allotment), count(r.Closed), count(r.Confirmed), count(r.Available),
		count(r.External), count(r.PhysicalRemaining), count(r.TotalUnits), r.Error,
	}
}

func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (h *handlers) export(ctx context.Context, req *flatExportRequest) (*httpx.Download, error) {
	var bad apperr.Fields
	query := &availability.Query{
		Properties: field.IDs(&bad, "property_id", req.PropertyID), Countries: field.Countries(&bad, "country", req.Country),
		Master: req.Calendar != "", Reasons: req.Include != "", From: req.From, To: req.To,
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	x, err := h.availability.Export(ctx, auth.KeyFrom(ctx), query, "")
	if err != nil {
		return nil, err
	}
	d := &httpx.Download{Name: "availability." + req.Format, Tag: req.Format + x.Tag(), ContentType: jsonType}
	switch req.Format {
	case "csv":
		d.ContentType = csvType
		d.Write = func(ctx context.Context, w io.Writer) error { return writeCSV(ctx, w, x) }
	case "xml":
		d.ContentType = xmlType
		d.Write = func(ctx context.Context, w io.Writer) error {
			read, out := io.Pipe()
			go func() { _ = out.CloseWithError(writeJSON(ctx, out, x)) }()
			err := httpx.JSONToXML(w, read)
			_ = read.CloseWithError(err) // the writer must not wait for a reader that is gone
			return err
		}
	default:
		d.Write = func(ctx context.Context, w io.Writer) error { return writeJSON(ctx, w, x) }
	}
	return d, nil
}

// eachRow calls fn with every row of an export, property by property.
func eachRow(ctx context.Context, x *availability.Export, fn func(r *flatRow) error) error {
	return x.EachProperty(ctx, func(property []byte) error {
		var p flatProperty
		if err := json.Unmarshal(property, &p); err != nil {
			return fmt.Errorf("read a property of the export: %w", err)
		}
		r := flatRow{PropertyID: p.PropertyID, PropertyName: p.Name, HotelCode: p.Codes.Hotel}
		if p.Error != nil {
			r.Error = p.Error.Code
			return fn(&r)
		}
		for _, c := range p.Calendars {
			r.CalendarID, r.Kind = c.CalendarID, c.Kind
			for _, room := range c.Rooms {
				r.RoomID, r.RoomName, r.RoomCode = room.RoomID, room.Name, room.Code
				for _, day := range room.Days {
					r.FlatDays = day
					if err := fn(&r); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

func writeJSON(ctx context.Context, w io.Writer, x *availability.Export) error {
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(`{"rows":[`) // Flush returns the first error
	first := true
	err := eachRow(ctx, x, func(r *flatRow) error {
		b, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if !first {
			_ = out.WriteByte(',')
		}
		first = false
		_, err = out.Write(b)
		return err
	})
	if err != nil {
		return err
	}
	_, _ = out.WriteString("]}\n")
	return out.Flush()
}

func writeCSV(ctx context.Context, w io.Writer, x *availability.Export) error {
	table, err := csvfile.NewWriter(w, flatColumns...)
	if err != nil {
		return err
	}
	if err := eachRow(ctx, x, func(r *flatRow) error { return table.Write(r.texts()...) }); err != nil {
		return err
	}
	return table.Flush()
}
