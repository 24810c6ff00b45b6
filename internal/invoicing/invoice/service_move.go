package invoice

import (
	"context"
	"errors"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// step is a move of an invoice under way: who moves it, how, and what is kept of it.
type step struct {
	who    auth.Caller
	verb   Verb
	detail string // for the log
	// apply sets the fields of the move, besides the status and its time. It may refuse.
	apply func(ctx context.Context, v *Invoice) error
}

// errLogoChanged is that the look of a draft got another logo while it was sent.
var errLogoChanged = errors.New("the logo of the invoice has changed")

// Send locks a draft and sends it to its recipient, and warns of what an e-invoice of it
// would lack. It begins again if the logo that was stored for it is no longer that of its
// look.
func (s *Service) Send(ctx context.Context, who auth.Caller, id string) (d Detail, warnings []warning.Warning, err error) {
	for {
		logo, err := s.sentLogo(ctx, who, id)
		if err != nil {
			return Detail{}, nil, err
		}
		m := s.sending(who, logo)
		send := m.apply
		m.apply = func(ctx context.Context, v *Invoice) error {
			if err := send(ctx, v); err != nil {
				return err
			}
			warnings, err = s.einvoiceWarnings(ctx, *v)
			return err
		}
		d, err := s.move(ctx, id, m)
		if !errors.Is(err, errLogoChanged) {
			return d, warnings, err
		}
	}
}

// sending is the step of sending a draft with a logo.
func (s *Service) sending(who auth.Caller, logo keptLogo) step {
	return step{who: who, verb: VerbSend, apply: func(ctx context.Context, v *Invoice) error {
		if err := s.requireWithin(ctx, *v); err != nil {
			return err
		}
		if err := s.deps.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
			return err
		}
		if v.PartnerID != nil {
			if err := s.mayBill(ctx, v.OwnerID, *v.PartnerID); err != nil {
				return err
			}
		}
		if err := s.freeze(ctx, v, logo); err != nil {
			return err
		}
		to, err := s.address(ctx, *v)
		if err != nil {
			return err
		}
		return s.mail(ctx, *v, letterArgs{UserID: who.UserID, To: to})
	}}
}

// freeze keeps what the invoice shows as it is now, and when its due date ends.
func (s *Service) freeze(ctx context.Context, v *Invoice, logo keptLogo) error {
	frozen, err := s.present(ctx, *v)
	if err != nil {
		return err
	}
	if frozen.Look.LogoKey != logo.source {
		return errLogoChanged
	}
	company, err := s.company(ctx, v.OwnerID)
	if err != nil {
		return err
	}
	frozen.Look.LogoKey = logo.key
	v.Frozen, v.LogoKey = &frozen, logo.key
	v.OverdueAt, err = s.overdueAt(*v, company)
	return err
}

// keptLogo is the logo of a look and the copy of it that stays with the invoice.
type keptLogo struct{ source, key string }

// sentLogo stores the logo that a draft is sent with, before the transaction: no file is
// written inside one.
func (s *Service) sentLogo(ctx context.Context, who auth.Caller, id string) (keptLogo, error) {
	v, err := s.find(ctx, who, id)
	if err != nil || v.OwnerID != who.OwnerID || v.Status != StatusDraft {
		return keptLogo{}, err
	}
	look, err := s.look(ctx, v)
	if err != nil {
		return keptLogo{}, err
	}
	key, err := s.keepLogo(ctx, v.OwnerID, look.LogoKey)
	return keptLogo{look.LogoKey, key}, err
}

// Dispute is the recipient's objection, with a note that the issuer reads.
func (s *Service) Dispute(ctx context.Context, who auth.Caller, id, note string) (Detail, error) {
	if err := checkNote("note", note); err != nil {
		return Detail{}, err
	}
	return s.move(ctx, id, step{who: who, verb: VerbDispute, detail: note, apply: func(_ context.Context, v *Invoice) error {
		v.DisputeNote = note
		return nil
	}})
}

// Clear accepts an invoice: by the recipient, or by either side once it was disputed.
func (s *Service) Clear(ctx context.Context, who auth.Caller, id string) (Detail, error) {
	return s.move(ctx, id, step{who: who, verb: VerbClear})
}

// Payment is how an invoice was paid.
type Payment struct {
	At        time.Time // zero: now
	Reference string
}

