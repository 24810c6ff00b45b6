package availability

import (
	"context"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/platform/page"
)

// PageWindow is that of what people look at.
var PageWindow = Window{Default: 31, Max: 366}

// Page is some properties of a user's portfolio, as the dashboard lists them.
type Page struct {
	Count int // properties on all pages
	*Export
}

// Page finds a page of what the caller's account is told, as far as the caller
// may work on it.
func (s *Service) Page(ctx context.Context, who auth.Caller, ask *Ask, req page.Request) (*Page, error) {
	season, err := s.Season(ask.From, ask.To, PageWindow)
	if err != nil {
		return nil, err
	}
	p, err := s.Portfolio(ctx, ReaderOf(who))
	if err != nil {
		return nil, err
	}
	entries := p.shown(ask, who.MaySeeProperty)
	x, _, err := s.export(ctx, ask, season, page.Cut(entries, req))
	return &Page{len(entries), x}, err
}

// WriteList writes the properties as JSON into a list that head begins, and ends
// it and the object that it is in.
func (p *Page) WriteList(ctx context.Context, w io.Writer, head []byte) error {
	return p.writeList(ctx, w, string(head))
}
