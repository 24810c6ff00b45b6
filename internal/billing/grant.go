package billing

import (
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Grant is a plan that the platform's staff have given an account.
type Grant struct {
	OwnerID   int64      `bun:"owner_id,pk" json:"-"`
	Category  string     `bun:"plan" json:"plan"`
	Until     civil.Date `bun:"until" json:"until"`           // the last day, in UTC; none: for good
	GrantedBy *int64     `bun:"granted_by" json:"granted_by"` // nil: from the command line
	GrantedAt time.Time  `bun:"granted_at" json:"granted_at"`
}

// GrantInput changes what an account is granted; nil leaves a part as it is.
// The empty plan and "free" end the grant, no date ends it never.
type GrantInput struct {
	Plan  *string
	Until *civil.Date
}

// Plan is what the grant gives; no grant gives the free tier.
func (g Grant) Plan() Plan {
	if p, ok := planOf(g.Category); ok {
		return p
	}
	return Free
}

// inForce tells whether the grant holds on a day.
func (g Grant) inForce(today civil.Date) bool { return g.Until.IsZero() || today <= g.Until }

// apply puts the change onto the grant and reports every bad field.
func (in GrantInput) apply(g *Grant, today civil.Date) error {
	var f apperr.Fields
	if in.Plan != nil {
		g.Category = *in.Plan
	}
	if g.Category == "" {
		g.Category = Free.Category
	}
	if in.Until != nil {
		g.Until = *in.Until
	}
	_, known := planOf(g.Category)
	f.Checkf(known, "plan", "must be one of %s", categories())
	f.Checkf(g.inForce(today), "until", "must not be before today, %s", today)
	f.Check(g.Category != Free.Category || in.Until == nil || in.Until.IsZero(), "until", "must be empty with the free plan, which has no end")
	return f.Err()
}
