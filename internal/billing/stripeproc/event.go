package stripeproc

import (
	"encoding/json"
	"strings"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
)

// ParseEvent checks the signature of an event (header Stripe-Signature), which may be
// five minutes old by the wall clock, and reads the event. It reads what Stripe sent
// before and after the API version of 2025-03-31, which moved several fields.
func ParseEvent(payload []byte, header, secret string) (processor.Event, error) {
	if secret == "" { // everybody can sign with an empty secret
		return processor.Event{}, processor.ErrSignature.Withf("no secret for signatures is set: events cannot be accepted")
	}
	if !signed(payload, header, secret) {
		return processor.Event{}, processor.ErrSignature
	}
	var raw struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Type    string `json:"type"`
		Created int64  `json:"created"`
		Data    struct {
			Object json.RawMessage `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(payload, &raw); err != nil || raw.ID == "" || raw.Type == "" || raw.Object != "event" {
		return processor.Event{}, errNoEvent()
	}
	ev := processor.Event{ID: raw.ID, Type: raw.Type, Created: instant(raw.Created)}
	read, known := readers[raw.Type]
	if !known {
		return ev, nil
	}
	if err := read(raw.Data.Object, &ev); err != nil || ev.Invoice == "" && ev.Subscription == "" && ev.Payment == "" {
		return processor.Event{}, errNoEvent()
	}
	return ev, nil
}

func errNoEvent() error { return apperr.Field("body", "must be an event of Stripe") }

var readers = map[string]func(json.RawMessage, *processor.Event) error{
	processor.EventInvoicePaid:         readInvoice,
	processor.EventInvoiceFailed:       readInvoice,
	processor.EventSubscriptionDeleted: readSubscription,
	processor.EventSubscriptionUpdated: readSubscription,
	processor.EventPaymentSucceeded:    readPayment,
	processor.EventPaymentFailed:       readPayment,
}

func instant(unix int64) time.Time {
	if unix == 0 {
		return time.Time{}
	}
	return time.Unix(unix, 0).UTC()
}

type period struct {
	Start int64 `json:"start"`
	End   int64 `json:"end"`
}

// list is a list of Stripe.
type list[T any] struct {
	Data []T `json:"data"`
}

// invoice has the fields of both shapes: subscription, payment_intent and tax are at the
// top in the older, under parent, payments and total_taxes in the newer.
type invoice struct {
	ID            string            `json:"id"`
	Customer      reference         `json:"customer"`
	Subscription  reference         `json:"subscription"`
	PaymentIntent reference         `json:"payment_intent"`
	AttemptCount  int               `json:"attempt_count"`
	AmountPaid    int64             `json:"amount_paid"`
	Currency      string            `json:"currency"`
	Created       int64             `json:"created"`
	Tax           *int64            `json:"tax"`
	TotalTaxes    []taxAmount       `json:"total_taxes"`
	OlderTaxes    []taxAmount       `json:"total_tax_amounts"`
	Lines         list[invoiceLine] `json:"lines"`
	Metadata      map[string]string `json:"metadata"`

	Parent struct {
		SubscriptionDetails struct {
			Subscription reference         `json:"subscription"`
			Metadata     map[string]string `json:"metadata"`
		} `json:"subscription_details"`
	} `json:"parent"`
	SubscriptionDetails struct {
		Metadata map[string]string `json:"metadata"`
	} `json:"subscription_details"`
	Payments list[struct {
		Payment struct {
			PaymentIntent reference `json:"payment_intent"`
		} `json:"payment"`
	}] `json:"payments"`
}

type taxAmount struct {
	Amount int64 `json:"amount"`
}

type invoiceLine struct {
	Period       period    `json:"period"`
	Subscription reference `json:"subscription"`
	Parent       struct {
		SubscriptionItemDetails struct {
			Subscription reference `json:"subscription"`
		} `json:"subscription_item_details"`
	} `json:"parent"`
}

func readInvoice(b json.RawMessage, ev *processor.Event) error {
	var in invoice
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	ev.Invoice, ev.Customer = in.ID, string(in.Customer)
	ev.AttemptCount, ev.AmountPaid, ev.Currency = in.AttemptCount, in.AmountPaid, strings.ToUpper(in.Currency)
	ev.InvoiceCreated = instant(in.Created)
	ev.Subscription = string(first(in.Subscription, in.Parent.SubscriptionDetails.Subscription))
	ev.Payment = string(in.PaymentIntent)
	for _, p := range in.Payments.Data {
		ev.Payment = string(first(reference(ev.Payment), p.Payment.PaymentIntent))
	}
	ev.Tax = in.tax()
	for _, line := range in.Lines.Data {
		ev.Subscription = string(first(reference(ev.Subscription), line.Subscription, line.Parent.SubscriptionItemDetails.Subscription))
		extend(ev, line.Period)
	}
	// Metadata of the subscription say more than those of the invoice, which Stripe makes.
	ev.Metadata = in.Metadata
	for _, m := range []map[string]string{in.SubscriptionDetails.Metadata, in.Parent.SubscriptionDetails.Metadata} {
		if len(m) > 0 {
			ev.Metadata = m
		}
	}
	return nil
}

func (in invoice) tax() int64 {
	if in.Tax != nil {
		return *in.Tax
	}
	taxes := in.TotalTaxes
	if taxes == nil {
		taxes = in.OlderTaxes
	}
	var sum int64
	for _, t := range taxes {
		sum += t.Amount
	}
	return sum
}

func first(list ...reference) reference {
	for _, r := range list {
		if r != "" {
			return r
		}
	}
	return ""
}

// extend takes the latest period: an invoice after a change of plan also has lines of
// the period that is replaced.
func extend(ev *processor.Event, p period) {
	if start, end := instant(p.Start), instant(p.End); end.After(ev.PeriodEnd) {
		ev.PeriodStart, ev.PeriodEnd = start, end
	}
}

func readSubscription(b json.RawMessage, ev *processor.Event) error {
	var sub struct {
		ID                string            `json:"id"`
		Customer          reference         `json:"customer"`
		Status            string            `json:"status"`
		CancelAtPeriodEnd bool              `json:"cancel_at_period_end"`
		CancelAt          int64             `json:"cancel_at"`
		PeriodStart       int64             `json:"current_period_start"`
		PeriodEnd         int64             `json:"current_period_end"`
		Metadata          map[string]string `json:"metadata"`
		Items             list[struct {
			PeriodStart int64 `json:"current_period_start"`
			PeriodEnd   int64 `json:"current_period_end"`
		}] `json:"items"`
	}
	if err := json.Unmarshal(b, &sub); err != nil {
		return err
	}
	ev.Subscription, ev.Customer, ev.Status, ev.CancelAtPeriodEnd = sub.ID, string(sub.Customer), sub.Status, sub.CancelAtPeriodEnd
	ev.Metadata = sub.Metadata
	extend(ev, period{sub.PeriodStart, sub.PeriodEnd})
	for _, item := range sub.Items.Data {
		extend(ev, period{item.PeriodStart, item.PeriodEnd})
	}
	// Newer subscriptions have the day instead of the flag.
	if sub.CancelAt != 0 && !instant(sub.CancelAt).After(ev.PeriodEnd) {
		ev.CancelAtPeriodEnd = true
	}
	return nil
}

func readPayment(b json.RawMessage, ev *processor.Event) error {
	var pay struct {
		ID             string            `json:"id"`
		Customer       reference         `json:"customer"`
		AmountReceived int64             `json:"amount_received"`
		Currency       string            `json:"currency"`
		Metadata       map[string]string `json:"metadata"`
	}
	if err := json.Unmarshal(b, &pay); err != nil {
		return err
	}
	ev.Payment, ev.Customer, ev.Metadata = pay.ID, string(pay.Customer), pay.Metadata
	ev.AmountPaid, ev.Currency = pay.AmountReceived, strings.ToUpper(pay.Currency)
	return nil
}
