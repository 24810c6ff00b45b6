package logging

import (
	"context"
	"io"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"allot/internal/platform/request"
)

// Answered is what is told of a request once it is over.
type Answered struct {
	Method, Route string // of a closed set: nothing in them needs escaping
	Status, Bytes int
	Took          time.Duration
}

// LogAnswered writes the line of a request. Every request writes one, so for
// machines it is put together by hand: slog takes several times as long for the
// same bytes.
func LogAnswered(ctx context.Context, log *slog.Logger, at time.Time, a Answered) {
	h, m := log.Handler(), request.From(ctx)
	if !h.Enabled(ctx, slog.LevelInfo) {
		return
	}
	a.Took = a.Took.Round(time.Microsecond)
	if h, ours := h.(handler); ours && h.out != nil {
		h.answered(at, a, m)
		return
	}
	r := slog.NewRecord(at, slog.LevelInfo, "request", 0)
	r.AddAttrs(slog.String("method", a.Method), slog.String("route", a.Route), slog.Int("status", a.Status), slog.Int("bytes", a.Bytes),
		slog.String("ip", m.IP()), slog.Duration("took", a.Took))
	_ = h.Handle(ctx, r) // as slog's own Logger does
}

var lineBuffers = sync.Pool{New: func() any { return new([]byte) }}

func (h handler) answered(at time.Time, a Answered, m request.Meta) {
	buf, _ := lineBuffers.Get().(*[]byte)
	b := append((*buf)[:0], `{"time":"`...)
	b = at.AppendFormat(b, time.RFC3339Nano)
	b = append(append(b, `","level":"INFO","msg":"request","method":"`...), a.Method...)
	b = append(append(b, `","route":"`...), a.Route...)
	b = strconv.AppendInt(append(b, `","status":`...), int64(a.Status), 10)
	b = strconv.AppendInt(append(b, `,"bytes":`...), int64(a.Bytes), 10)
	b = append(b, `,"ip":"`...)
	if m.ClientIP.IsValid() {
		b = m.ClientIP.AppendTo(b)
	}
	b = strconv.AppendInt(append(b, `","took":`...), int64(a.Took), 10)
	if m.ID != "" {
		b = append(append(append(b, `,"request_id":"`...), m.ID...), '"')
	}
	b = append(b, '}', '\n')
	_, _ = h.out.Write(b) // there is nowhere to complain
	*buf = b
	lineBuffers.Put(buf)
}

// inTurn lets one line out after the other.
type inTurn struct {
	mu sync.Mutex
	w  io.Writer
}

func (t *inTurn) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(b)
}
