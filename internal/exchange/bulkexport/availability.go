package bulkexport

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/partners/mapping"
	"allot/internal/platform/civil"
	"allot/internal/platform/csvfile"
)

// availabilityWork is a file of availability.
func (s *Service) availabilityWork(ctx context.Context, who auth.Caller, x Export) (*work, error) {
	query := &availability.Query{Properties: x.PropertyIDs, From: x.From, To: x.To, Spans: x.Settings.Granularity != "daily"}
	if who.AccountType == auth.Accommodation && (x.Format == FormatOTA || x.Format == FormatOCTO) {
		// These formats have no calendars: a room has one number.
		if x.Settings.CalendarID != 0 {
			query.Calendars = []int64{x.Settings.CalendarID}
		} else {
			query.Kinds = []rules.Kind{rules.KindMaster}
		}
	}
	e, err := s.deps.Availability.Export(ctx, systemOf(who), query, "")
	if err != nil {
		return nil, err
	}
	ids := e.IDs()
	if err := missing(x.PropertyIDs, ids); err != nil {
		return nil, err
	}
	if n := len(ids) * x.season().Days(); n > MaxPropertyDays {
		return nil, ErrTooLarge.Withf("%d properties with %d days are %d property days; a file can have %d: ask for fewer properties or days", len(ids), x.season().Days(), n, MaxPropertyDays).
			With("property_days", n).With("limit", MaxPropertyDays)
	}
	w := &work{total: len(ids), name: "availability.json", contentType: typeJSON}
	switch x.Format { //nolint:exhaustive // JSON is the other one
	case FormatCSV:
		w.name, w.contentType = "availability.csv", typeCSV
		w.write = func(ctx context.Context, out io.Writer, r *run) error { return writeAvailabilityCSV(ctx, e, out, r) }
	case FormatOTA:
		s.otaWork(w, e)
	case FormatOCTO:
		w.name = "octo.json"
		w.write = func(ctx context.Context, out io.Writer, r *run) error { return s.writeOCTO(ctx, e, out, r) }
	default:
		w.write = func(ctx context.Context, out io.Writer, r *run) error { return s.writeAvailabilityJSON(ctx, e, out, r) }
	}
	return w, nil
}

func (s *Service) writeAvailabilityJSON(ctx context.Context, e *availability.Export, w io.Writer, r *run) error {
	out := &listWriter{w: w}
	if err := out.open(s.head("properties")); err != nil {
		return err
	}
	err := e.EachProperty(ctx, func(text []byte) error {
		if err := out.addRaw(text); err != nil {
			return err
		}
		return r.wrote(ctx)
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, tail)
	return err
}

// The partner API's answer about a property, as far as files have it.
type (
	propertyBody struct {
		PropertyID int64                 `json:"property_id"`
		Name       string                `json:"name"`
		Country    string                `json:"country"`
		City       string                `json:"city"`
		Codes      mapping.PropertyCodes `json:"codes"`
		Error      *availability.Refusal `json:"error"`
		Calendars  []calendarBody        `json:"calendars"`
	}
	calendarBody struct {
		CalendarID int64      `json:"calendar_id"`
		Name       string     `json:"name"`
		Kind       rules.Kind `json:"kind"`
		Rooms      []roomBody `json:"rooms"`
	}
	roomBody struct {
		RoomID int64      `json:"room_id"`
		Name   string     `json:"name"`
		Code   string     `json:"code"`
		Spans  []spanBody `json:"spans"`
		Days   []spanBody `json:"days"`
	}
	spanBody struct {
		Date              civil.Date `json:"date"`
		From              civil.Date `json:"from"`
		To                civil.Date `json:"to"`
		State             string     `json:"state"`
		Status            *string    `json:"status"`
		Code              string     `json:"code"`
		Allotment         *int       `json:"allotment"`
		Available         *int       `json:"available"`
		Closed            *int       `json:"closed"`
		Confirmed         *int       `json:"confirmed"`
		External          *int       `json:"external"`
		PhysicalRemaining *int       `json:"physical_remaining"`
		TotalUnits        *int       `json:"total_units"`
	}
)

// each yields the properties of an export, and counts them.
func each(ctx context.Context, e *availability.Export, r *run, yield func(p *propertyBody) error) error {
	return e.EachProperty(ctx, func(text []byte) error {
		var p propertyBody
		if err := json.Unmarshal(text, &p); err != nil {
			return fmt.Errorf("decode an encoded property: %w", err)
		}
		if err := yield(&p); err != nil {
			return err
		}
		return r.wrote(ctx)
	})
}

// spans returns the days of a room as ranges.
func (b *roomBody) spans() []spanBody {
	for i := range b.Days {
		b.Days[i].From, b.Days[i].To = b.Days[i].Date, b.Days[i].Date
	}
	return append(b.Spans, b.Days...)
}

// free reports whether the hotel sells without a limit.
func (b *spanBody) free() bool { return b.Status != nil && *b.Status == string(rules.StatusFree) }

// left returns how many units can be sold on the days; nil: the reader sees no numbers.
func (b *spanBody) left(kind rules.Kind) *int {
	n := 0
	switch {
	case b.PhysicalRemaining != nil && kind == rules.KindMaster:
		n = *b.PhysicalRemaining
	case b.PhysicalRemaining != nil && b.Available != nil:
		n = min(*b.Available, *b.PhysicalRemaining)
	case b.Available != nil:
		n = *b.Available
	default:
		return nil
	}
	if b.State != rules.StateOpen.String() {
		n = 0
	}
	return &n
}

// capacity returns how many units there are of which some are left.
func (b *spanBody) capacity(kind rules.Kind) *int {
	if kind == rules.KindMaster {
		return b.TotalUnits
	}
	return b.Allotment
}

var availabilityColumns = []string{
	"property_id", "hotel_code", "property_name", "calendar_id", "calendar_name", "calendar_kind", "room_id", "room_code", "room_name",
	"from", "to", "state", "status", "code", "allotment", "available", "closed", "confirmed", "external", "physical_remaining", "total_units", "error",
}

func writeAvailabilityCSV(ctx context.Context, e *availability.Export, w io.Writer, r *run) error {
	out, err := csvfile.NewWriter(w, availabilityColumns...)
	if err != nil {
		return err
	}
	err = each(ctx, e, r, func(p *propertyBody) error {
		head := []string{id(p.PropertyID), p.Codes.Hotel, p.Name}
		if p.Error != nil {
			row := append(head, make([]string, len(availabilityColumns)-len(head))...)
			row[len(row)-1] = p.Error.Message
			return out.Write(row...)
		}
		for _, c := range p.Calendars {
			for i := range c.Rooms {
				room := &c.Rooms[i]
				for _, b := range room.spans() {
					row := append(head[:len(head):len(head)], id(c.CalendarID), c.Name, string(c.Kind), id(room.RoomID), room.Code, room.Name,
						b.From.String(), b.To.String(), b.State, optional(b.Status), b.Code,
						number(b.Allotment), number(b.Available), number(b.Closed), number(b.Confirmed), number(b.External), number(b.PhysicalRemaining), number(b.TotalUnits), "")
					if err := out.Write(row...); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

func id(n int64) string { return strconv.FormatInt(n, 10) }

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func optional(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
