package subscriptionhttp

import (
	"context"
	"fmt"
	"io"

	"allot/internal/billing/subscription"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/httpx"
	"allot/internal/platform/money"
)

type (
	chosenPlan struct {
		PlanID       int64      `json:"plan_id" minimum:"1" doc:"Id of a plan for sale"`
		BillingCycle plan.Cycle `json:"billing_cycle,omitempty" doc:"monthly or yearly; without one that of the plan"`
	}
	choosePlanRequest struct{ Body chosenPlan }
	autoRenewRequest  struct {
		Body struct {
			Enabled bool `json:"enabled"`
		}
	}
	subscriptionResponse struct {
		Body struct {
			Subscription subscription.Shown `json:"subscription"`
			Payment      *subscription.Bill `json:"payment" doc:"What was charged; null: nothing now"`
			Sandbox      bool               `json:"sandbox"`
		}
	}
	paymentIntentResponse struct {
		Body struct {
			ClientSecret  string         `json:"client_secret" doc:"For Stripe.js; shown once"`
			PaymentIntent string         `json:"payment_intent"`
			Amount        money.Amount   `json:"amount" doc:"With VAT"`
			Net           money.Amount   `json:"net"`
			VAT           money.Amount   `json:"vat"`
			Currency      money.Currency `json:"currency"`
			Sandbox       bool           `json:"sandbox"`
		}
	}
	verifyPaymentRequest struct {
		Body struct {
			PaymentIntent string `json:"payment_intent" minLength:"1" maxLength:"255"`
		}
	}
	processorEventRequest struct {
		Signature string `header:"Stripe-Signature" maxLength:"4096"`
	}
	processorEventResponse struct {
		Body struct {
			Received bool `json:"received"`
		}
	}
)

func (p chosenPlan) input() subscription.ChangeInput {
	return subscription.ChangeInput{PlanID: p.PlanID, Cycle: p.BillingCycle}
}

func (h *handlers) answer(p subscription.Paid, err error) (*subscriptionResponse, error) {
	res := &subscriptionResponse{}
	res.Body.Subscription, res.Body.Payment, res.Body.Sandbox = p.Subscription.Show(), p.Bill, h.Subscriptions.Sandbox()
	return res, err
}

func (h *handlers) upgrade(ctx context.Context, req *choosePlanRequest) (*subscriptionResponse, error) {
	return h.answer(h.Subscriptions.Change(ctx, auth.From(ctx), req.Body.input()))
}

func (h *handlers) cancel(ctx context.Context, _ *struct{}) (*subscriptionResponse, error) {
	s, err := h.Subscriptions.Cancel(ctx, auth.From(ctx))
	return h.answer(subscription.Paid{Subscription: s}, err)
}

func (h *handlers) resume(ctx context.Context, _ *struct{}) (*subscriptionResponse, error) {
	s, err := h.Subscriptions.Resume(ctx, auth.From(ctx))
	return h.answer(subscription.Paid{Subscription: s}, err)
}

func (h *handlers) autoRenew(ctx context.Context, req *autoRenewRequest) (*subscriptionResponse, error) {
	s, err := h.Subscriptions.SetAutoRenew(ctx, auth.From(ctx), req.Body.Enabled)
	return h.answer(subscription.Paid{Subscription: s}, err)
}

func (h *handlers) renewNow(ctx context.Context, _ *struct{}) (*subscriptionResponse, error) {
	return h.answer(h.Subscriptions.RenewNow(ctx, auth.From(ctx)))
}

func (h *handlers) paymentIntent(ctx context.Context, req *choosePlanRequest) (*paymentIntentResponse, error) {
	c, err := h.Subscriptions.Begin(ctx, auth.From(ctx), req.Body.input())
	res := &paymentIntentResponse{}
	b := &res.Body
	b.ClientSecret, b.PaymentIntent, b.Sandbox = c.ClientSecret, c.Payment, h.Subscriptions.Sandbox()
	b.Amount, b.Net, b.VAT, b.Currency = c.Charge.Amount, c.Charge.Net, c.Charge.VAT, c.Charge.Currency
	return res, err
}

func (h *handlers) verifyPayment(ctx context.Context, req *verifyPaymentRequest) (*subscriptionResponse, error) {
	return h.answer(h.Subscriptions.Verify(ctx, auth.From(ctx), req.Body.PaymentIntent))
}

func (h *handlers) webhook(ctx context.Context, req *processorEventRequest) (*processorEventResponse, error) {
	payload, err := io.ReadAll(httpx.StreamFrom(ctx))
	if err != nil {
		return nil, fmt.Errorf("read event: %w", err)
	}
	if err := h.Subscriptions.Receive(ctx, payload, req.Signature); err != nil {
		return nil, err
	}
	res := &processorEventResponse{}
	res.Body.Received = true
	return res, nil
}
