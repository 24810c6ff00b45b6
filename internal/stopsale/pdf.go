package stopsale

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"allot/internal/chart"
	"allot/internal/facts"
	"allot/internal/mailing"
	"allot/internal/platform/auth"
	"allot/internal/platform/blob"
	"allot/internal/platform/civil"
	"allot/internal/property"
)

// Document is a finished file.
type Document struct {
	Name string
	Data []byte
}

// marks is how the codes look on paper.
var marks = [...]chart.Mark{
	Free: chart.Free, Open: chart.Open, Stop: chart.Stop, OnRequest: chart.OnRequest, Blocked: chart.Blocked,
}

// PDF draws the stop sale of a property of the caller, at most twelve whole
// months of it.
func (s *Service) PDF(ctx context.Context, who auth.Caller, id int64, w Window, lang string) (Document, error) {
	p, err := s.property(ctx, who, id)
	if err != nil {
		return Document{}, err
	}
	months, err := s.months(p, w)
	if err != nil {
		return Document{}, err
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

func (s *Service) draw(ctx context.Context, p property.Property, months civil.Range, lang string) (Document, error) {
	c := blank(p, months, lang)
	c.GeneratedAt = s.now()
	company, err := s.Settings.Company(ctx, p.OwnerID)
	if err != nil {
		return Document{}, err
	}
	c.Company = company.Name
	if c.Logos, err = s.logos(ctx, p.LogoKey, company.LogoKey); err != nil {
		return Document{}, err
	}
	if c.Rooms, err = s.rows(ctx, p, months); err != nil {
		return Document{}, err
	}
	var file bytes.Buffer
	if err := chart.Write(&file, c); err != nil {
		return Document{}, err
	}
	return Document{Name: c.FileName(), Data: file.Bytes()}, nil
}

// rows are the rooms of a property with a mark a day.
func (s *Service) rows(ctx context.Context, p property.Property, months civil.Range) ([]chart.Room, error) {
	cal, err := s.calendar(ctx, p, Window(months))
	if err != nil {
		return nil, err
	}
	rows := make([]chart.Room, 0, len(cal.Rooms))
	err = s.EachRoom(ctx, cal, func(r facts.Room, events []Event) error {
		row := chart.Room{Name: r.Name, Units: r.TotalUnits, Days: slices.Repeat([]chart.Mark{chart.Open}, months.Days())}
		for _, e := range events {
			row.Days[e.Date.Sub(months.From)] = marks[e.Color]
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// logos reads the pictures that are there. One whose file is gone is no reason
// to be without a chart.
func (s *Service) logos(ctx context.Context, keys ...string) ([][]byte, error) {
	list := [][]byte{}
	for _, key := range keys {
		if key == "" {
			continue
		}
		data, err := s.read(ctx, key)
		if errors.Is(err, blob.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, data)
	}
	return list, nil
}

// mailed is the chart of a mailing: the first message draws it, the others read
// it, so that all of them carry the same. The sweep of the property's files
// takes it away later.
func (s *Service) mailed(ctx context.Context, p property.Property, m mailing.Message, months civil.Range) (Document, error) {
	key := fmt.Sprintf("%s/stop-sale/%d.pdf", property.Folder(p.ID), m.MailingID)
	data, err := s.read(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		doc, err := s.draw(ctx, p, months, m.Language)
		if err != nil {
			return Document{}, err
		}
		_, err = s.Blobs.Put(ctx, key, bytes.NewReader(doc.Data))
		return doc, err
	}
	return Document{Name: blank(p, months, m.Language).FileName(), Data: data}, err
}

func (s *Service) read(ctx context.Context, key string) ([]byte, error) {
	f, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	return data, nil
}
