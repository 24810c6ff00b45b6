package allotment

import (
	"context"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/chart"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

// Chart draws a calendar of the caller: at most twelve whole months of it, from
// the month of from on. It shows the calendar that is addressed and nothing of
// the pool behind it.
func (s *Service) Chart(ctx context.Context, who auth.Caller, calendar int64, from, to civil.Date, tag string) (chart.Document, error) {
	v, err := s.View(ctx, who, calendar, months(from, to))
	if err != nil {
		return chart.Document{}, err
	}
	reader, err := s.deps.Settings.Format(ctx, who.UserID, tag)
	if err != nil {
		return chart.Document{}, err
	}
	return s.draw(ctx, v, reader)
}

// MasterChart is Chart of the calendar that every property has.
func (s *Service) MasterChart(ctx context.Context, who auth.Caller, property int64, from, to civil.Date, tag string) (chart.Document, error) {
	master, err := s.masterOf(ctx, who, property)
	if err != nil {
		return chart.Document{}, err
	}
	return s.Chart(ctx, who, master, from, to, tag)
}

// masterOf is the Master of a property that the caller may work on.
func (s *Service) masterOf(ctx context.Context, who auth.Caller, property int64) (int64, error) {
	if err := s.mayWorkOn(ctx, who, property); err != nil {
		return 0, err
	}
	c, err := s.Master(ctx, who.OwnerID, property)
	return c.ID, err
}

// months are the days of a chart.
func months(from, to civil.Date) reading.ChooseDays {
	return func(today civil.Date) (civil.Range, error) { return chart.Span(from, to, today) }
}

func (s *Service) draw(ctx context.Context, v reading.View, reader lang.Format) (chart.Document, error) {
	p, err := s.deps.Properties.Get(ctx, v.OwnerID, v.PropertyID)
	if err != nil {
		return chart.Document{}, err
	}
	c := blankChart(p, v, reader)
	company, err := s.deps.Settings.Company(ctx, v.OwnerID)
	if err != nil {
		return chart.Document{}, err
	}
	c.Company, c.GeneratedAt = company.Name, s.now()
	if c.Logos, err = chart.Logos(ctx, s.deps.Blobs, p.LogoKey, company.LogoKey); err != nil {
		return chart.Document{}, err
	}
	// It is what the operator of the calendar gets by mail: it promises nothing that
	// the contract closes.
	with, err := s.counterparty(ctx, v.Calendars[v.Calendar])
	if err != nil {
		return chart.Document{}, err
	}
	c.Rooms = chartRooms(v, with.contract.ClosesRequests(with.partner))
	return chart.Draw(c)
}

// blankChart is a chart with nothing in it but its head.
func blankChart(p property.Property, v reading.View, reader lang.Format) chart.Chart {
	cal := v.Calendars[v.Calendar]
	return chart.Chart{
		Property: p.Name, Calendar: cal.Name, Kind: texts[reader.Language].Kinds[cal.Kind], Window: v.Season, Format: reader, Timezone: p.Timezone,
	}
}

// chartRooms are the rooms of a calendar with a mark a day. Units are what the
// calendar has of a room on each day: of an operator's what is allotted to it, so
// that its chart tells nothing of the rest of the house.
func chartRooms(v reading.View, closes bool) []chart.Room {
	var cells rules.Cells
	rooms := make([]chart.Room, len(v.Rooms))
	for i, r := range v.Rooms {
		row := v.Row(v.Calendar, i, v.Season)
		rules.Cascade(row, &cells)
		if closes {
			cells.CloseRequests()
		}
		rooms[i] = chart.Room{Name: r.Name, Days: make([]chart.Mark, len(cells.State))}
		if !row.Standalone {
			rooms[i].Units = make([]int, len(row.Allotted))
			for day, units := range row.Allotted {
				rooms[i].Units[day] = int(units)
			}
		}
		for day, state := range cells.State {
			rooms[i].Days[day] = markOf(state, cells.StatusAt(day))
		}
	}
	return rooms
}

// markOf is how a resolved day looks on paper.
func markOf(state rules.State, status rules.Status) chart.Mark {
	switch {
	case status == rules.StatusFree:
		return chart.Free
	case status == rules.StatusBlock:
		return chart.Blocked
	case state == rules.StateOpen:
		return chart.Open
	case state == rules.StateOnRequest:
		return chart.OnRequest
	}
	return chart.Stop
}
