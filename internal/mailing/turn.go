package mailing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/settings"
)

const (
	// lettersPerTurn and turnLength bound a job, so that the mailings of other
	// accounts come next.
	lettersPerTurn = 25
	turnLength     = time.Minute
	// failuresInRow make a turn believe that not the addresses are at fault.
	failuresInRow = 3
	// pauseAfterFailures is for a mail server that takes only so many at a time.
	pauseAfterFailures = time.Minute
)

// turnArgs is some letters of one mailing.
type turnArgs struct {
	OwnerID   int64 `json:"owner_id"`
	MailingID int64 `json:"mailing_id"`
}

func (turnArgs) Kind() string { return "mailing_turn" }

// errTaken ends a turn whose mailing another job has moved.
var errTaken = errors.New("another job works on this mailing")

// turn is one run of a job.
type turn struct {
	*writer
	sent     int // letters that have gone, or never will
	failures int // in a row, of letters that may go later
	lastErr  error
}

// takeTurn sends some letters of a mailing and asks for the next turn. A job whose
// mailing is gone, or was given to another job, is a repeat and does nothing.
func (s *Service) takeTurn(ctx context.Context, j jobs.Job[turnArgs]) error {
	var m Mailing
	err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
		m, err = s.store.Claim(ctx, j.Args.OwnerID, j.Args.MailingID, j.ID)
		return err
	})
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	w, err := s.newWriter(ctx, m)
	if errors.Is(err, errNoMaker) {
		return jobs.Cancel(errors.Join(err, s.end(ctx, m)))
	}
	if err != nil {
		return err
	}
	t := &turn{writer: w}
	more, err := t.run(ctx)
	switch {
	case errors.Is(err, errTaken):
		return nil
	case errors.Is(err, errGone), err == nil && !more:
		return s.end(ctx, m)
	case err != nil:
		return err
	}
	return t.again(ctx)
}

// run sends letters until the turn is over, and tells whether there are more.
func (t *turn) run(ctx context.Context) (more bool, err error) {
	over, cancel := context.WithTimeout(ctx, turnLength)
	defer cancel()
	contacts, err := t.Settings.ListRecipients(ctx, t.OwnerID, t.ListID, t.AfterContact, min(lettersPerTurn, t.Letters))
	if err != nil {
		return false, err
	}
	for _, c := range contacts {
		if over.Err() != nil || t.failures == failuresInRow {
			return true, nil
		}
		if err := t.send(ctx, c); err != nil {
			return false, err
		}
	}
	return len(contacts) == lettersPerTurn && t.Letters > 0, nil
}

// send writes to one contact and notes it. A letter that may go later gets a job
// of its own, so that it holds up no other.
func (t *turn) send(ctx context.Context, c settings.Contact) error {
	letter := messageArgs{
		mailingArgs: t.args(), MailingID: t.ID, ContactID: c.ID, To: c.Email, Name: nameOf(c), MessageID: fmt.Sprintf("listmail-%d-%d", t.ID, c.ID),
	}
	letter.Language = t.languageOf(c)
	err := t.write(ctx, letter)
	var late *lateError
	switch {
	case err == nil:
		t.sent++
		t.failures = 0
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &late):
		t.failures++
		t.lastErr = err
	case mailer.IsPermanent(err):
		t.sent++
		t.Logger.WarnContext(ctx, "list mail refused", "mailing", t.ID, "contact", c.ID, "error", err)
	default:
		return err
	}
	return t.note(ctx, letter, late != nil)
}

// note stores that a contact was written to, or will be by a job of its own.
func (t *turn) note(ctx context.Context, letter messageArgs, later bool) error {
	after := t.Mailing
	after.AfterContact, after.Letters, after.MovedAt = letter.ContactID, t.Letters-1, t.now()
	err := t.store.InTx(ctx, func(ctx context.Context) error {
		moved, err := t.store.Advance(ctx, t.Mailing, after)
		if err == nil && !moved {
			return errTaken
		}
		if err != nil || !later {
			return err
		}
		return t.Jobs.Enqueue(ctx, letter, jobs.At(t.now().Add(pauseAfterFailures)))
	})
	if err == nil {
		t.Mailing = after
	}
	return err
}

// again asks for the next turn: at once, or after a pause if the mail server
// takes nothing more. If it took nothing at all, the job itself is tried again.
func (t *turn) again(ctx context.Context) error {
	var when []jobs.Option
	if t.failures == failuresInRow {
		if t.sent == 0 {
			return t.lastErr
		}
		when = append(when, jobs.At(t.now().Add(pauseAfterFailures)))
	}
	return t.store.InTx(ctx, func(ctx context.Context) error {
		if err := t.store.Release(ctx, t.OwnerID, t.ID); err != nil {
			return err
		}
		return t.Jobs.Enqueue(ctx, turnArgs{OwnerID: t.OwnerID, MailingID: t.ID}, when...)
	})
}
