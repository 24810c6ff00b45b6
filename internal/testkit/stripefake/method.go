package stripefake

import (
	"net/http"

	"allot/internal/billing/sandbox"
)

// method is a payment method; customer is empty before it is attached and after it was
// detached.
type method struct {
	id, name, customer string
	card               sandbox.TestCard
	detached           bool
}

func (m *method) fields() fields {
	var customer any
	if m.customer != "" {
		customer = m.customer
	}
	return fields{
		"id": m.id, "object": "payment_method", "type": "card", "customer": customer,
		"card": fields{"brand": m.card.Brand, "last4": m.card.Last4, "exp_month": 4, "exp_year": 2034},
	}
}

// Collect stands for a browser that has confirmed a setup intent: it makes a method
// that Stripe has attached to the customer.
func (f *Fake) Collect(customer, name string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.newMethod(name)
	m.customer = customer
	return m.id
}

func (f *Fake) newMethod(name string) *method {
	card, _ := sandbox.CardOf(name)
	m := &method{id: f.newID("pm"), name: name, card: card}
	f.methods[m.id] = m
	return m
}

func (f *Fake) readMethod(id string) reply {
	m, ok := f.methods[id]
	if !ok {
		return missing("payment_method")
	}
	return success(m.fields())
}

func (f *Fake) attach(id string, r *http.Request) reply {
	customer := r.Form.Get("customer")
	if !f.customers[customer] {
		return missing("customer")
	}
	m, ok := f.methods[id]
	if _, test := sandbox.CardOf(id); test {
		m, ok = f.newMethod(id), true
	}
	switch {
	case !ok:
		return missing("payment_method")
	case m.customer != "":
		return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "message": "The payment method you provided has already been attached to a customer."})
	case m.detached:
		return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "message": "This PaymentMethod was previously detached from a Customer, and may not be used again."})
	case f.DeclinesOnAttach && m.card.Decline != "" && m.name != "pm_card_chargeCustomerFail":
		return failure(http.StatusPaymentRequired, cardError(m.card.Decline))
	}
	m.customer = customer
	return success(m.fields())
}

func (f *Fake) detach(id string) reply {
	m, ok := f.methods[id]
	switch {
	case !ok:
		return missing("payment_method")
	case m.customer == "":
		return failure(http.StatusBadRequest, fields{"type": "invalid_request_error", "message": "The payment method you provided is not attached to a customer so detachment is impossible."})
	}
	m.customer, m.detached = "", true
	return success(m.fields())
}
