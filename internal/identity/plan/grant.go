package plan

import (
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Term is a plan that an account has, with the limits as they were when it was bought or given.
type Term struct {
	OwnerID  int64      `bun:"owner_id,pk" json:"-"`
	PlanID   int64      `bun:"plan_id" json:"plan_id"`
	Name     string     `bun:"name" json:"name"`
	Category string     `bun:"category" json:"plan"`
	Features Features   `bun:"features,type:text" json:"features"`
	Until    civil.Date `bun:"until" json:"until"` // the last day, in UTC; zero: no end
}

// Plan returns the plan; the zero Term gives Free.
func (h Term) Plan() Plan {
	if h.OwnerID == 0 {
		return Free
	}
	return Plan{Name: h.Name, Category: h.Category, Features: h.Features}
}

// inForce reports whether the plan is valid on a day.
func (h Term) inForce(today civil.Date) bool {
	return h.OwnerID != 0 && (h.Until.IsZero() || today <= h.Until)
}

func hold(owner int64, o Offer, until civil.Date) Term {
	return Term{OwnerID: owner, PlanID: o.ID, Name: o.Name, Category: o.Category, Features: o.Features, Until: until}
}

// Grant is a plan that the platform's staff have given an account, beside what it pays for.
type Grant struct {
	Term
	Note      string    `bun:"note" json:"note"`
	GrantedBy *int64    `bun:"granted_by" json:"granted_by"` // nil: from the command line
	GrantedAt time.Time `bun:"granted_at" json:"granted_at"`
}

// ownGrant is a grant as the account sees it in its audit trail: the note is for staff.
type ownGrant struct {
	Term
	GrantedBy *int64    `json:"granted_by"`
	GrantedAt time.Time `json:"granted_at"`
}

func (g Grant) withoutNote() ownGrant { return ownGrant{g.Term, g.GrantedBy, g.GrantedAt} }

// GrantInput changes what an account is granted; nil leaves a field as it is. The empty plan
// and "free" end the grant; a zero Until removes its end. A plan is given by its name or, if
// only one plan for sale has it, its category.
type GrantInput struct {
	Plan  *string
	Until *civil.Date
	Note  *string
}

const maxNote = 500

// apply changes the grant and reports every bad field.
func (in GrantInput) apply(g *Grant, owner int64, offers []Offer, today civil.Date) error {
	var f apperr.Fields
	if in.Plan != nil {
		if offer, known := findOffer(offers, *in.Plan); known {
			g.Term = hold(owner, offer, g.Until)
		} else {
			g.Term = Term{}
			f.Checkf(*in.Plan == "" || strings.EqualFold(*in.Plan, Free.Category), "plan", "must be one of %s", namesOf(offers))
		}
	}
	if in.Until != nil {
		g.Until = *in.Until
	}
	if in.Note != nil {
		g.Note = strings.TrimSpace(*in.Note)
	}
	field.CheckText(&f, "note", g.Note, maxNote)
	f.Checkf(g.Until.IsZero() || today <= g.Until, "until", "must not be before today, %s", today)
	f.Check(g.OwnerID != 0 || in.Until == nil || in.Until.IsZero(), "until", "must be empty with the free plan, which has no end")
	return f.Err()
}

// findOffer finds a plan by its name or, if only one plan for sale has it, its category.
func findOffer(offers []Offer, wanted string) (Offer, bool) {
	var ofCategory []Offer
	for _, o := range offers {
		if strings.EqualFold(o.Name, wanted) {
			return o, true
		}
		if o.IsActive && o.Category == strings.ToLower(wanted) {
			ofCategory = append(ofCategory, o)
		}
	}
	if len(ofCategory) == 1 {
		return ofCategory[0], true
	}
	return Offer{}, false
}

func namesOf(offers []Offer) string {
	names := []string{Free.Category}
	for _, o := range offers {
		names = append(names, strings.ToLower(o.Name))
	}
	return strings.Join(names, ", ")
}
