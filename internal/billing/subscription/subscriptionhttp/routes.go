// Package subscriptionhttp serves what accounts pay the platform.
package subscriptionhttp

import (
	"net/http"

	"allot/internal/billing/subscription"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/httpx"
)

// Deps are the services that the handlers use.
type Deps struct {
	Subscriptions *subscription.Service
	Plans         *plan.Service
}

type handlers struct{ Deps }

const (
	tag      = "Plans and billing"
	staffTag = "Platform staff"
	base     = "/api/payments/"

	get, post, put = http.MethodGet, http.MethodPost, http.MethodPut
)

var (
	public = auth.Rule{Public: true}
	member = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}}
	payer  = auth.Rule{Types: member.Types, Flag: auth.Subscriptions}
	staff  = auth.Rule{Types: []auth.AccountType{auth.Admin}}
)

// maxEvent is the largest message of the payment processor that is read.
const maxEvent = 64 << 10

var (
	paymentRefusals = map[int]string{
		http.StatusPaymentRequired: "The card was declined, needs the customer's confirmation (`authentication_required`, with `client_secret` and `payment_intent`), or there is none",
		http.StatusConflict:        "The subscription does not allow it now, another payment is in progress, or payments are off (`payments_off`)",
		http.StatusTooManyRequests: tooOften,
	}
	stateRefusals = map[int]string{http.StatusConflict: "There is no subscription, or its state does not allow this"}
)

const paymentsOff = "Payments are off (`payments_off`): staff grant plans"

const tooOften = "30 cards and payments were tried within an hour"

const sandboxNote = " `sandbox` is true where no real money moves: then the payment methods are those of Stripe's tests, such as `pm_card_visa`."

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	h.registerReading(s)
	h.registerSubscription(s)
	h.registerCards(s)
	h.registerPayments(s)
	h.registerStaff(s)
}

func (h *handlers) registerReading(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "listPlans", Method: get, Path: base + "plans/", Tag: tag, Rule: member,
		Summary: "List the plans for sale", Description: "Cheapest first. Prices are without VAT; a year costs ten months." + sandboxNote,
	}, h.plans)
	httpx.Register(s, httpx.Op{
		ID: "getBillingOverview", Method: get, Path: base + "overview/", Tag: tag, Rule: payer,
		Summary:     "Show everything about your plan",
		Description: "The subscription, the plan in force with what staff granted, cards, billing address, the last 50 entries of the billing history, and what you use of each limit." + sandboxNote,
	}, h.overview)
	httpx.Register(s, httpx.Op{
		ID: "listBillingHistory", Method: get, Path: base + "history/", Tag: tag, Rule: payer,
		Summary: "List the billing history", Description: "Newest first, failed charges included. It is never changed.",
	}, h.history)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadBill", Method: get, Path: base + "invoice/{invoice_number}/download/", Tag: tag, Rule: payer,
		Summary: "Download the bill of a past charge",
		Description: "A PDF, with the e-invoice inside (ZUGFeRD) if nothing of it is missing. `format=zugferd` and `format=xrechnung` insist on the e-invoice: " +
			"what is missing is named with 409 `einvoice_incomplete`.",
		Refusals: map[int]string{http.StatusConflict: "Something of the e-invoice is missing"},
	}, "application/pdf", h.download, "application/xml")
	httpx.Register(s, httpx.Op{
		ID: "getBillingAddress", Method: get, Path: base + "billing-address/", Tag: tag, Rule: payer,
		Summary: "Show the billing address", Description: "Until you have given one it is that of your company.",
	}, h.getAddress)
	httpx.Register(s, httpx.Op{
		ID: "updateBillingAddress", Method: put, Path: base + "billing-address/", Tag: tag, Rule: payer,
		Summary:     "Change the billing address",
		Description: "VAT depends on it: a business elsewhere in the European Union with a VAT number is billed without VAT (reverse charge).",
	}, h.putAddress)
}

func (h *handlers) registerSubscription(s *httpx.Server) {
	const path = base + "subscription/"
	httpx.Register(s, httpx.Op{
		ID: "changeSubscription", Method: post, Path: path + "upgrade/", Tag: tag, Rule: payer,
		Summary: "Subscribe to a plan, or change it",
		Description: "The primary card is charged at once for a first or dearer plan, or for the year instead of the month; the unused part of the present period is credited, " +
			"and a new period begins today. A cheaper plan holds from the next period on, and nothing is paid now." + sandboxNote,
		Refusals: paymentRefusals,
	}, h.upgrade)
	httpx.Register(s, httpx.Op{
		ID: "cancelSubscription", Method: post, Path: path + "cancel/", Tag: tag, Rule: payer,
		Summary: "Cancel at the end of the period", Description: "The plan stays to its last day, then the account is on the free tier. Nothing is deleted.", Refusals: stateRefusals,
	}, h.cancel)
	httpx.Register(s, httpx.Op{
		ID: "resumeSubscription", Method: post, Path: path + "resume/", Tag: tag, Rule: payer,
		Summary: "Take back a cancellation", Description: "As long as the period that is paid for runs: it will be renewed again.", Refusals: stateRefusals,
	}, h.resume)
	httpx.Register(s, httpx.Op{
		ID: "setAutoRenewal", Method: post, Path: path + "auto-renew/", Tag: tag, Rule: payer,
		Summary: "Switch the automatic renewal on or off", Description: "Without it the plan ends with the period that is paid for.", Refusals: stateRefusals,
	}, h.autoRenew)
	httpx.Register(s, httpx.Op{
		ID: "renewSubscriptionNow", Method: post, Path: path + "renew-now/", Tag: tag, Rule: payer,
		Summary:     "Pay for the next period now",
		Description: "After a failed renewal, or early: at most one period is paid ahead. Automatic renewals are tried on the day after the last paid one, three days and seven days later." + sandboxNote,
		Refusals:    paymentRefusals,
	}, h.renewNow)
}