// MarkPaid is the issuer's note that the money has come.
func (s *Service) MarkPaid(ctx context.Context, who auth.Caller, id string, p Payment) (Detail, error) {
	var f apperr.Fields
	field.CheckLine(&f, "reference", p.Reference, maxReference)
	f.Check(!p.At.After(s.now().Add(futureSlack)), "paid_at", "must not be in the future")
	if err := f.Err(); err != nil {
		return Detail{}, err
	}
	return s.move(ctx, id, step{who: who, verb: VerbPay, detail: p.Reference, apply: func(_ context.Context, v *Invoice) error {
		v.PaymentReference = p.Reference
		if !p.At.IsZero() {
			at := p.At.UTC().Truncate(time.Microsecond)
			v.PaidAt = &at
		}
		return nil
	}})
}

// futureSlack is how far a payment may lie in the future: a date begins up to half a
// day earlier elsewhere.
const futureSlack = 14 * time.Hour

// Cancel ends an invoice that was not paid.
func (s *Service) Cancel(ctx context.Context, who auth.Caller, id, reason string) (Detail, error) {
	if err := checkNote("reason", reason); err != nil {
		return Detail{}, err
	}
	return s.move(ctx, id, step{who: who, verb: VerbCancel, detail: reason})
}

const maxNote = 1000

func checkNote(name, text string) error {
	var f apperr.Fields
	field.CheckText(&f, name, text, maxNote)
	return f.Err()
}

// move makes one move of an invoice. It is the only place that changes a status: the
// move, its log entry, its notification and its event are one transaction.
func (s *Service) move(ctx context.Context, id string, m step) (d Detail, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		// Letters are counted by account: it is locked before the invoice.
		if _, err := s.deps.Accounts.LockAccount(ctx, m.who.OwnerID); err != nil {
			return err
		}
		v, err := s.store.LockInvoice(ctx, m.who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := s.mayRead(ctx, m.who, v); err != nil {
			return err
		}
		if err := s.expire(ctx, &v); err != nil {
			return err
		}
		if err := s.makeStep(ctx, &v, m); err != nil {
			return err
		}
		d, err = s.detail(ctx, m.who, v)
		return err
	})
	return d, err
}

// makeStep makes the step of a locked invoice.
func (s *Service) makeStep(ctx context.Context, v *Invoice, m step) error {
	now := s.now()
	next, err := v.decide(m.verb, actorOf(m.who), now)
	if err != nil {
		return err
	}
	before := *v
	v.Status, v.Disputed, v.UpdatedAt = next.Status, next.Disputed, now
	v.setTime(m.verb, v.UpdatedAt)
	if m.apply != nil {
		if err := m.apply(ctx, v); err != nil {
			return err
		}
	}
	if err := s.store.UpdateInvoice(ctx, *v); err != nil {
		return err
	}
	if err := s.log(ctx, m.who, *v, actionOf[m.verb], m.detail); err != nil {
		return err
	}
	if err := s.record(ctx, m.who, string(m.verb), &before, v); err != nil {
		return err
	}
	if err := s.publish(ctx, m.verb, before, *v); err != nil {
		return err
	}
	return s.notifyOther(ctx, m.who, m.verb, *v, m.detail)
}

// setTime keeps when a verb happened. A repeated one keeps the last time.
func (v *Invoice) setTime(verb Verb, now time.Time) {
	switch verb { //nolint:exhaustive // the others keep no time
	case VerbSend:
		v.SentAt = &now
	case VerbView:
		v.ViewedAt = &now
	case VerbDispute:
		v.DisputedAt = &now
	case VerbClear:
		v.ClearedAt = &now
	case VerbPay:
		v.PaidAt = &now
	case VerbCancel:
		v.CancelledAt = &now
	}
}

// view notes that the recipient opens an invoice for the first time. It is VIEWED then,
// unless it is overdue.
func (s *Service) view(ctx context.Context, who auth.Caller, v Invoice) (Invoice, error) {
	if actorOf(who) != Payer || !v.unseen(s.now()) {
		return v, nil
	}
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		locked, err := s.store.LockInvoice(ctx, who.OwnerID, v.ID)
		if err != nil {
			return err
		}
		v = locked
		if err := s.expire(ctx, &v); err != nil || !v.unseen(s.now()) {
			return err // somebody else has opened it in this moment
		}
		return s.makeStep(ctx, &v, step{who: who, verb: VerbView})
	})
	return v, err
}

// unseen reports whether the recipient has not opened the invoice and its state keeps that.
func (v Invoice) unseen(now time.Time) bool {
	_, refusal := Decide(v.stage(now), VerbView, Payer)
	return v.ViewedAt == nil && refusal == Allowed
}
