package subscriptionhttp

import (
	"context"

	"allot/internal/billing/subscription"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	cardsRequest  struct{ page.Query }
	cardsResponse struct {
		Body struct {
			page.Page[subscription.Card]
			Sandbox bool `json:"sandbox"`
		}
	}
	cardIDRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	paymentCardResponse struct {
		Body struct {
			subscription.Card
			Sandbox bool `json:"sandbox"`
		}
	}
	setupIntentResponse struct {
		Body struct {
			ClientSecret string `json:"client_secret" doc:"For Stripe.js; shown once"`
			SetupIntent  string `json:"setup_intent"`
			Sandbox      bool   `json:"sandbox"`
		}
	}
	attachMethodRequest struct {
		Body struct {
			PaymentMethod string `json:"payment_method" minLength:"1" maxLength:"255" doc:"Id of the payment method, never a card number" example:"pm_card_visa"`
		}
	}
)

func (h *handlers) cards(ctx context.Context, req *cardsRequest) (*cardsResponse, error) {
	list, err := h.Subscriptions.Cards(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	res := &cardsResponse{}
	res.Body.Page = httpx.Page(ctx, &req.Query, len(list), page.Cut(list, req.Request()))
	res.Body.Sandbox = h.Subscriptions.Sandbox()
	return res, nil
}

func (h *handlers) removeCard(ctx context.Context, req *cardIDRequest) (*struct{}, error) {
	return nil, h.Subscriptions.RemoveCard(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) setPrimary(ctx context.Context, req *cardIDRequest) (*paymentCardResponse, error) {
	return h.card(h.Subscriptions.SetPrimaryCard(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) card(c subscription.Card, err error) (*paymentCardResponse, error) {
	res := &paymentCardResponse{}
	res.Body.Card, res.Body.Sandbox = c, h.Subscriptions.Sandbox()
	return res, err
}

func (h *handlers) setupIntent(ctx context.Context, _ *struct{}) (*setupIntentResponse, error) {
	i, err := h.Subscriptions.SetupIntent(ctx, auth.From(ctx))
	res := &setupIntentResponse{}
	res.Body.ClientSecret, res.Body.SetupIntent, res.Body.Sandbox = i.ClientSecret, i.ID, h.Subscriptions.Sandbox()
	return res, err
}

func (h *handlers) attachMethod(ctx context.Context, req *attachMethodRequest) (*paymentCardResponse, error) {
	return h.card(h.Subscriptions.AttachCard(ctx, auth.From(ctx), req.Body.PaymentMethod))
}