func (h *handlers) registerCards(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "listCards", Method: get, Path: base + "cards/", Tag: tag, Rule: payer,
		Summary: "List cards", Description: "Oldest first.",
	}, h.cards)
	httpx.Register(s, httpx.Op{
		ID: "deleteCard", Method: http.MethodDelete, Path: base + "cards/{id}/", Tag: tag, Rule: payer, Status: http.StatusNoContent,
		Summary: "Remove a card", Description: "If it was the primary one, the oldest of the others becomes that.",
		Refusals: map[int]string{http.StatusConflict: "The subscription is renewed with it and there is no other card"},
	}, h.removeCard)
	httpx.Register(s, httpx.Op{
		ID: "setPrimaryCard", Method: post, Path: base + "cards/set-primary/{id}/", Tag: tag, Rule: payer,
		Summary: "Make a card the one that is charged", Description: "From the next charge on; the card that was charged so far is kept.",
	}, h.setPrimary)
	httpx.Register(s, httpx.Op{
		ID: "createSetupIntent", Method: post, Path: base + "stripe/setup-intent/", Tag: tag, Rule: payer,
		Summary: "Begin to collect a card", Description: "The client secret is for Stripe.js in the browser, which hands the card to Stripe: its number never reaches this service." + sandboxNote,
		Refusals: map[int]string{http.StatusConflict: paymentsOff, http.StatusTooManyRequests: tooOften},
	}, h.setupIntent)
	httpx.Register(s, httpx.Op{
		ID: "attachPaymentMethod", Method: post, Path: base + "stripe/attach-method/", Tag: tag, Rule: payer, Status: http.StatusCreated,
		Summary: "Keep a confirmed payment method as a card", Description: "The first card is the primary one. An account has at most 10." + sandboxNote,
		Refusals: map[int]string{http.StatusPaymentRequired: "The card was declined", http.StatusConflict: "The account has 10 cards, or payments are off (`payments_off`)", http.StatusTooManyRequests: tooOften},
	}, h.attachMethod)
}

func (h *handlers) registerPayments(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "createPaymentIntent", Method: post, Path: base + "stripe/payment-intent/", Tag: tag, Rule: payer,
		Summary: "Begin a payment for a plan in the browser",
		Description: "The client secret is for Stripe.js; then verify the payment. It can be confirmed for an hour, and another one takes its place." +
			" In the sandbox there is no browser: verifying it confirms it with the primary card." + sandboxNote,
		Refusals: paymentRefusals,
	}, h.paymentIntent)
	httpx.Register(s, httpx.Op{
		ID: "verifyPayment", Method: post, Path: base + "verify-payment/", Tag: tag, Rule: payer,
		Summary: "Confirm that a payment was made, and activate the plan", Description: "A repeat answers the same." + sandboxNote,
		Refusals: map[int]string{
			http.StatusPaymentRequired: "The payment was declined or is not complete", http.StatusConflict: "It is still in progress, or payments are off (`payments_off`)",
			http.StatusNotFound: "There is no such payment of yours",
		},
	}, h.verifyPayment)
	httpx.Register(s, httpx.Op{
		ID: "receiveStripeEvent", Method: post, Path: base + "stripe/webhook/", Tag: tag, Rule: public, Stream: []string{"application/json"}, MaxBody: maxEvent, CostOfByte: 20,
		Summary: "Receive an event of the payment processor",
		Description: "Signed by the processor (`Stripe-Signature`, at most five minutes old). A repeat changes nothing, and events may come in any order. " +
			"Other types of events are answered with 200 and ignored.",
	}, h.webhook)
}

func (h *handlers) registerStaff(s *httpx.Server) {
	const path = "/api/admin/billing/seller/"
	httpx.Register(s, httpx.Op{
		ID: "getSeller", Method: get, Path: path, Tag: staffTag, Rule: staff,
		Summary: "Show who issues the bills", Description: "The company whose name and VAT number stand on the bills of the platform.",
	}, h.getSeller)
	httpx.Register(s, httpx.Op{
		ID: "updateSeller", Method: put, Path: path, Tag: staffTag, Rule: staff,
		Summary:     "Change who issues the bills",
		Description: "The operator of this platform, on the bills to come. With a real payment processor nothing is charged until name, address, city, country, and a VAT id or registration number are given.",
	}, h.putSeller)
}
