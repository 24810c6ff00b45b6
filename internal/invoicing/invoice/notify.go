package invoice

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/audit"
	"allot/internal/platform/lang"
	"allot/internal/platform/request"
)

// noticeOf is what the other side hears of a verb. A letter with the invoice is sent
// along with InvoiceReceived and InvoiceReminded.
var noticeOf = map[Verb]notify.Kind{
	VerbSend: notify.InvoiceReceived, VerbView: notify.InvoiceViewed, VerbDispute: notify.InvoiceDisputed, VerbClear: notify.InvoiceCleared,
	VerbPay: notify.InvoicePaid, VerbCancel: notify.InvoiceCancelled, VerbRemind: notify.InvoiceReminded,
}

// notifyOther notifies the other side of a move. Of a draft nobody hears.
func (s *Service) notifyOther(ctx context.Context, who auth.Caller, verb Verb, v Invoice, detail string) error {
	kind, ok := noticeOf[verb]
	if !ok || v.PartnerID == nil || v.SentAt == nil {
		return nil
	}
	to, from := *v.PartnerID, v.OwnerID
	if actorOf(who) == Payer {
		to, from = from, to
	}
	return s.notify(ctx, kind, to, from, v, detail)
}

// notifyOverdue notifies both sides. Whoever disputes an invoice is not asked for its
// payment.
func (s *Service) notifyOverdue(ctx context.Context, v Invoice) error {
	other := v.OwnerID
	if v.PartnerID != nil {
		other = *v.PartnerID
	}
	if v.PartnerID != nil && !v.Disputed {
		if err := s.notify(ctx, notify.InvoiceOverdue, other, v.OwnerID, v, ""); err != nil {
			return err
		}
	}
	return s.notify(ctx, notify.InvoiceOverdue, v.OwnerID, other, v, "")
}

func (s *Service) notify(ctx context.Context, kind notify.Kind, to, from int64, v Invoice, detail string) error {
	company := v.RecipientName
	if to != from {
		var err error
		if company, err = s.deps.Settings.CompanyName(ctx, from); err != nil {
			return err
		}
	}
	audience := notify.Account(to, auth.Invoicing)
	if to == v.OwnerID && v.PropertyID != nil {
		audience = audience.About(*v.PropertyID)
	}
	n := notify.Notice{
		To: audience, Kind: kind, Link: "/invoices/" + v.ID + "/",
		Params: map[string]string{"company": company, "number": v.InvoiceNumber},
		Localized: map[string]func(string) string{
			"amount": func(language string) string { return invoicepdf.Amount(lang.In(language), v.TotalAmount, v.Currency) },
		},
	}
	switch kind { //nolint:exhaustive // the others have no more
	case notify.InvoiceDisputed:
		n.Params["note"] = detail
	case notify.InvoiceReceived, notify.InvoiceOverdue, notify.InvoiceReminded:
		n.Localized["due"] = func(language string) string { return lang.Date(language, v.DueDate) }
	}
	return s.deps.Notify.Send(ctx, n)
}

// log adds an entry to the log of an invoice.
func (s *Service) log(ctx context.Context, who auth.Caller, v Invoice, action Action, detail string) error {
	a := Activity{OwnerID: v.OwnerID, InvoiceID: v.RowID, Action: action, Detail: detail, CreatedAt: s.now()}
	if who.Known() {
		a.AccountID, a.UserID = &who.OwnerID, &who.UserID
	}
	return s.store.InsertActivity(ctx, &a)
}

// record audits a change for the caller and, if that is the recipient, for the issuer
// too, whose invoice it is. The issuer's trail names only the recipient's account.
func (s *Service) record(ctx context.Context, who auth.Caller, action string, before, after *Invoice) error {
	at := after
	if at == nil {
		at = before
	}
	// The owner is named because a reminder that is sent by itself has no caller.
	c := audit.Change{OwnerID: who.OwnerID, Action: action, ObjectType: "invoice", ObjectName: at.ID}
	if before != nil {
		c.Before = *before
	}
	if after != nil {
		c.After = *after
	}
	err := s.deps.Audit.Record(ctx, c)
	if err != nil || who.OwnerID == at.OwnerID {
		return err
	}
	c.OwnerID, c.UserID = at.OwnerID, who.OwnerID
	return s.deps.Audit.Record(request.With(ctx, request.Meta{ID: request.From(ctx).ID}), c)
}
