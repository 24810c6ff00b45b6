package subscriptionhttp

import (
	"context"

	"allot/internal/billing/processor"
	"allot/internal/billing/subscription"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/money"
	"allot/internal/platform/page"
)

type (
	saleBody struct {
		plan.Offer
		YearlyPrice money.Amount `json:"yearly_price" doc:"Of a year, without VAT"`
	}
	salesRequest  struct{ page.Query }
	salesResponse struct {
		Body struct {
			page.Page[saleBody]
			Sandbox  bool           `json:"sandbox"`
			Payments processor.Kind `json:"payments" enum:"stripe,sandbox,off"`
		}
	}
	planInForceBody struct {
		plan.Plan
		Source string     `json:"source" enum:"free,paid,granted,both" doc:"Where the plan comes from"`
		Until  civil.Date `json:"granted_until" nullable:"true" doc:"The last day of what staff granted; null: no grant, or one without an end"`
	}
	billingOverviewResponse struct {
		Body struct {
			Sandbox         bool                      `json:"sandbox"`
			Payments        processor.Kind            `json:"payments" enum:"stripe,sandbox,off"`
			Subscription    subscription.Shown        `json:"subscription"`
			Plan            planInForceBody           `json:"plan" doc:"In force: the better of what you pay for and what staff granted"`
			Cards           []subscription.Card       `json:"cards" nullable:"false"`
			BillingAddress  subscription.Address      `json:"billing_address"`
			History         []subscription.Bill       `json:"history" nullable:"false"`
			Usage           map[plan.Feature]plan.Use `json:"usage" nullable:"false" doc:"By feature. Of what is limited per property it is the property with the most"`
			NextBillingDate civil.Date                `json:"next_billing_date" nullable:"true"`
		}
	}
	billsRequest  struct{ page.Query }
	billsResponse struct{ Body page.Page[subscription.Bill] }
	billRequest   struct {
		Number string              `path:"invoice_number" maxLength:"50"`
		Format subscription.Format `query:"format" enum:"pdf,zugferd,xrechnung" default:"pdf"`
		httpx.LanguageQuery
	}
)

func (h *handlers) plans(ctx context.Context, req *salesRequest) (*salesResponse, error) {
	offers, err := h.Plans.Offers(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]saleBody, len(offers))
	for i, o := range offers {
		list[i] = saleBody{o, o.PriceOf(plan.Yearly)}
	}
	res := &salesResponse{}
	res.Body.Page = httpx.Page(ctx, &req.Query, len(list), page.Cut(list, req.Request()))
	res.Body.Sandbox, res.Body.Payments = h.Subscriptions.Sandbox(), h.Subscriptions.Payments()
	return res, nil
}

func (h *handlers) overview(ctx context.Context, _ *struct{}) (*billingOverviewResponse, error) {
	o, err := h.Subscriptions.Overview(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	res := &billingOverviewResponse{}
	b := &res.Body
	b.Sandbox, b.Subscription, b.Cards, b.BillingAddress, b.History, b.Usage = h.Subscriptions.Sandbox(), o.Subscription.Show(), o.Cards, o.Address, o.Bills, o.Uses
	b.Payments = h.Subscriptions.Payments()
	b.Plan = planInForceBody{Plan: o.Plan, Source: source(o.Holding), Until: o.Holding.Grant.Until}
	b.NextBillingDate = o.Subscription.NextBillingDate()
	return res, nil
}

func source(h plan.Holding) string {
	paid, granted := h.Paid.OwnerID != 0, h.Grant.OwnerID != 0
	switch {
	case paid && granted:
		return "both"
	case paid:
		return "paid"
	case granted:
		return "granted"
	}
	return "free"
}

func (h *handlers) history(ctx context.Context, req *billsRequest) (*billsResponse, error) {
	list, count, err := h.Subscriptions.Bills(ctx, auth.From(ctx), req.Request())
	if err != nil {
		return nil, err
	}
	return &billsResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) download(ctx context.Context, req *billRequest) (*httpx.Download, error) {
	f, err := h.Subscriptions.Download(ctx, auth.From(ctx), req.Number, req.Format, req.Tag())
	if err != nil {
		return nil, err
	}
	d := httpx.FileDownload(f.Name, f.Data)
	d.ContentType = f.ContentType
	return d, nil
}
