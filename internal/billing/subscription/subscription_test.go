package subscription

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/identity/plan"
	"allot/internal/invoicing/document"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

func amount(t *testing.T, s string) money.Amount {
	t.Helper()
	a, err := money.Parse(s)
	require.NoError(t, err)
	return a
}

func day(s string) civil.Date { return civil.MustParse(s) }

func terms(t *testing.T, name, price string, c plan.Cycle) Terms {
	t.Helper()
	return Terms{PlanID: int64(len(name)), Name: name, Category: "gold", Price: amount(t, price), Currency: "EUR", Cycle: c}
}

func TestNextPeriod(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from   string
		anchor int
		cycle  plan.Cycle
		last   string
	}{
		{"2026-11-16", 16, plan.Monthly, "2026-12-15"},
		{"2026-11-16", 16, plan.Yearly, "2027-11-15"},
		{"2026-01-31", 31, plan.Monthly, "2026-02-27"},
		{"2026-02-28", 31, plan.Monthly, "2026-03-30"}, // back to the anchor
		{"2026-03-31", 31, plan.Monthly, "2026-04-29"},
		{"2028-02-29", 29, plan.Yearly, "2029-02-27"},
		{"2029-02-28", 29, plan.Monthly, "2029-03-28"},
		{"2026-12-01", 1, plan.Monthly, "2026-12-31"},
	} {
		require.Equal(t, civil.Range{From: day(tt.from), To: day(tt.last)}, nextPeriod(day(tt.from), tt.anchor, tt.cycle), tt.from)
	}
}

// A year of monthly periods covers every day once and ends where the yearly one does.
func TestNextPeriod_noGaps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := day("2026-01-01").Add(rapid.IntRange(0, 5000).Draw(t, "day"))
		year := nextPeriod(start, start.Day(), plan.Yearly)
		at := start
		for range 12 {
			p := nextPeriod(at, start.Day(), plan.Monthly)
			require.Equal(t, at, p.From)
			require.GreaterOrEqual(t, p.Days(), 28)
			require.LessOrEqual(t, p.Days(), 31)
			at = p.To.Add(1)
		}
		require.Equal(t, year.To.Add(1), at)
	})
}

func TestSubscription_start(t *testing.T) {
	t.Parallel()
	silver, gold := terms(t, "Silver", "44.00", plan.Monthly), terms(t, "Gold", "99.00", plan.Monthly)
	active := func(tm Terms, from string, balance string) Subscription {
		var s Subscription
		s.apply(s.start(tm, day(from)))
		s.AutoRenew, s.Balance = true, amount(t, balance)
		return s
	}
	tests := map[string]struct {
		sub     Subscription
		to      Terms
		today   string
		net     string
		balance string
		last    string
	}{
		"the first plan":                           {Subscription{}, gold, "2026-11-16", "99.00", "0.00", "2026-12-15"},
		"dearer, on the same day":                  {active(silver, "2026-11-16", "0"), gold, "2026-11-16", "55.00", "0.00", "2026-12-15"},
		"dearer, half way through":                 {active(silver, "2026-11-16", "0"), gold, "2026-12-01", "77.00", "0.00", "2026-12-31"}, // 15 of 30 days
		"dearer, on the last day":                  {active(silver, "2026-11-16", "0"), gold, "2026-12-15", "97.53", "0.00", "2027-01-14"}, // 44/30 is 1.47
		"after the end, waiting for a renewal":     {active(silver, "2026-11-16", "0"), gold, "2026-12-20", "99.00", "0.00", "2027-01-19"},
		"the year instead of the month":            {active(gold, "2026-11-16", "0"), terms(t, "Gold", "99.00", plan.Yearly), "2026-11-16", "891.00", "0.00", "2027-11-15"},
		"a dearer month for a cheap year":          {active(terms(t, "Silver", "44.00", plan.Yearly), "2026-11-16", "0"), gold, "2026-11-16", "0.00", "341.00", "2026-12-15"},
		"with credit from before":                  {active(silver, "2026-11-16", "10.00"), gold, "2026-11-16", "45.00", "0.00", "2026-12-15"},
		"with more credit than it costs":           {active(silver, "2026-11-16", "500.00"), gold, "2026-11-16", "0.00", "445.00", "2026-12-15"},
		"a subscription that has ended has credit": {Subscription{Balance: amount(t, "9.00")}, gold, "2026-11-16", "90.00", "0.00", "2026-12-15"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := tt.sub.start(tt.to, day(tt.today))
			require.Equal(t, []string{tt.net, tt.balance, tt.last}, []string{q.Net().String(), q.Balance.String(), q.Period.To.String()}, q.Items)
		})
	}
}

// Whatever somebody changes and when, what was paid is used, credited or still there: to the
// cent a change.
func TestSubscription_noMoneyIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var s Subscription
		today, paid, used := day("2026-01-31"), money.Amount{}, money.Amount{}
		steps := rapid.IntRange(1, 12).Draw(rt, "steps")
		for range steps {
			price := share(amount(t, "400.00"), rapid.IntRange(1, 400).Draw(rt, "price"), 400, "EUR")
			to := Terms{PlanID: 1, Price: price, Currency: "EUR", Cycle: rapid.SampledFrom(plan.Cycles).Draw(rt, "cycle")}
			q := s.start(to, today)
			require.GreaterOrEqual(t, q.Net().Sign(), 0)
			used = used.Add(s.PeriodNet.Sub(s.credit(today)))
			paid = paid.Add(q.Net())
			s.apply(q)
			require.Equal(t, paid.String(), used.Add(s.PeriodNet).Add(s.Balance).String(), "what was paid is used, in force or credited")
			today = today.Add(rapid.IntRange(0, 40).Draw(rt, "days"))
			if today > s.EndDate {
				today = s.EndDate
			}
		}
	})
}

