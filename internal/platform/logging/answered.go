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

// Answered describes a finished request.
type Answered struct {
	Method, Route string // from a fixed set: they need no escaping
	Status, Bytes int
	Took          time.Duration
}

// LogAnswered logs a finished request. The JSON line is built by hand, because
// every request writes one and slog takes several times as long.
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
		slog.String("ip", m.IP()), slog.Duration(took, a.Took))
	_ = h.Handle(ctx, r) // as slog's own Logger does
}

var lineBuffers = sync.Pool{New: func() any { return new([]byte) }}

func (h handler) answered(at time.Time, a Answered, m request.Meta) {
	buf, _ := lineBuffers.Get().(*[]byte)
	b := append((*buf)[:0], `{"time":"`...)
	b = at.AppendFormat(b, time.RFC3339Nano)
	b = append(append(b, `","level":"info","msg":"request","method":"`...), a.Method...)
	b = append(append(b, `","route":"`...), a.Route...)
	b = strconv.AppendInt(append(b, `","status":`...), int64(a.Status), 10)
	b = strconv.AppendInt(append(b, `,"bytes":`...), int64(a.Bytes), 10)
	b = append(b, `,"ip":"`...)
	if m.ClientIP.IsValid() {
		b = m.ClientIP.AppendTo(b)
	}
	b = strconv.AppendFloat(append(b, `","duration_ms":`...), milliseconds(a.Took), 'f', -1, 64)
	if m.ID != "" {
		b = append(append(append(b, `,"request_id":"`...), m.ID...), '"')
	}
	if m.TraceID != "" {
		b = append(append(append(b, `,"trace_id":"`...), m.TraceID...), '"')
	}
	b = append(b, '}', '\n')
	_, _ = h.out.Write(b) // an error cannot be logged
	*buf = b
	lineBuffers.Put(buf)
}

// lockedWriter writes one line at a time.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (t *lockedWriter) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(b)
}
