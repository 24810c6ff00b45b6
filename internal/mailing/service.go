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
	DeleteMailing(ctx context.Context, owner, id int64) error
	// Claim gives a mailing to a job unless another one has it: then it is not found.
	Claim(ctx context.Context, owner, id, job int64) (Mailing, error)
	// Release lets the next job that comes have the mailing.
	Release(ctx context.Context, owner, id int64) error
	// Advance stores how far a mailing has come, unless another job has moved it.
	Advance(ctx context.Context, before, after Mailing) (moved bool, err error)
	// Waiting is the oldest mailing of an account that no job has begun.
	Waiting(ctx context.Context, owner int64) (Mailing, error)
	// Moving tells whether a mailing of the account has moved since.
	Moving(ctx context.Context, owner int64, since time.Time) (bool, error)
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
}

// Service is the module's front.
type Service struct {
	Deps
	store  Store
	makers map[string]Maker
}

// New makes the service and declares its jobs.
func New(d Deps) (*Service, error) {
	s := &Service{Deps: d, store: d.Store, makers: map[string]Maker{}}
	return s, errors.Join(
		jobs.Handle(s.Jobs, s.takeTurn, jobs.Handling{Queue: jobs.QueueBulkMail}),
		jobs.Handle(s.Jobs, s.sendLate, jobs.Handling{Queue: jobs.QueueBulkMail}),
		jobs.Handle(s.Jobs, s.convert, jobs.Handling{Queue: jobs.QueueBulkMail, InTx: true}),
	)
}

// Handle names the maker of letters of a kind, before any job runs. The name is
// stored with mailings under way: never rename it.
func (s *Service) Handle(what string, m Maker) { s.makers[what] = m }

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// Send has a letter written to every contact of a list of the caller's account
// who has not unsubscribed, and tells how many those are. If the plan does not
// allow all of them today, none is sent.
func (s *Service) Send(ctx context.Context, who auth.Caller, w Wish) (recipients int, err error) {
	if err := w.check(); err != nil {
		return 0, err
	}
	if err := s.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
		return 0, err
	}
	if w.Language == "" {
		u, err := s.Accounts.User(ctx, who.UserID)
		if err != nil {
			return 0, err
		}
		w.Language = u.Language
	}
	about, err := json.Marshal(w.About)
	if err != nil {
		return 0, fmt.Errorf("encode what the mailing is about: %w", err)
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		m := Mailing{
			OwnerID: who.OwnerID, UserID: who.UserID, ListID: w.ListID, What: w.What, About: about, Note: w.Note, Language: lang.Match(w.Language),
		}
		if m.Letters, err = s.recipients(ctx, who.OwnerID, w.ListID); err != nil {
			return err
		}
		recipients = m.Letters
		if err := s.Plans.SpendLetters(ctx, who.OwnerID, m.Letters); err != nil {
			return err
		}
		if err := s.begin(ctx, &m); err != nil {
			return err
		}
		return s.Audit.Record(ctx, audit.Change{Action: "send_" + w.What, ObjectType: "property", ObjectID: w.Property, After: m})
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

// stuckAfter is longer than a job without success is repeated: a mailing that has
// not moved for so long has no job any more, and later ones do not wait for it.
const stuckAfter = 12 * time.Hour

// begin stores a mailing and starts it, unless one of the same account is under
// way: that starts it when it ends. Call it while the account is locked.
func (s *Service) begin(ctx context.Context, m *Mailing) error {
	m.CreatedAt, m.MovedAt = s.now(), s.now()
	moving, err := s.store.Moving(ctx, m.OwnerID, s.now().Add(-stuckAfter))
	if err != nil {
		return err
	}
	if err := s.store.InsertMailing(ctx, m); err != nil || moving {
		return err
	}
	return s.Jobs.Enqueue(ctx, turnArgs{OwnerID: m.OwnerID, MailingID: m.ID})
}

// end forgets a mailing and starts the account's next one.
func (s *Service) end(ctx context.Context, m Mailing) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Accounts.LockAccount(ctx, m.OwnerID); err != nil {
			return err
		}
		if err := s.store.DeleteMailing(ctx, m.OwnerID, m.ID); err != nil {
			return err
		}
		next, err := s.store.Waiting(ctx, m.OwnerID)
		if errors.Is(err, apperr.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.Jobs.Enqueue(ctx, turnArgs{OwnerID: next.OwnerID, MailingID: next.ID})
	})
}
