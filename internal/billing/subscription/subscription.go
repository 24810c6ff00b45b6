package subscription

import (
	"time"

	"allot/internal/billing/processor"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Terms are a plan as it was bought: price and limits stay when the plan is changed.
type Terms struct {
	PlanID   int64          `json:"plan_id"`
	Name     string         `json:"name"`
	Category string         `json:"category"`
	Features plan.Features  `json:"features"`
	Price    money.Amount   `json:"price"` // of a month, without VAT
	Currency money.Currency `json:"currency"`
	Cycle    plan.Cycle     `json:"cycle"`
}

func termsOf(o plan.Offer, c plan.Cycle) Terms {
	return Terms{PlanID: o.ID, Name: o.Name, Category: o.Category, Features: o.Features, Price: o.Price, Currency: o.Currency, Cycle: c}
}

// CyclePrice is the price of a whole cycle, without VAT.
func (t Terms) CyclePrice() money.Amount { return plan.PriceOf(t.Price, t.Cycle) }

func (t Terms) same(u Terms) bool {
	price := t.Price.Equal(u.Price)
	t.Price, u.Price = money.Amount{}, money.Amount{}
	return price && t == u
}

// Subscription is what an account has subscribed to; one that never paid has the zero one.
type Subscription struct {
	OwnerID           int64        `bun:"owner_id,pk"`
	Terms             *Terms       `bun:"terms,type:text"` // nil: the free tier
	IsActive          bool         `bun:"is_active"`
	StartDate         civil.Date   `bun:"start_date"` // first day of the period that is paid for
	EndDate           civil.Date   `bun:"end_date"`   // last day of it
	AutoRenew         bool         `bun:"auto_renew"`
	CancelAtPeriodEnd bool         `bun:"cancel_at_period_end"`
	ProviderID        string       `bun:"provider_subscription_id"`
	CustomerID        string       `bun:"stripe_customer_id"`
	RenewalAttempts   int          `bun:"renewal_attempts"` // renewals that failed since the last that did not
	ScheduledAttempts int          `bun:"scheduled_attempts"`
	AnchorDay         int          `bun:"anchor_day"`           // day of the month on which periods begin
	PeriodNet         money.Amount `bun:"period_net"`           // paid for StartDate to EndDate, without VAT
	Balance           money.Amount `bun:"balance"`              // paid before and not used yet, without VAT
	NextTerms         *Terms       `bun:"next_terms,type:text"` // from the next period on
	DueOn             civil.Date   `bun:"due_on"`               // when the job looks next
	CancelAsOf        time.Time    `bun:"cancel_as_of,nullzero"`
	CancelEvent       string       `bun:"cancel_event"`
	InvoiceAsOf       time.Time    `bun:"invoice_as_of,nullzero"`
	InvoiceAttempt    int          `bun:"invoice_attempt"`
	CreatedAt         time.Time    `bun:"created_at"`
	UpdatedAt         time.Time    `bun:"updated_at"`
}

// attemptDays are the days after the due date on which a renewal is tried.
var attemptDays = []int{0, 3, 7}

// NextBillingDate returns when the next payment is due; the zero date if none is.
func (s Subscription) NextBillingDate() civil.Date {
	if !s.renews() {
		return 0
	}
	return s.EndDate.Add(1)
}

// renews reports whether the subscription is renewed when its period ends.
func (s Subscription) renews() bool { return s.IsActive && s.AutoRenew && !s.CancelAtPeriodEnd }

// schedule sets when the job looks next.
func (s *Subscription) schedule() {
	switch {
	case !s.IsActive:
		s.DueOn = 0
	case !s.renews():
		s.DueOn = s.EndDate.Add(1)
	default:
		s.DueOn = s.EndDate.Add(1 + attemptDays[min(s.ScheduledAttempts, len(attemptDays)-1)])
	}
}

// held returns what the account has of the plan module: to the last day if nothing renews it,
// else until the subscription is ended.
func (s Subscription) held() plan.Term {
	h := plan.Term{OwnerID: s.OwnerID, PlanID: s.Terms.PlanID, Name: s.Terms.Name, Category: s.Terms.Category, Features: s.Terms.Features}
	if !s.renews() {
		h.Until = s.EndDate
	}
	return h
}

// over reports whether the period has ended without a renewal to wait for.
func (s Subscription) over(today civil.Date) bool {
	return s.IsActive && !s.renews() && today > s.EndDate
}

// renewableFrom is the first day on which the next period can be paid: no more than one is paid
// ahead.
func (s Subscription) renewableFrom() civil.Date {
	return s.EndDate.Add(1).AddMonths(-s.Terms.Cycle.Months())
}

// aheadOf reports whether the period after the one of a day is paid for already.
func (s Subscription) aheadOf(today civil.Date) bool { return today < s.renewableFrom() }

// decideLocally notes that the customer decides from now on whether it is renewed: older events
// of the processor do not. Those have whole seconds.
func (s *Subscription) decideLocally(now time.Time) {
	s.CancelAsOf, s.CancelEvent = now.Truncate(time.Second), ""
}

// end ends the subscription: the account is on the free tier.
func (s *Subscription) end() {
	s.IsActive, s.Terms, s.NextTerms = false, nil, nil
	s.CancelAtPeriodEnd, s.RenewalAttempts, s.ScheduledAttempts = false, 0, 0
	s.PeriodNet = money.Amount{}
	s.schedule()
}

// nextPeriod returns the period of a cycle that begins on a day. Periods begin on the anchor
// day, or on the last day of a month that has no such day.
func nextPeriod(from civil.Date, anchor int, c plan.Cycle) civil.Range {
	year, month, _ := from.YMD()
	first := civil.New(year, month, 1).AddMonths(c.Months())
	last := first.AddMonths(1).Add(-1)
	next := first.Add(min(anchor, last.Day()) - 1)
	return civil.Range{From: from, To: next.Add(-1)}
}

// credit returns the part of what was paid that is not used yet, without VAT: the share of the
// days from today on.
func (s Subscription) credit(today civil.Date) money.Amount {
	if !s.IsActive || s.PeriodNet.IsZero() {
		return money.Amount{}
	}
	period := civil.Range{From: s.StartDate, To: s.EndDate}
	left := civil.Range{From: max(today, s.StartDate), To: s.EndDate}
	if !left.Valid() {
		return money.Amount{}
	}
	return share(s.PeriodNet, left.Days(), period.Days(), s.Terms.Currency)
}

// immediate reports whether a change to other terms holds at once: a dearer plan does, and the
// year instead of the month. Anything else holds from the next period on, because it is paid
// for until then.
func (s Subscription) immediate(t Terms) bool {
	if !s.IsActive {
		return true
	}
	if c := t.Price.Cmp(s.Terms.Price); c != 0 {
		return c > 0
	}
	return t.Cycle.Months() > s.Terms.Cycle.Months()
}

// The refusals of the module.
var (
	ErrSubscribed    = apperr.New(apperr.Conflict, "already_subscribed", "you have this plan already")
	ErrNone          = apperr.New(apperr.Conflict, "no_subscription", "you have no subscription; choose a plan first")
	ErrTransition    = apperr.New(apperr.Conflict, "invalid_transition", "the subscription does not allow this now")
	ErrRenewed       = apperr.New(apperr.Conflict, "already_renewed", "the next period is paid for already")
	ErrCardNeeded    = apperr.New(apperr.PaymentRequired, "card_required", "add a card first: there is none to charge")
	ErrInProgress    = apperr.New(apperr.Conflict, "payment_in_progress", "a payment is in progress; wait until it is done")
	ErrAddressNeeded = apperr.New(apperr.Conflict, "billing_address_incomplete", "complete the billing address first: VAT depends on it")
	ErrNotPaid       = apperr.New(apperr.PaymentRequired, "payment_incomplete", "the payment is not complete yet")
	errOutcome       = processor.ErrUnavailable.Withf("the payment processor does not answer: it is not known yet whether you have paid; this is found out in a few minutes, do not pay again before")
	errConfirm       = apperr.New(apperr.PaymentRequired, "authentication_required", "your bank wants you to confirm this payment; then verify it")
	ErrSellerNeeded  = apperr.New(apperr.Conflict, "billing_not_set_up", "the operator of this platform has not completed the details that bills must show")
)
