package httpx

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"allot/internal/platform/page"
	"allot/internal/platform/request"
)

// Page wraps the rows of one page, with links to its neighbours.
func Page[T any](ctx context.Context, q *page.Query, count int, rows []T) page.Page[T] {
	return page.New(q.Request(), request.From(ctx).BaseURL, q.URL(), count, rows)
}

// WritePage writes a page whose rows are read one by one. head is the page without
// rows.
func WritePage(w io.Writer, head page.Page[struct{}], rows int, row func(i int) (any, error)) error {
	empty, err := json.Marshal(head)
	if err != nil {
		return fmt.Errorf("encode the head of a page: %w", err)
	}
	const end = "]}" // of a page that has no rows yet
	if _, err := w.Write(empty[:len(empty)-len(end)]); err != nil {
		return err
	}
	list := &ListWriter{w: w, list: "results"}
	for i := range rows {
		value, err := row(i)
		if err != nil {
			return err
		}
		if err := list.Add(value); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, end)
	return err
}
