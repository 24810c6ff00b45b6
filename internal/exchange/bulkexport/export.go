package bulkexport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Format is the form of a file.
type Format string

// The formats.
const (
	FormatJSON  Format = "json"
	FormatCSV   Format = "csv"
	FormatOTA   Format = "xml_ota"
	FormatOCTO  Format = "octo"
	FormatDATEV Format = "datev"
	FormatXero  Format = "xero"
)

// Target is what a file is about.
type Target string

// The targets.
const (
	TargetAvailability Target = "availability"
	TargetFacts        Target = "facts"
	TargetInvoices     Target = "invoices"
)

// formats are those of each target.
var formats = map[Target][]Format{
	TargetAvailability: {FormatJSON, FormatCSV, FormatOTA, FormatOCTO},
	TargetFacts:        {FormatJSON, FormatCSV},
	TargetInvoices:     {FormatJSON, FormatCSV, FormatDATEV, FormatXero},
}

// flag is what a user needs besides integrations to ask for a file about the target.
func (t Target) flag() auth.Flag {
	switch t {
	case TargetAvailability:
		return auth.StopSales
	case TargetFacts:
		return auth.FactSheets
	case TargetInvoices:
	}
	return auth.Invoicing
}

// Status is the state of an export.
type Status string

// The states.
const (
	StatusWaiting Status = "waiting"
	StatusRunning Status = "running"
	StatusDone    Status = "done"
	StatusFailed  Status = "failed"
	StatusExpired Status = "expired" // the file was removed
)

// The limits. The descriptions of the operations repeat them.
const (
	// MaxRunning is how many exports of an account are written at a time. Others wait
	// their turn, so that an account that asks for many delays no other.
	MaxRunning = 3
	// MaxWaiting is how many wait for that.
	MaxWaiting = 20
	// MaxBytes is how much the files of an account take together, and so the most that
	// one has. The oldest are removed first.
	MaxBytes = 1 << 30
	// MaxKept is how many exports of an account are listed; older ones are removed.
	MaxKept = 50
	// KeepFor is how long a file is kept.
	KeepFor = 7 * 24 * time.Hour
	// LinkLife is how long a link to a file works.
	LinkLife = 24 * time.Hour
	// MaxPropertyDays bounds a file of availability: properties times days.
	MaxPropertyDays = 1_000_000
	// MaxProperties bounds a file of facts.
	MaxProperties = 10_000
	// MaxInvoices bounds a file of invoices.
	MaxInvoices = 100_000
	// maxNamed is how many properties a request can name.
	maxNamed = 1000

	// maxTime bounds one run. Above it the file is too large, whatever the limits say.
	maxTime = 4 * time.Minute
	// longTime is how long a run lasts before its end is announced: nobody watches then.
	longTime = time.Minute
	// abandonedAfter is how long an export can wait or run.
	abandonedAfter = 24 * time.Hour
	// keepRecord is how long an export is listed.
	keepRecord = 30 * 24 * time.Hour
)

