package subscription

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/secret"
)

// Paid is what a payment led to.
type Paid struct {
	Subscription Subscription
	// Bill is nil where nothing had to be paid now.
	Bill *Bill
}

// Confirmation is what the customer needs to confirm a payment in the browser.
type Confirmation struct {
	ClientSecret string
	Payment      string
	Charge       Charge
}

// quoting computes what a step of a subscription costs, and refuses it where it is not
// possible now. A nil quote means that there is nothing to pay.
type quoting func(ctx context.Context, sub *Subscription) (*Quote, error)

// paying says how a charge is paid.
type paying struct {
	purpose   Purpose
	scheduled bool // by the renewal job
	inBrowser bool
}

// prepare stores a pending charge. Without a quote it returns a charge without an id.
func (s *Service) prepare(ctx context.Context, owner int64, how paying, quote quoting) (c Charge, sub Subscription, err error) {
	err = s.change(ctx, owner, func(ctx context.Context, changed *Subscription) error {
		defer func() { sub = *changed }()
		c = Charge{}
		if _, err := s.store.Pending(ctx, owner); !errors.Is(err, apperr.ErrNotFound) {
			if err == nil {
				err = ErrInProgress
			}
			return err
		}
		q, err := quote(ctx, changed)
		if err != nil || q == nil {
			return err
		}
		tax, err := s.tax(ctx, owner)
		if err != nil {
			return err
		}
		cards, err := s.store.Cards(ctx, owner)
		if err != nil {
			return err
		}
		if changed.ProviderID == "" || !changed.IsActive {
			changed.ProviderID = "sub_" + secret.Token()[:24]
		}
		c = newCharge(*changed, *q, tax, s.now())
		c.Purpose, c.Scheduled, c.InBrowser, c.CardToken = how.purpose, how.scheduled, how.inBrowser, primary(cards)
		if c.CardToken == "" && !how.inBrowser && c.Amount.Sign() > 0 {
			return ErrCardNeeded
		}
		if err := s.store.InsertCharge(ctx, &c); err != nil {
			return err
		}
		return s.deps.Jobs.Enqueue(ctx, settleArgs{OwnerID: owner, Charge: c.ID}, jobs.At(s.now().Add(settleAfter)))
	})
	return c, sub, err
}

// tax decides how an account is taxed. Real money is taken only by a seller that bills can name.
func (s *Service) tax(ctx context.Context, owner int64) (Tax, error) {
	seller, err := s.Seller(ctx)
	if err != nil {
		return Tax{}, err
	}
	if !s.Sandbox() && !seller.complete() {
		return Tax{}, ErrSellerNeeded
	}
	address, err := s.AddressOf(ctx, owner)
	if err != nil {
		return Tax{}, err
	}
	if address.CompanyName == "" || address.Country == "" {
		return Tax{}, ErrAddressNeeded
	}
	return taxOf(seller, address), nil
}

// pay charges the primary card for a step of a subscription. Where the outcome is not learned,
// the job asks again.
func (s *Service) pay(ctx context.Context, owner int64, how paying, quote quoting) (Paid, error) {
	if _, err := s.customer(ctx, owner); err != nil {
		return Paid{}, err
	}
	if err := s.giveUpBrowser(ctx, owner); err != nil {
		return Paid{}, err
	}
	c, sub, err := s.prepare(ctx, owner, how, quote)
	if err != nil || c.ID == 0 {
		return Paid{Subscription: sub}, err
	}
	payment, err := s.charge(ctx, c, sub.ProviderID)
	if errors.Is(err, processor.ErrUnavailable) {
		return Paid{}, errOutcome.After(settleAfter)
	}
	if err != nil {
		return Paid{}, err
	}
	return s.settle(ctx, c, payment)
}

// charge asks the processor for the money, once for each charge however often it is called.
func (s *Service) charge(ctx context.Context, c Charge, provider string) (processor.Payment, error) {
	if c.Amount.Sign() == 0 {
		return processor.Payment{Status: processor.StatusSucceeded, Customer: c.CustomerID, Currency: string(c.Currency)}, nil
	}
	p, err := s.deps.Processor.Charge(ctx, c.order(s.deps.Installation(), provider))
	if kind := apperr.Of(err).Kind; kind == apperr.Invalid || kind == apperr.NotFound { // card or customer is gone there: nothing was charged, and asking again would not help
		return processor.Payment{Status: processor.StatusRequiresMethod, Decline: processor.DeclineOf(cardGone)}, nil
	}
	return p, err
}

