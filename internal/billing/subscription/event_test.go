package subscription

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
	"allot/internal/identity/plan"
)

// series is what a processor tells of a subscription over four months: paid, cancelled and
// taken back, failed twice and then paid, cancelled, ended.
func series() []processor.Event {
	at := func(month time.Month, day, hour int) time.Time {
		return time.Date(2027, month, day, hour, 0, 0, 0, time.UTC)
	}
	of := func(id, kind string, created time.Time) processor.Event {
		return processor.Event{ID: id, Type: kind, Created: created, Customer: "cus_1", Subscription: "sub_1", Currency: "EUR"}
	}
	invoice := func(id, kind string, created time.Time, number string, made time.Time, attempt int) processor.Event {
		e := of(id, kind, created)
		e.Invoice, e.InvoiceCreated, e.AttemptCount, e.AmountPaid, e.Tax = number, made, attempt, 11781, 1881
		e.PeriodStart, e.PeriodEnd = made, made.AddDate(0, 1, 0)
		return e
	}
	update := func(id string, created time.Time, cancel bool, end time.Time) processor.Event {
		e := of(id, processor.EventSubscriptionUpdated, created)
		e.Status, e.CancelAtPeriodEnd, e.PeriodStart, e.PeriodEnd = "active", cancel, end.AddDate(0, -1, 0), end
		return e
	}
	return []processor.Event{
		invoice("evt_1", processor.EventInvoicePaid, at(1, 16, 10), "in_1", at(1, 16, 9), 1),
		update("evt_2", at(1, 20, 10), true, at(2, 16, 9)),
		update("evt_3", at(1, 20, 10), false, at(2, 16, 9)), // in the same second
		invoice("evt_4", processor.EventInvoiceFailed, at(2, 16, 10), "in_2", at(2, 16, 9), 1),
		invoice("evt_5", processor.EventInvoiceFailed, at(2, 19, 10), "in_2", at(2, 16, 9), 2),
		invoice("evt_6", processor.EventInvoicePaid, at(2, 23, 10), "in_2", at(2, 16, 9), 3),
		update("evt_7", at(3, 1, 10), true, at(3, 16, 9)),
		of("evt_8", processor.EventSubscriptionDeleted, at(3, 16, 9)),
	}
}

// state is what a series leads to.
func state(t *testing.T, events []processor.Event) (Subscription, []string) {
	t.Helper()
	s := Subscription{OwnerID: 1, ProviderID: "sub_1", CustomerID: "cus_1", AutoRenew: true}
	s.apply(s.start(terms(t, "Gold", "99.00", plan.Monthly), day("2026-12-16")))
	s.decideLocally(time.Date(2026, 12, 16, 9, 0, 0, 0, time.UTC))
	bills := []string{}
	for _, e := range events {
		require.True(t, s.concerns(e))
		s.receive(e)
		if b, ok := billOf(s, e, time.Time{}); ok {
			bills = append(bills, b.Reference+" "+string(b.Status)+" "+b.Amount.String()+" "+b.VAT.String())
		}
	}
	slices.Sort(bills)
	return s, bills
}

func TestSubscription_receive(t *testing.T) {
	t.Parallel()
	events := series()

	t.Run("in order", func(t *testing.T) {
		t.Parallel()
		s, _ := state(t, events[:1])
		require.Equal(t, []string{"2027-01-16", "2027-02-15"}, []string{s.StartDate.String(), s.EndDate.String()})
		s, _ = state(t, events[:2])
		require.True(t, s.CancelAtPeriodEnd)
		s, _ = state(t, events[:3])
		require.False(t, s.CancelAtPeriodEnd)
		s, _ = state(t, events[:5])
		require.Equal(t, 2, s.RenewalAttempts)
		s, bills := state(t, events[:7])
		require.Equal(t, 0, s.RenewalAttempts)
		require.True(t, s.CancelAtPeriodEnd)
		require.Equal(t, "2027-03-15", s.EndDate.String())
		require.Equal(t, []string{"in_1 paid 117.81 18.81", "in_2 paid 117.81 18.81", "in_2-1 failed 0.00 0.00", "in_2-2 failed 0.00 0.00"}, bills)
		s, _ = state(t, events)
		require.False(t, s.IsActive)
		require.Nil(t, s.Terms)
	})

	t.Run("in every order it is the same state", func(t *testing.T) {
		t.Parallel()
		for _, length := range []int{3, 5, 7, 8} { // with and without the end
			want, bills := state(t, events[:length])
			orders := 0
			permute(events[:length], func(order []processor.Event) {
				orders++
				got, gotBills := state(t, order)
				if !reflect.DeepEqual(want, got) || !slices.Equal(bills, gotBills) {
					require.Equal(t, want, got, "%v", order)
					require.Equal(t, bills, gotBills)
				}
			})
			require.Equal(t, factorial(length), orders)
		}
	})

	t.Run("an event of another subscription is none of this one", func(t *testing.T) {
		t.Parallel()
		s, _ := state(t, nil)
		require.False(t, s.concerns(processor.Event{Customer: "cus_1", Subscription: "sub_2"}))
		require.False(t, s.concerns(processor.Event{Customer: "cus_2", Subscription: "sub_1"}))
		require.False(t, Subscription{}.concerns(processor.Event{}))
	})

	t.Run("the customer's later choice stands", func(t *testing.T) {
		t.Parallel()
		s, _ := state(t, events[:2])
		s.CancelAtPeriodEnd = false
		s.decideLocally(events[6].Created.Add(time.Second))
		s.receive(events[6])
		require.False(t, s.CancelAtPeriodEnd)
	})
}

func factorial(n int) int {
	if n < 2 {
		return 1
	}
	return n * factorial(n-1)
}

// permute yields every order of a list (Heap's algorithm).
func permute[T any](list []T, yield func([]T)) {
	list = slices.Clone(list)
	var step func(n int)
	step = func(n int) {
		if n <= 1 {
			yield(list)
			return
		}
		for i := range n {
			step(n - 1)
			if j := i * (1 - n&1); n&1 == 0 {
				list[j], list[n-1] = list[n-1], list[j]
			} else {
				list[0], list[n-1] = list[n-1], list[0]
			}
		}
	}
	step(len(list))
}
