package subscription

import (
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"allot/internal/billing/processor"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/internal/platform/money"
)

// Purpose is what a charge is for.
type Purpose string

// The purposes.
const (
	PurposeChange  Purpose = "change"  // the first plan, or another one
	PurposeRenewal Purpose = "renewal" // the next period
)

// ChargeStatus is how far a charge is.
type ChargeStatus string

// The states of a charge. Only a pending one changes.
const (
	ChargePending   ChargeStatus = "pending"
	ChargeSucceeded ChargeStatus = "succeeded"
	ChargeFailed    ChargeStatus = "failed"
	ChargeCanceled  ChargeStatus = "canceled"
)

// Charge is a payment of an account: what it costs and what it brings into force.
type Charge struct {
	ID         int64          `bun:"id,pk,autoincrement"`
	OwnerID    int64          `bun:"owner_id"`
	Purpose    Purpose        `bun:"purpose"`
	Scheduled  bool           `bun:"scheduled"`  // an attempt of the renewal job
	InBrowser  bool           `bun:"in_browser"` // the customer confirms it in the browser
	Terms      Terms          `bun:"terms,type:text"`
	Service    civil.Range    `bun:"service,type:text"` // what is paid for now
	PeriodFrom civil.Date     `bun:"period_from"`       // what is then paid for in all
	PeriodTo   civil.Date     `bun:"period_to"`
	Anchor     int            `bun:"anchor_day"`
	PeriodNet  money.Amount   `bun:"period_net"`
	Balance    money.Amount   `bun:"balance"`
	Items      []Item         `bun:"items,type:text"`
	Tax        Tax            `bun:"tax,type:text"`
	Net        money.Amount   `bun:"net"`
	VAT        money.Amount   `bun:"vat"`
	Amount     money.Amount   `bun:"amount"`
	Currency   money.Currency `bun:"currency"`
	CardToken  string         `bun:"card_token"`
	CustomerID string         `bun:"customer_id"`
	PaymentID  string         `bun:"payment_id"`
	Status     ChargeStatus   `bun:"status"`
	CreatedAt  time.Time      `bun:"created_at"`
	SettledAt  time.Time      `bun:"settled_at,nullzero"`
}

func newCharge(s Subscription, q Quote, t Tax, now time.Time) Charge {
	q.waive(t)
	c := Charge{
		OwnerID: s.OwnerID, Terms: q.Terms, Service: q.Service, PeriodFrom: q.Period.From, PeriodTo: q.Period.To, Anchor: q.Anchor, PeriodNet: q.PeriodNet,
		Balance: q.Balance, Items: q.Items, Tax: t, Currency: q.Terms.Currency, CustomerID: s.CustomerID, Status: ChargePending, CreatedAt: now,
	}
	c.Net, c.VAT, c.Amount = amounts(q.Items, t, c.Currency)
	return c
}

// quote returns what the charge brings into force.
func (c Charge) quote() Quote {
	return Quote{
		Terms: c.Terms, Service: c.Service, Period: civil.Range{From: c.PeriodFrom, To: c.PeriodTo}, Anchor: c.Anchor, Items: c.Items,
		Balance: c.Balance, PeriodNet: c.PeriodNet,
	}
}

// order returns the charge as the processor is asked for it.
func (c Charge) order(installation, provider string) processor.Charge {
	id := strconv.FormatInt(c.ID, 10)
	return processor.Charge{
		Key: "charge-" + installation + "-" + id, Customer: c.CustomerID, Method: c.CardToken,
		Amount: minorUnits(c.Amount, c.Currency), Currency: string(c.Currency), Description: "Allot " + c.Items[0].text(lang.Offered[0]),
		Metadata: map[string]string{"charge": id, "installation": installation, "subscription": provider}, OffSession: c.Scheduled,
	}
}

// isFor reports whether a payment is the one of this charge.
func (c Charge) isFor(p processor.Payment) bool {
	return p.Customer == c.CustomerID && p.Amount == minorUnits(c.Amount, c.Currency) && p.Currency == string(c.Currency)
}

func minorUnits(a money.Amount, c money.Currency) int64 {
	return a.Decimal().Shift(c.MinorUnits()).IntPart()
}

func fromMinorUnits(n int64, c money.Currency) money.Amount {
	return money.New(decimal.NewFromInt(n).Shift(-c.MinorUnits()))
}

// bill returns the entry of the history that the charge leaves, in a language.
func (c Charge) bill(today civil.Date, now time.Time, language string) Bill {
	return Bill{
		OwnerID: c.OwnerID, IssuedOn: today, Desc: c.Items[0].text(language), Amount: c.Amount, Net: c.Net, VAT: c.VAT,
		VATRate: c.Tax.Rate, Category: c.Tax.Category, Currency: c.Currency, Reference: c.PaymentID, CreatedAt: now,
	}
}
