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
	// deferralsInRow is how many letters in a row the server may put off before
	// the turn pauses: it takes only so many at a time.
	deferralsInRow = 3
	// refusalsInRow is how many letters in a row the server may refuse for good,
	// other than for their addresses, before the turn pauses. While that lasts
	// every further refusal makes a pause, so that few contacts are left out.
	refusalsInRow = 10
)

// turnArgs is some letters of one mailing.
type turnArgs struct {
	OwnerID   int64 `json:"owner_id"`
	MailingID int64 `json:"mailing_id"`
	Turn      int   `json:"turn"`
}

func (turnArgs) Kind() string { return "mailing_turn" }

// errTaken ends a turn whose mailing another job has moved.
var errTaken = errors.New("another job works on this mailing")

// turn is one run of a job.
type turn struct {
	*writer
	deferrals int // in a row
	refusals  int // in a row, not for the address
	// pauseFor is set when the turn must end early; lastErr is why.
	pauseFor time.Duration
	lastErr  error
}

// sendBatch sends some letters of a mailing and asks for the next turn. A job
// whose mailing is gone or has come to another turn is a repeat and does nothing.
func (s *Service) sendBatch(ctx context.Context, j jobs.Job[turnArgs]) error {
	m, err := s.store.Mailing(ctx, j.Args.OwnerID, j.Args.MailingID, j.Args.Turn)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = s.sendTurn(ctx, m)
	}
	if errors.Is(err, errTaken) {
		return nil
	}
	return err
}

func (s *Service) sendTurn(ctx context.Context, m Mailing) error {
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
	case errors.Is(err, errGone), err == nil && !more:
		return s.end(ctx, m)
	case err != nil:
		return err
	case t.pauseFor > 0 && t.hopeless(t.now()):
		return s.giveUp(ctx, t.Mailing, t.lastErr)
	}
	return t.enqueueNext(ctx)
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
		if over.Err() != nil || t.pauseFor > 0 {
			return true, nil
		}
		if err := t.send(ctx, c); err != nil {
			return false, err
		}
	}
	return t.pauseFor > 0 || len(contacts) == lettersPerTurn && t.Letters > 0, nil
}

// send writes to one contact and stores it. A letter that the server puts off
// gets a job of its own, so that it holds up no other. If the server takes nothing
// at all, the contact is the first of the next turn.
func (t *turn) send(ctx context.Context, c settings.Contact) error {
	letter := messageArgs{
		mailingArgs: t.args(), MailingID: t.ID, ContactID: c.ID, To: c.Email, Name: nameOf(c), MessageID: fmt.Sprintf("listmail-%d-%d", t.ID, c.ID),
	}
	letter.Language = t.languageOf(c)
	err := t.write(ctx, letter)
	var late *lateError
	switch {
	case err == nil:
		t.deferrals, t.refusals, t.FailingSince = 0, 0, time.Time{}
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, mailer.ErrUnavailable):
		t.fail(err)
		return nil
	case errors.As(err, &late):
		t.FailingSince = time.Time{} // the server answers
		if t.deferrals++; t.deferrals == deferralsInRow {
			t.pauseFor, t.lastErr = minPause, err
		}
	case mailer.IsPermanent(err):
		t.Logger.WarnContext(ctx, "list mail refused", "mailing", t.ID, "contact", c.ID, "error", err)
		t.refused(err)
	default:
		return err
	}
	return t.storeProgress(ctx, letter, late != nil)
}

// refused counts a refusal for good that may hold for all contacts.
func (t *turn) refused(err error) {
	if !errors.Is(err, mailer.ErrRefused) {
		return
	}
	if t.refusals++; t.refusals == refusalsInRow || !t.FailingSince.IsZero() {
		t.fail(err)
	}
}

// fail makes the turn end with a pause that grows while no letter goes.
func (t *turn) fail(err error) {
	if t.FailingSince.IsZero() {
		t.FailingSince = t.now()
	}
	t.pauseFor, t.lastErr = t.pause(t.now()), err
}

// storeProgress stores that a contact was written to, or will be by a job of its
// own.
func (t *turn) storeProgress(ctx context.Context, letter messageArgs, later bool) error {
	after := t.Mailing
	after.AfterContact, after.Letters, after.MovedAt = letter.ContactID, t.Letters-1, t.now()
	return t.advance(ctx, after, func(ctx context.Context) error {
		if !later {
			return nil
		}
		return t.Jobs.Enqueue(ctx, letter, jobs.At(t.now().Add(minPause)))
	})
}

// enqueueNext asks for the next turn: at once, or after a pause.
func (t *turn) enqueueNext(ctx context.Context) error {
	var when []jobs.Option
	if t.pauseFor > 0 {
		t.Logger.WarnContext(ctx, "mailing pauses", "mailing", t.ID, "owner", t.OwnerID, "pause", t.pauseFor, "error", t.lastErr)
		when = append(when, jobs.At(t.now().Add(t.pauseFor)))
	}
	after := t.Mailing
	after.Turn, after.MovedAt = t.Turn+1, t.now()
	return t.advance(ctx, after, func(ctx context.Context) error { return t.enqueueTurn(ctx, after, when...) })
}

// advance stores the mailing's new state and what belongs to it, unless another
// job has moved the mailing.
func (t *turn) advance(ctx context.Context, after Mailing, also func(ctx context.Context) error) error {
	err := t.store.InTx(ctx, func(ctx context.Context) error {
		moved, err := t.store.Advance(ctx, t.Mailing, after)
		if err == nil && !moved {
			return errTaken
		}
		if err != nil {
			return err
		}
		return also(ctx)
	})
	if err == nil {
		t.Mailing = after
	}
	return err
}
