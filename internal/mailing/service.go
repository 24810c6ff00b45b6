package mailing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"allot/internal/account"
	"allot/internal/billing"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/auth"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
	"allot/internal/settings"
)

// Store is what the module asks of its database; a missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertMailing(ctx context.Context, m *Mailing) error
	// DeleteMailing tells whether the mailing was still there.
	DeleteMailing(ctx context.Context, owner, id int64) (deleted bool, err error)
	// Mailing is not found if another turn has come.
	Mailing(ctx context.Context, owner, id int64, turn int) (Mailing, error)
	// Advance stores how far a mailing has come, unless another job has moved it.
	Advance(ctx context.Context, before, after Mailing) (moved bool, err error)
	// Oldest is the mailing of an account that is under way; the others wait.
	Oldest(ctx context.Context, owner int64) (Mailing, error)
	// Stalled lists the mailings under way that have not moved since.
	Stalled(ctx context.Context, since time.Time) ([]Mailing, error)
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Plans    *billing.Service
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
	// Makers are who writes the letters of each kind. The names of kinds are stored
	// with mailings under way: never rename one.
	Makers func() map[string]Maker
}

// Service is the module's front.
type Service struct {
	Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, store: d.Store} }

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

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// Send has a letter written to every contact of a list of the caller's account
// who has not unsubscribed, and tells how many those are. If the plan does not
// allow all of them today, none is sent.
func (s *Service) Send(ctx context.Context, who auth.Caller, r Request) (recipients int, err error) {
	if err := r.check(); err != nil {
		return 0, err
	}
	if err := s.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
		return 0, err
	}
	if r.Language == "" {
		u, err := s.Accounts.User(ctx, who.UserID)
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
			OwnerID: who.OwnerID, UserID: who.UserID, ListID: r.ListID, What: r.What, About: about, Note: r.Note, Language: lang.Match(r.Language),
		}
		if m.Letters, err = s.recipients(ctx, who.OwnerID, r.ListID); err != nil {
			return err
		}
		recipients = m.Letters
		if err := s.Plans.SpendLetters(ctx, who.OwnerID, m.Letters); err != nil {
			return err
		}
		if err := s.begin(ctx, &m); err != nil {
			return err
		}
		return s.Audit.Record(ctx, audit.Change{Action: "send_" + r.What, ObjectType: "property", ObjectID: r.Property, After: m})
	})
	return recipients, err
}

// recipients counts who on a list is written to.
func (s *Service) recipients(ctx context.Context, owner, list int64) (int, error) {
	l, err := s.Settings.MailingList(ctx, owner, list)
	if err != nil {
		return 0, err
	}
	n, err := s.Settings.CountRecipients(ctx, owner, list)
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

// begin stores a mailing and starts it, unless one of the same account is under
// way: that starts it when it ends. Call it while the account is locked.
func (s *Service) begin(ctx context.Context, m *Mailing) error {
	m.CreatedAt, m.MovedAt = s.now(), s.now()
	if err := s.store.InsertMailing(ctx, m); err != nil {
		return err
	}
	oldest, err := s.store.Oldest(ctx, m.OwnerID)
	if err != nil || oldest.ID != m.ID {
		return err
	}
	return s.enqueueTurn(ctx, *m)
}

// enqueueTurn asks for the current turn of a mailing.
func (s *Service) enqueueTurn(ctx context.Context, m Mailing, when ...jobs.Option) error {
	return s.Jobs.Enqueue(ctx, turnArgs{OwnerID: m.OwnerID, MailingID: m.ID, Turn: m.Turn}, when...)
}

// end forgets a mailing and starts the account's next one.
func (s *Service) end(ctx context.Context, m Mailing) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Accounts.LockAccount(ctx, m.OwnerID); err != nil {
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
	return s.enqueueTurn(ctx, started)
}

// giveUp ends a mailing of which no letter has gone for too long.
func (s *Service) giveUp(ctx context.Context, m Mailing, cause error) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.end(ctx, m); err != nil {
			return err
		}
		return s.Audit.Record(ctx, audit.Change{
			OwnerID: m.OwnerID, UserID: m.UserID, Action: "give_up", ObjectType: "mailing", ObjectID: m.ID, Before: m,
		})
	})
	if err == nil {
		s.Logger.WarnContext(ctx, "mailing given up", "mailing", m.ID, "owner", m.OwnerID, "letters_left", m.Letters,
			"failing_since", m.FailingSince, "error", cause)
	}
	return err
}
