package mailing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertMailing(ctx context.Context, m *Mailing) error
	// DeleteMailing reports whether the mailing existed.
	DeleteMailing(ctx context.Context, owner, id int64) (deleted bool, err error)
	// Mailing finds a mailing only if batch is its current one.
	Mailing(ctx context.Context, owner, id int64, batch int) (Mailing, error)
	// Advance stores the progress of a mailing, unless another job has moved it.
	Advance(ctx context.Context, before, after Mailing) (moved bool, err error)
	// Oldest returns the mailing of an account that is being sent; the others wait.
	Oldest(ctx context.Context, owner int64) (Mailing, error)
	// Stalled lists the mailings being sent that were not moved since a time.
	Stalled(ctx context.Context, since time.Time) ([]Mailing, error)
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Plans    *plan.Service
	Settings *settings.Service
	Jobs     *jobs.Queue
	Audit    *audit.Trail
	Mail     mailer.Sender
	Now      func() time.Time
	Logger   *slog.Logger
	Hooks    Hooks
}

// Hooks let modules above write the letters of mailings.
type Hooks struct {
	// ContentFuncs returns the functions that write the letters, by document. The names of
	// documents are stored with mailings: never rename one.
	ContentFuncs func() map[string]ContentFunc
}

// Service implements the operations of the module.
type Service struct {
	deps  Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.sendBatch, jobs.Handling{Queue: jobs.QueueBulkMail}),
		jobs.Handle(s.sendLate, jobs.Handling{Queue: jobs.QueueBulkMail}),
		jobs.Handle(s.convert, jobs.Handling{Queue: jobs.QueueBulkMail, InTx: true}),
		jobs.Handle(s.restart, jobs.Handling{Queue: jobs.QueueBulkMail}),
		jobs.Every(time.Hour, restartArgs{}),
	}
}

func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// Send writes a letter to every contact of a list of the caller's account who has not
// unsubscribed, and returns how many those are. It sends nothing if the plan does not allow all
// of them today.
func (s *Service) Send(ctx context.Context, who auth.Caller, r Request) (recipients int, err error) {
	if err := r.check(); err != nil {
		return 0, err
	}
	if err := s.deps.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
		return 0, err
	}
	if r.Language == "" {
		u, err := s.deps.Accounts.User(ctx, who.UserID)
		if err != nil {
			return 0, err
		}
		r.Language = u.Language
	}
	about, err := json.Marshal(r.About)
	if err != nil {
		return 0, fmt.Errorf("encode what the mailing is about: %w", err)
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		m := Mailing{
			OwnerID: who.OwnerID, UserID: who.UserID, ListID: r.ListID, Document: r.Document, About: about, Note: r.Note, Language: lang.Match(r.Language),
		}
		if m.Letters, err = s.recipients(ctx, who.OwnerID, r.ListID); err != nil {
			return err
		}
		recipients = m.Letters
		if err := s.deps.Plans.SpendLetters(ctx, who.OwnerID, m.Letters); err != nil {
			return err
		}
		if err := s.begin(ctx, &m); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "send_" + r.Document, ObjectType: "property", ObjectID: r.Property, After: m})
	})
	return recipients, err
}

// recipients counts the contacts of a list who have not unsubscribed. It refuses a list without
// any with ErrListEmpty.
func (s *Service) recipients(ctx context.Context, owner, list int64) (int, error) {
	l, err := s.deps.Settings.MailingList(ctx, owner, list)
	if err != nil {
		return 0, err
	}
	n, err := s.deps.Settings.CountRecipients(ctx, owner, list)
	switch {
	case err != nil:
		return 0, err
	case l.ContactsCount == 0:
		return 0, ErrListEmpty
	case n == 0:
		return 0, ErrListEmpty.Withf("everybody on the mailing list has unsubscribed")
	}
	return n, nil
}

// begin stores a mailing and starts it, unless another one of the account is being sent: its
// end starts the next. Call it while the account is locked.
func (s *Service) begin(ctx context.Context, m *Mailing) error {
	m.CreatedAt, m.MovedAt = s.now(), s.now()
	if err := s.store.InsertMailing(ctx, m); err != nil {
		return err
	}
	oldest, err := s.store.Oldest(ctx, m.OwnerID)
	if err != nil || oldest.ID != m.ID {
		return err
	}
	return s.enqueueBatch(ctx, *m)
}

// enqueueBatch enqueues the current batch of a mailing.
func (s *Service) enqueueBatch(ctx context.Context, m Mailing, when ...jobs.Option) error {
	return s.deps.Jobs.Enqueue(ctx, batchArgs{OwnerID: m.OwnerID, MailingID: m.ID, Batch: m.Batch}, when...)
}

// end deletes a mailing and starts the next one of the account.
func (s *Service) end(ctx context.Context, m Mailing) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, m.OwnerID); err != nil {
			return err
		}
		deleted, err := s.store.DeleteMailing(ctx, m.OwnerID, m.ID)
		if err == nil && !deleted {
			return errTaken
		}
		if err != nil {
			return err
		}
		return s.startNext(ctx, m.OwnerID)
	})
}

func (s *Service) startNext(ctx context.Context, owner int64) error {
	next, err := s.store.Oldest(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	started := next
	started.MovedAt = s.now()
	if _, err := s.store.Advance(ctx, next, started); err != nil {
		return err
	}
	return s.enqueueBatch(ctx, started)
}

// giveUp ends a mailing of which no letter could be sent for too long.
func (s *Service) giveUp(ctx context.Context, m Mailing, cause error) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.end(ctx, m); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{
			OwnerID: m.OwnerID, UserID: m.UserID, Action: "give_up", ObjectType: "mailing", ObjectID: m.ID, Before: m,
		})
	})
	if err == nil {
		s.deps.Logger.WarnContext(ctx, "mailing given up", "mailing", m.ID, "owner", m.OwnerID, "letters_left", m.Letters,
			"failing_since", m.FailingSince, "error", cause)
	}
	return err
}
