package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
)

type (
	mailArgs struct {
		OwnerID        int64 `json:"owner_id"`
		UserID         int64 `json:"user_id"`
		NotificationID int64 `json:"notification_id"`
	}
	cleanArgs struct{}
)

// Accounts returns whose job it is: it waits while that account is suspended.
func (a mailArgs) Accounts() []int64 { return []int64{a.OwnerID} }

func (mailArgs) Kind() string  { return "notify_mail" }
func (cleanArgs) Kind() string { return "notify_clean" }

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.sendMail, jobs.Handling{Timeout: time.Minute, Queue: jobs.QueueMail}),
		jobs.Handle(func(ctx context.Context, _ jobs.Job[cleanArgs]) error { return s.Clean(ctx) }, jobs.Handling{}),
		jobs.Every(24*time.Hour, cleanArgs{}),
	}
}

var errNoMail = errors.New("no e-mail is due")

func (s *Service) sendMail(ctx context.Context, j jobs.Job[mailArgs]) error {
	return s.SendMail(ctx, j.Args.OwnerID, j.Args.UserID, j.Args.NotificationID)
}

// SendMail sends one notification by e-mail, if it is due.
func (s *Service) SendMail(ctx context.Context, owner, user, id int64) error {
	n, u, err := s.dueMail(ctx, mailArgs{owner, user, id})
	if errors.Is(err, errNoMail) {
		return nil
	}
	if err != nil {
		return err
	}
	// The message id is the same when the job runs again, so that a repeat after a
	// crash between sending and SetMailed can be recognized.
	msg, err := s.letter(n, u).Message(fmt.Sprintf("notify-%d", n.ID), u.Email, n.OwnerID)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write notification %d as a letter: %w", n.ID, err))
	}
	if err := s.deps.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send notification %d: %w", n.ID, err)
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		return s.store.SetMailed(ctx, n.OwnerID, n.UserID, n.ID, s.now())
	})
}

// dueMail returns the notification and its recipient, or errNoMail if it was sent already, or
// the user has dismissed it, does not want it or was removed.
func (s *Service) dueMail(ctx context.Context, a mailArgs) (n Notification, u account.User, err error) {
	n, err = s.store.Notification(ctx, a.OwnerID, a.UserID, a.NotificationID)
	if err == nil && n.MailedAt.IsZero() {
		u, err = s.deps.Accounts.User(ctx, n.UserID)
	}
	if errors.Is(err, apperr.ErrNotFound) || err == nil && !n.MailedAt.IsZero() {
		return n, u, errNoMail
	}
	if err != nil {
		return n, u, err
	}
	if u.EmailState == account.EmailPending {
		return n, u, errNoMail // the address may be a stranger's
	}
	wanted, err := s.deps.WantsMail(ctx, u.ID, string(n.Kind))
	if err != nil {
		return n, u, fmt.Errorf("ask whether user %d wants %s by e-mail: %w", u.ID, n.Kind, err)
	}
	if !wanted {
		return n, u, errNoMail
	}
	return n, u, nil
}

// CleanBatch is how many old notifications are deleted in one transaction, so that others do
// not wait long for it.
const CleanBatch = 500

// Clean deletes old notifications, read ones sooner.
func (s *Service) Clean(ctx context.Context) error {
	now := s.now()
	return errors.Join(s.purge(ctx, true, now.Add(-keepRead)), s.purge(ctx, false, now.Add(-keepUnread)))
}

func (s *Service) purge(ctx context.Context, read bool, before time.Time) error {
	for {
		var n int
		err := s.store.InTx(ctx, func(ctx context.Context) (err error) {
			n, err = s.store.PurgeNotifications(ctx, read, before, CleanBatch)
			return err
		})
		if err != nil || n < CleanBatch {
			return err
		}
	}
}
