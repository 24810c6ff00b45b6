package jobs

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"allot/internal/platform/db"
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

// cancelled logs errors that the library does not pass to its error handler.
func (r *reporter) cancelled(ctx context.Context, j *rivertype.JobRow, err error) {
	r.log.ErrorContext(ctx, "job failed for good", "job", j.Kind, "job_id", j.ID, "attempt", j.Attempt, "request_id", requestID(j.Metadata), "error", err)
}

func (r *reporter) report(ctx context.Context, j *rivertype.JobRow, key string, value any, more ...any) {
	args := append([]any{"job", j.Kind, "job_id", j.ID, "attempt", j.Attempt, "request_id", requestID(j.Metadata), key, value}, more...)
	if j.Attempt >= j.MaxAttempts {
		r.log.ErrorContext(ctx, "job failed for good", args...)
		return
	}
	r.log.WarnContext(ctx, "job failed and will be tried again", args...)
}

// libraryLog passes on log lines of the queue library of level error and above. It
// logs failed attempts below that, but reporter logs them with more details.
type libraryLog struct {
	slog.Handler
	stopping *atomic.Bool
	movable  bool
}

func (h libraryLog) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelError && h.Handler.Enabled(ctx, l)
}

var signsOfCancelling = []error{context.Canceled, sql.ErrTxDone, sqldriver.ErrBadConn}

// queueIsGone ends what the library says while the row of a queue is missing. It cleans up
// rows that are a day old by the wall clock, also where they are written by the clock of a
// test: one that is set back makes every row old. Jobs are run all the same.
const queueIsGone = "Error fetching queue settings"

// Handle drops errors of transactions that were cancelled: while the queue stops, and
// by whoever enqueues a job, who is told by the returned error. The library logs most
// errors as text; they are made errors again, so that trouble of the database is
// recognised.
func (h libraryLog) Handle(ctx context.Context, r slog.Record) error {
	cancelled := false
	line := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		text := a.Value.String()
		cancelled = cancelled || slices.ContainsFunc(signsOfCancelling, func(err error) bool { return strings.Contains(text, err.Error()) })
		if a.Key == "err" || a.Key == "error" {
			a = slog.Any("error", db.FromLog(text))
		}
		line.AddAttrs(a)
		return true
	})
	if cancelled && (h.stopping.Load() || ended(ctx)) || h.movable && strings.HasSuffix(r.Message, queueIsGone) {
		return nil
	}
	return h.Handler.Handle(ctx, line)
}

func ended(ctx context.Context) bool { return ctx.Err() != nil }

func (h libraryLog) WithAttrs(as []slog.Attr) slog.Handler {
	return libraryLog{h.Handler.WithAttrs(as), h.stopping, h.movable}
}

func (h libraryLog) WithGroup(name string) slog.Handler {
	return libraryLog{h.Handler.WithGroup(name), h.stopping, h.movable}
}

// movable gives the library the clock of a test.
type movable func() time.Time

func (m movable) NowUTC() time.Time { return m().UTC() }

func (m movable) NowUTCOrNil() *time.Time {
	t := m().UTC()
	return &t
}
