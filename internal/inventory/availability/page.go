package availability

import (
	"context"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/platform/page"
)

// PageWindow is the window of lists for people.
var PageWindow = Window{Default: 31, Max: 366}

// Page is a page of a user's portfolio in the dashboard.
type Page struct {
	Count int // properties on all pages
	*Export
}

// Page returns a page of the properties in the caller's scope.
func (s *Service) Page(ctx context.Context, who auth.Caller, query *Query, req page.Request) (*Page, error) {
	season, err := s.Season(query.From, query.To, PageWindow)
	if err != nil {
		return nil, err
	}
	p, err := s.Portfolio(ctx, ReaderOf(who))
	if err != nil {
		return nil, err
	}
	entries := p.filter(query, who.MaySeeProperty)
	x, _, err := s.export(ctx, query, season, page.Cut(entries, req))
	return &Page{len(entries), x}, err
}

// WriteList writes the properties as JSON after head, which begins a list, and
// closes the list and its object.
func (p *Page) WriteList(ctx context.Context, w io.Writer, head []byte) error {
	return p.writeList(ctx, w, string(head))
}
