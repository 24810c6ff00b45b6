// Package adminhttp serves what only the platform's staff see: accounts, the
// health of the platform, jobs that failed for good and mails that were kept instead
// of sent.
package adminhttp

import (
	"context"
	"net/http"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
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
	Bills    Bills
	// Kept is nil when mails are really sent.
	Kept *mailer.Folder
	// Figures are of the platform as a whole.
	Figures Figures
}

// Bills finds those of the platform.
type Bills interface {
	// OwnerOfBill returns the account that a bill was written for; 0 if there is none.
	OwnerOfBill(ctx context.Context, number string) (int64, error)
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
	h.registerMail(s)
}

type (
	jobsRequest  struct{ page.Query }
	jobsResponse struct{ Body page.Page[jobs.Dead] }
	jobIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
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
