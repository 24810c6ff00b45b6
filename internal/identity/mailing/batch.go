package mailing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
)

const (
	// lettersPerBatch and batchTime bound a job, so that accounts alternate.
	lettersPerBatch = 25
	batchTime       = time.Minute
	// deferralsInRow is how many letters in a row the server may defer before the batch pauses:
	// it accepts only so many at a time.
	deferralsInRow = 3
	// refusalsInRow is how many letters in a row the server may refuse permanently, other than
	// for their addresses, before the batch pauses. After that every further refusal pauses
	// again, so that few contacts are skipped.
	refusalsInRow = 10
)

// batchArgs sends some letters of one mailing.
type batchArgs struct {
	OwnerID   int64 `json:"owner_id"`
	MailingID int64 `json:"mailing_id"`
	Batch     int   `json:"turn"`
}

func (batchArgs) Kind() string { return "mailing_turn" }

// Accounts returns whose job it is: it waits while that account is suspended.
func (a batchArgs) Accounts() []int64 { return []int64{a.OwnerID} }

// errTaken ends a batch whose mailing another job has moved.
var errTaken = errors.New("another job works on this mailing")

// batch is one run of a job.
type batch struct {
	*writer
	deferrals int // in a row
	refusals  int // in a row, not for the address
	// pauseFor is set when the batch must end early; lastErr is the reason.
	pauseFor time.Duration
	lastErr  error
}

// sendBatch sends some letters of a mailing and enqueues the next batch. It does nothing if the
// mailing is gone or has another current batch: then the job is a repeat.
func (s *Service) sendBatch(ctx context.Context, j jobs.Job[batchArgs]) error {
	m, err := s.store.Mailing(ctx, j.Args.OwnerID, j.Args.MailingID, j.Args.Batch)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = s.runBatch(ctx, m)
	}
	if errors.Is(err, errTaken) {
		return nil
	}
	return err
}

func (s *Service) runBatch(ctx context.Context, m Mailing) error {
	w, err := s.newWriter(ctx, m)
	if errors.Is(err, errNoContentFunc) {
		return jobs.Cancel(errors.Join(err, s.end(ctx, m)))
	}
	if err != nil {
		return err
	}
	b := &batch{writer: w}
	more, err := b.run(ctx)
	switch {
	case errors.Is(err, errGone), err == nil && !more:
		return s.end(ctx, m)
	case err != nil:
		return err
	case b.pauseFor > 0 && b.failedTooLong(b.now()):
		return s.giveUp(ctx, b.Mailing, b.lastErr)
	}
	return b.enqueueNext(ctx)
}

// run sends letters until the batch is over, and reports whether more are left.
func (b *batch) run(ctx context.Context) (more bool, err error) {
	over, cancel := context.WithTimeout(ctx, batchTime)
	defer cancel()
	contacts, err := b.deps.Settings.ListRecipients(ctx, b.OwnerID, b.ListID, b.AfterContact, min(lettersPerBatch, b.Letters))
	if err != nil {
		return false, err
	}
	for _, c := range contacts {
		if over.Err() != nil || b.pauseFor > 0 {
			return true, nil
		}
		if err := jobs.Continue(ctx); err != nil {
			return false, err
		}
		if err := b.send(ctx, c); err != nil {
			return false, err
		}
	}
	return b.pauseFor > 0 || len(contacts) == lettersPerBatch && b.Letters > 0, nil
}

// send writes to one contact and stores the progress. A deferred letter gets a job of its own,
// so that it does not delay the others. If the server accepts nothing at all, the next batch
// starts with this contact.
func (b *batch) send(ctx context.Context, c settings.Contact) error {
	letter := messageArgs{
		mailingArgs: b.args(), MailingID: b.ID, ContactID: c.ID, To: c.Email, Name: nameOf(c), MessageID: fmt.Sprintf("listmail-%d-%d", b.ID, c.ID),
	}
	letter.Language = b.languageOf(c)
	err := b.write(ctx, letter)
	var late *lateError
	switch {
	case err == nil:
		b.deferrals, b.refusals, b.FailingSince = 0, 0, time.Time{}
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, mailer.ErrUnavailable):
		b.fail(err)
		return nil
	case errors.As(err, &late):
		b.FailingSince = time.Time{} // the server responds
		if b.deferrals++; b.deferrals == deferralsInRow {
			b.pauseFor, b.lastErr = minPause, err
		}
	case mailer.IsPermanent(err):
		b.deps.Logger.WarnContext(ctx, "list mail refused", "mailing", b.ID, "contact", c.ID, "error", err)
		b.refused(err)
	default:
		return err
	}
	return b.storeProgress(ctx, letter, late != nil)
}

// refused counts a permanent refusal that may apply to all contacts.
func (b *batch) refused(err error) {
	if !errors.Is(err, mailer.ErrRefused) {
		return
	}
	if b.refusals++; b.refusals == refusalsInRow || !b.FailingSince.IsZero() {
		b.fail(err)
	}
}

// fail ends the batch with a pause that grows while no letter can be sent.
func (b *batch) fail(err error) {
	if b.FailingSince.IsZero() {
		b.FailingSince = b.now()
	}
	b.pauseFor, b.lastErr = b.pause(b.now()), err
}

// storeProgress stores that a contact was written to, or will be by a job of its own.
func (b *batch) storeProgress(ctx context.Context, letter messageArgs, later bool) error {
	after := b.Mailing
	after.AfterContact, after.Letters, after.MovedAt = letter.ContactID, b.Letters-1, b.now()
	return b.advance(ctx, after, func(ctx context.Context) error {
		if !later {
			return nil
		}
		return b.deps.Jobs.Enqueue(ctx, letter, jobs.At(b.now().Add(minPause)))
	})
}

// enqueueNext enqueues the next batch, at once or after a pause.
func (b *batch) enqueueNext(ctx context.Context) error {
	var when []jobs.Option
	if b.pauseFor > 0 {
		b.deps.Logger.WarnContext(ctx, "mailing pauses", "mailing", b.ID, "owner", b.OwnerID, "pause", b.pauseFor, "error", b.lastErr)
		when = append(when, jobs.At(b.now().Add(b.pauseFor)))
	}
	after := b.Mailing
	after.Batch, after.MovedAt = b.Batch+1, b.now()
	return b.advance(ctx, after, func(ctx context.Context) error { return b.enqueueBatch(ctx, after, when...) })
}

// advance stores the new state of the mailing and calls also in the same transaction, unless
// another job has moved the mailing.
func (b *batch) advance(ctx context.Context, after Mailing, also func(ctx context.Context) error) error {
	err := b.store.InTx(ctx, func(ctx context.Context) error {
		moved, err := b.store.Advance(ctx, b.Mailing, after)
		if err == nil && !moved {
			return errTaken
		}
		if err != nil {
			return err
		}
		return also(ctx)
	})
	if err == nil {
		b.Mailing = after
	}
	return err
}
