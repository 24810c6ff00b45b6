package bulkexport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability"
	"allot/internal/platform/civil"
)

// The parts of OCTO that files have. A property is a product, a room an option.
type (
	octoProduct struct {
		ID                   string       `json:"id"`
		InternalName         string       `json:"internalName"`
		Reference            *string      `json:"reference"`
		Locale               string       `json:"locale"`
		AllowFreesale        bool         `json:"allowFreesale"`
		InstantConfirmation  bool         `json:"instantConfirmation"`
		InstantDelivery      bool         `json:"instantDelivery"`
		AvailabilityRequired bool         `json:"availabilityRequired"`
		AvailabilityType     string       `json:"availabilityType"`
		DeliveryFormats      []string     `json:"deliveryFormats"`
		DeliveryMethods      []string     `json:"deliveryMethods"`
		RedemptionMethod     string       `json:"redemptionMethod"`
		Options              []octoOption `json:"options"`
	}
	octoOption struct {
		ID                          string                 `json:"id"`
		Default                     bool                   `json:"default"`
		InternalName                string                 `json:"internalName"`
		Reference                   *string                `json:"reference"`
		AvailabilityLocalStartTimes []string               `json:"availabilityLocalStartTimes"`
		CancellationCutoff          string                 `json:"cancellationCutoff"`
		CancellationCutoffAmount    int                    `json:"cancellationCutoffAmount"`
		CancellationCutoffUnit      string                 `json:"cancellationCutoffUnit"`
		RequiredContactFields       []string               `json:"requiredContactFields"`
		Restrictions                octoOptionRestrictions `json:"restrictions"`
		Units                       []octoUnit             `json:"units"`
	}
	octoOptionRestrictions struct {
		MinUnits *int `json:"minUnits"`
		MaxUnits *int `json:"maxUnits"`
	}
	octoUnit struct {
		ID                    string               `json:"id"`
		InternalName          string               `json:"internalName"`
		Reference             *string              `json:"reference"`
		Type                  string               `json:"type"`
		Restrictions          octoUnitRestrictions `json:"restrictions"`
		RequiredContactFields []string             `json:"requiredContactFields"`
	}
	octoUnitRestrictions struct {
		MinAge        int      `json:"minAge"`
		MaxAge        int      `json:"maxAge"`
		IDRequired    bool     `json:"idRequired"`
		MinQuantity   *int     `json:"minQuantity"`
		MaxQuantity   *int     `json:"maxQuantity"`
		PaxCount      int      `json:"paxCount"`
		AccompaniedBy []string `json:"accompaniedBy"`
	}
	octoCalendar struct {
		ProductID string    `json:"productId"`
		OptionID  string    `json:"optionId"`
		Calendar  []octoDay `json:"calendar"`
	}
	octoDay struct {
		LocalDate    civil.Date `json:"localDate"`
		Available    bool       `json:"available"`
		Status       string     `json:"status"`
		Vacancies    *int       `json:"vacancies"`
		Capacity     *int       `json:"capacity"`
		OpeningHours []struct{} `json:"openingHours"`
	}
)

// octoDayOf returns a day. OCTO knows no day on request: it is sold out, because any other
// state would promise an instant sale.
func octoDayOf(b *spanBody, kind rules.Kind) octoDay {
	d := octoDay{Vacancies: b.left(kind), Capacity: b.capacity(kind), OpeningHours: []struct{}{}}
	switch {
	case b.State == rules.StateClosed.String():
		d.Status = "CLOSED"
	case b.State == rules.StateOnRequest.String():
		d.Status = "SOLD_OUT"
	case b.free():
		d.Available, d.Status, d.Vacancies, d.Capacity = true, "FREESALE", nil, nil
	case d.Vacancies != nil && *d.Vacancies == 0:
		d.Status = "SOLD_OUT"
	case d.Vacancies != nil && d.Capacity != nil && 2**d.Vacancies < *d.Capacity:
		d.Available, d.Status = true, "LIMITED"
	default:
		d.Available, d.Status = true, "AVAILABLE"
	}
	return d
}

