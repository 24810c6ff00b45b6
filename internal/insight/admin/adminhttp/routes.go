// Package adminhttp serves what only the platform's staff see: accounts, the
// health of the platform, jobs that failed for good and mails that were kept instead
// of sent.
package adminhttp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/page"
)

// Deps are the services that the handlers use.
type Deps struct {
	DB       *db.DB
	Jobs     *jobs.Queue
	Audit    *audit.Trail
	Accounts *account.Service
	Settings *settings.Service
	Plans    *plan.Service
	// Kept is nil when mails are really sent.
	Kept *mailer.Folder
	// Figures are of the platform as a whole.
	Figures Figures
}

type handlers struct{ Deps }

var staff = auth.Rule{Types: []auth.AccountType{auth.Admin}}

const tag = "Platform staff"

// Register adds the routes of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	h.registerAccounts(s)
	h.registerHealth(s)
	httpx.Register(s, httpx.Op{
		ID: "listFailedJobs", Method: http.MethodGet, Path: "/api/admin/jobs/", Tag: tag, Rule: staff,
		Summary: "List jobs that failed for good", Description: "Newest first.",
	}, h.listJobs)
	httpx.Register(s, httpx.Op{
		ID: "retryFailedJob", Method: http.MethodPost, Path: "/api/admin/jobs/{id}/retry/", Tag: tag, Rule: staff, Status: http.StatusNoContent,
		Summary: "Run a job that failed for good again", Description: "It goes back to the queue.",
	}, h.reviveJob)
	httpx.Register(s, httpx.Op{
		ID: "listKeptMails", Method: http.MethodGet, Path: "/api/admin/mail/", Tag: tag, Rule: staff,
		Summary: "List kept mails", Description: "Newest first. Mails are kept as files when no mail server is configured.",
	}, h.listMail)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadKeptMail", Method: http.MethodGet, Path: "/api/admin/mail/{id}/", Tag: tag, Rule: staff,
		Summary: "Download a kept mail", Description: "The whole message as message/rfc822.",
	}, "message/rfc822", h.readMail)
}

type (
	jobsRequest  struct{ page.Query }
	jobsResponse struct{ Body page.Page[jobs.Dead] }
	jobIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	mailRequest  struct{ page.Query }
	mailResponse struct{ Body page.Page[keptMail] }
	keptMail     struct {
		ID      string    `json:"id"`
		To      string    `json:"to"`
		Subject string    `json:"subject"`
		Date    time.Time `json:"date"`
		Size    int64     `json:"size" doc:"Bytes"`
	}
	mailID struct {
		ID string `path:"id"`
	}
)

func (h *handlers) listJobs(ctx context.Context, req *jobsRequest) (*jobsResponse, error) {
	r := req.Request()
	list, count, err := h.Jobs.Dead(ctx, int(r.Limit()), int(r.Offset()))
	if err != nil {
		return nil, err
	}
	return &jobsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) reviveJob(ctx context.Context, req *jobIDRequest) (*struct{}, error) {
	return nil, h.DB.InTx(ctx, func(ctx context.Context) error {
		if err := h.Jobs.Revive(ctx, req.ID); err != nil {
			return err
		}
		return h.Audit.Record(ctx, audit.Change{Action: "retry", ObjectType: "job", ObjectID: req.ID})
	})
}

func (h *handlers) listMail(ctx context.Context, req *mailRequest) (*mailResponse, error) {
	if h.Kept == nil {
		return &mailResponse{Body: httpx.Page(ctx, &req.Query, 0, []keptMail{})}, nil
	}
	r := req.Request()
	list, count, err := h.Kept.List(ctx, int(r.Limit()), int(r.Offset()))
	if err != nil {
		return nil, err
	}
	bodies := make([]keptMail, len(list))
	for i, k := range list {
		bodies[i] = keptMail(k)
	}
	return &mailResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) readMail(_ context.Context, req *mailID) (*httpx.Download, error) {
	if h.Kept == nil {
		return nil, apperr.ErrNotFound
	}
	f, err := h.Kept.Open(req.ID)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	message, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read kept mail: %w", err)
	}
	return httpx.FileDownload(req.ID+".eml", message), nil
}
