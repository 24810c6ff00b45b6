package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// reporter logs each failed attempt once, with the request that caused the job.
type reporter struct{ log *slog.Logger }

func (r *reporter) HandleError(ctx context.Context, j *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	r.report(ctx, j, "error", err)
	return nil
}

func (r *reporter) HandlePanic(ctx context.Context, j *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	r.report(ctx, j, "panic", value, "trace", trace)
	return nil
}

func (r *reporter) report(ctx context.Context, j *rivertype.JobRow, key string, value any, more ...any) {
	args := append([]any{"job", j.Kind, "job_id", j.ID, "attempt", j.Attempt, "request_id", requestID(j.Metadata), key, value}, more...)
	if j.Attempt >= j.MaxAttempts {
		r.log.ErrorContext(ctx, "job failed for good", args...)
		return
	}
	r.log.WarnContext(ctx, "job failed and will be tried again", args...)
}

// atLeast drops log records below a level.
type atLeast struct {
	slog.Handler
	level slog.Level
}

func (h atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= h.level && h.Handler.Enabled(ctx, l)
}

func (h atLeast) WithAttrs(as []slog.Attr) slog.Handler {
	return atLeast{h.Handler.WithAttrs(as), h.level}
}

func (h atLeast) WithGroup(name string) slog.Handler {
	return atLeast{h.Handler.WithGroup(name), h.level}
}

// shifted gives the library a clock of our own.
type shifted func() time.Time

func (s shifted) NowUTC() time.Time { return s().UTC() }

func (s shifted) NowUTCOrNil() *time.Time {
	t := s().UTC()
	return &t
}
