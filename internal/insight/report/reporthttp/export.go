package reporthttp

import (
	"context"
	"io"
	"strconv"

	"allot/internal/identity/auth"
	"allot/internal/insight/report"
	"allot/internal/platform/csvfile"
	"allot/internal/platform/httpx"
)

var (
	houseColumns = []string{"property_id", "name", "month", "room_nights", "sold", "closed", "external", "free", "occupancy", "stop_days", "closed_days"}
	offerColumns = []string{"property_id", "name", "month", "open_days", "on_request_days", "closed_days", "allotment_nights", "available_nights", "error"}
)

// exportAvailability streams the properties in batches.
func (h *handlers) exportAvailability(ctx context.Context, req *availabilityExportRequest) (*httpx.Download, error) {
	f, err := req.filter()
	if err != nil {
		return nil, err
	}
	who := auth.From(ctx)
	a, err := h.reports.Availability(ctx, who, f)
	if err != nil {
		return nil, err
	}
	columns, lines := houseColumns, houseLines
	if who.AccountType == auth.TourOperator {
		columns, lines = offerColumns, offerLines
	}
	name := "availability " + a.Season.From.String() + " " + a.Season.To.String() + ".csv"
	return &httpx.Download{Name: name, Write: func(ctx context.Context, w io.Writer) error {
		table, err := csvfile.NewWriter(w, columns...)
		if err != nil {
			return err
		}
		err = a.Each(ctx, a.IDs, func(p report.Property) error {
			for _, line := range lines(p) {
				if err := table.Write(append([]string{strconv.FormatInt(p.ID, 10), p.Name}, line...)...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		return table.Flush()
	}}, nil
}

// houseLines returns the lines of a property's months.
func houseLines(p report.Property) [][]string {
	lines := make([][]string, len(p.House.Months))
	for i, m := range p.House.Months {
		f := m.Figures
		lines[i] = []string{
			m.Month, strconv.Itoa(f.RoomNights), strconv.Itoa(f.Sold), strconv.Itoa(f.Closed), strconv.Itoa(f.External), strconv.Itoa(f.Free),
			f.Occupancy(), strconv.Itoa(f.StopDays), strconv.Itoa(f.ClosedDays),
		}
	}
	return lines
}

// offerLines returns the lines of an offer's months, or one line with the
// reason why there are none.
func offerLines(p report.Property) [][]string {
	if p.Refusal != nil {
		return [][]string{{"", "", "", "", "", "", p.Refusal.Message}}
	}
	lines := make([][]string, len(p.Offer.Months))
	for i, m := range p.Offer.Months {
		f, allotted, available := m.Figures, "", ""
		if p.Offer.Own {
			allotted, available = strconv.Itoa(f.AllotmentNights), strconv.Itoa(f.AvailableNights)
		}
		lines[i] = []string{m.Month, strconv.Itoa(f.OpenDays), strconv.Itoa(f.OnRequestDays), strconv.Itoa(f.ClosedDays), allotted, available, ""}
	}
	return lines
}
