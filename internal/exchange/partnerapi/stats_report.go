package partnerapi

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/page"
)

// Filter narrows a list; a zero field lets everything through.
type Filter struct {
	From, To civil.Date // both included
	KeyID    int64
	Endpoint string
}

// List is a page of the statistics of the caller's account, the newest day
// first, with the keys that are in it. What this process still holds is written
// before, so that whoever has made a call sees it.
func (s *Stats) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) (rows []Row, keys map[int64]Label, count int, err error) {
	if !f.From.IsZero() && !f.To.IsZero() && f.To < f.From {
		return nil, nil, 0, apperr.Field("to", "must not be before from, which is %s", f.From)
	}
	if err := s.Flush(ctx); err != nil {
		return nil, nil, 0, err
	}
	if rows, count, err = s.store.Rows(ctx, who.OwnerID, f, req); err != nil {
		return nil, nil, 0, err
	}
	keys, err = s.labels(ctx, who.OwnerID, keysOf(rows))
	return rows, keys, count, err
}

// Export is the whole list of a window, day by day: nothing is held in the
// database, and little in memory, while a reader takes it.
type Export struct {
	Season civil.Range
	read   func(ctx context.Context, day civil.Date) ([]Row, map[int64]Label, error)
}

// Export checks what is asked; by default it is the last 30 days.
func (s *Stats) Export(ctx context.Context, who auth.Caller, f Filter) (*Export, error) {
	season, err := field.LastDays(f.From, f.To, s.today())
	if err != nil {
		return nil, err
	}
	if err := s.Flush(ctx); err != nil {
		return nil, err
	}
	return &Export{season, func(ctx context.Context, day civil.Date) ([]Row, map[int64]Label, error) {
		rows, err := s.store.DayRows(ctx, who.OwnerID, f, day)
		if err != nil {
			return nil, nil, err
		}
		keys, err := s.labels(ctx, who.OwnerID, keysOf(rows))
		return rows, keys, err
	}}, nil
}

// Each yields the rows in the order of List.
func (e *Export) Each(ctx context.Context, yield func(Row, Label) error) error {
	for day := e.Season.To; day >= e.Season.From; day-- {
		rows, keys, err := e.read(ctx, day)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := yield(r, keys[r.KeyID]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Summary is what the calls of a window come to.
type Summary struct {
	Season    civil.Range
	Totals    Counts
	Days      []Row // every day of the window
	Keys      []Row
	Endpoints []Row
	Labels    map[int64]Label
}

// Summary adds up a window, by default the last 30 days. It reads totals that
// are written with the rows: a year of 200 keys has half a million rows, but
// 75,000 totals, and today's are as live as any other day's.
func (s *Stats) Summary(ctx context.Context, who auth.Caller, from, to civil.Date) (sum Summary, err error) {
	if sum.Season, err = field.LastDays(from, to, s.today()); err != nil {
		return sum, err
	}
	if err := s.Flush(ctx); err != nil {
		return sum, err
	}
	days, err := s.store.Days(ctx, who.OwnerID, sum.Season)
	if err != nil {
		return sum, err
	}
	sum.Days = everyDay(sum.Season, days)
	for _, d := range days {
		sum.Totals.Add(d.Counts)
	}
	if sum.Endpoints, err = s.store.Endpoints(ctx, who.OwnerID, sum.Season); err != nil {
		return sum, err
	}
	if sum.Keys, err = s.store.Keys(ctx, who.OwnerID, sum.Season); err != nil {
		return sum, err
	}
	sum.Labels, err = s.labels(ctx, who.OwnerID, keysOf(sum.Keys))
	return sum, err
}

// everyDay puts days without calls between the others.
func everyDay(season civil.Range, days []Row) []Row {
	list := make([]Row, 0, season.Days())
	for date := range season.All() {
		row := Row{Place: Place{Date: date}}
		if len(days) > 0 && days[0].Date == date {
			row, days = days[0], days[1:]
		}
		list = append(list, row)
	}
	return list
}

// keysOf lists the keys of rows, each once.
func keysOf(rows []Row) []int64 {
	seen, keys := map[int64]bool{}, []int64{}
	for _, r := range rows {
		if !seen[r.KeyID] {
			seen[r.KeyID] = true
			keys = append(keys, r.KeyID)
		}
	}
	return keys
}
