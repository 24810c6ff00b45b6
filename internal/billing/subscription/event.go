package subscription

import (
	"slices"
	"strconv"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// What the processor tells of a subscription may come late, twice and in any order, so each
// event changes only what is older than itself, or what it alone decides:
//
//   - the end of the paid period only grows;
//   - the flag cancel_at_period_end belongs to the newest event, or to the customer's later choice;
//   - failed renewals belong to the newest invoice, and to its last attempt;
//   - an ended subscription stays ended.
//
// The state after a set of events is therefore the same whatever their order.

// endedStatuses are those of a subscription that the processor has given up.
var endedStatuses = []string{"canceled", "unpaid", "incomplete_expired"}

// receive applies an event of the processor and reports whether the subscription has ended by
// it. Events of another subscription of the same customer change nothing.
func (s *Subscription) receive(e processor.Event) (ended bool) {
	switch e.Type {
	case processor.EventInvoicePaid:
		s.extend(e)
		s.noteInvoice(e, paidAttempt)
	case processor.EventInvoiceFailed:
		s.noteInvoice(e, max(e.AttemptCount, 1))
	case processor.EventSubscriptionDeleted:
		ended = true
	case processor.EventSubscriptionUpdated:
		s.extend(e)
		s.noteCancel(e)
		ended = slices.Contains(endedStatuses, e.Status)
	}
	ended = ended && s.IsActive
	if ended {
		s.end()
	}
	s.schedule()
	return ended
}

// concerns reports whether an event is about this subscription.
func (s Subscription) concerns(e processor.Event) bool {
	return s.ProviderID != "" && e.Subscription == s.ProviderID && e.Customer == s.CustomerID
}

// extend moves the end of the paid period, if the event names a later one.
func (s *Subscription) extend(e processor.Event) {
	if e.PeriodEnd.IsZero() {
		return
	}
	last := civil.Of(e.PeriodEnd.UTC()).Add(-1) // the period ends when the next begins
	if last <= s.EndDate {
		return
	}
	s.EndDate = last
	if first := civil.Of(e.PeriodStart.UTC()); !e.PeriodStart.IsZero() && first > s.StartDate && first <= last {
		s.StartDate = first
	}
}

// noteCancel takes over the flag of a newer event. Of two at the same time the greater id wins.
func (s *Subscription) noteCancel(e processor.Event) {
	if e.Created.Before(s.CancelAsOf) || e.Created.Equal(s.CancelAsOf) && e.ID <= s.CancelEvent {
		return
	}
	s.CancelAsOf, s.CancelEvent = e.Created, e.ID
	if s.IsActive {
		s.CancelAtPeriodEnd = e.CancelAtPeriodEnd
	}
}

// paidAttempt is the attempt of an invoice that is paid: nothing comes after it.
const paidAttempt = 1 << 30

// noteInvoice counts the failed attempts of the newest invoice.
func (s *Subscription) noteInvoice(e processor.Event, attempt int) {
	at := e.InvoiceCreated
	if at.IsZero() {
		at = e.Created
	}
	if at.Before(s.InvoiceAsOf) || at.Equal(s.InvoiceAsOf) && attempt <= s.InvoiceAttempt {
		return
	}
	s.InvoiceAsOf, s.InvoiceAttempt = at, attempt
	if !s.IsActive {
		return
	}
	s.RenewalAttempts = attempt
	if attempt == paidAttempt {
		s.RenewalAttempts, s.ScheduledAttempts = 0, 0
	}
}

// billOf returns the entry of the history that an event of an invoice leaves, if any. The
// processor wrote the bill itself.
func billOf(s Subscription, e processor.Event, now time.Time) (Bill, bool) {
	b := Bill{
		OwnerID: s.OwnerID, IssuedOn: civil.Of(e.Created.UTC()), Desc: "Subscription " + s.ProviderID, Currency: money.Currency(e.Currency),
		Reference: e.Invoice, CreatedAt: now,
	}
	switch e.Type {
	case processor.EventInvoicePaid:
		b.Status = BillPaid
		b.Amount, b.VAT = fromMinorUnits(e.AmountPaid, b.Currency), fromMinorUnits(e.Tax, b.Currency)
		b.Net = b.Amount.Sub(b.VAT)
	case processor.EventInvoiceFailed:
		why := apperr.Problem("", "the payment processor could not charge the card")
		b.Status, b.Reason, b.Problems = BillFailed, why.Message, []apperr.FieldError{why}
		b.Reference += "-" + strconv.Itoa(max(e.AttemptCount, 1))
	default:
		return Bill{}, false
	}
	return b, e.Invoice != ""
}
