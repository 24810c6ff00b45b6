package bulkexport

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/problemtext"
)

type (
	// writeArgs writes the file of an export.
	writeArgs struct {
		OwnerID  int64 `json:"owner_id"`
		ExportID int64 `json:"export_id"`
	}
	// removeArgs removes the file of a removed export.
	removeArgs struct {
		Key string `json:"key"`
	}
	purgeArgs struct{}
)

func (writeArgs) Kind() string  { return "bulk_export" }
func (removeArgs) Kind() string { return "bulk_export_remove" }
func (purgeArgs) Kind() string  { return "bulk_export_purge" }

// Accounts returns whose job it is: it waits while that account is suspended.
func (a writeArgs) Accounts() []int64 { return []int64{a.OwnerID} }

// retry holds the pauses between attempts. Somebody waits: they are short.
var retry = []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute}

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.write, jobs.Handling{Queue: jobs.QueueExports, Retry: retry}),
		jobs.Handle(s.removeFile, jobs.Handling{}),
		jobs.Handle(s.purge, jobs.Handling{}), jobs.Every(time.Hour, purgeArgs{}),
	}
}

// errDeleted ends a run whose export was deleted meanwhile.
var errDeleted = errors.New("the export was deleted")

const (
	brokenOff = "The file could not be written because of a fault of this platform. Please ask for it again later."
	tooLong   = "The file is too large: it could not be written in %s. Ask for fewer properties, days or invoices."
)

// write runs an export. A repeat after a crash writes the file again.
func (s *Service) write(ctx context.Context, j jobs.Job[writeArgs]) error {
	x, err := s.store.Export(ctx, j.Args.OwnerID, j.Args.ExportID)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && !x.open() {
		return nil
	}
	if err != nil {
		return err
	}
	r := &run{service: s, export: x}
	err = r.run(ctx)
	why, theirs := refused(err)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errDeleted):
		return s.deps.Blobs.Delete(ctx, x.key())
	case theirs:
		return r.fail(ctx, text(why), apperr.Problems(why)...)
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		long := apperr.Problem("", tooLong, s.deps.MaxTime)
		return r.fail(ctx, long.Message, long)
	case j.Attempt > len(retry):
		broken := apperr.Problem("", brokenOff)
		return errors.Join(err, r.fail(ctx, broken.Message, broken))
	}
	return err
}

// text returns a refusal with what it says of fields.
func text(e *apperr.Error) string {
	parts := []string{e.Message}
	for _, f := range e.Fields {
		parts = append(parts, f.Field+" "+f.Message)
	}
	return strings.Join(parts, "; ")
}

// run is one run of an export.
type run struct {
	service *Service
	export  Export
	step    int // how many entries are written between two stores of the progress
}

// progressSteps is how often the progress of a run is stored at most.
const progressSteps = 50

func (r *run) run(ctx context.Context) error {
	who, err := r.service.caller(ctx, r.export.OwnerID, r.export.UserID)
	if err != nil {
		return err
	}
	if err := r.export.admit(who); err != nil {
		return err
	}
	w, err := r.service.work(ctx, who, r.export)
	if err != nil {
		return err
	}
	started := r.service.now()
	r.export.Status, r.export.Done, r.export.Total, r.export.StartedAt = StatusRunning, 0, w.total, &started
	r.step = max(1, w.total/progressSteps)
	if err := r.store(ctx, nil); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, r.service.deps.MaxTime)
	defer cancel()
	size, err := put(limited, r.service.deps.Blobs, r.export.key(), func(ctx context.Context, out io.Writer) error {
		return w.write(ctx, &bounded{out, r.service.deps.MaxBytes}, r)
	})
	if err != nil {
		return err
	}
	return r.finish(ctx, w, size)
}

// caller returns the user who asked for an export as it is now.
func (s *Service) caller(ctx context.Context, owner, user int64) (auth.Caller, error) {
	callers, err := s.deps.Accounts.Callers(ctx, owner, []int64{user})
	if err != nil {
		return auth.Caller{}, err
	}
	who, there := callers[user]
	if !there {
		return auth.Caller{}, apperr.ErrForbidden.Withf("the user who asked for this file was removed")
	}
	return who, nil
}

// bounded ends a file that is larger than all files of an account may be together.
type bounded struct {
	io.Writer
	left int64
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, ErrTooLarge.Withf("the file is larger than the files of an account may be together: ask for fewer properties, days or invoices")
	}
	return b.Writer.Write(p)
}

// put stores what write writes.
func put(ctx context.Context, blobs blob.Store, key string, write func(ctx context.Context, w io.Writer) error) (int64, error) {
	const buffer = 256 << 10
	in, out := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		b := bufio.NewWriterSize(out, buffer)
		err := write(ctx, b)
		if err == nil {
			err = b.Flush()
		}
		_ = out.CloseWithError(err) // never fails
	}()
	size, err := blobs.Put(ctx, key, in)
	_ = in.CloseWithError(err) // ends the writer; never fails
	<-written
	return size, err
}

