package adminhttp

import (
	"context"
	"net/http"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

func (h *handlers) registerAccounts(s *httpx.Server) {
	const path = "/api/admin/accounts/"
	httpx.Register(s, httpx.Op{
		ID: "listAccounts", Method: http.MethodGet, Path: path, Tag: tag, Rule: staff,
		Summary: "List accounts", Description: "Newest first. `q` finds part of the e-mail address or name of any user, of the name of the company or of a property, a telephone number of either, the number of a bill, or an id. Each account is shown with the plan in force and what it uses of each limit.",
	}, h.listAccounts)
	httpx.Register(s, httpx.Op{
		ID: "getAccount", Method: http.MethodGet, Path: path + "{id}/", Tag: tag, Rule: staff,
		Summary: "Show an account with its plan, its users and their sessions", Description: "The first 500 users, the manager first, with the sessions that are open. It is recorded in your audit trail and in that of the account.",
	}, h.getAccount)
	httpx.Register(s, httpx.Op{
		ID: "suspendAccount", Method: http.MethodPost, Path: path + "{id}/suspend/", Tag: tag, Rule: staff,
		Summary: "Suspend an account",
		Description: "From their next request on its users and API keys are refused with 403 `account_suspended`, and letters that it has sent wait. " +
			"Nothing is deleted. Users can still log out, and set a new password with the letter for it.",
		Refusals: map[int]string{http.StatusConflict: "The account is suspended already: `invalid_transition`"},
	}, h.suspendAccount)
	httpx.Register(s, httpx.Op{
		ID: "resumeAccount", Method: http.MethodPost, Path: path + "{id}/resume/", Tag: tag, Rule: staff,
		Summary: "End the suspension of an account", Description: "Sessions and API keys work again at once. What waited is sent within about a minute.",
		Refusals: map[int]string{http.StatusConflict: "The account is not suspended: `invalid_transition`"},
	}, h.resumeAccount)
}

type (
	accountsRequest struct {
		page.Query
		Q           string           `query:"q" maxLength:"200" doc:"Part of the address or name of a user, of the name of the company or of a property, without regard to case and accents, a telephone number, the number of a bill, or an id"`
		AccountType auth.AccountType `query:"account_type" enum:"accommodation,tour_operator"`
		Status      account.Status   `query:"status" enum:"active,suspended"`
		Plan        string           `query:"plan" enum:"free,silver,gold,platinum,diamond" doc:"Category of the plan in force"`
	}
	accountsResponse struct {
		Body page.Page[StaffAccountBody]
	}
	accountIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the account: that of its manager"`
	}
	suspendAccountRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the account: that of its manager"`
		Body *struct {
			Note string `json:"note,omitempty" maxLength:"1000" doc:"Why; only staff read it"`
		}
	}
	staffAccountResponse       struct{ Body StaffAccountBody }
	staffAccountDetailResponse struct{ Body staffAccountDetailBody }

	// StaffAccountBody is an account as staff see it. It is exported because the API framework
	// sees embedded fields of exported types only.
	StaffAccountBody struct {
		ID             int64            `json:"id"`
		Email          string           `json:"email" format:"email" doc:"Of the manager"`
		EmailConfirmed bool             `json:"email_confirmed"`
		FirstName      string           `json:"first_name"`
		LastName       string           `json:"last_name"`
		CompanyName    string           `json:"company_name"`
		Country        string           `json:"country" doc:"ISO 3166-1 alpha-2"`
		AccountType    auth.AccountType `json:"account_type" enum:"accommodation,tour_operator"`
		Status         account.Status   `json:"status" enum:"active,suspended" doc:"suspended: its users and keys are refused"`
		SuspendedAt    *time.Time       `json:"suspended_at"`
		SuspendedNote  string           `json:"suspended_note" doc:"Why; only staff read it"`
		Users          int              `json:"users" doc:"How many, the manager included"`
		LastSeen       *time.Time       `json:"last_seen" doc:"Of any user of the account"`
		CreatedAt      time.Time        `json:"created_at"`
		Plan           staffPlanBody    `json:"plan" doc:"In force: the higher of what the account pays for and what staff granted"`

		Usage map[plan.Feature]plan.Use `json:"usage" nullable:"false" doc:"By feature. Of what is limited per property it is the property with the most"`
	}
	staffPlanBody struct {
		Name     string        `json:"name"`
		Category string        `json:"category" enum:"free,silver,gold,platinum,diamond"`
		Paid     *heldPlanBody `json:"paid" doc:"What the account pays for; null: nothing"`
		Granted  *heldPlanBody `json:"granted" doc:"What staff granted; null: nothing. Of each limit the better one holds"`
	}
	heldPlanBody struct {
		Name     string     `json:"name"`
		Category string     `json:"category" enum:"silver,gold,platinum,diamond"`
		Until    civil.Date `json:"until" nullable:"true" doc:"The last day; null: no end"`
	}
	staffAccountDetailBody struct {
		StaffAccountBody
		UserList []staffUserBody `json:"user_list" nullable:"false"`
	}
	staffUserBody struct {
		ID        int64              `json:"id"`
		Email     string             `json:"email" format:"email"`
		FirstName string             `json:"first_name"`
		LastName  string             `json:"last_name"`
		IsManager bool               `json:"is_manager"`
		LastSeen  *time.Time         `json:"last_seen"`
		Sessions  []staffSessionBody `json:"sessions" nullable:"false" doc:"Those that are open, oldest first"`
	}
	staffSessionBody struct {
		ID        int64     `json:"id"`
		IPAddress string    `json:"ip_address"`
		Device    string    `json:"device" doc:"User agent at log-in"`
		LastSeen  time.Time `json:"last_seen"`
		CreatedAt time.Time `json:"created_at"`
	}
)