// Export is a file that a user has asked for.
type Export struct {
	ID          int64          `bun:"id,pk,autoincrement" json:"id"`
	OwnerID     int64          `bun:"owner_id" json:"-"`
	UserID      int64          `bun:"user_id" json:"user" doc:"Who asked for it"`
	Format      Format         `bun:"format" json:"format" enum:"json,csv,xml_ota,octo,datev,xero"`
	Target      Target         `bun:"target" json:"target" enum:"availability,facts,invoices"`
	From        civil.Date     `bun:"from_date" json:"from" nullable:"true" doc:"First day; null for facts"`
	To          civil.Date     `bun:"to_date" json:"to" nullable:"true" doc:"Last day, included; null for facts"`
	PropertyIDs []int64        `bun:"property_ids,type:text" json:"property_ids" nullable:"false" doc:"Empty: all that you see"`
	Settings    ExportSettings `bun:"settings,type:text" json:"settings"`
	// Queued means that a job writes it, or has. One that waits its turn has none yet.
	Queued bool `bun:"queued" json:"-"`
	// Scope is the properties that the file is limited to; empty: it can have all.
	Scope       []int64             `bun:"scope,type:text" json:"-"`
	Status      Status              `bun:"status" json:"status" enum:"waiting,running,done,failed,expired" doc:"expired: the file was removed, after 7 days or because newer ones needed the room"`
	Done        int                 `bun:"done" json:"done" doc:"Properties or invoices written so far"`
	Total       int                 `bun:"total" json:"total" doc:"Properties or invoices in all"`
	Size        int64               `bun:"size" json:"size" doc:"Of the file, in bytes; 0 until it is done"`
	FileName    string              `bun:"file_name" json:"file_name" doc:"Empty until it is done"`
	ContentType string              `bun:"content_type" json:"content_type"`
	Error       string              `bun:"error" json:"error" doc:"Why it failed; empty otherwise"`
	Problems    []apperr.FieldError `bun:"problems,type:text,nullzero" json:"problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; those of long ago have none"`
	Warnings    []ExportWarning     `bun:"warnings,type:text" json:"warnings" nullable:"false" doc:"What is not in the file"`
	Downloads   int                 `bun:"downloads" json:"downloads" doc:"How often the file was downloaded"`
	CreatedAt   time.Time           `bun:"created_at" json:"created_at"`
	StartedAt   *time.Time          `bun:"started_at" json:"started_at"`
	FinishedAt  *time.Time          `bun:"finished_at" json:"finished_at"`
	ExpiresAt   *time.Time          `bun:"expires_at" json:"expires_at" doc:"When the file is removed; null until it is done"`
}

// ExportWarning says what a file does not have.
type ExportWarning struct {
	Code    string `json:"code" enum:"property_not_readable,other_currency" doc:"What it is about, for programs"`
	Message string `json:"message" doc:"The same for people, in English"`
}

// The refusals about exports.
var (
	ErrTooManyOpen = apperr.Newf(apperr.Conflict, "too_many_exports", "%d exports wait already: wait for one of them, or delete it", MaxWaiting)
	ErrNoFile      = apperr.New(apperr.NotFound, "not_found", "there is no such file, or the link has expired: read the export again for a new link")
)

// key returns where the file is stored.
func (x Export) key() string { return fmt.Sprintf("%s/%d/%d", folder, x.OwnerID, x.ID) }

// folder holds the files in the blob store.
const folder = "exports"

// exportOf returns the id of the export that a file is of; 0: of none.
func exportOf(key string) int64 {
	parts := strings.Split(key, "/")
	id, _ := strconv.ParseInt(parts[len(parts)-1], 10, 64)
	return id
}

// at returns the export as it is at a time: a file that is not removed yet may have
// expired.
func (x Export) at(now time.Time) Export {
	if x.Status == StatusDone && x.ExpiresAt != nil && !now.Before(*x.ExpiresAt) {
		x.Status = StatusExpired
	}
	return x
}

// open reports whether the export waits or runs.
func (x Export) open() bool { return x.Status == StatusWaiting || x.Status == StatusRunning }

// admit refuses a user who may not read what the file has.
func (x Export) admit(who auth.Caller) error {
	if err := x.Target.admit(who); err != nil {
		return err
	}
	only := who.Scope()
	if len(only) == 0 {
		return nil
	}
	if len(x.Scope) == 0 || slices.ContainsFunc(x.Scope, func(id int64) bool { return !slices.Contains(only, id) }) {
		return auth.ErrScope.Withf("your user may work on some properties only, and this file has others")
	}
	return nil
}

// admit refuses a user who lacks a flag for exports about the target.
func (t Target) admit(who auth.Caller) error {
	for _, flag := range []auth.Flag{auth.Integrations, t.flag()} {
		if err := (auth.Rule{Flag: flag}).Allow(who); err != nil {
			return err
		}
	}
	return nil
}

// season returns the days that were asked for.
func (x Export) season() civil.Range { return civil.Range{From: x.From, To: x.To} }

// scopeOf returns the properties that a file of a user is limited to.
func scopeOf(who auth.Caller, named []int64) []int64 {
	if len(named) > 0 {
		return named
	}
	return append([]int64{}, who.Scope()...)
}