// cardGone is how a charge is declined whose card was taken from the customer at the processor.
const cardGone = "card_not_supported"

// giveUpBrowser cancels a payment that the customer has begun in the browser and not finished,
// so that another one can begin.
func (s *Service) giveUpBrowser(ctx context.Context, owner int64) error {
	c, err := s.store.Pending(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && !c.InBrowser {
		return nil
	}
	if err != nil || c.PaymentID == "" {
		return err
	}
	payment, err := s.deps.Processor.CancelPayment(ctx, c.PaymentID)
	if err != nil {
		return err
	}
	_, err = s.settle(ctx, c, payment)
	if apperr.Of(err).Kind == apperr.PaymentRequired {
		return nil
	}
	return err
}

// settle applies the outcome of a payment to its charge, once: a charge that is not pending
// any more is left as it is. A decline is a refusal with kind PaymentRequired.
func (s *Service) settle(ctx context.Context, c Charge, p processor.Payment) (done Paid, err error) {
	var refused error
	err = s.change(ctx, c.OwnerID, func(ctx context.Context, sub *Subscription) error {
		defer func() { done.Subscription = *sub }()
		done.Bill, refused = nil, nil
		c, err := s.store.Charge(ctx, c.ID)
		if err != nil {
			return err
		}
		if c.Status != ChargePending {
			refused = settled(c)
			done.Bill, err = s.billOf(ctx, c)
			return err
		}
		if p.ID != "" && !c.isFor(p) {
			return fmt.Errorf("payment %s is not the one of charge %d", p.ID, c.ID)
		}
		if p.ID != "" {
			c.PaymentID = p.ID
		}
		done.Bill, refused, err = s.outcome(ctx, sub, &c, p)
		if err != nil {
			return err
		}
		return s.store.UpdateCharge(ctx, c)
	})
	if err != nil {
		return Paid{}, err
	}
	return done, refused
}

// settled returns how a charge that is not pending any more ended.
func settled(c Charge) error {
	if c.Status == ChargeSucceeded {
		return nil
	}
	return ErrNotPaid.Withf("this payment was not made: it is %s", c.Status)
}

// billOf returns the bill of a charge; nil if it has none, or was nothing to pay.
func (s *Service) billOf(ctx context.Context, c Charge) (*Bill, error) {
	if c.Status != ChargeSucceeded || c.PaymentID == "" {
		return nil, nil
	}
	b, err := s.store.BillOf(ctx, c.OwnerID, c.PaymentID)
	return &b, err
}

// outcome applies how a payment ended, or where it stands, to its charge.
func (s *Service) outcome(ctx context.Context, sub *Subscription, c *Charge, p processor.Payment) (b *Bill, refused, err error) {
	switch p.Status {
	case processor.StatusSucceeded:
		b, err = s.succeed(ctx, sub, c)
		return b, nil, err
	case processor.StatusRequiresAction:
		c.InBrowser = true
		return nil, errConfirm.With("client_secret", p.ClientSecret).With("payment_intent", p.ID), nil
	case processor.StatusCanceled:
		c.Status, c.SettledAt = ChargeCanceled, s.now()
		return nil, settled(*c), nil
	case processor.StatusRequiresMethod:
		refused = declined(p)
		if c.InBrowser {
			return nil, refused, nil // the customer can try another card
		}
		return nil, refused, s.fail(ctx, sub, c, apperr.Of(refused))
	case processor.StatusProcessing:
	}
	return nil, ErrInProgress, nil
}

func declined(p processor.Payment) error {
	if p.Decline == nil {
		return ErrNotPaid.Withf("the payment is not complete yet: confirm it with a card")
	}
	return p.Decline.Err()
}

// succeed brings into force what was paid for, writes the bill and tells the account.
func (s *Service) succeed(ctx context.Context, sub *Subscription, c *Charge) (*Bill, error) {
	before := *sub
	sub.apply(c.quote())
	if c.Purpose == PurposeChange {
		sub.AutoRenew, sub.CancelAtPeriodEnd = true, false
		sub.schedule()
	}
	sub.decideLocally(s.now())
	sub.InvoiceAsOf, sub.InvoiceAttempt = sub.CancelAsOf, 0
	c.Status, c.SettledAt = ChargeSucceeded, s.now()
	if err := s.deps.Plans.SetPaid(ctx, sub.held()); err != nil {
		return nil, err
	}
	b, err := s.bill(ctx, *c)
	if err != nil {
		return nil, err
	}
	if err := s.record(ctx, string(c.Purpose), before, *sub); err != nil {
		return nil, err
	}
	return &b, s.tellPaid(ctx, *sub, b)
}

// bill writes the bill of a paid charge under the next number.
func (s *Service) bill(ctx context.Context, c Charge) (Bill, error) {
	seller, err := s.Seller(ctx)
	if err != nil {
		return Bill{}, err
	}
	buyer, err := s.AddressOf(ctx, c.OwnerID)
	if err != nil {
		return Bill{}, err
	}
	u, err := s.deps.Accounts.Account(ctx, c.OwnerID)
	if err != nil {
		return Bill{}, err
	}
	b := c.bill(s.today(), s.now(), u.Language)
	serial, err := s.store.NextNumber(ctx, b.IssuedOn.Year())
	if err != nil {
		return Bill{}, err
	}
	n := number(b.IssuedOn.Year(), serial)
	d := paper(n, c, seller, buyer, b.IssuedOn, s.Sandbox(), u.Language)
	b.Number, b.Status, b.Document = &n, BillPaid, &d
	if b.Reference == "" {
		b.Reference = n // nothing was charged
	}
	return b, s.store.InsertBill(ctx, &b)
}

// fail ends a charge that was declined, and the subscription with the last scheduled renewal.
func (s *Service) fail(ctx context.Context, sub *Subscription, c *Charge, why *apperr.Error) error {
	before := *sub
	c.Status, c.SettledAt = ChargeFailed, s.now()
	u, err := s.deps.Accounts.Account(ctx, c.OwnerID)
	if err != nil {
		return err
	}
	b := c.bill(s.today(), s.now(), u.Language)
	b.Status, b.Reason = BillFailed, why.Message
	if b.Reference == "" {
		b.Reference = fmt.Sprintf("charge-%d", c.ID)
	}
	if err := s.store.InsertBill(ctx, &b); err != nil {
		return err
	}
	if c.Purpose == PurposeChange {
		return nil // nothing was lost: the customer is there and sees why
	}
	sub.RenewalAttempts++
	if c.Scheduled {
		sub.ScheduledAttempts++
	}
	if sub.ScheduledAttempts >= len(attemptDays) {
		if err := s.tellFailed(ctx, before, b, 0); err != nil {
			return err
		}
		return s.lapse(ctx, sub)
	}
	sub.schedule()
	if err := s.record(ctx, "renewal_failed", before, *sub); err != nil {
		return err
	}
	return s.tellFailed(ctx, before, b, sub.DueOn)
}

// lapse ends a subscription: the account is on the free tier, and nothing of it is deleted.
func (s *Service) lapse(ctx context.Context, sub *Subscription) error {
	before := *sub
	sub.end()
	if err := s.deps.Plans.EndPaid(ctx, sub.OwnerID); err != nil {
		return err
	}
	if err := s.record(ctx, "end", before, *sub); err != nil {
		return err
	}
	return s.tellEnded(ctx, before)
}

func (s *Service) record(ctx context.Context, action string, before, after Subscription) error {
	c := audit.Change{OwnerID: after.OwnerID, Action: action, ObjectType: "subscription", ObjectID: after.OwnerID, After: after.shown()}
	if before.Terms != nil {
		c.Before = before.shown()
	}
	return s.deps.Audit.Record(ctx, c)
}

// Begin starts a payment for a plan that the customer confirms in the browser.
func (s *Service) Begin(ctx context.Context, who auth.Caller, in ChangeInput) (Confirmation, error) {
	if err := s.count(who); err != nil {
		return Confirmation{}, err
	}
	if _, err := s.customer(ctx, who.OwnerID); err != nil {
		return Confirmation{}, err
	}
	if err := s.giveUpBrowser(ctx, who.OwnerID); err != nil {
		return Confirmation{}, err
	}
	c, sub, err := s.prepare(ctx, who.OwnerID, paying{purpose: PurposeChange, inBrowser: true}, s.payable(in))
	if err != nil {
		return Confirmation{}, err
	}
	p, err := s.deps.Processor.CreateIntent(ctx, c.order(s.deps.Installation(), sub.ProviderID))
	if err != nil {
		return Confirmation{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		stored, err := s.store.Charge(ctx, c.ID)
		if err != nil {
			return err
		}
		stored.PaymentID = p.ID
		return s.store.UpdateCharge(ctx, stored)
	})
	return Confirmation{ClientSecret: p.ClientSecret, Payment: p.ID, Charge: c}, err
}

// Verify asks the processor whether a payment of the caller's account was made, and puts what
// it paid for into force. A repeat returns the same.
func (s *Service) Verify(ctx context.Context, who auth.Caller, payment string) (Paid, error) {
	c, err := s.store.ChargeOf(ctx, who.OwnerID, payment)
	if err != nil {
		return Paid{}, err
	}
	var p processor.Payment
	if c.Status == ChargePending {
		if p, err = s.deps.Processor.Payment(ctx, payment); err != nil {
			return Paid{}, err
		}
	}
	return s.settle(ctx, c, p)
}

// settleArgs asks to settle a charge whose outcome nobody has learned.
type settleArgs struct {
	OwnerID int64 `json:"owner_id"`
	Charge  int64 `json:"charge"`
}

func (settleArgs) Kind() string { return "billing_settle" }

const (
	// settleAfter is how long a request has to learn the outcome itself.
	settleAfter = 2 * time.Minute
	// browserTime is how long a customer has to confirm a payment.
	browserTime = time.Hour

	// keyTime is how long a charge may be asked for again: the processor forgets keys after a
	// day, and would charge a second time.
	keyTime = 22 * time.Hour
)

// settleRetry asks until after keyTime.
var settleRetry = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour, 6 * time.Hour, 6 * time.Hour,
}

