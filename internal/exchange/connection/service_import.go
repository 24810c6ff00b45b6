package connection

import (
	"context"
	"errors"
	"io"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

const (
	// keySource names what systems with keys report, all of an account together, so
	// that a new key replaces what the old one reported.
	keySource = "API import"
	// noteEvery is how often the numbers of a running import are written.
	noteEvery = time.Second
)

// RunImport writes the rows of a file that a system sends with its key, while it
// arrives. An account has one import at a time.
func (s *Service) RunImport(ctx context.Context, key auth.KeyCaller, opt ImportOptions, file io.Reader) (Result, error) {
	ctx, who := asAccount(ctx, key.OwnerID, key.Properties)
	i, err := s.newImporter(ctx, who, keySource, opt)
	if err != nil {
		return Result{}, err
	}
	rows, err := newRowReader(opt.Format, file)
	if err != nil {
		return Result{}, err
	}
	record, err := s.beginImport(ctx, key, opt)
	if err != nil {
		return Result{}, err
	}
	noted := time.Now() //nolint:forbidigo // how long the machine takes, not the product's time
	i.progress = func(r *Result) error {
		if time.Since(noted) < noteEvery {
			return nil
		}
		noted = time.Now() //nolint:forbidigo // as above
		return s.noteImport(ctx, &record, r)
	}
	err = i.run(ctx, rows)
	i.result.Changes = i.diff.spans
	return i.result, s.endImport(ctx, record, &i.result, err)
}

func (s *Service) beginImport(ctx context.Context, key auth.KeyCaller, opt ImportOptions) (Import, error) {
	now := s.now()
	record := Import{
		OwnerID: key.OwnerID, KeyID: key.KeyID, Format: opt.Format, DryRun: opt.DryRun, Status: ImportRunning,
		Rejected: []RejectedRow{}, StartedAt: now, SeenAt: now,
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.InterruptImports(ctx, key.OwnerID, now.Add(-silence), now, serverGone()); err != nil {
			return err
		}
		record.ID = 0 // the transaction may be retried
		return s.store.InsertImport(ctx, &record)
	})
	return record, err
}

// serverGone is why an import ended whose process is gone.
func serverGone() apperr.FieldError {
	return apperr.Problem("", "the server went away: send the file again, what was saved stays saved")
}

func (s *Service) noteImport(ctx context.Context, record *Import, r *Result) error {
	record.RowsRead, record.Accepted, record.RejectedCount, record.OverbookedCount = r.rowsRead, r.Accepted, r.RejectedCount, r.OverbookedCount
	record.Rejected, record.SeenAt = r.Rejected, s.now()
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.store.UpdateImport(ctx, *record) })
}

// endImport stores how an import ended, also if the sender has gone. A refusal tells
// what was saved before it.
func (s *Service) endImport(ctx context.Context, record Import, r *Result, err error) error {
	gone := ctx.Err() != nil
	ctx = context.WithoutCancel(ctx)
	refusal, refused := errors.AsType[*apperr.Error](err)
	switch {
	case err == nil:
		record.Status = ImportDone
	case refused && !gone:
		record.Status, record.Message, record.Problems = ImportFailed, cut(refusal.Message), apperr.Problems(refusal)
	default:
		why := apperr.Problem("", "the import was cut off: send the file again, what was saved stays saved")
		record.Status, record.Message, record.Problems = ImportInterrupted, why.Message, []apperr.FieldError{why}
	}
	now := s.now()
	record.FinishedAt = &now
	stored := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.noteImport(ctx, &record, r); err != nil {
			return err
		}
		if record.DryRun {
			return nil
		}
		seen := record
		seen.Rejected, seen.Problems = nil, nil
		return s.deps.Audit.Record(ctx, audit.Change{Action: "import", ObjectType: "import", ObjectID: record.ID, After: seen})
	})
	if refused {
		err = refusal.With("accepted", r.Accepted).With("rejected_count", r.RejectedCount)
	}
	return errors.Join(err, stored)
}

// MaxInbound bounds the rows of one call of an adapter.
const MaxInbound = 20_000

// Receive writes the rows that an adapter of a property management system posts.
func (s *Service) Receive(ctx context.Context, key auth.KeyCaller, opt ImportOptions, body io.Reader) (Result, error) {
	ctx, who := asAccount(ctx, key.OwnerID, key.Properties)
	i, err := s.newImporter(ctx, who, keySource, opt)
	if err != nil {
		return Result{}, err
	}
	rows, err := newJSONRows(body)
	if err != nil {
		return Result{}, err
	}
	err = i.run(ctx, &boundedRows{rows, MaxInbound})
	if refusal, refused := errors.AsType[*apperr.Error](err); refused {
		err = refusal.With("accepted", i.result.Accepted).With("rejected_count", i.result.RejectedCount)
	}
	i.result.Changes = i.diff.spans
	return i.result, err
}

// boundedRows refuses more rows than some.
type boundedRows struct {
	rowReader
	left int
}

func (b *boundedRows) next() (row, error) {
	if b.left--; b.left < 0 {
		if _, err := b.rowReader.next(); errors.Is(err, io.EOF) {
			return row{}, err
		}
		return row{}, apperr.Field("rows", "must be at most %d: send the others in another call, or import a file", MaxInbound)
	}
	return b.rowReader.next()
}
