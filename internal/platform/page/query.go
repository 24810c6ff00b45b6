package page

import (
	"net/url"

	"github.com/danielgtaylor/huma/v2"
)

// Query is embedded in the input of every list operation. An input that has a
// Resolve of its own hides this one and must call it.
type Query struct {
	Page     int `query:"page" minimum:"1" default:"1" doc:"Number of the page, from 1"`
	PageSize int `query:"page_size" minimum:"1" maximum:"500" default:"50" doc:"Rows on a page"`

	at url.URL
}

// Resolve stores the URL for the links of the answer; huma does not pass it to
// handlers.
func (q *Query) Resolve(ctx huma.Context) []error {
	q.at = ctx.URL()
	return nil
}

// Request returns the requested page, for the service.
func (q *Query) Request() Request { return Request{Page: q.Page, Size: q.PageSize} }

// URL returns the URL of the request, for New.
func (q *Query) URL() *url.URL { return &q.at }
