// Package page divides lists into pages: the request for a page and the body of
// the answer.
//
// Links are absolute and keep the other query parameters, so that clients can
// follow next to the end.
package page

import (
	"math"
	"net/url"
	"strconv"
	"strings"
)

// The limits of every list; the tags of Query repeat them.
const (
	DefaultSize = 50
	MaxSize     = 500
)

// maxPage keeps the offset from overflowing.
const maxPage = math.MaxInt32

// Request asks for a page of a list. The zero Request is the first page of the
// default size.
type Request struct {
	Page int // from 1
	Size int // at most MaxSize
}

// number returns the page within its limits.
func (r Request) number() int64 { return int64(min(max(r.Page, 1), maxPage)) }

// Limit returns how many rows to read, for bun's Limit.
func (r Request) Limit() int64 {
	if r.Size < 1 {
		return DefaultSize
	}
	return int64(min(r.Size, MaxSize))
}

// Offset returns how many rows to skip; it is never negative.
func (r Request) Offset() int64 { return (r.number() - 1) * r.Limit() }

// Count returns how many rows all pages have, if that follows from the number of
// rows on this one: a page with rows that is not full is the last.
func (r Request) Count(rows int) (n int, known bool) {
	return int(r.Offset()) + rows, int64(rows) < r.Limit() && (rows > 0 || r.Offset() == 0)
}

// Cut returns the page of a whole list, for lists that the database cannot sort.
func Cut[T any](list []T, r Request) []T {
	from := min(r.Offset(), int64(len(list)))
	return list[from:min(from+r.Limit(), int64(len(list)))]
}

// Page is the body of every list.
type Page[T any] struct {
	Count    int     `json:"count" minimum:"0" doc:"Rows on all pages together"`
	Next     *string `json:"next" doc:"Address of the next page, null on the last"`
	Previous *string `json:"previous" doc:"Address of the page before, null on the first"`
	Results  []T     `json:"results" nullable:"false"`
}

// New returns the body for the rows of one page. base is the scheme and host that
// the client used, at the path and query; count is the number of rows on all pages.
// Beyond the end, previous is the last page that has rows.
func New[T any](req Request, base string, at *url.URL, count int, results []T) Page[T] {
	p := Page[T]{Count: count, Results: results}
	if results == nil {
		p.Results = []T{}
	}
	n, size := req.number(), req.Limit()
	last := max(1, (int64(count)+size-1)/size)
	if n < last {
		p.Next = link(base, at, n+1)
	}
	if n > 1 {
		p.Previous = link(base, at, min(n-1, last))
	}
	return p
}

func link(base string, at *url.URL, page int64) *string {
	q := at.Query()
	q.Set("page", strconv.FormatInt(page, 10))
	s := strings.TrimSuffix(base, "/") + at.EscapedPath() + "?" + q.Encode()
	return &s
}
