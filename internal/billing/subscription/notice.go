package subscription

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/internal/platform/money"
	"allot/internal/platform/problemtext"
)

// link is where the notices lead.
const link = "/billing/"

// tell sends a notice to the users who look after payments, and to the billing address.
func (s *Service) tell(ctx context.Context, owner int64, b *Bill, kind notify.Kind, params map[string]string, localized map[string]func(string) string) error {
	n := notify.Notice{To: notify.Account(owner, auth.Subscriptions), Kind: kind, Params: params, Localized: localized, Link: link}
	if err := s.deps.Notify.Send(ctx, n); err != nil {
		return err
	}
	return s.mailBilling(ctx, owner, n, b)
}

func amountText(a money.Amount, c money.Currency) func(string) string {
	return func(language string) string { return invoicepdf.Amount(lang.In(language), a, c) }
}

func dateText(d civil.Date) func(string) string {
	return func(language string) string { return lang.Date(language, d) }
}

// tellPaid tells an account that it has paid.
func (s *Service) tellPaid(ctx context.Context, sub Subscription, b Bill) error {
	return s.tell(ctx, sub.OwnerID, &b, notify.PlanPaid, map[string]string{"plan": sub.Terms.Name},
		map[string]func(string) string{"amount": amountText(b.Amount, b.Currency), "until": dateText(sub.EndDate)})
}

// tellFailed tells an account that a renewal failed, and when the next attempt is; after the
// last there is none.
func (s *Service) tellFailed(ctx context.Context, sub Subscription, b Bill, next civil.Date) error {
	params := map[string]string{"plan": sub.Terms.Name}
	localized := map[string]func(string) string{"amount": amountText(b.Amount, b.Currency), "reason": problemtext.In(b.Reason, b.Problems)}
	if next.IsZero() {
		return s.tell(ctx, sub.OwnerID, &b, notify.PlanLastPaymentFailed, params, localized)
	}
	localized["next"] = dateText(next)
	return s.tell(ctx, sub.OwnerID, &b, notify.PlanPaymentFailed, params, localized)
}

// tellEnded tells an account that it is on the free tier now.
func (s *Service) tellEnded(ctx context.Context, before Subscription) error {
	return s.tell(ctx, before.OwnerID, nil, notify.PlanEnded, map[string]string{"plan": before.Terms.Name}, nil)
}

// tellEvent tells an account what the processor has charged, or could not charge.
func (s *Service) tellEvent(ctx context.Context, before, after Subscription, b Bill) error {
	switch {
	case before.Terms == nil:
		return nil
	case b.Status == BillFailed:
		return s.tellFailed(ctx, before, b, after.DueOn)
	}
	before.EndDate = after.EndDate
	return s.tellPaid(ctx, before, b)
}