// wrote counts an entry that was written. It stores the progress now and then, in a
// transaction of its own, and ends the run of an account that is held or of an export
// that was deleted.
func (r *run) wrote(ctx context.Context) error {
	if r.export.Done++; r.export.Done > r.export.Total {
		r.export.Total = r.export.Done
	}
	if r.export.Done%r.step != 0 {
		return ctx.Err()
	}
	if err := jobs.Continue(ctx); err != nil {
		return err
	}
	return r.store(ctx, nil)
}

// warn adds a warning.
func (r *run) warn(code, format string, args ...any) {
	const most = 100
	if len(r.export.Warnings) < most {
		r.export.Warnings = append(r.export.Warnings, ExportWarning{code, fmt.Sprintf(format, args...)})
	}
}

// store stores the state of the export, and calls also in the same transaction.
func (r *run) store(ctx context.Context, also func(ctx context.Context) error) error {
	return r.service.store.InTx(ctx, func(ctx context.Context) error {
		updated, err := r.service.store.UpdateExport(ctx, r.export)
		if err == nil && !updated {
			return errDeleted
		}
		if err != nil || also == nil {
			return err
		}
		return also(ctx)
	})
}

func (r *run) finish(ctx context.Context, w *work, size int64) error {
	now := r.service.now()
	expires := now.Add(KeepFor)
	x := &r.export
	x.Status, x.Done, x.Total, x.Size, x.FileName, x.ContentType = StatusDone, max(x.Done, x.Total), max(x.Done, x.Total), size, w.name, w.contentType
	x.FinishedAt, x.ExpiresAt = &now, &expires
	return r.end(ctx, notify.ExportDone)
}

// fail ends the export with a reason. What was stored of the file is removed with it.
func (r *run) fail(ctx context.Context, reason string, problems ...apperr.FieldError) error {
	now := r.service.now()
	r.export.Status, r.export.Error, r.export.Problems, r.export.FinishedAt, r.export.Warnings = StatusFailed, reason, problems, &now, []ExportWarning{}
	err := r.end(ctx, notify.ExportFailed)
	if errors.Is(err, errDeleted) {
		err = nil
	}
	return errors.Join(err, r.service.deps.Blobs.Delete(ctx, r.export.key()))
}

// end stores the end of an export, makes room for its file, tells of it and has the next
// one take its turn.
func (r *run) end(ctx context.Context, kind notify.Kind) error {
	s, x := r.service, r.export
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, x.OwnerID); err != nil {
			return err
		}
		if err := s.expireOldest(ctx, x.OwnerID, x.Size); err != nil {
			return err
		}
		if err := r.store(ctx, func(ctx context.Context) error { return r.tell(ctx, kind) }); err != nil {
			return err
		}
		return s.startNext(ctx, x.OwnerID)
	})
	if err == nil && r.service.deps.Ended != nil {
		r.service.deps.Ended(r.export)
	}
	return err
}

// tell tells the user of the end of an export that took long.
func (r *run) tell(ctx context.Context, kind notify.Kind) error {
	if r.export.FinishedAt.Sub(r.export.CreatedAt) < longTime {
		return nil
	}
	n := notify.Notice{To: notify.User(r.export.UserID), Kind: kind, Params: map[string]string{
		"target": string(r.export.Target), "format": string(r.export.Format),
	}}
	if kind == notify.ExportFailed {
		n.Localized = map[string]func(string) string{"reason": problemtext.In(r.export.Error, r.export.Problems)}
	}
	return r.service.deps.Notify.Send(ctx, n)
}

func (s *Service) removeFile(ctx context.Context, j jobs.Job[removeArgs]) error {
	return s.deps.Blobs.Delete(ctx, j.Args.Key)
}

// purge removes files that have expired and those of no export, and old records.
func (s *Service) purge(ctx context.Context, _ jobs.Job[purgeArgs]) error {
	now := s.now()
	var abandoned []int64
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		if abandoned, err = s.store.Abandon(ctx, now.Add(-abandonedAfter), now, apperr.Problem("", brokenOff)); err != nil {
			return err
		}
		if err := s.store.Expire(ctx, now); err != nil {
			return err
		}
		return s.store.DeleteOld(ctx, now.Add(-keepRecord))
	})
	if err != nil {
		return err
	}
	for _, owner := range abandoned {
		err := s.store.InTx(ctx, func(ctx context.Context) error {
			if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
				return err
			}
			return s.startNext(ctx, owner)
		})
		if err != nil {
			return err
		}
	}
	return blob.Sweep(ctx, s.deps.Blobs, folder, now, func(ctx context.Context, keys []string) (map[string]bool, error) {
		ids := make([]int64, len(keys))
		for i, k := range keys {
			ids[i] = exportOf(k)
		}
		with, err := s.store.WithFiles(ctx, ids)
		used := map[string]bool{}
		for i, k := range keys {
			used[k] = with[ids[i]]
		}
		return used, err
	})
}
