package document

import (
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Type is the kind of a document.
type Type string

// The types.
const (
	TypeInvoice    Type = "invoice"
	TypeCreditNote Type = "credit_note"
	TypeCorrection Type = "correction"
)

// Types lists every type.
var Types = []Type{TypeInvoice, TypeCreditNote, TypeCorrection}

// Document is an invoice, a credit note or a correction. Empty fields are not known.
type Document struct {
	Type           Type
	Number         string         // BT-1
	IssueDate      civil.Date     // BT-2
	DueDate        civil.Date     // BT-9
	Currency       money.Currency // BT-5
	BuyerReference string         // BT-10
	PaymentTerms   string         // BT-20
	Note           string         // BT-22
	Preceding      string         // BT-25: the invoice that a correction or credit note is about
	// ServiceFrom and ServiceTo are BT-73 and BT-74: the stay that is invoiced.
	ServiceFrom, ServiceTo civil.Date
	Seller, Buyer          Party
	Payment                Payment
	Lines                  []Line
	// Adjustments are allowances and charges on the whole document (BG-20, BG-21).
	Adjustments []Adjustment
	Taxes       []Tax // BG-23
	Totals      Totals
}

// Party is the seller (BG-4) or the buyer (BG-7).
type Party struct {
	Name           string // BT-27, BT-44: the legal name
	ID             string // BT-29, BT-46
	Registration   string // BT-30, BT-47
	VATID          string // BT-31, BT-48
	TaxNumber      string // BT-32, of a seller only
	Endpoint       string // BT-34, BT-49
	EndpointScheme string // such as SchemeEmail
	Street         string
	PostalCode     string
	City           string
	Country        string // ISO 3166-1 alpha-2
	ContactName    string
	ContactPhone   string
	ContactEmail   string
}

// SchemeEmail is the scheme of an endpoint that is an e-mail address.
const SchemeEmail = "EM"

// Payment is how the buyer pays (BG-16, BG-17).
type Payment struct {
	IBAN      string // BT-84
	BIC       string // BT-86
	Holder    string // BT-85
	Reference string // BT-83: what the buyer writes on the transfer
}

// Line is one charge (BG-25).
type Line struct {
	ID string // BT-126
	// Parent is the ID of the line that this one is a part of, in the extension of
	// XRechnung. The total of that line contains this one.
	Parent      string
	Description string       // BT-153
	Quantity    money.Amount // BT-129
	Unit        Unit
	UnitCode    string       // BT-130; of a line to write, Unit gives it
	UnitPrice   money.Amount // BT-146
	// BaseQuantity is how many units the price is for (BT-149); 0 means one.
	BaseQuantity money.Amount
	Total        money.Amount // BT-131
	Category     Category     // BT-151
	Rate         money.Amount // BT-152, in percent
	From, To     civil.Date   // BT-134, BT-135
}

// Adjustment is an allowance, which lowers the sum, or a charge, which raises it.
type Adjustment struct {
	Charge   bool
	Amount   money.Amount // BT-92, BT-99
	Reason   string
	Category Category
	Rate     money.Amount
}

// Tax is the tax of one category and rate (BG-23).
type Tax struct {
	Category Category     // BT-118
	Rate     money.Amount // BT-119, in percent
	Base     money.Amount // BT-116
	Amount   money.Amount // BT-117
	Reason   string       // BT-120: why there is no tax
}

// Totals are the sums of a document (BG-22).
type Totals struct {
	Lines      money.Amount // BT-106
	Allowances money.Amount // BT-107
	Charges    money.Amount // BT-108
	Net        money.Amount // BT-109
	Tax        money.Amount // BT-110
	Gross      money.Amount // BT-112
	Prepaid    money.Amount // BT-113
	Rounding   money.Amount // BT-114
	Due        money.Amount // BT-115
}
