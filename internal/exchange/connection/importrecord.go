package connection

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// ImportStatus says how far an import is.
type ImportStatus string

// The statuses of an import.
const (
	ImportRunning     ImportStatus = "running"
	ImportDone        ImportStatus = "done"
	ImportFailed      ImportStatus = "failed"      // the file could not be read to its end
	ImportInterrupted ImportStatus = "interrupted" // the sender or the server went away
)

// Import is a file of availability that a system sent with an API key. What it says is
// current while the import runs.
type Import struct {
	ID              int64               `bun:"id,pk,autoincrement" json:"id"`
	OwnerID         int64               `bun:"owner_id" json:"-"`
	KeyID           int64               `bun:"key_id" json:"key" doc:"Id of the API key"`
	Format          string              `bun:"format" json:"format" enum:"csv,json"`
	DryRun          bool                `bun:"dry_run" json:"dry_run"`
	Status          ImportStatus        `bun:"status" json:"status" enum:"running,done,failed,interrupted"`
	RowsRead        int                 `bun:"rows_read" json:"rows_read"`
	Accepted        int                 `bun:"accepted" json:"accepted" doc:"Rows that are saved"`
	RejectedCount   int                 `bun:"rejected_count" json:"rejected_count"`
	OverbookedCount int                 `bun:"overbooked_count" json:"overbooked_count" doc:"Days of rooms with more reported units than fit"`
	Rejected        []RejectedRow       `bun:"rejected,type:text" json:"rejected" nullable:"false" doc:"The first 1,000"`
	Message         string              `bun:"message" json:"message" doc:"Why it ended early"`
	Problems        []apperr.FieldError `bun:"problems,type:text,nullzero" json:"problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; those of long ago have none"`
	StartedAt       time.Time           `bun:"started_at" json:"started_at"`
	SeenAt          time.Time           `bun:"seen_at" json:"seen_at" doc:"When its numbers were last written"`
	FinishedAt      *time.Time          `bun:"finished_at" json:"finished_at"`
}

// RejectedRow is a row that was rejected, and why.
type RejectedRow struct {
	Line     int                 `json:"line" doc:"Number of the row, from 1; of a CSV file that of the line, whose first holds the names"`
	Message  string              `json:"message"`
	Problems []apperr.FieldError `json:"problems,omitempty" nullable:"false" doc:"The same, one by one and with codes for programs; those of an import of long ago have none"`
}

const (
	// MaxRejected bounds the rejected rows that are listed.
	MaxRejected = 1000
	// importAge is how long imports are listed.
	importAge = 90 * 24 * time.Hour
	// silence is how long a running import may write nothing before its process is
	// taken for gone.
	silence = 2 * time.Minute
)

// ImportStore is the database of imports.
type ImportStore interface {
	// InsertImport stores a running import; ErrImportRuns if the account has one.
	InsertImport(ctx context.Context, i *Import) error
	UpdateImport(ctx context.Context, i Import) error
	Import(ctx context.Context, owner, id int64) (Import, error)
	Imports(ctx context.Context, owner int64, req page.Request) ([]Import, int, error)
	// InterruptImports ends running imports of all accounts, or of one, that wrote
	// nothing since, for a reason.
	InterruptImports(ctx context.Context, owner int64, since, now time.Time, why apperr.FieldError) error
	PurgeImports(ctx context.Context, before time.Time, limit int) (int, error)
}

// Imports returns a page of the account's imports, newest first, without the rejected
// rows.
func (s *Service) Imports(ctx context.Context, who auth.Caller, req page.Request) ([]Import, int, error) {
	if err := who.Unscoped(); err != nil {
		return nil, 0, err
	}
	return s.store.Imports(ctx, who.OwnerID, req)
}

// Import returns an import of the account with the rejected rows.
func (s *Service) Import(ctx context.Context, who auth.Caller, id int64) (Import, error) {
	if err := who.Unscoped(); err != nil {
		return Import{}, err
	}
	return s.store.Import(ctx, who.OwnerID, id)
}
