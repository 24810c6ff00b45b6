package bulkexport

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/inventory/availability"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/invoice"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/jobs"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
)

// Store is the database of the module. A missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	InsertExport(ctx context.Context, x *Export) error
	Export(ctx context.Context, owner, id int64) (Export, error)
	// Exports lists those of an account, newest first.
	Exports(ctx context.Context, owner int64) ([]Export, error)
	// UpdateExport stores the state of an export that waits or runs, and reports whether
	// there was one.
	UpdateExport(ctx context.Context, x Export) (updated bool, err error)
	// QueueExport notes that an export has a job.
	QueueExport(ctx context.Context, owner, id int64) error
	// ExpireExports marks exports of an account as expired.
	ExpireExports(ctx context.Context, owner int64, ids []int64) error
	// CountDownload counts a download.
	CountDownload(ctx context.Context, owner, id int64) error
	// DeleteExports removes exports of an account.
	DeleteExports(ctx context.Context, owner int64, ids []int64) error
	// Expire marks the exports as expired whose files were kept until a time.
	Expire(ctx context.Context, now time.Time) error
	// Abandon fails the exports that were asked for before a time and still wait or run,
	// and returns their accounts.
	Abandon(ctx context.Context, before, now time.Time, why apperr.FieldError) (owners []int64, err error)
	// DeleteOld removes exports that were asked for before a time.
	DeleteOld(ctx context.Context, before time.Time) error
	// WithFiles returns which of the exports have a file, or get one.
	WithFiles(ctx context.Context, ids []int64) (map[int64]bool, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store        Store
	Accounts     *account.Service
	Plans        *plan.Service
	Settings     *settings.Service
	Properties   *property.Service
	Publications *publication.Service
	Portfolio    *portfolio.Service
	Availability *availability.Service
	Invoices     *invoice.Service
	EInvoices    *einvoice.Service
	Notify       *notify.Service
	Jobs         *jobs.Queue
	Blobs        blob.Store
	Audit        *audit.Trail
	Box          *secret.Box
	Now          func() time.Time
	// CountryName returns the English name of a country.
	CountryName func(code string) string
	// Ended is told of every file that was written or given up, after the commit; nil:
	// nobody is.
	Ended func(x Export)
	// MaxTime bounds one run; 0: 4 minutes.
	MaxTime time.Duration
	// MaxBytes bounds the files of an account; 0: MaxBytes.
	MaxBytes int64
}

// Service implements the module.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service {
	if d.MaxTime == 0 {
		d.MaxTime = maxTime
	}
	if d.MaxBytes == 0 {
		d.MaxBytes = MaxBytes
	}
	return &Service{deps: d, store: d.Store}
}

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// CreateInput asks for an export.
type CreateInput struct {
	Format      Format
	Target      Target
	From, To    civil.Date
	PropertyIDs []int64
	Settings    ExportSettings
}

// check refuses what no account can ask for, and completes the settings.
func (in *CreateInput) check(who auth.Caller) error {
	var bad apperr.Fields
	fit := formats[in.Target]
	bad.Check(fit != nil, "target", "must be availability, facts or invoices")
	if fit != nil {
		bad.Checkf(slices.Contains(fit, in.Format), "format", "does not fit the target %s: it can be %s", in.Target, list(fit))
	}
	if who.AccountType == auth.TourOperator {
		bad.Check(in.Format != FormatDATEV && in.Format != FormatXero, "format", "has invoices that an account has sent, and operators send none: json and csv have those received")
		bad.Check(in.Settings.CalendarID == 0, "settings.calendar_id", "is for accommodations only: leave it out")
	}
	switch in.Target {
	case TargetFacts:
		bad.Check(in.From.IsZero(), "from", "is not for facts, which have no days: leave it out")
		bad.Check(in.To.IsZero(), "to", "is not for facts, which have no days: leave it out")
	case TargetInvoices:
		bad.Check(!in.From.IsZero(), "from", "is needed: the first day of issue")
		bad.Check(!in.To.IsZero(), "to", "is needed: the last day of issue")
	case TargetAvailability:
	}
	field.CheckWindow(&bad, in.From, in.To)
	bad.Checkf(len(in.PropertyIDs) <= maxNamed, "property_ids", "must have at most %d ids; leave it out for all properties", maxNamed)
	in.Settings.complete(in.Format, in.Target, &bad)
	return bad.Err()
}