func TestSubscription_renewal(t *testing.T) {
	t.Parallel()
	var s Subscription
	s.apply(s.start(terms(t, "Gold", "99.00", plan.Monthly), day("2026-01-31")))
	require.Equal(t, day("2026-02-27"), s.EndDate)

	t.Run("on time it begins where the last one ended", func(t *testing.T) {
		t.Parallel()
		after := s
		after.apply(after.renewal(day("2026-03-03")))
		require.Equal(t, []civil.Date{day("2026-02-28"), day("2026-03-30")}, []civil.Date{after.StartDate, after.EndDate})
		require.Equal(t, "99.00", after.PeriodNet.String())
	})
	t.Run("early it is added, and counts for a later change", func(t *testing.T) {
		t.Parallel()
		after := s
		q := after.renewal(day("2026-02-10"))
		require.Equal(t, civil.Range{From: day("2026-02-28"), To: day("2026-03-30")}, q.Service)
		after.apply(q)
		require.Equal(t, []civil.Date{day("2026-01-31"), day("2026-03-30")}, []civil.Date{after.StartDate, after.EndDate})
		require.Equal(t, "198.00", after.credit(day("2026-01-31")).String())
		require.True(t, after.aheadOf(day("2026-02-10")))
		require.False(t, after.aheadOf(day("2026-02-28")))
	})
	t.Run("with the plan chosen for the next period", func(t *testing.T) {
		t.Parallel()
		after, silver := s, terms(t, "Silver", "44.00", plan.Monthly)
		after.NextTerms = &silver
		q := after.renewal(day("2026-02-28"))
		require.Equal(t, "44.00", q.Net().String())
		after.apply(q)
		require.Equal(t, "Silver", after.Terms.Name)
		require.Nil(t, after.NextTerms)
	})
}

func TestQuote_waive(t *testing.T) {
	t.Parallel()
	q := Quote{Terms: Terms{Currency: "EUR"}, Items: []Item{{"a", amount(t, "0.41")}}}
	q.waive(Tax{document.CategoryStandard, amount(t, "19")})
	require.Equal(t, "0.00", q.Net().String(), "0.49 with VAT is less than a card can be charged")
	q.Items = []Item{{"a", amount(t, "0.42")}}
	q.waive(Tax{document.CategoryStandard, amount(t, "19")})
	require.Equal(t, "0.42", q.Net().String())
}

func TestSubscription_schedule(t *testing.T) {
	t.Parallel()
	s := Subscription{AutoRenew: true}
	s.apply(s.start(terms(t, "Gold", "99.00", plan.Monthly), day("2026-11-01")))
	var days []string
	for i := range 3 {
		s.ScheduledAttempts = i
		s.schedule()
		days = append(days, s.DueOn.String())
	}
	require.Equal(t, []string{"2026-12-01", "2026-12-04", "2026-12-08"}, days)
	s.CancelAtPeriodEnd = true
	s.schedule()
	require.Equal(t, "2026-12-01", s.DueOn.String(), "the day on which it has ended")
	require.False(t, s.over(day("2026-11-30")))
	require.True(t, s.over(day("2026-12-01")))
	require.True(t, s.NextBillingDate().IsZero())
	s.decideLocally(time.Date(2026, 11, 2, 3, 4, 5, 6, time.UTC))
	require.Zero(t, s.CancelAsOf.Nanosecond())
}

func TestTaxOf(t *testing.T) {
	t.Parallel()
	german := Seller{Country: "DE", VATRate: standardRate("DE")}
	for _, tt := range []struct {
		seller   Seller
		country  string
		vat      string
		category document.Category
		rate     string
	}{
		{german, "DE", "", "S", "19.00"},
		{german, "DE", "DE123456789", "S", "19.00"},
		{german, "GR", "EL123456789", "AE", "0.00"},
		{german, "GR", "", "S", "24.00"},
		{german, "FI", "", "S", "25.50"},
		{german, "TR", "1234567890", "O", "0.00"},
		{german, "CH", "", "O", "0.00"},
		{Seller{Country: "TR", VATRate: amount(t, "20")}, "TR", "", "S", "20.00"},
		{Seller{Country: "TR", VATRate: amount(t, "20")}, "DE", "DE123456789", "O", "0.00"},
		{Seller{Country: "DE"}, "DE", "", "E", "0.00"},
	} {
		got := taxOf(tt.seller, Address{Country: tt.country, VATNumber: tt.vat})
		require.Equal(t, []string{string(tt.category), tt.rate}, []string{string(got.Category), got.Rate.String()}, "%s %s", tt.country, tt.vat)
	}
	require.Len(t, standardRates, 27)
	for country := range standardRates {
		require.Contains(t, vatNumberForms, country)
	}
}

func TestVATNumberOf(t *testing.T) {
	t.Parallel()
	for number, country := range map[string]string{
		"DE123456789": "DE", "ATU12345678": "AT", "EL123456789": "GR", "NL123456789B01": "NL", "IE1234567FA": "IE", "ESX1234567X": "ES", "1234567890": "TR",
	} {
		require.True(t, vatNumberOf(number, country), number)
	}
	for number, country := range map[string]string{
		"DE12345678": "DE", "123456789": "DE", "AT12345678": "AT", "GR123456789": "GR", "EL123456789": "DE", "DE123456789<": "DE", "?": "TR",
	} {
		require.False(t, vatNumberOf(number, country), number)
	}
}