func reference(code string) *string {
	if code == "" {
		return nil
	}
	return &code
}

// octoOf returns a property as a product with its days.
func octoOf(p *propertyBody) (octoProduct, []octoCalendar) {
	product := octoProduct{
		ID: p.Codes.Hotel, InternalName: p.Name, Reference: reference(id(p.PropertyID)), Locale: "en", InstantConfirmation: true, InstantDelivery: true,
		AvailabilityRequired: true, AvailabilityType: "OPENING_HOURS", DeliveryFormats: []string{"PDF_URL"}, DeliveryMethods: []string{"VOUCHER"},
		RedemptionMethod: "MANIFEST", Options: []octoOption{},
	}
	if product.ID == "" {
		product.ID = id(p.PropertyID)
	}
	var days []octoCalendar
	for _, c := range p.Calendars {
		for i := range c.Rooms {
			room := &c.Rooms[i]
			one := octoOption{
				ID: id(room.RoomID), Default: len(product.Options) == 0, InternalName: room.Name, Reference: reference(room.Code),
				AvailabilityLocalStartTimes: []string{"00:00"}, CancellationCutoff: "0 hours", CancellationCutoffUnit: "hour", RequiredContactFields: []string{},
				Units: []octoUnit{{
					ID: "room", InternalName: "Room", Type: "OTHER", RequiredContactFields: []string{},
					Restrictions: octoUnitRestrictions{MaxAge: 99, PaxCount: 1, AccompaniedBy: []string{}},
				}},
			}
			if room.Code != "" {
				one.ID = room.Code
			}
			if len(p.Calendars) > 1 { // of an operator whose rate contracts feed several
				one.ID += "-" + id(c.CalendarID)
			}
			product.Options = append(product.Options, one)
			calendar := octoCalendar{ProductID: product.ID, OptionID: one.ID, Calendar: []octoDay{}}
			for _, b := range room.spans() {
				d := octoDayOf(&b, c.Kind)
				product.AllowFreesale = product.AllowFreesale || d.Status == "FREESALE"
				for d.LocalDate = b.From; d.LocalDate <= b.To; d.LocalDate++ {
					calendar.Calendar = append(calendar.Calendar, d)
				}
			}
			days = append(days, calendar)
		}
	}
	return product, days
}

// writeOCTO writes supplier, availability and products. Products come last: they are in a
// temporary file while the days are written, so that each property is read once.
func (s *Service) writeOCTO(ctx context.Context, e *availability.Export, w io.Writer, r *run) (err error) {
	temp, err := os.CreateTemp("", "octo-*.json")
	if err != nil {
		return fmt.Errorf("make a file for products: %w", err)
	}
	defer func() { err = errors.Join(err, temp.Close(), os.Remove(temp.Name())) }()
	products, days := &listWriter{w: temp}, &listWriter{w: w}
	names, err := s.deps.Settings.CompanyNames(ctx, []int64{r.export.OwnerID})
	if err != nil {
		return err
	}
	supplier, err := json.Marshal(map[string]string{"id": id(r.export.OwnerID), "name": names[r.export.OwnerID]})
	if err != nil {
		return fmt.Errorf("encode the supplier: %w", err)
	}
	at, _ := s.now().MarshalText()
	if err := days.open(fmt.Sprintf(`{"generated_at":%q,"supplier":%s,"availability":[`, at, supplier)); err != nil {
		return err
	}
	err = each(ctx, e, r, func(p *propertyBody) error {
		if why := unreadable(p); why != "" {
			r.warn("property_not_readable", "%s (%d) is not in the file: %s", p.Name, p.PropertyID, why)
			return nil
		}
		product, calendars := octoOf(p)
		for _, c := range calendars {
			if err := days.add(c); err != nil {
				return err
			}
		}
		return products.add(product)
	})
	if err != nil {
		return err
	}
	if _, err := temp.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.WriteString(w, `],"products":[`); err != nil {
		return err
	}
	if _, err := io.Copy(w, temp); err != nil {
		return err
	}
	_, err = io.WriteString(w, tail)
	return err
}
