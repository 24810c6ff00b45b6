package stopsale

import (
	"context"
	"fmt"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/inventory/chart"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

// marks are the marks of codes on a chart.
var marks = [...]chart.Mark{
	Free: chart.Free, Open: chart.Open, Stop: chart.Stop, OnRequest: chart.OnRequest, Blocked: chart.Blocked,
}

// PDF draws the stop sale of a property in the caller's scope, at most twelve whole
// months.
func (s *Service) PDF(ctx context.Context, who auth.Caller, id int64, w Window, tag string) (chart.Document, error) {
	p, err := s.property(ctx, who, id)
	if err != nil {
		return chart.Document{}, err
	}
	months, err := s.months(p, w)
	if err != nil {
		return chart.Document{}, err
	}
	reader, err := s.deps.Settings.Format(ctx, who.UserID, tag)
	if err != nil {
		return chart.Document{}, err
	}
	return s.draw(ctx, p, months, reader)
}

// months returns the days of a chart.
func (s *Service) months(p property.Property, w Window) (civil.Range, error) {
	today, err := s.today(p)
	if err != nil {
		return civil.Range{}, err
	}
	return chart.Span(w.From, w.To, today)
}

// blankChart returns a chart with its header only.
func blankChart(p property.Property, months civil.Range, reader lang.Format) chart.Chart {
	return chart.Chart{Property: p.Name, Calendar: texts[reader.Language].Calendar, Window: months, Format: reader, Timezone: p.Timezone}
}

func (s *Service) draw(ctx context.Context, p property.Property, months civil.Range, reader lang.Format) (chart.Document, error) {
	c := blankChart(p, months, reader)
	c.GeneratedAt = s.now()
	company, err := s.deps.Settings.Company(ctx, p.OwnerID)
	if err != nil {
		return chart.Document{}, err
	}
	c.Company = company.Name
	if c.Logos, err = chart.Logos(ctx, s.deps.Blobs, p.LogoKey, company.LogoKey); err != nil {
		return chart.Document{}, err
	}
	if c.Rooms, err = s.rows(ctx, p, months); err != nil {
		return chart.Document{}, err
	}
	return chart.Draw(c)
}

// rows returns the rooms of a property with a mark for each day.
func (s *Service) rows(ctx context.Context, p property.Property, months civil.Range) ([]chart.Room, error) {
	cal, err := s.calendar(ctx, p, Window(months))
	if err != nil {
		return nil, err
	}
	rows := make([]chart.Room, 0, len(cal.Rooms))
	err = s.EachRoom(ctx, cal, func(r facts.Room, events []Event) error {
		days := months.Days()
		row := chart.Room{Name: r.Name, Units: slices.Repeat([]int{r.TotalUnits}, days), Days: slices.Repeat([]chart.Mark{chart.Open}, days)}
		for _, e := range events {
			row.Days[e.Date.Sub(months.From)] = marks[e.Color]
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// mailedChart returns the chart of a mailing, stored once for all messages in a
// language.
func (s *Service) mailedChart(ctx context.Context, p property.Property, m mailing.Message, months civil.Range) (chart.Document, error) {
	reader := lang.In(m.Language)
	key := fmt.Sprintf("%s/stop-sale/%d-%s.pdf", property.Folder(p.ID), m.MailingID, m.Language)
	return chart.Once(ctx, s.deps.Blobs, key, blankChart(p, months, reader).FileName(), func() (chart.Document, error) {
		return s.draw(ctx, p, months, reader)
	})
}
