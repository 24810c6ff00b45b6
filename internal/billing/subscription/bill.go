package subscription

import (
	"fmt"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/internal/platform/money"
)

var rateLimit = money.New(decimal.NewFromInt(maxRate))

// BillStatus is how a charge ended.
type BillStatus string

// The states of a bill.
const (
	BillPaid   BillStatus = "paid"
	BillFailed BillStatus = "failed"
)

// Bill is an entry of the billing history. It is never changed.
type Bill struct {
	ID        int64               `bun:"id,pk,autoincrement" json:"id"`
	OwnerID   int64               `bun:"owner_id" json:"-"`
	Number    *string             `bun:"invoice_number" json:"invoice_number" doc:"Null of a charge that failed, and of one that the processor billed itself"`
	IssuedOn  civil.Date          `bun:"issued_on" json:"date"`
	Desc      string              `bun:"description" json:"description"`
	Amount    money.Amount        `bun:"amount" json:"amount" doc:"With VAT"`
	Net       money.Amount        `bun:"net" json:"net"`
	VAT       money.Amount        `bun:"vat" json:"vat"`
	VATRate   money.Amount        `bun:"vat_rate" json:"vat_rate" doc:"Percent"`
	Category  document.Category   `bun:"vat_category" json:"vat_category" doc:"S: with VAT; AE: reverse charge, the buyer owes it; O: not subject to VAT; E: exempt"`
	Currency  money.Currency      `bun:"currency" json:"currency"`
	Status    BillStatus          `bun:"status" json:"status" enum:"paid,failed"`
	Reference string              `bun:"provider_reference" json:"provider_reference" doc:"Of the payment processor"`
	Reason    string              `bun:"reason" json:"reason" doc:"Why a charge failed"`
	Problems  []apperr.FieldError `bun:"problems,type:text,nullzero" json:"problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; those of long ago have none"`
	Document  *document.Document  `bun:"document,type:text" json:"-"`
	CreatedAt time.Time           `bun:"created_at" json:"created_at"`
}

// number writes the number of a bill of a year.
func number(year, serial int) string { return fmt.Sprintf("AL-%d-%05d", year, serial) }

// amounts returns net, VAT and the total of items.
func amounts(items []Item, t Tax, c money.Currency) (net, vat, gross money.Amount) {
	d := document.Document{Currency: c, Lines: linesOf(items, t, lang.Offered[0])}
	d.Compute(func(document.Category) string { return "" })
	return d.Totals.Net, d.Totals.Tax, d.Totals.Gross
}

func linesOf(items []Item, t Tax, language string) []document.Line {
	lines := make([]document.Line, len(items))
	for i, item := range items {
		quantity, price := money.New(decimal.NewFromInt(1)), item.Net
		if price.Sign() < 0 { // prices are not negative in an e-invoice
			quantity, price = quantity.Neg(), price.Neg()
		}
		lines[i] = document.Line{
			ID: strconv.Itoa(i + 1), Description: item.text(language), Quantity: quantity, UnitPrice: price, Unit: document.UnitPiece,
			Category: t.Category, Rate: t.Rate,
		}
	}
	return lines
}

// paper returns the bill of a paid charge as a document, in one language.
func paper(number string, c Charge, seller Seller, buyer Address, today civil.Date, sandbox bool, language string) document.Document {
	d := document.Document{
		Type: document.TypeInvoice, Number: number, IssueDate: today, DueDate: today, Currency: c.Currency,
		ServiceFrom: c.Service.From, ServiceTo: c.Service.To, Lines: linesOf(c.Items, c.Tax, language),
		PaymentTerms: wordsIn(language).Paid,
		Payment:      document.Payment{IBAN: seller.IBAN, BIC: seller.BIC, Holder: seller.Name, Reference: number},
		Seller: document.Party{
			Name: seller.Name, Registration: seller.RegistrationNumber, VATID: seller.VATID, Endpoint: seller.ContactEmail, EndpointScheme: document.SchemeEmail,
			Street: seller.Address, PostalCode: seller.PostalCode, City: seller.City, Country: seller.Country,
			ContactName: seller.ContactName, ContactPhone: seller.ContactPhone, ContactEmail: seller.ContactEmail,
		},
		Buyer: document.Party{
			Name: buyer.CompanyName, VATID: buyer.VATNumber, Endpoint: buyer.BillingEmail, EndpointScheme: document.SchemeEmail,
			Street: buyer.Address, PostalCode: buyer.PostalCode, City: buyer.City, Country: buyer.Country, ContactEmail: buyer.BillingEmail,
		},
		BuyerReference: strconv.FormatInt(c.OwnerID, 10),
	}
	if sandbox {
		d.Note = wordsIn(language).Sandbox
	}
	d.Compute(func(document.Category) string { return "" })
	d.Totals.Prepaid = d.Totals.Gross
	d.Compute(func(document.Category) string { return "" })
	return d
}
