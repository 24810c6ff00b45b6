package bulkexport

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
)

// OTA_HotelAvailNotifRQ of OpenTravel 2015A.
type (
	otaDocument struct {
		XMLName   xml.Name `xml:"http://www.opentravel.org/OTA/2003/05 OTA_HotelAvailNotifRQ"`
		EchoToken string   `xml:"EchoToken,attr"`
		TimeStamp string   `xml:"TimeStamp,attr"`
		Target    string   `xml:"Target,attr"`
		Version   string   `xml:"Version,attr"`
		Messages  otaMessages
	}
	otaMessages struct {
		XMLName   xml.Name `xml:"AvailStatusMessages"`
		HotelCode string   `xml:"HotelCode,attr"`
		HotelName string   `xml:"HotelName,attr,omitempty"`
		List      []otaMessage
	}
	otaMessage struct {
		XMLName          xml.Name `xml:"AvailStatusMessage"`
		BookingLimit     *int     `xml:"BookingLimit,attr,omitempty"`
		BookingLimitType string   `xml:"BookingLimitMessageType,attr,omitempty"`
		Application      otaApplication
		Restriction      otaRestriction
	}
	otaApplication struct {
		XMLName      xml.Name `xml:"StatusApplicationControl"`
		Start        string   `xml:"Start,attr"`
		End          string   `xml:"End,attr"`
		InvTypeCode  string   `xml:"InvTypeCode,attr"`
		RatePlanCode string   `xml:"RatePlanCode,attr,omitempty"`
	}
	otaRestriction struct {
		XMLName     xml.Name `xml:"RestrictionStatus"`
		Restriction string   `xml:"Restriction,attr"`
		Status      string   `xml:"Status,attr"`
	}
)

// otaStatus is by state.
var otaStatus = map[string]string{
	rules.StateOpen.String(): "Open", rules.StateOnRequest.String(): "OnRequest", rules.StateClosed.String(): "Close",
}

const (
	maxOTACode = 16
	maxOTAName = 128
)

// otaCode returns a code, or the id where the code is empty or longer than OTA allows.
func otaCode(code string, of int64) string {
	code = strings.TrimSpace(code)
	if n := utf8.RuneCountInString(code); n == 0 || n > maxOTACode {
		return id(of)
	}
	return code
}

// otaOf returns the document of a property.
func (s *Service) otaOf(p *propertyBody, export int64) otaDocument {
	d := otaDocument{
		EchoToken: fmt.Sprintf("export-%d", export), TimeStamp: s.now().Format("2006-01-02T15:04:05Z"), Target: "Production", Version: "6.000",
		Messages: otaMessages{HotelCode: otaCode(p.Codes.Hotel, p.PropertyID), HotelName: cut(strings.TrimSpace(p.Name), maxOTAName)},
	}
	for _, c := range p.Calendars {
		rate := ""
		if len(p.Calendars) > 1 { // of an operator whose rate contracts feed several
			rate = id(c.CalendarID)
		}
		for i := range c.Rooms {
			for _, b := range c.Rooms[i].spans() {
				m := otaMessage{
					Application: otaApplication{Start: b.From.String(), End: b.To.String(), InvTypeCode: otaCode(c.Rooms[i].Code, c.Rooms[i].RoomID), RatePlanCode: rate},
					Restriction: otaRestriction{Restriction: "Master", Status: otaStatus[b.State]},
				}
				if left := b.left(c.Kind); left != nil && !b.free() {
					m.BookingLimit, m.BookingLimitType = left, "SetLimit"
				}
				d.Messages.List = append(d.Messages.List, m)
			}
		}
	}
	return d
}

func cut(s string, runes int) string {
	if r := []rune(s); len(r) > runes {
		return string(r[:runes])
	}
	return s
}

// unreadable says why a property is not in the file; empty: it is.
func unreadable(p *propertyBody) string {
	if p.Error != nil {
		return p.Error.Message
	}
	for _, c := range p.Calendars {
		if len(c.Rooms) > 0 {
			return ""
		}
	}
	return "It has no rooms in this calendar"
}

// otaWork writes a document for each property, and for more than one a ZIP of them: an
// OTA message is about one hotel.
func (s *Service) otaWork(w *work, e *availability.Export) {
	w.name, w.contentType = "availability.zip", typeZIP
	w.write = func(ctx context.Context, out io.Writer, r *run) error { return s.writeOTAs(ctx, e, out, r) }
	if w.total != 1 {
		return
	}
	w.name, w.contentType = "availability.xml", typeXML
	w.write = func(ctx context.Context, out io.Writer, r *run) error {
		return each(ctx, e, r, func(p *propertyBody) error {
			if why := unreadable(p); why != "" {
				return apperr.ErrNotFound.Withf("%s: %s", p.Name, why)
			}
			return writeXML(out, s.otaOf(p, r.export.ID))
		})
	}
}

func (s *Service) writeOTAs(ctx context.Context, e *availability.Export, w io.Writer, r *run) error {
	out := zip.NewWriter(w)
	var left [][]string // for a list at the end: a ZIP has one open entry
	err := each(ctx, e, r, func(p *propertyBody) error {
		if why := unreadable(p); why != "" {
			r.warn("property_not_readable", "%s (%d) is not in the file: %s", p.Name, p.PropertyID, why)
			left = append(left, []string{id(p.PropertyID), p.Codes.Hotel, p.Name, why})
			return nil
		}
		entry, err := s.entry(out, strconv.FormatInt(p.PropertyID, 10)+"-"+plainName(p.Codes.Hotel)+".xml")
		if err != nil {
			return err
		}
		return writeXML(entry, s.otaOf(p, r.export.ID))
	})
	if err == nil && len(left) > 0 {
		err = s.writeLeft(out, left)
	}
	if err != nil {
		return err
	}
	return out.Close()
}

// writeLeft adds the list of properties that have no document.
func (s *Service) writeLeft(out *zip.Writer, left [][]string) error {
	entry, err := s.entry(out, "not-included.csv")
	if err != nil {
		return err
	}
	c, err := csvfile.NewWriter(entry, "property_id", "hotel_code", "property_name", "reason")
	if err != nil {
		return err
	}
	for _, row := range left {
		if err := c.Write(row...); err != nil {
			return err
		}
	}
	return c.Flush()
}

// entry begins a file in a ZIP.
func (s *Service) entry(out *zip.Writer, name string) (io.Writer, error) {
	return out.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: s.now()})
}

// plainName returns a code as a part of a file name.
func plainName(code string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, code)
}

func writeXML(w io.Writer, d otaDocument) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(d); err != nil {
		return fmt.Errorf("encode an OTA message: %w", err)
	}
	return e.Close()
}