// list names formats as a sentence does.
func list(values []Format) string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = string(v)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Create asks for a file. A job writes it.
func (s *Service) Create(ctx context.Context, who auth.Caller, in CreateInput) (Export, error) {
	if err := in.Target.admit(who); err != nil {
		return Export{}, err
	}
	if err := in.check(who); err != nil {
		return Export{}, err
	}
	slices.Sort(in.PropertyIDs)
	x := Export{
		OwnerID: who.OwnerID, UserID: who.UserID, Format: in.Format, Target: in.Target, From: in.From, To: in.To,
		PropertyIDs: append([]int64{}, slices.Compact(in.PropertyIDs)...), Settings: in.Settings, Status: StatusWaiting, Warnings: []ExportWarning{}, CreatedAt: s.now(),
	}
	for _, id := range x.PropertyIDs {
		if err := who.InScope(id); err != nil {
			return Export{}, err
		}
	}
	x.Scope = scopeOf(who, x.PropertyIDs)
	if x.Target == TargetAvailability {
		season, err := s.deps.Availability.Season(x.From, x.To, availability.ExportWindow)
		if err != nil {
			return Export{}, err
		}
		x.From, x.To = season.From, season.To
	}
	w, err := s.work(ctx, who, x)
	if err != nil {
		return Export{}, err
	}
	x.Total = w.total
	return x, s.insert(ctx, &x)
}

// insert stores an export and asks for its job. The account is locked, so that the limits
// hold.
func (s *Service) insert(ctx context.Context, x *Export) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, x.OwnerID); err != nil {
			return err
		}
		all, err := s.store.Exports(ctx, x.OwnerID)
		if err != nil {
			return err
		}
		if err := s.makeRoom(ctx, x.OwnerID, all); err != nil {
			return err
		}
		if err := s.store.InsertExport(ctx, x); err != nil {
			return err
		}
		if err := s.record(ctx, "create", *x); err != nil {
			return err
		}
		return s.startNext(ctx, x.OwnerID)
	})
}

// remove removes exports, and asks for jobs that remove their files.
func (s *Service) remove(ctx context.Context, owner int64, list []Export) error {
	if len(list) == 0 {
		return nil
	}
	ids, args := make([]int64, len(list)), make([]jobs.Args, len(list))
	for i, x := range list {
		ids[i], args[i] = x.ID, removeArgs{Key: x.key()}
	}
	if err := s.store.DeleteExports(ctx, owner, ids); err != nil {
		return err
	}
	return s.deps.Jobs.EnqueueAll(ctx, args)
}

// record writes an audit entry of who asked for which data.
func (s *Service) record(ctx context.Context, action string, x Export) error {
	data := struct {
		Format      Format     `json:"format"`
		Target      Target     `json:"target"`
		From        civil.Date `json:"from"`
		To          civil.Date `json:"to"`
		PropertyIDs []int64    `json:"property_ids"`
	}{x.Format, x.Target, x.From, x.To, x.PropertyIDs}
	c := audit.Change{Action: action, ObjectType: "export", ObjectID: x.ID, OwnerID: x.OwnerID, After: data}
	if action == "delete" {
		c.Before, c.After = data, nil
	}
	return s.deps.Audit.Record(ctx, c)
}

// List lists the exports of the account that the caller may read, newest first.
func (s *Service) List(ctx context.Context, who auth.Caller, req page.Request) ([]Export, int, error) {
	all, err := s.store.Exports(ctx, who.OwnerID)
	if err != nil {
		return nil, 0, err
	}
	all = slices.DeleteFunc(all, func(x Export) bool { return x.admit(who) != nil })
	part, now := page.Cut(all, req), s.now()
	for i := range part {
		part[i] = part[i].at(now)
	}
	return part, len(all), nil
}

// Export returns an export that the caller may read.
func (s *Service) Export(ctx context.Context, who auth.Caller, id int64) (Export, error) {
	x, err := s.store.Export(ctx, who.OwnerID, id)
	if err != nil {
		return Export{}, err
	}
	return x.at(s.now()), x.admit(who)
}

// Delete removes an export with its file. One that runs ends.
func (s *Service) Delete(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		x, err := s.Export(ctx, who, id)
		if err != nil {
			return err
		}
		if err := s.remove(ctx, who.OwnerID, []Export{x}); err != nil {
			return err
		}
		if err := s.record(ctx, "delete", x); err != nil {
			return err
		}
		return s.startNext(ctx, who.OwnerID)
	})
}

// refused reports whether an error is the customer's and no fault.
func refused(err error) (*apperr.Error, bool) {
	var e *apperr.Error
	ok := errors.As(err, &e) && e.Kind != apperr.Internal && e.Kind != apperr.Unavailable
	return e, ok
}

// missing refuses properties that the caller named and does not see.
func missing(named, seen []int64) error {
	var none []int64
	for _, id := range named {
		if !slices.Contains(seen, id) {
			none = append(none, id)
		}
	}
	if len(none) > 0 {
		return apperr.Field("property_ids", "must name properties that you see; not found: %s", fmt.Sprint(none))
	}
	return nil
}
