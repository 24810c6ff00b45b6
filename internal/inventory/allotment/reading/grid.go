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
	gridDays    = 31   // of a grid that says not until when
	maxGridDays = 1100 // three years
)

// Grid is the resolved days of one calendar, ready to be written as JSON.
type Grid struct {
	View
	caches *caches
	why    *explainer // nil: nobody asked
}

// Grid resolves a calendar from one day to another, both included. No first day
// is today where the property is, no last day a month on.
func (r *Reader) Grid(ctx context.Context, who auth.Caller, calendar int64, from, to civil.Date) (*Grid, error) {
	v, err := r.View(ctx, who, calendar, func(today civil.Date) (civil.Range, error) { return gridSeason(from, to, today, gridDays) })
	if err != nil {
		return nil, err
	}
	return &Grid{View: v, caches: r.caches}, nil
}

// ExplainedGrid is a grid whose days say what decided them.
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

// maxExplained bounds how many days are read with their notes for one answer: a
// year of 50 rooms.
const maxExplained = 20_000

// days are those that a reader asked for, from today on for so many if he did
// not say.
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

// Tag names everything that the grid depends on.
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

// Large tells that the grid is not worth keeping as bytes: it goes out room by
// room, with WriteTo. So does one with explanations, which few ask for.
func (g *Grid) Large() bool {
	return g.why != nil || g.size() > g.caches.largest
}

// bodyKey names an encoded grid: the calendar as it was at a version, on a day.
type bodyKey struct {
	calendar, version int64
	season            civil.Range
	today             civil.Date
	zipped            bool
}

func (g *Grid) key(zipped bool) bodyKey {
	return bodyKey{g.Calendars[g.Calendar].ID, g.Version, g.Season, g.Today, zipped}
}

// JSON is the grid as text, kept for the next reader. Nobody may change it.
func (g *Grid) JSON() []byte {
	if body, kept := g.caches.bodies.Peek(g.key(false)); kept {
		return body
	}
	text := g.text()
	defer buffers.Put(text)
	body := bytes.Clone(*text) // as long as it is, and no longer
	g.caches.bodies.Put(g.key(false), body)
	return body
}

// Gzip is the same, compressed.
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

// text is the grid in a buffer that goes back to the others.
func (g *Grid) text() *[]byte {
	text := buffers.Get().(*[]byte)
	if cap(*text) < g.size() {
		*text = make([]byte, 0, g.size())
	}
	*text = g.AppendJSON((*text)[:0])
	return text
}

// WriteTo writes the grid room by room, so that its size costs no memory.
func (g *Grid) WriteTo(w io.Writer) (written int64, err error) {
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	e := g.encoder((*buf)[:0])
	flush := func() bool {
		var n int
		n, err = w.Write(e.out)
		written += int64(n)
		*buf, e.out = e.out, e.out[:0]
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
			panic(err) // a constant level: it works always or never
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