func (h *handlers) listAccounts(ctx context.Context, req *accountsRequest) (*accountsResponse, error) {
	filter := account.AccountFilter{Query: req.Q, AccountType: req.AccountType, Status: req.Status}
	if req.Q != "" {
		owner, err := h.Bills.OwnerOfBill(ctx, req.Q)
		if err != nil {
			return nil, err
		}
		filter.Also = owner
	}
	if req.Plan != "" {
		owners, err := h.Plans.OwnersOn(ctx, req.Plan)
		if err != nil {
			return nil, err
		}
		filter.Among = &owners
	}
	list, count, err := h.Accounts.Overviews(ctx, filter, req.Request())
	if err != nil {
		return nil, err
	}
	bodies, err := h.accounts(ctx, list)
	if err != nil {
		return nil, err
	}
	return &accountsResponse{Body: httpx.Page(ctx, &req.Query, count, bodies)}, nil
}

func (h *handlers) getAccount(ctx context.Context, req *accountIDRequest) (*staffAccountDetailResponse, error) {
	body, err := h.account(ctx, req.ID)
	if err != nil {
		return nil, err
	}
	users, err := h.Accounts.UsersOf(ctx, req.ID)
	if err != nil {
		return nil, err
	}
	err = h.DB.InTx(ctx, func(ctx context.Context) error {
		c := audit.Change{Action: read, ObjectType: "account", ObjectID: req.ID}
		return h.Audit.RecordBoth(ctx, req.ID, c, c)
	})
	if err != nil {
		return nil, err
	}
	res := &staffAccountDetailResponse{Body: staffAccountDetailBody{body, make([]staffUserBody, len(users))}}
	for i, u := range users {
		res.Body.UserList[i] = toStaffUser(u)
	}
	return res, nil
}

func (h *handlers) suspendAccount(ctx context.Context, req *suspendAccountRequest) (*staffAccountResponse, error) {
	note := ""
	if req.Body != nil {
		note = req.Body.Note
	}
	if _, err := h.Accounts.Suspend(ctx, req.ID, note); err != nil {
		return nil, err
	}
	body, err := h.account(ctx, req.ID)
	return &staffAccountResponse{body}, err
}

func (h *handlers) resumeAccount(ctx context.Context, req *accountIDRequest) (*staffAccountResponse, error) {
	if _, err := h.Accounts.Resume(ctx, req.ID); err != nil {
		return nil, err
	}
	body, err := h.account(ctx, req.ID)
	return &staffAccountResponse{body}, err
}

func (h *handlers) account(ctx context.Context, id int64) (StaffAccountBody, error) {
	a, err := h.Accounts.Overview(ctx, id)
	if err != nil {
		return StaffAccountBody{}, err
	}
	bodies, err := h.accounts(ctx, []account.Overview{a})
	if err != nil {
		return StaffAccountBody{}, err
	}
	return bodies[0], nil
}

// accounts returns the bodies of accounts, for every operation that shows some. What other
// modules know of them is read here, for all of them together.
func (h *handlers) accounts(ctx context.Context, list []account.Overview) ([]StaffAccountBody, error) {
	ids := make([]int64, len(list))
	for i, a := range list {
		ids[i] = a.ID
	}
	companies, err := h.Settings.Companies(ctx, ids)
	if err != nil {
		return nil, err
	}
	plans, err := h.Plans.StatesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	bodies := make([]StaffAccountBody, len(list))
	for i, a := range list {
		company := companies[a.ID]
		bodies[i] = StaffAccountBody{
			ID: a.ID, Email: a.Email, EmailConfirmed: a.EmailState == account.EmailConfirmed, FirstName: a.FirstName, LastName: a.LastName,
			CompanyName: company.Name, Country: company.Country, AccountType: a.AccountType, Status: a.Status(),
			SuspendedAt: timeOrNull(a.SuspendedAt), SuspendedNote: a.SuspendedNote, Users: a.Users, LastSeen: timeOrNull(a.Use.LastSeen), CreatedAt: a.CreatedAt,
			Plan: toStaffPlan(plans[a.ID]), Usage: plans[a.ID].Uses,
		}
	}
	return bodies, nil
}

func toStaffPlan(s plan.State) staffPlanBody {
	return staffPlanBody{Name: s.Plan.Name, Category: s.Plan.Category, Paid: toHeldPlan(s.Holding.Paid), Granted: toHeldPlan(s.Holding.Grant.Term)}
}

// toHeldPlan returns nil for the zero Held.
func toHeldPlan(p plan.Term) *heldPlanBody {
	if p.OwnerID == 0 {
		return nil
	}
	return &heldPlanBody{Name: p.Name, Category: p.Category, Until: p.Until}
}

func toStaffUser(u account.SignedIn) staffUserBody {
	b := staffUserBody{
		ID: u.ID, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName, IsManager: u.IsManager, LastSeen: timeOrNull(u.LastSeen),
		Sessions: make([]staffSessionBody, len(u.Sessions)),
	}
	for i, s := range u.Sessions {
		b.Sessions[i] = staffSessionBody{ID: s.ID, IPAddress: s.IPAddress, Device: s.Device, LastSeen: s.LastSeen, CreatedAt: s.CreatedAt}
	}
	return b
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
