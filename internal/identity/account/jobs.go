package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbox"
)

type (
	resetArgs struct {
		Email string `json:"email"`
	}
	letterArgs struct {
		Letter  letterKind `json:"letter"`
		UserID  int64      `json:"user_id"`
		EventID int64      `json:"event_id"` // zero: the user asked for the letter
		// OwnerID is set for a letter to somebody whom the account has added.
		OwnerID int64 `json:"owner_id,omitempty"`
	}
	// addressArgs sends a notice of a new address to the old one.
	addressArgs struct {
		UserID int64  `json:"user_id"`
		To     string `json:"to"`
	}
	cleanArgs struct{}
	sweepArgs struct{}
	waiveArgs struct{}
)

// Accounts returns the account that has the letter sent: it waits while that is suspended. Letters
// that users need to get into their account, or to learn of a change of it, never wait.
func (a letterArgs) Accounts() []int64 { return []int64{a.OwnerID} }

func (resetArgs) Kind() string   { return "account_password_reset" }
func (letterArgs) Kind() string  { return "account_letter" }
func (addressArgs) Kind() string { return "account_address_letter" }
func (cleanArgs) Kind() string   { return "account_clean_sessions" }
func (sweepArgs) Kind() string   { return "account_sweep_avatars" }
func (waiveArgs) Kind() string   { return "account_waive_confirmations" }

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.sendReset, jobs.Handling{Timeout: time.Minute, Queue: jobs.QueueMail, Urgent: true}),
		jobs.Handle(s.sendEventLetter, jobs.Handling{Timeout: time.Minute, Queue: jobs.QueueMail, Urgent: true}),
		jobs.Handle(s.sendAddressLetter, jobs.Handling{Timeout: time.Minute, Queue: jobs.QueueMail, Urgent: true}),
		jobs.Handle(s.waiveConfirmations, jobs.Handling{}),
		jobs.Handle(s.cleanSessions, jobs.Handling{InTx: true}),
		jobs.Handle(s.sweepAvatars, jobs.Handling{}),
		jobs.Every(10*time.Minute, cleanArgs{}),
		jobs.Every(24*time.Hour, sweepArgs{}),
		jobs.Every(time.Hour, waiveArgs{}),
	}
}

// Subscriptions lists the letters that events call for.
func (s *Service) Subscriptions() []outbox.Subscription {
	return []outbox.Subscription{{Name: "account.letters", Fn: s.writeLetter, Kinds: []string{
		Registered{}.EventKind(), ProfileUpdated{}.EventKind(), SubUserCreated{}.EventKind(), PasswordChanged{}.EventKind(),
	}}}
}

// writeLetter has the letter written that an event calls for.
func (s *Service) writeLetter(ctx context.Context, ev outbox.Stored) error {
	if ev.Kind == (ProfileUpdated{}).EventKind() {
		return s.addressChanged(ctx, ev)
	}
	args, err := letterFor(ev)
	if err != nil {
		return err
	}
	return s.deps.Jobs.Enqueue(ctx, args)
}

// letterFor returns the letter that an event calls for.
func letterFor(ev outbox.Stored) (letterArgs, error) {
	args := letterArgs{EventID: ev.ID}
	switch ev.Kind {
	case Registered{}.EventKind():
		var e Registered
		err := ev.Decode(&e)
		args.Letter, args.UserID = letterWelcome, e.UserID
		if e.ByStaff {
			args.Letter = letterByStaff
		}
		return args, err
	case SubUserCreated{}.EventKind():
		var e SubUserCreated
		err := ev.Decode(&e)
		args.Letter, args.UserID, args.OwnerID = letterSubUser, e.UserID, e.OwnerID
		return args, err
	}
	var e PasswordChanged
	err := ev.Decode(&e)
	args.Letter, args.UserID = letterPasswordChanged, e.UserID
	return args, err
}

// addressChanged writes to both addresses of a user. The new one is asked to confirm. The old
// one is told, so that its user learns of a change by somebody else; it is not told if it was
// never confirmed, because it may be a stranger's, or if a manager entered it for a sub-user.
func (s *Service) addressChanged(ctx context.Context, ev outbox.Stored) error {
	var e ProfileUpdated
	if err := ev.Decode(&e); err != nil || e.PreviousEmail == "" {
		return err
	}
	manager := e.UserID == e.OwnerID
	if e.PreviousState == EmailConfirmed || e.PreviousState == EmailWaived && manager {
		// Once an hour, so that repeated changes do not fill a mailbox.
		if err := s.deps.Jobs.Enqueue(ctx, addressArgs{UserID: e.UserID, To: e.PreviousEmail}, jobs.OncePer(time.Hour)); err != nil {
			return err
		}
	}
	if !s.deps.ConfirmEmails {
		return nil
	}
	return s.deps.Jobs.Enqueue(ctx, letterArgs{Letter: letterConfirm, UserID: e.UserID, EventID: ev.ID})
}

func (s *Service) sendEventLetter(ctx context.Context, j jobs.Job[letterArgs]) error {
	u, err := s.store.User(ctx, j.Args.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // the user was removed
	}
	if err != nil {
		return err
	}
	cause := j.Args.EventID
	if cause == 0 {
		cause = j.ID
	}
	switch kind := j.Args.Letter.forAddress(u); kind {
	case "":
		return nil
	case letterConfirm, letterSubUserConfirm:
		return s.sendConfirmation(ctx, kind, u.ID, j.ID, cause)
	default:
		link := ""
		if s.deps.Serves("/") {
			link = s.deps.LinkBase() + "/"
		}
		return s.sendLetter(ctx, kind, u, u.Email, cause, link)
	}
}

// sendAddressLetter writes to a user's old address that there is a new one.
func (s *Service) sendAddressLetter(ctx context.Context, j jobs.Job[addressArgs]) error {
	u, err := s.store.User(ctx, j.Args.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // the user was removed
	}
	if err != nil {
		return err
	}
	return s.sendLetter(ctx, letterEmailChanged, u, j.Args.To, j.ID, "")
}

// sendLetter writes and sends one letter. Its message id is the same when the job runs again,
// so that a repeat can be recognized.
func (s *Service) sendLetter(ctx context.Context, kind letterKind, u User, to string, cause int64, link string) error {
	msg, err := write(kind, u, link).Message(fmt.Sprintf("account-%s-%d", kind, cause), to, u.OwnerID)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write letter %s: %w", kind, err))
	}
	if err := s.deps.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send letter %s: %w", kind, err)
	}
	return nil
}

// cleanSessions ends idle sessions and deletes old sessions, resets and confirmations.
func (s *Service) cleanSessions(ctx context.Context, _ jobs.Job[cleanArgs]) error {
	now := s.now()
	return errors.Join(
		// Another process may hold a later use that it has not written yet.
		s.store.EndIdleSessions(ctx, now.Add(-writeEvery)),
		s.store.PurgeSessions(ctx, now.Add(-keepEnded)),
		s.store.PurgeResets(ctx, now),
		s.store.PurgeConfirmations(ctx, now, now.Add(-confirmationWindow)),
	)
}

// sweepAvatars deletes pictures that are no user's avatar.
func (s *Service) sweepAvatars(ctx context.Context, _ jobs.Job[sweepArgs]) error {
	return blob.Sweep(ctx, s.deps.Blobs, AvatarFolder, s.now().Add(-24*time.Hour), s.store.AvatarsInUse)
}
