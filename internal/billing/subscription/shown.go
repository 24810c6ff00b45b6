package subscription

import (
	"allot/internal/identity/plan"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Shown is a subscription as it is read.
type Shown struct {
	Plan              *int64          `json:"plan" doc:"Id of the plan; null: the free tier"`
	PlanName          string          `json:"plan_name"`
	Category          string          `json:"category" enum:"free,silver,gold,platinum,diamond"`
	Price             money.Amount    `json:"price" doc:"Of a month, without VAT; as it was bought"`
	Currency          *money.Currency `json:"currency" nullable:"true"`
	IsActive          bool            `json:"is_active"`
	StartDate         civil.Date      `json:"start_date" nullable:"true"`
	EndDate           civil.Date      `json:"end_date" nullable:"true" doc:"The last day that is paid for"`
	BillingCycle      *plan.Cycle     `json:"billing_cycle" enum:"monthly,yearly"`
	AutoRenew         bool            `json:"auto_renew"`
	CancelAtPeriodEnd bool            `json:"cancel_at_period_end"`
	ProviderID        *string         `json:"provider_subscription_id"`
	CustomerID        *string         `json:"stripe_customer_id"`
	RenewalAttempts   int             `json:"renewal_attempts"`
	NextBillingDate   civil.Date      `json:"next_billing_date" nullable:"true"`
	NextAttempt       civil.Date      `json:"next_attempt_date" nullable:"true" doc:"When a renewal that failed is tried again"`
	Balance           money.Amount    `json:"balance" doc:"Credit for the next payments, without VAT"`
	NextPlan          *int64          `json:"next_plan" doc:"Id of the plan from the next period on, if it is another one"`
	NextPlanName      *string         `json:"next_plan_name"`
	NextCycle         *plan.Cycle     `json:"next_billing_cycle" enum:"monthly,yearly"`
}

// Show returns the subscription as it is read.
func (s Subscription) Show() Shown {
	v := Shown{
		PlanName: plan.Free.Name, Category: plan.Free.Category, IsActive: s.IsActive, StartDate: s.StartDate, EndDate: s.EndDate,
		AutoRenew: s.AutoRenew, CancelAtPeriodEnd: s.CancelAtPeriodEnd, ProviderID: filled(s.ProviderID), CustomerID: filled(s.CustomerID),
		RenewalAttempts: s.RenewalAttempts, NextBillingDate: s.NextBillingDate(), Balance: s.Balance,
	}
	if t := s.Terms; t != nil {
		v.Plan, v.PlanName, v.Category, v.Price, v.Currency, v.BillingCycle = &t.PlanID, t.Name, t.Category, t.Price, &t.Currency, &t.Cycle
	}
	if t := s.NextTerms; t != nil {
		v.NextPlan, v.NextPlanName, v.NextCycle = &t.PlanID, &t.Name, &t.Cycle
	}
	if s.RenewalAttempts > 0 && s.renews() {
		v.NextAttempt = s.DueOn
	}
	return v
}

func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
