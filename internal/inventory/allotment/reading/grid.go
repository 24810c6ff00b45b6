package reading

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/klauspost/compress/gzip"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

const (
	gridDays    = 31   // of a grid without a last day
	maxGridDays = 1100 // three years
)

// Grid is the resolved days of one calendar, ready to be written as JSON.
type Grid struct {
	View
	caches *caches
	why    *explainer // nil without explanations
}

// Grid resolves the days of a calendar from from to to, both included. The default
// is a month from today where the property is.
func (r *Reader) Grid(ctx context.Context, who auth.Caller, calendar int64, from, to civil.Date) (*Grid, error) {
	v, err := r.View(ctx, who, calendar, func(today civil.Date) (civil.Range, error) { return gridSeason(from, to, today, gridDays) })
	if err != nil {
		return nil, err
	}
	return &Grid{View: v, caches: r.caches}, nil
}

// ExplainedGrid is Grid with what decided each day. It refuses more than
// maxExplained days of rooms.
func (r *Reader) ExplainedGrid(ctx context.Context, who auth.Caller, calendar int64, from, to civil.Date) (*Grid, error) {
	g, err := r.Grid(ctx, who, calendar, from, to)
	if err != nil {
		return nil, err
	}
	if n := len(g.Rooms) * g.Season.Days(); n > maxExplained {
		return nil, apperr.Field("include", "why is for at most %d days of rooms at once, not %d: ask for fewer days", maxExplained, n)
	}
	g.why, err = r.explain(ctx, g.View, 0)
	return g, err
}

// maxExplained bounds the days that are read with their notes for one response: a
// year of 50 rooms.
const maxExplained = 20_000

// gridSeason returns the days of a request, by default defaultDays from today on.
func gridSeason(from, to, today civil.Date, defaultDays int) (civil.Range, error) {
	season := civil.Range{From: from, To: to}
	if from.IsZero() {
		season.From = today
	}
	if to.IsZero() {
		season.To = season.From.Add(defaultDays - 1)
	}
	switch {
	case !season.Valid():
		return season, apperr.Field("to", "must not be before from, which is %s", season.From)
	case season.Days() > maxGridDays:
		return season, apperr.Field("to", "must be %s at the latest: at most %d days are shown at once", season.From.Add(maxGridDays-1), maxGridDays)
	}
	return season, nil
}

// Tag returns an entity tag of everything that the grid depends on.
func (g *Grid) Tag() string {
	b := append(make([]byte, 0, 64), 'g')
	if g.why != nil {
		b = append(b, 'w')
	}
	for i, n := range [...]int64{g.Calendars[g.Calendar].ID, g.Version, int64(g.Season.From), int64(g.Season.To), int64(g.Today)} {
		if i > 0 {
			b = append(b, '-')
		}
		b = strconv.AppendInt(b, n, 36)
	}
	return string(b)
}

// Large reports whether the grid should be written with WriteTo instead of cached
// as bytes. Explained grids, which are rare, are never cached.
func (g *Grid) Large() bool {
	return g.why != nil || g.size() > g.caches.largest
}

// bodyKey identifies an encoded grid.
type bodyKey struct {
	calendar, version int64
	season            civil.Range
	today             civil.Date
	zipped            bool
}

func (g *Grid) key(zipped bool) bodyKey {
	return bodyKey{g.Calendars[g.Calendar].ID, g.Version, g.Season, g.Today, zipped}
}

// JSON returns the encoded grid and caches it. Callers must not change it.
func (g *Grid) JSON() []byte {
	if body, kept := g.caches.bodies.Peek(g.key(false)); kept {
		return body
	}
	text := g.text()
	defer buffers.Put(text)
	body := bytes.Clone(*text) // without spare capacity
	g.caches.bodies.Put(g.key(false), body)
	return body
}

// Gzip is JSON, compressed.
func (g *Grid) Gzip() ([]byte, error) {
	if body, kept := g.caches.bodies.Peek(g.key(true)); kept {
		return body, nil
	}
	text := g.text()
	defer buffers.Put(text)
	body, err := zip(*text)
	if err != nil {
		return nil, fmt.Errorf("compress grid: %w", err)
	}
	g.caches.bodies.Put(g.key(true), body)
	return body, nil
}

// text encodes the grid into a buffer of the pool.
func (g *Grid) text() *[]byte {
	text := buffers.Get().(*[]byte)
	if cap(*text) < g.size() {
		*text = make([]byte, 0, g.size())
	}
	*text = g.AppendJSON((*text)[:0])
	return text
}

// WriteTo writes the grid room by room, so that memory does not grow with it.
func (g *Grid) WriteTo(w io.Writer) (written int64, err error) {
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	e := g.encoder((*buf)[:0])
	flush := func() bool {
		var n int
		n, err = w.Write(e.Out)
		written += int64(n)
		*buf, e.Out = e.Out, e.Out[:0]
		return err == nil
	}
	e.head()
	for room := range g.Rooms {
		if e.room(room); !flush() {
			return written, err
		}
	}
	e.tail()
	flush()
	return written, err
}

var (
	buffers     = sync.Pool{New: func() any { return new([]byte) }}
	gzipWriters = sync.Pool{New: func() any {
		z, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed) // days repeat: more effort saves little
		if err != nil {
			panic(err) // cannot happen with a constant level
		}
		return z
	}}
)

func zip(text []byte) ([]byte, error) {
	z := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(z)
	var out bytes.Buffer
	z.Reset(&out)
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return bytes.Clone(out.Bytes()), nil
}
