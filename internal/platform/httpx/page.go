package httpx

import (
	"context"

	"allot/internal/platform/page"
	"allot/internal/platform/request"
)

// Page wraps the rows of one page, with links to its neighbours.
func Page[T any](ctx context.Context, req page.Request, count int, rows []T) page.Page[T] {
	m := request.From(ctx)
	return page.New(req, m.BaseURL, m.URL, count, rows)
}
