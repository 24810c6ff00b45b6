// Package planhttp serves the plans of accounts.
package planhttp

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
)

// Deps are what the handlers use.
type Deps struct {
	Plans *plan.Service
	DB    *db.DB
	Audit *audit.Trail
}

type handlers struct{ Deps }

var staff = auth.Rule{Types: []auth.AccountType{auth.Admin}}

// staffTag is the OpenAPI tag of operations for staff.
const staffTag = "Platform staff"

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	const path = "/api/admin/accounts/{id}/plan/"
	httpx.Register(s, httpx.Op{
		ID: "getAccountPlan", Method: http.MethodGet, Path: path, Tag: staffTag, Rule: staff,
		Summary: "Show the plan of an account", Description: "The plan that holds now, and what was granted: by whom, when, until when. It is recorded in your audit trail and in that of the account.",
	}, h.getGrant)
	httpx.Register(s, httpx.Op{
		ID: "grantAccountPlan", Method: http.MethodPut, Path: path, Tag: staffTag, Rule: staff,
		Summary: "Grant an account a plan",
		Description: "The account has the plan from its next request on, to the end of the day `until` (UTC), or for good without one. " +
			"`free` takes a granted plan back. A grant stands beside what the account pays for: of each limit the better one holds. " +
			"What an account has beyond a smaller plan stays: the newest is read-only, and no more can be added.",
	}, h.putGrant)
	httpx.Register(s, httpx.Op{
		ID: "listAllPlans", Method: http.MethodGet, Path: "/api/admin/plans/", Tag: staffTag, Rule: staff,
		Summary: "List every plan", Description: "Also those not sold any more, cheapest first.",
	}, h.listOffers)
	httpx.Register(s, httpx.Op{
		ID: "createPlan", Method: http.MethodPost, Path: "/api/admin/plans/", Tag: staffTag, Rule: staff, Status: http.StatusCreated, Creates: true,
		Summary: "Make a plan", Description: "It is sold at once unless `is_active` is false.",
	}, h.createOffer)
	httpx.Register(s, httpx.Op{
		ID: "updatePlan", Method: http.MethodPatch, Path: "/api/admin/plans/{id}/", Tag: staffTag, Rule: staff,
		Summary: "Change a plan",
		Description: "For whoever buys it from now on. Running subscriptions and grants keep the price and the limits under which they were bought or given, " +
			"through their renewals too.",
	}, h.updateOffer)
}

type (
	accountIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the account: that of its manager"`
	}
	grantPlanRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the account: that of its manager"`
		Body struct {
			Plan  httpx.Patch[planChoice] `json:"plan,omitempty" doc:"The name of a plan, free, or a plan as it is read"`
			Until httpx.Patch[civil.Date] `json:"until,omitempty" doc:"The last day of the plan; null: for good"`
			Note  httpx.Patch[string]     `json:"note,omitempty" doc:"Why, for colleagues" maxLength:"500"`
		}
	}
	planGrantBody struct {
		Plan      plan.Plan  `json:"plan"`
		Until     civil.Date `json:"until" nullable:"true"`
		Note      string     `json:"note"`
		GrantedBy *int64     `json:"granted_by" doc:"User id of the member of staff; null: nobody, or from the command line"`
		GrantedAt *time.Time `json:"granted_at" doc:"Null if no plan is granted"`
	}
	planGrantResponse struct{ Body planGrantBody }
)

// planChoice is the category of a plan. A body gives it as a string, or as a plan object as it
// is read.
type planChoice string

// UnmarshalJSON reads both forms.
func (c *planChoice) UnmarshalJSON(raw []byte) error {
	if len(raw) == 0 || raw[0] != '{' {
		return json.Unmarshal(raw, (*string)(c))
	}
	var plan struct{ Name, Category string }
	if err := json.Unmarshal(raw, &plan); err != nil {
		return err
	}
	*c = planChoice(cmp.Or(plan.Name, plan.Category))
	return nil
}

// Schema documents both forms.
func (planChoice) Schema(huma.Registry) *huma.Schema {
	category := &huma.Schema{Type: huma.TypeString}
	whole := &huma.Schema{
		Type: huma.TypeObject, Properties: map[string]*huma.Schema{"category": category}, Required: []string{"category"}, AdditionalProperties: true,
	}
	s := &huma.Schema{AnyOf: []*huma.Schema{category, whole}}
	category.PrecomputeMessages()
	whole.PrecomputeMessages()
	s.PrecomputeMessages()
	return s
}

func toResponse(g plan.Grant) *planGrantResponse {
	b := planGrantBody{Plan: g.Plan(), Until: g.Until, Note: g.Note, GrantedBy: g.GrantedBy}
	if !g.GrantedAt.IsZero() {
		b.GrantedAt = &g.GrantedAt
	}
	return &planGrantResponse{Body: b}
}

func (h *handlers) getGrant(ctx context.Context, req *accountIDRequest) (*planGrantResponse, error) {
	g, err := h.Plans.GrantOf(ctx, req.ID)
	if err != nil {
		return nil, err
	}
	err = h.DB.InTx(ctx, func(ctx context.Context) error {
		c := audit.Change{Action: "read", ObjectType: "account", ObjectID: req.ID}
		return h.Audit.RecordBoth(ctx, req.ID, c, c)
	})
	return toResponse(g), err
}

func (h *handlers) putGrant(ctx context.Context, req *grantPlanRequest) (*planGrantResponse, error) {
	g, err := h.Plans.Grant(ctx, req.ID, plan.GrantInput{Plan: (*string)(req.Body.Plan.Pointer()), Until: req.Body.Until.Pointer(), Note: req.Body.Note.Pointer()})
	if err != nil {
		return nil, err
	}
	return toResponse(g), nil
}
