package account

import (
	"context"
	"log/slog"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/passwd"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/picture"
	"allot/internal/platform/ratelimit"
)

// Store is the module's database. Reads leave out removed users; a missing
// record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertUser(ctx context.Context, u *User) error
	UpdateUser(ctx context.Context, u User) error
	UserByEmail(ctx context.Context, email string) (User, error)
	User(ctx context.Context, id int64) (User, error)
	LockUser(ctx context.Context, id int64) (User, error)
	SubUsers(ctx context.Context, owner int64, req page.Request) ([]User, int, error)
	SubUser(ctx context.Context, owner, id int64) (User, error)
	Online(ctx context.Context, ids []int64, since time.Time) (map[int64]bool, error)
	Emails(ctx context.Context, owner int64, ids []int64) (map[int64]string, error)
	AvatarsInUse(ctx context.Context, keys []string) (map[string]bool, error)
	UsersWithFlag(ctx context.Context, owner int64, flag auth.Flag) ([]User, error)
	// Callers returns users of an account with their permissions, by id.
	Callers(ctx context.Context, owner int64, ids []int64) (map[int64]auth.Caller, error)
	Admins(ctx context.Context) ([]User, error)

	// Accounts lists the managers of customers' accounts, newest first.
	Accounts(ctx context.Context, f AccountFilter, req page.Request) ([]User, int, error)
	// Uses tells of accounts how many users they have and when one of them was last seen.
	Uses(ctx context.Context, owners []int64) (map[int64]Use, error)
	// UsersOf lists at most limit users of an account, the manager first.
	UsersOf(ctx context.Context, owner int64, limit int) ([]User, error)
	// ActiveSessionsOf lists the sessions that users have open, oldest first, by user.
	ActiveSessionsOf(ctx context.Context, users []int64) (map[int64][]Session, error)
	// Suspended returns those of the accounts that are suspended.
	Suspended(ctx context.Context, owners []int64) ([]int64, error)
	// SetSuspended stores since when an account is suspended; the zero time: it is not.
	SetSuspended(ctx context.Context, owner int64, at time.Time, note string) error
	// SetTerms stores what staff find a record by; users have theirs stored with them.
	SetTerms(ctx context.Context, t Terms) error
	RemoveTerms(ctx context.Context, owner int64, kind TermKind, record int64) error

	InsertSession(ctx context.Context, s *Session) error
	LiveByToken(ctx context.Context, tokenHash []byte) (ActiveSession, error)
	ActiveSessions(ctx context.Context, user int64) ([]Session, error)
	Sessions(ctx context.Context, user int64, req page.Request) ([]Session, int, error)
	EndSession(ctx context.Context, user, id int64, at time.Time) error
	EndSessions(ctx context.Context, user, except int64, at time.Time) error
	EndIdleSessions(ctx context.Context, now time.Time) error
	// TouchSessions stores when sessions and their users were last seen, unless a later time is
	// stored.
	TouchSessions(ctx context.Context, uses ...SessionUse) error
	PurgeSessions(ctx context.Context, before time.Time) error

	InsertPermission(ctx context.Context, p *Permission) error
	UpdatePermission(ctx context.Context, p Permission) error
	PermissionOf(ctx context.Context, owner, user int64) (Permission, error)
	Permission(ctx context.Context, owner, id int64) (Permission, error)
	DeletePermissionOf(ctx context.Context, owner, user int64) error

	InsertReset(ctx context.Context, user int64, tokenHash []byte, at, expires time.Time) error
	UserByReset(ctx context.Context, tokenHash []byte, now time.Time) (int64, error)
	CountResets(ctx context.Context, user int64, since time.Time) (int, error)
	DeleteResets(ctx context.Context, user int64) error
	PurgeResets(ctx context.Context, now time.Time) error

	InsertConfirmation(ctx context.Context, c Confirmation) error
	// Confirmation returns the letter that a token belongs to, unless it has expired.
	Confirmation(ctx context.Context, tokenHash []byte, now time.Time) (Confirmation, error)
	// ConfirmationsTo lists when the latest letters to an address were sent, newest first,
	// without those of the job exceptJob.
	ConfirmationsTo(ctx context.Context, email string, exceptJob int64, since time.Time, limit int) ([]time.Time, error)
	// VoidConfirmations expires every token of a user; the letters still count.
	VoidConfirmations(ctx context.Context, user int64, now time.Time) error
	// PurgeConfirmations deletes expired tokens of letters that no longer count.
	PurgeConfirmations(ctx context.Context, now, sentUntil time.Time) error
	// PendingUsers lists at most limit users who have not confirmed their address.
	PendingUsers(ctx context.Context, limit int) ([]int64, error)
}

// Hooks let modules above take part in a transaction of this one.
type Hooks struct {
	// Registered sets up what a new account needs from the start.
	// It takes the secret of an invitation, or refuses it.
	Registered func(ctx context.Context, u User, in RegisterInput) error
	// Confirmed is called when a user has confirmed its address.
	Confirmed func(ctx context.Context, u User) error
	// SpendLetters refuses letters to outsiders beyond the day's allowance of an
	// account.
	SpendLetters func(ctx context.Context, owner int64, letters int) error
	// UnknownProperties returns those ids that are no property of the account.
	UnknownProperties func(ctx context.Context, owner int64, ids []int64) ([]int64, error)
	// SuspensionChanged runs when an account was suspended or resumed.
	SuspensionChanged func(ctx context.Context, owner int64) error
	// Resumed has what waited for the end of a suspension go on.
	Resumed func(ctx context.Context, owner int64) error
	// SubUserRemoved takes away what a removed sub-user has left behind.
	SubUserRemoved func(ctx context.Context, who auth.Caller, user int64) error
}

// Deps is what the service works with.
type Deps struct {
	Store  Store
	Hasher *passwd.Hasher
	Bans   ban.Guard
	Events *outbox.Outbox
	Jobs   *jobs.Queue
	Audit  *audit.Trail
	Mail   mailer.Sender
	Blobs  blob.Store
	// Pictures decodes and checks uploaded avatars.
	Pictures *picture.Gate
	Now      func() time.Time
	Logger   *slog.Logger
	// LinkBase returns the address that links in letters begin with, without a trailing slash.
	LinkBase func() string
	// Serves reports whether this installation serves a path. Letters link to no other.
	Serves func(path string) bool
	// Registration says who may open an account.
	Registration Registration
	// ConfirmEmails requires users to confirm every address that they enter.
	ConfirmEmails bool
	// LettersKept says that letters are kept for the staff, because no mail server is set.
	LettersKept bool
	// Registrations and Resets limit requests of clients that are not signed in.
	Registrations, Resets *ratelimit.Addresses
	Hooks                 Hooks
}

// Service implements the operations of the module.
type Service struct {
	deps     Deps
	store    Store
	activity *activity
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store, activity: newActivity()} }

// AdmitsInvited reports whether an invited stranger can register.
func (s *Service) AdmitsInvited() bool { return s.deps.Registration != RegistrationClosed }

// now returns the time in UTC, in microseconds as both databases store it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) record(ctx context.Context, c audit.Change) error {
	return s.deps.Audit.Record(ctx, c)
}
