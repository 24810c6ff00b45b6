package stripefake

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"allot/internal/billing/processor"
	"allot/internal/billing/sandbox"
)

type intent struct {
	id, customer, currency, method string
	amount                         int64
	metadata                       map[string]string
	status                         string
	problem                        fields // last_payment_error
}

func (i *intent) fields() fields {
	f := fields{
		"id": i.id, "object": "payment_intent", "client_secret": i.id + "_secret_x", "amount": i.amount, "currency": i.currency,
		"customer": i.customer, "status": i.status, "metadata": i.metadata,
	}
	if i.problem != nil {
		f["last_payment_error"] = i.problem
	}
	return f
}

// cardError is Stripe's error for a code of a decline: where the code is not one of the
// errors, it is the decline_code of card_declined.
func cardError(code string) fields {
	e := fields{"type": "card_error", "code": code, "decline_code": code, "message": "Your card was declined."}
	if !slices.Contains([]string{"expired_card", "incorrect_cvc", "processing_error", "authentication_required"}, code) {
		e["code"] = "card_declined"
	}
	return e
}

func (f *Fake) createIntent(r *http.Request) reply {
	if a := unknown(r, "amount", "currency", "customer", "payment_method", "payment_method_types", "description", "metadata", "confirm", "off_session"); a != nil {
		return *a
	}
	if !f.customers[r.Form.Get("customer")] {
		return missing("customer")
	}
	amount, err := strconv.ParseInt(r.Form.Get("amount"), 10, 64)
	if err != nil || amount < processor.MinAmount {
		return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "code": "amount_too_small", "param": "amount"})
	}
	i := &intent{
		id: f.newID("pi"), customer: r.Form.Get("customer"), currency: r.Form.Get("currency"), amount: amount,
		metadata: map[string]string{}, status: "requires_payment_method",
	}
	for name := range r.Form {
		if key, ok := strings.CutPrefix(name, "metadata["); ok {
			i.metadata[strings.TrimSuffix(key, "]")] = r.Form.Get(name)
		}
	}
	if id := r.Form.Get("payment_method"); id != "" {
		if m, ok := f.methods[id]; !ok || m.customer != i.customer {
			return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "code": "resource_missing", "param": "payment_method"})
		}
		i.method, i.status = id, "requires_confirmation"
	}
	f.intents[i.id] = i
	if r.Form.Get("confirm") == "true" {
		return f.try(i, r.Form.Get("off_session") == "true", false)
	}
	return success(i.fields())
}

// try charges the card of an intent.
func (f *Fake) try(i *intent, offSession, authenticated bool) reply {
	card := f.methods[i.method].card
	i.problem = nil
	switch {
	case !authenticated && offSession && card.Auth == sandbox.AuthAlways:
		return f.decline(i, "authentication_required")
	case !authenticated && !offSession && card.Auth != sandbox.AuthNever:
		i.status = "requires_action"
	case card.Decline != "":
		return f.decline(i, card.Decline)
	default:
		i.status = "succeeded"
	}
	return success(i.fields())
}

func (f *Fake) decline(i *intent, code string) reply {
	i.status, i.problem = "requires_payment_method", cardError(code)
	e := cardError(code)
	e["payment_intent"] = i.fields()
	return failure(http.StatusPaymentRequired, e)
}

// Browser stands for a customer who confirms a payment with a card, and goes through the
// authentication of the bank.
func (f *Fake) Browser(payment, method string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.confirm(payment, method); f.intents[payment].status == "requires_action" {
		f.try(f.intents[payment], false, true)
	}
}

func (f *Fake) confirm(id, method string) reply {
	i, ok := f.intents[id]
	if !ok {
		return missing("intent")
	}
	if method != "" {
		i.method = method
	}
	if i.method == "" || i.status == "succeeded" || i.status == "canceled" {
		return unexpected(i)
	}
	return f.try(i, false, false)
}

func (f *Fake) readIntent(id string) reply {
	i, ok := f.intents[id]
	if !ok {
		return missing("intent")
	}
	return success(i.fields())
}

func (f *Fake) cancel(id string) reply {
	i, ok := f.intents[id]
	switch {
	case !ok:
		return missing("intent")
	case i.status == "succeeded" || i.status == "canceled":
		return unexpected(i)
	}
	i.status, i.problem = "canceled", nil
	return success(i.fields())
}

func unexpected(i *intent) reply {
	return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "code": "payment_intent_unexpected_state", "payment_intent": i.fields()})
}
