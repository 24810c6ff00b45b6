package app

import (
	"context"
	"time"

	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
)

type (
	purgeBlobsArgs struct{}
	purgeAuditArgs struct{}
	purgeMailArgs  struct{}
)

func (purgeBlobsArgs) Kind() string { return "blob_purge" }
func (purgeAuditArgs) Kind() string { return "audit_purge" }
func (purgeMailArgs) Kind() string  { return "mail_purge" }

// keepTrash is how long a deleted file can still be taken up by a backup that
// had begun before.
const keepTrash = 24 * time.Hour

// jobHandlers declares the program's own jobs.
func (a *App) jobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(a.purgeBlobs, jobs.Handling{}), jobs.Every(6*time.Hour, purgeBlobsArgs{}),
		jobs.Handle(a.purgeAudit, jobs.Handling{}), jobs.Every(time.Hour, purgeAuditArgs{}),
		jobs.Handle(a.purgeMail, jobs.Handling{}), jobs.Every(time.Hour, purgeMailArgs{}),
	}
}

func (a *App) purgeBlobs(ctx context.Context, _ jobs.Job[purgeBlobsArgs]) error {
	return a.Blobs.Purge(ctx, a.now().Add(-keepTrash))
}

// purgeAudit forgets audit entries that are older than the settings say. The kind
// is declared also where they are kept for ever: another node may have asked for it.
func (a *App) purgeAudit(ctx context.Context, _ jobs.Job[purgeAuditArgs]) error {
	if a.cfg.AuditRetention == 0 {
		return nil
	}
	n, err := a.Audit.Purge(ctx, a.cfg.AuditRetention)
	if n > 0 {
		a.log.InfoContext(ctx, "old audit entries deleted", "count", n)
	}
	return err
}

// purgeMail forgets kept mail that is older than the settings say, also where mail
// is really sent now: some may have been kept before.
func (a *App) purgeMail(ctx context.Context, _ jobs.Job[purgeMailArgs]) error {
	kept := a.KeptMail
	if kept == nil {
		kept = mailer.FormerFolder(a.dir.Root())
		kept.Bound(int64(a.cfg.MailMaxMB) << 20)
	}
	before := time.Time{}
	if a.cfg.MailRetention > 0 {
		before = a.now().AddDate(0, 0, -a.cfg.MailRetention)
	}
	return kept.Purge(ctx, before)
}
