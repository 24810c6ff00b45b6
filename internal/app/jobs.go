package app

import (
	"context"
	"time"

	"allot/internal/platform/jobs"
)

type purgeBlobsArgs struct{}

func (purgeBlobsArgs) Kind() string { return "blob_purge" }

// keepTrash is how long a deleted file can still be taken up by a backup that
// had begun before.
const keepTrash = 24 * time.Hour

func (a *App) declareJobs() error {
	err := jobs.Handle(a.jobs, func(ctx context.Context, _ jobs.Job[purgeBlobsArgs]) error {
		return a.blobs.Purge(ctx, a.now().Add(-keepTrash))
	}, jobs.Handling{})
	if err != nil {
		return err
	}
	a.jobs.Every(6*time.Hour, purgeBlobsArgs{})
	return a.declareAuditPurge()
}

type purgeAuditArgs struct{}

func (purgeAuditArgs) Kind() string { return "audit_purge" }

// declareAuditPurge forgets audit entries that are older than the settings say.
// The kind is declared also where they are kept for ever: another node may have
// asked for it.
func (a *App) declareAuditPurge() error {
	keep := time.Duration(a.cfg.AuditRetention) * 24 * time.Hour
	err := jobs.Handle(a.jobs, func(ctx context.Context, _ jobs.Job[purgeAuditArgs]) error {
		if keep == 0 {
			return nil
		}
		n, err := a.audit.Purge(ctx, keep)
		if n > 0 {
			a.log.InfoContext(ctx, "old audit entries deleted", "count", n)
		}
		return err
	}, jobs.Handling{})
	if err != nil {
		return err
	}
	a.jobs.Every(time.Hour, purgeAuditArgs{})
	return nil
}
