package httpx

import (
	"context"

	"allot/internal/platform/page"
	"allot/internal/platform/request"
)

// Page wraps the rows of one page, with links to its neighbours.
func Page[T any](ctx context.Context, q *page.Query, count int, rows []T) page.Page[T] {
	return page.New(q.Request(), request.From(ctx).BaseURL, q.URL(), count, rows)
}
