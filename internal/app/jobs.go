package app

import (
	"context"
	"errors"
	"time"

	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
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

// declareMailPurge forgets kept mail that is older than the settings say, also
// where mail is really sent now: some may have been kept before.
func (a *App) declareMailPurge() error {
	kept := a.kept
	if kept == nil {
		kept = mailer.FormerFolder(a.dir.Root())
		kept.Bound(int64(a.cfg.MailMaxMB) << 20)
	}
	err := jobs.Handle(a.jobs, func(ctx context.Context, _ jobs.Job[purgeMailArgs]) error {
		before := time.Time{}
		if a.cfg.MailRetention > 0 {
			before = a.now().AddDate(0, 0, -a.cfg.MailRetention)
		}
		return kept.Purge(ctx, before)
	}, jobs.Handling{})
	if err != nil {
		return err
	}
	a.jobs.Every(time.Hour, purgeMailArgs{})
	return nil
}
