package app

import (
	"context"
	"errors"
	"time"

	"allot/internal/platform/jobs"
)

type (
	purgeBlobsArgs struct{}
	purgeMailArgs  struct{}
)

func (purgeBlobsArgs) Kind() string { return "blob_purge" }
func (purgeMailArgs) Kind() string  { return "mail_purge" }

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
	return errors.Join(a.declareAuditPurge(), a.declareMailPurge())
}

type purgeAuditArgs struct{}

func (purgeAuditArgs) Kind() string { return "audit_purge" }

// declareAuditPurge forgets audit entries that are older than the settings say.
// The kind is declared also where they are kept for ever: another node may have
// asked for it.
func (a *App) declareAuditPurge() error {
	err := jobs.Handle(a.jobs, func(ctx context.Context, _ jobs.Job[purgeAuditArgs]) error {
		if a.cfg.AuditRetention == 0 {
			return nil
		}
		n, err := a.audit.Purge(ctx, a.cfg.AuditRetention)
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

// declareMailPurge forgets kept mail that is older than the settings say. The job
// is declared also where mail is really sent: one of an earlier start may wait.
func (a *App) declareMailPurge() error {
	err := jobs.Handle(a.jobs, func(ctx context.Context, _ jobs.Job[purgeMailArgs]) error {
		if a.kept == nil {
			return nil
		}
		before := time.Time{}
		if a.cfg.MailRetention > 0 {
			before = a.now().AddDate(0, 0, -a.cfg.MailRetention)
		}
		return a.kept.Purge(ctx, before)
	}, jobs.Handling{})
	if err != nil || a.kept == nil {
		return err
	}
	a.jobs.Every(time.Hour, purgeMailArgs{})
	return nil
}
