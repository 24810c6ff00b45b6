package invoice

import (
	"context"
	"log/slog"
	"time"

	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/inventory/rooming"
	"allot/internal/invoicing/document"
	"allot/internal/partners/contract"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/money"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/picture"
	"allot/internal/platform/stamp"
)

// Store is the database of the module. A missing record is apperr.ErrNotFound. account
// is one of the two sides of an invoice.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Source is where stamps are read.
	Source() stamp.Source

	// NextSerial returns the next number of an account and year, and locks the account's
	// numbers of that year until the transaction ends.
	NextSerial(ctx context.Context, owner int64, year int) (int, error)
	// ReturnSerials gives the numbers after the last invoice of a year back.
	ReturnSerials(ctx context.Context, owner int64, year int) error

	InsertInvoice(ctx context.Context, v *Invoice) error
	UpdateInvoice(ctx context.Context, v Invoice) error
	DeleteInvoice(ctx context.Context, v Invoice) error
	Invoice(ctx context.Context, account int64, id string) (Invoice, error)
	LockInvoice(ctx context.Context, account int64, id string) (Invoice, error)
	// Invoices lists those of a reader, by day of issue, newest first.
	Invoices(ctx context.Context, r Reader, f Filter, req page.Request) ([]Invoice, int, error)
	// InvoicesAfter lists the next invoices of a reader, in the order they were made.
	InvoicesAfter(ctx context.Context, r Reader, f Filter, after int64, limit int) ([]Invoice, error)
	// CountInvoices counts those of a reader.
	CountInvoices(ctx context.Context, r Reader, f Filter) (int, error)
	// Partners lists the operators to whom a hotel has made invoices, by id.
	Partners(ctx context.Context, owner int64) ([]int64, error)
	// Sides lists the other sides of a reader's invoices, each once.
	Sides(ctx context.Context, r Reader) ([]Side, error)
	// InvoicesOfLedger lists the invoices that were drafted from a rooming ledger and are
	// not cancelled.
	InvoicesOfLedger(ctx context.Context, owner, ledger int64) ([]Invoice, error)
	// Similar lists the newest sent invoices of a reader with one of these numbers or
	// totals, newest first.
	Similar(ctx context.Context, r Reader, numbers []string, totals []money.Amount) ([]Invoice, error)
	CountCreated(ctx context.Context, owner int64, since time.Time) (int, error)
	// CreatedBy is CountCreated for several accounts; those without an invoice are missing.
	CreatedBy(ctx context.Context, owners []int64, since time.Time) (map[int64]int, error)
	// Position returns the place of an invoice among those that its account has made since a
	// time, oldest first, from 1; 0 if it is older.
	Position(ctx context.Context, v Invoice, since time.Time) (int, error)
	// Sums adds up the invoices of a reader by currency and state at a time.
	Sums(ctx context.Context, r Reader, now time.Time) ([]Sum, error)
	// LockExpired lists invoices whose due date has passed and that are not marked so, of
	// one account or, with 0, of all.
	LockExpired(ctx context.Context, account int64, now time.Time, limit int) ([]Invoice, error)
	// Expired reports whether LockExpired would find something.
	Expired(ctx context.Context, account int64, now time.Time) (bool, error)
	// Unreminded lists overdue and cleared invoices that are not disputed and of which not all
	// reminders were sent, in the order they became due, after a place of that order.
	Unreminded(ctx context.Context, after Due, until time.Time, limit int) ([]Invoice, error)

	InsertActivity(ctx context.Context, a *Activity) error
	// Activities lists the log of an invoice, oldest first.
	Activities(ctx context.Context, v Invoice) ([]Activity, error)
	InsertReminder(ctx context.Context, r *Reminder) error
	Reminders(ctx context.Context, v Invoice) ([]Reminder, error)

	InsertTemplate(ctx context.Context, t *Template) error
	UpdateTemplate(ctx context.Context, t Template) error
	DeleteTemplate(ctx context.Context, t Template) error
	Template(ctx context.Context, owner, id int64) (Template, error)
	LockTemplate(ctx context.Context, owner, id int64) (Template, error)
	Templates(ctx context.Context, owner int64, req page.Request) ([]Template, int, error)
	// LogosInUse reports which files templates and sent invoices show.
	LogosInUse(ctx context.Context, keys []string) (map[string]bool, error)
}

// Parties tells who an account is on a document.
type Parties interface {
	Party(ctx context.Context, account int64) (p document.Party, pay document.Payment, buyerReference string, err error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store      Store
	Accounts   *account.Service
	Plans      *plan.Service
	Settings   *settings.Service
	Notify     *notify.Service
	Properties *property.Service
	Contracts  *contract.Service
	Rooming    *rooming.Service
	Parties    Parties
	Events     *outbox.Outbox
	Jobs       *jobs.Queue
	Audit      *audit.Trail
	Mail       mailer.Sender
	Blobs      blob.Store
	Pictures   *picture.Gate
	Logger     *slog.Logger
	Now        func() time.Time
	// LinkBase returns the base address of links in letters, without a trailing slash.
	LinkBase func() string
	// Serves reports whether a path of ours leads somewhere.
	Serves func(path string) bool
	// ZUGFeRD says whether PDFs with an embedded e-invoice are made.
	ZUGFeRD bool
}

// Service implements the module.
type Service struct {
	deps     Deps
	store    Store
	printing chan struct{} // holds an entry for each invoice that is being printed
}

// New creates the service.
func New(d Deps) *Service {
	return &Service{deps: d, store: d.Store, printing: make(chan struct{}, printedAtOnce)}
}

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.sendLetter, jobs.Handling{Timeout: time.Minute, Queue: jobs.QueueMail}),
		jobs.Handle(s.markExpired, jobs.Handling{}),
		jobs.Every(time.Hour, expireArgs{}),
		jobs.Handle(s.remindAll, jobs.Handling{}),
		jobs.Every(time.Hour, remindArgs{}),
		jobs.Handle(s.sweepLogos, jobs.Handling{}),
		jobs.Every(logoSweep, sweepArgs{}),
	}
}

// Now returns the time of the module's clock.
func (s *Service) Now() time.Time { return s.deps.Now() }

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }
