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
)

// marks is how the codes look on paper.
var marks = [...]chart.Mark{
	Free: chart.Free, Open: chart.Open, Stop: chart.Stop, OnRequest: chart.OnRequest, Blocked: chart.Blocked,
}

// PDF draws the stop sale of a property of the caller, at most twelve whole
// months of it.
func (s *Service) PDF(ctx context.Context, who auth.Caller, id int64, w Window, lang string) (chart.Document, error) {
	p, err := s.property(ctx, who, id)
	if err != nil {
		return chart.Document{}, err
	}
	months, err := s.months(p, w)
	if err != nil {
		return chart.Document{}, err
	}
	return s.draw(ctx, p, months, lang)
}

// months are what a chart covers.
func (s *Service) months(p property.Property, w Window) (civil.Range, error) {
	today, err := s.today(p)
	if err != nil {
		return civil.Range{}, err
	}
	return chart.Span(w.From, w.To, today)
}

// blank is a chart with nothing in it but its head.
func blank(p property.Property, months civil.Range, lang string) chart.Chart {
	return chart.Chart{Property: p.Name, Calendar: texts[lang].Calendar, Window: months, Language: lang, Timezone: p.Timezone}
}

func (s *Service) draw(ctx context.Context, p property.Property, months civil.Range, lang string) (chart.Document, error) {
	c := blank(p, months, lang)
	c.GeneratedAt = s.now()
	company, err := s.Settings.Company(ctx, p.OwnerID)
	if err != nil {
		return chart.Document{}, err
	}
	c.Company = company.Name
	if c.Logos, err = chart.Logos(ctx, s.Blobs, p.LogoKey, company.LogoKey); err != nil {
		return chart.Document{}, err
	}
	if c.Rooms, err = s.rows(ctx, p, months); err != nil {
		return chart.Document{}, err
	}
	return chart.Draw(c)
}

// rows are the rooms of a property with a mark a day.
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

// mailed is the chart of a mailing, the same in all messages. The sweep of the
// property's files takes it away later.
func (s *Service) mailed(ctx context.Context, p property.Property, m mailing.Message, months civil.Range) (chart.Document, error) {
	key := fmt.Sprintf("%s/stop-sale/%d-%s.pdf", property.Folder(p.ID), m.MailingID, m.Language)
	return chart.Once(ctx, s.Blobs, key, blank(p, months, m.Language).FileName(), func() (chart.Document, error) {
		return s.draw(ctx, p, months, m.Language)
	})
}
