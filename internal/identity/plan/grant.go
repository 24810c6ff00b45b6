package plan

import (
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Grant is a plan that the platform's staff have given an account.
type Grant struct {
	OwnerID   int64      `bun:"owner_id,pk" json:"-"`
	Category  string     `bun:"plan" json:"plan"`
	Until     civil.Date `bun:"until" json:"until"`           // the last day, in UTC; zero: no end
	GrantedBy *int64     `bun:"granted_by" json:"granted_by"` // nil: from the command line
	GrantedAt time.Time  `bun:"granted_at" json:"granted_at"`
}

// GrantInput changes what an account is granted; nil leaves a field as it is. The empty plan
// and "free" end the grant; a zero Until removes its end.
type GrantInput struct {
	Plan  *string
	Until *civil.Date
}

// Plan returns the plan that the grant gives; the zero Grant gives Free.
func (g Grant) Plan() Plan {
	if p, ok := planByCategory(g.Category); ok {
		return p
	}
	return Free
}

// inForce reports whether the grant is valid on a day.
func (g Grant) inForce(today civil.Date) bool { return g.Until.IsZero() || today <= g.Until }

// apply changes the grant and reports every bad field.
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
	_, known := planByCategory(g.Category)
	f.Checkf(known, "plan", "must be one of %s", categories())
	f.Checkf(g.inForce(today), "until", "must not be before today, %s", today)
	f.Check(g.Category != Free.Category || in.Until == nil || in.Until.IsZero(), "until", "must be empty with the free plan, which has no end")
	return f.Err()
}