// settleLate learns the outcome of a charge that is still pending: the request that made it was
// cut short, or the customer has left the browser.
func (s *Service) settleLate(ctx context.Context, j jobs.Job[settleArgs]) error {
	c, err := s.store.Charge(ctx, j.Args.Charge)
	if err != nil || c.Status != ChargePending {
		return err
	}
	if end := c.CreatedAt.Add(browserTime); c.InBrowser && c.PaymentID != "" && s.now().Before(end) {
		return s.deps.Jobs.Enqueue(ctx, j.Args, jobs.At(end)) // the customer may still confirm it
	}
	p, err := s.late(ctx, c)
	if err != nil {
		return err
	}
	if _, err = s.settle(ctx, c, p); apperr.Of(err).Kind == apperr.PaymentRequired {
		return nil
	}
	return err
}

// late asks the processor for a charge again, or gives up one in the browser.
func (s *Service) late(ctx context.Context, c Charge) (processor.Payment, error) {
	switch {
	case !c.InBrowser && s.now().Sub(c.CreatedAt) > keyTime:
		s.deps.Logger.ErrorContext(ctx, "the outcome of a charge was never learned; look for it at the payment processor", "charge", c.ID, "owner", c.OwnerID)
		return processor.Payment{Status: processor.StatusCanceled}, nil
	case !c.InBrowser:
		sub, err := s.subscription(ctx, c.OwnerID)
		if err != nil {
			return processor.Payment{}, err
		}
		return s.charge(ctx, c, sub.ProviderID)
	case c.PaymentID == "": // the request ended before the intent was stored: nobody can confirm it
		return processor.Payment{Status: processor.StatusCanceled}, nil
	}
	return s.deps.Processor.CancelPayment(ctx, c.PaymentID)
}
