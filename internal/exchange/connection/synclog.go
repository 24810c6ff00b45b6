package connection

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// Direction says which way data went.
type Direction string

// The directions.
const (
	DirectionPull    Direction = "pull"    // Allot fetched
	DirectionPush    Direction = "push"    // Allot sent
	DirectionInbound Direction = "inbound" // the system called
)

// LogStatus says how a sync ended.
type LogStatus string

// The outcomes.
const (
	LogRunning LogStatus = "running"
	LogSuccess LogStatus = "success"
	LogPartial LogStatus = "partial" // some items were rejected
	LogFailed  LogStatus = "failed"
)

// SyncLog is one sync of a connection, or one call of its system.
type SyncLog struct {
	ID           int64               `bun:"id,pk,autoincrement" json:"id"`
	OwnerID      int64               `bun:"owner_id" json:"-"`
	ConnectionID int64               `bun:"connection_id" json:"connection"`
	StartedAt    time.Time           `bun:"started_at" json:"started_at"`
	FinishedAt   *time.Time          `bun:"finished_at" json:"finished_at"`
	Direction    Direction           `bun:"direction" json:"direction"`
	Status       LogStatus           `bun:"status" json:"status"`
	ItemsOK      int                 `bun:"items_ok" json:"items_ok"`
	ItemsFailed  int                 `bun:"items_failed" json:"items_failed"`
	Message      string              `bun:"message" json:"message" doc:"What happened, in words"`
	Problems     []apperr.FieldError `bun:"problems,type:text,nullzero" json:"problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; those of long ago have none"`
}

const (
	// KeptLogs is how many entries of a connection are kept, for LogAge at most.
	KeptLogs = 1000
	// LogAge is how long entries are kept.
	LogAge     = 90 * 24 * time.Hour
	maxMessage = 1000
	// trimEvery bounds how many entries stand above KeptLogs until the next trimming.
	trimEvery = 50
)

// outcome is the status of a log entry by its counts.
func outcome(ok, failed int) LogStatus {
	switch {
	case failed == 0:
		return LogSuccess
	case ok == 0:
		return LogFailed
	}
	return LogPartial
}

// Log stores a finished call of the connection's system, and when it was. Without a
// status that of the counts is taken. Call it inside the transaction of the change,
// or after it.
func (s *Service) Log(ctx context.Context, conn Connection, entry SyncLog) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		now := s.now()
		if entry.StartedAt.IsZero() {
			entry.StartedAt = now
		}
		if entry.Status == "" {
			entry.Status = outcome(entry.ItemsOK, entry.ItemsFailed)
		}
		if entry.FinishedAt == nil && entry.Status != LogRunning {
			entry.FinishedAt = &now
		}
		if err := s.insertLog(ctx, conn, &entry); err != nil {
			return err
		}
		return s.store.TouchConnection(ctx, conn.OwnerID, conn.ID, now)
	})
	if err == nil && entry.Status != LogRunning {
		s.ended(conn, entry)
	}
	return err
}

// ended tells of a sync, or a call of a system, that has ended.
func (s *Service) ended(c Connection, e SyncLog) {
	if s.deps.Ended != nil {
		s.deps.Ended(c.Provider, e)
	}
}

func (s *Service) insertLog(ctx context.Context, conn Connection, entry *SyncLog) error {
	entry.ID, entry.OwnerID, entry.ConnectionID = 0, conn.OwnerID, conn.ID
	entry.Message = cut(entry.Message)
	if err := s.store.InsertLog(ctx, entry); err != nil {
		return err
	}
	if entry.ID%trimEvery != 0 {
		return nil
	}
	return s.store.TrimLogs(ctx, conn.OwnerID, conn.ID, KeptLogs)
}

func cut(text string) string {
	if r := []rune(text); len(r) > maxMessage {
		return string(r[:maxMessage-1]) + "…"
	}
	return text
}

// Logs returns a page of a connection's log, newest first.
func (s *Service) Logs(ctx context.Context, who auth.Caller, id int64, req page.Request) ([]SyncLog, int, error) {
	c, err := s.Connection(ctx, who, id)
	if err != nil {
		return nil, 0, err
	}
	return s.store.Logs(ctx, c.OwnerID, c.ID, req)
}
