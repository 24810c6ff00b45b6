package subscription

import (
	"github.com/shopspring/decimal"

	"allot/internal/identity/plan"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// ItemKind is what a line of a charge is for.
type ItemKind string

// The kinds.
const (
	ItemPeriod  ItemKind = "period"  // a plan for a period
	ItemUnused  ItemKind = "unused"  // credit for the rest of a period that is paid for
	ItemBalance ItemKind = "balance" // credit that was left from before
	ItemWaived  ItemKind = "waived"  // a sum too small to be charged
)

// Item is one line of a charge, without VAT; what is credited is negative.
type Item struct {
	Kind   ItemKind     `json:"kind"`
	Plan   string       `json:"plan,omitempty"`
	Cycle  plan.Cycle   `json:"cycle,omitempty"`
	Period civil.Range  `json:"period,omitzero"`
	Net    money.Amount `json:"net"`
}

// Quote is what a step of a subscription costs and what it gives.
type Quote struct {
	Terms Terms
	// Service is what is paid for now, Period what is then paid for in all.
	Service, Period civil.Range
	Anchor          int
	Items           []Item
	// Balance is what remains of credit after it.
	Balance money.Amount
	// PeriodNet is what is then paid for the period.
	PeriodNet money.Amount
}

// share returns part/whole of an amount, rounded to the minor unit.
func share(a money.Amount, part, whole int, c money.Currency) money.Amount {
	return money.New(a.Decimal().Mul(decimal.NewFromInt(int64(part))).DivRound(decimal.NewFromInt(int64(whole)), c.MinorUnits()))
}

// start returns what a plan costs that begins today. What was paid for the present plan and is
// not used is credited.
func (s Subscription) start(t Terms, today civil.Date) Quote {
	q := Quote{Terms: t, Anchor: today.Day(), Period: nextPeriod(today, today.Day(), t.Cycle), PeriodNet: t.CyclePrice()}
	q.Service, q.Items = q.Period, []Item{t.item(q.Period)}
	credit := s.credit(today)
	if credit.Sign() > 0 {
		q.spend(Item{Kind: ItemUnused, Plan: s.Terms.Name, Period: civil.Range{From: max(today, s.StartDate), To: s.EndDate}}, credit)
	}
	q.Balance = q.Balance.Add(s.Balance)
	q.useBalance()
	return q
}

// renewal returns what the next period costs. Early, it is added to the present one. Later than
// the last attempt, because the account was suspended or the program did not run, it begins
// today: nobody pays for days that are over.
func (s Subscription) renewal(today civil.Date) Quote {
	t := *s.Terms
	if s.NextTerms != nil {
		t = *s.NextTerms
	}
	from, anchor := s.EndDate.Add(1), s.AnchorDay
	if today > from.Add(attemptDays[len(attemptDays)-1]) {
		from, anchor = today, today.Day()
	}
	next := nextPeriod(from, anchor, t.Cycle)
	q := Quote{Terms: t, Anchor: anchor, Service: next, Period: next, PeriodNet: t.CyclePrice(), Balance: s.Balance}
	q.Items = []Item{t.item(next)}
	q.useBalance()
	if today <= s.EndDate { // early: the days left stay, and their money
		q.Period.From, q.PeriodNet = s.StartDate, q.PeriodNet.Add(s.PeriodNet)
	}
	return q
}

// spend credits an amount as an item; what is more than the price goes to the balance.
func (q *Quote) spend(item Item, credit money.Amount) {
	used := credit
	if sum := q.Net(); used.Cmp(sum) > 0 {
		used = sum
	}
	if used.Sign() > 0 {
		item.Net = used.Neg()
		q.Items = append(q.Items, item)
	}
	q.Balance = q.Balance.Add(credit.Sub(used))
}

// useBalance credits what was left from before.
func (q *Quote) useBalance() {
	balance := q.Balance
	q.Balance = money.Amount{}
	if balance.Sign() > 0 {
		q.spend(Item{Kind: ItemBalance}, balance)
	}
}

// waive credits a sum that is too small to be charged.
func (q *Quote) waive(t Tax) {
	if _, _, gross := amounts(q.Items, t, q.Terms.Currency); gross.Sign() > 0 && gross.Cmp(smallest) < 0 {
		q.Items = append(q.Items, Item{Kind: ItemWaived, Net: q.Net().Neg()})
	}
}

// smallest is the least that a card can be charged.
var smallest = money.New(decimal.New(50, -2))

// Net returns the sum without VAT.
func (q Quote) Net() (sum money.Amount) {
	for _, i := range q.Items {
		sum = sum.Add(i.Net)
	}
	return sum
}

// item is a period under these terms.
func (t Terms) item(period civil.Range) Item {
	return Item{Kind: ItemPeriod, Plan: t.Name, Cycle: t.Cycle, Period: period, Net: t.CyclePrice()}
}

// apply puts a paid quote into force.
func (s *Subscription) apply(q Quote) {
	s.Terms, s.NextTerms = &q.Terms, nil
	s.IsActive, s.StartDate, s.EndDate, s.AnchorDay = true, q.Period.From, q.Period.To, q.Anchor
	s.PeriodNet, s.Balance = q.PeriodNet, q.Balance
	s.RenewalAttempts, s.ScheduledAttempts = 0, 0
	s.schedule()
}
