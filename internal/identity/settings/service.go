package settings

import (
	"context"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/plan"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/picture"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/secret"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertCompany(ctx context.Context, c Company) error
	UpdateCompany(ctx context.Context, c Company) error
	Company(ctx context.Context, owner int64) (Company, error)
	Companies(ctx context.Context, owners []int64) (map[int64]Company, error)
	CompanyNames(ctx context.Context, owners []int64) (map[int64]string, error)
	LockCompany(ctx context.Context, owner int64) (Company, error)
	LogosInUse(ctx context.Context, keys []string) (map[string]bool, error)

	Choices(ctx context.Context, user int64) (Choices, error)
	SaveChoices(ctx context.Context, c Choices) error

	InsertContact(ctx context.Context, c *Contact) error
	UpdateContact(ctx context.Context, c Contact) error
	DeleteContact(ctx context.Context, owner, id int64) error
	Contact(ctx context.Context, owner, id int64) (Contact, error)
	Contacts(ctx context.Context, owner int64, f ContactFilter, req page.Request) ([]Contact, int, error)
	ContactsByEmail(ctx context.Context, owner int64, emails []string) (map[string]Contact, error)
	CountContacts(ctx context.Context, owner int64) (int, error)
	// ContactCounts is CountContacts for several accounts; those without a contact are missing.
	ContactCounts(ctx context.Context, owners []int64) (map[int64]int, error)
	// ContactPosition returns the place of a contact among those of its account, oldest first,
	// from 1.
	ContactPosition(ctx context.Context, owner, id int64) (int, error)
	// ContactAt returns the id of the contact at a place among those of an account, oldest
	// first, from 1; 0 if there are fewer.
	ContactAt(ctx context.Context, owner int64, position int) (int64, error)
	SaveContacts(ctx context.Context, owner int64, contacts []*Contact) error
	KnownContacts(ctx context.Context, owner int64, ids []int64) (map[int64]bool, error)

	InsertList(ctx context.Context, l *MailingList) error
	UpdateList(ctx context.Context, l MailingList) error
	DeleteList(ctx context.Context, owner, id int64) error
	MailingList(ctx context.Context, owner, id int64) (MailingList, error)
	MailingLists(ctx context.Context, owner int64, req page.Request) ([]MailingList, int, error)
	ListMembers(ctx context.Context, owner, list int64) ([]int64, error)
	AddToList(ctx context.Context, owner, list int64, contacts []int64) error
	ClearList(ctx context.Context, owner, list int64) error
	ListContacts(ctx context.Context, owner, list int64, f MemberFilter) ([]Contact, error)
	CountRecipients(ctx context.Context, owner, list int64) (int, error)

	Unsubscribed(ctx context.Context, owner int64, email string) (time.Time, error)
	SaveUnsubscribed(ctx context.Context, owner int64, email string, at time.Time) error
	DeleteUnsubscribed(ctx context.Context, owner int64, email string) error
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Plans    *plan.Service
	Events   *outbox.Outbox
	Audit    *audit.Trail
	Blobs    blob.Store
	// Pictures decodes and checks uploaded logos.
	Pictures *picture.Gate
	// Box encrypts the links that contacts unsubscribe with.
	Box *secret.Box
	// LinkBase returns the address that links in letters begin with.
	LinkBase func() string
	Now      func() time.Time
	// ZoneOf returns the IANA time zone of the place of a company.
	ZoneOf func(c Company) (string, error)
	// Kinds are the notifications that a user can have by e-mail.
	Kinds []NotificationKind
}

// Service implements the operations of the module.
type Service struct {
	deps          Deps
	store         Store
	resubscribing *ratelimit.Windows[string]
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{deps: d, store: d.Store, resubscribing: ratelimit.New[string](maxResubscribes, resubscribeWindow, ratelimit.MaxStrangers, d.Now)}
}

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.sweepLogos, jobs.Handling{}), jobs.Every(24*time.Hour, sweepLogosArgs{}),
	}
}

// now returns the time in UTC, in microseconds as both databases store it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) record(ctx context.Context, action, object string, id int64, before, after any) error {
	return s.deps.Audit.Record(ctx, audit.Change{Action: action, ObjectType: object, ObjectID: id, Before: before, After: after})
}

// lockAccount locks the contacts and lists of an account until the transaction ends: a list has
// a limit, and an e-mail address belongs to one contact.
func (s *Service) lockAccount(ctx context.Context, owner int64) error {
	_, err := s.store.LockCompany(ctx, owner)
	return err
}

// set stores a changed field after clean; nil leaves it as it is.
func set(target *string, value *string, clean func(string) string) {
	if value != nil {
		*target = clean(*value)
	}
}
