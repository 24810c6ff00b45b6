// Package page owns how lists are cut into pages: which rows a caller asks for
// and the envelope they come back in.
//
// Links are absolute and keep every other query parameter, so that a client
// can follow next to the end without knowing the filters.
package page

import (
	"math"
	"net/url"
	"strconv"
	"strings"
)

// The limits of every list; the tags of Query repeat them for the document.
const (
	DefaultSize = 50
	MaxSize     = 500
)

// maxPage keeps the offset of the largest page far from overflow, on every
// platform and in both databases.
const maxPage = math.MaxInt32

// Request is the wanted part of a list. The zero Request is the first page of
// the default size.
type Request struct {
	Page int // from 1
	Size int // at most MaxSize
}

// number is the page within its limits.
func (r Request) number() int64 { return int64(min(max(r.Page, 1), maxPage)) }

// Limit is how many rows to read. Its type is that of bun's Limit.
func (r Request) Limit() int64 {
	if r.Size < 1 {
		return DefaultSize
	}
	return int64(min(r.Size, MaxSize))
}

// Offset is how many rows to skip; it is never negative, whatever was asked.
func (r Request) Offset() int64 { return (r.number() - 1) * r.Limit() }

// Count tells how many rows there are on all pages, if a page of so many rows
// gives it away: one that is not full is the last, unless it lies beyond it.
func (r Request) Count(rows int) (n int, known bool) {
	return int(r.Offset()) + rows, int64(rows) < r.Limit() && (rows > 0 || r.Offset() == 0)
}

// Cut is the part of a whole list that is wanted, for lists whose order only
// the program knows.
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

// New wraps the rows of one page. base is the scheme and host the client used,
// at the path and query it asked for; count is the number of rows on all pages.
// Beyond the end, previous leads back to the last page that has rows.
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
