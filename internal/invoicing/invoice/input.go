package invoice

import (
	"fmt"
	"slices"
	"strings"

	"allot/internal/identity/settings"
	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// Input creates or changes a draft; nil fields stay as they are.
type Input struct {
	PartnerID, PropertyID, TemplateID **int64
	IssueDate, DueDate                *civil.Date
	ServiceFrom, ServiceTo            *civil.Date
	Currency                          *money.Currency
	TaxRate                           *money.Amount
	TaxCategory                       *document.Category
	TaxReason, Notes, BuyerReference  *string
	Recipient                         RecipientInput
	LineItems                         *[]LineInput
}

// RecipientInput changes the recipient of an invoice without a partner.
type RecipientInput struct {
	Name, Email, Street, PostalCode, City, Country, VATID *string
}

// LineInput is a line as it is written.
type LineInput struct {
	Description string
	Quantity    money.Amount
	Unit        document.Unit
	UnitPrice   money.Amount
	TaxRate     money.NullAmount
	TaxCategory document.Category
	EntryID     *int64
	From, To    civil.Date
}

const (
	maxNotes       = 5000
	maxDescription = 500
	maxReference   = 100
	maxReason      = 300
	maxName        = 200
	maxStreet      = 300
	maxPostalCode  = 20
	maxCity        = 100
	maxYears       = 10
	// MaxLines bounds the lines of an invoice.
	MaxLines = 1000
)

// apply changes a draft. The totals are computed afterwards.
func (in Input) apply(v *Invoice) {
	field.Set(&v.PartnerID, in.PartnerID)
	field.Set(&v.PropertyID, in.PropertyID)
	field.Set(&v.TemplateID, in.TemplateID)
	field.Set(&v.IssueDate, in.IssueDate)
	field.Set(&v.DueDate, in.DueDate)
	field.Set(&v.ServiceFrom, in.ServiceFrom)
	field.Set(&v.ServiceTo, in.ServiceTo)
	field.Set(&v.Currency, in.Currency)
	field.Set(&v.TaxRate, in.TaxRate)
	if in.TaxCategory != nil {
		v.TaxCategory = *in.TaxCategory
	}
	in.Recipient.apply(&v.Recipient)
	text(&v.TaxReason, in.TaxReason)
	text(&v.Notes, in.Notes)
	text(&v.BuyerReference, in.BuyerReference)
	if in.LineItems != nil {
		v.LineItems = make([]LineItem, len(*in.LineItems))
		for i, l := range *in.LineItems {
			v.LineItems[i] = LineItem{
				Description: strings.TrimSpace(l.Description), Quantity: l.Quantity, Unit: l.Unit, UnitPrice: l.UnitPrice,
				TaxRate: l.TaxRate, TaxCategory: l.TaxCategory, EntryID: l.EntryID, From: l.From, To: l.To,
			}
			if l.Unit == "" {
				v.LineItems[i].Unit = document.UnitPiece
			}
		}
	}
	if v.TaxCategory == "" || in.TaxRate != nil && in.TaxCategory == nil {
		v.TaxCategory = categoryOf(v.TaxRate, v.TaxCategory)
	}
}

// categoryOf returns the category of a rate where none was given, or the given one no
// longer fits: a rate above 0 is S.
func categoryOf(rate money.Amount, present document.Category) document.Category {
	switch {
	case rate.Sign() > 0:
		return document.CategoryStandard
	case present == "" || present == document.CategoryStandard:
		return document.CategoryZero
	}
	return present
}

func text(to *string, from *string) {
	if from != nil {
		*to = strings.TrimSpace(*from)
	}
}

func (in RecipientInput) apply(r *Recipient) {
	text(&r.RecipientName, in.Name)
	text(&r.RecipientStreet, in.Street)
	text(&r.RecipientPostalCode, in.PostalCode)
	text(&r.RecipientCity, in.City)
	text(&r.RecipientCountry, in.Country)
	if in.Email != nil {
		r.RecipientEmail = field.CleanEmail(*in.Email)
	}
	if in.VATID != nil {
		r.RecipientVATID = settings.CleanVATID(*in.VATID)
	}
}

// check reports every bad field of a draft.
func (v Invoice) check(f *apperr.Fields) {
	f.Check(!v.IssueDate.IsZero(), "issue_date", "is required")
	f.Check(!v.DueDate.IsZero(), "due_date", "is required")
	if !v.IssueDate.IsZero() && !v.DueDate.IsZero() {
		f.Check(v.IssueDate <= v.DueDate, "due_date", "must not be before issue_date")
		f.Checkf(v.DueDate.Year()-v.IssueDate.Year() <= maxYears, "due_date", "must be at most %d years after issue_date", maxYears)
	}
	f.Check(v.ServiceFrom.IsZero() == v.ServiceTo.IsZero(), "service_to", "service_from and service_to go together")
	f.Check(v.ServiceTo.IsZero() || v.ServiceFrom <= v.ServiceTo, "service_to", "must not be before service_from")
	f.Check(v.Currency.Valid(), "currency", money.ErrCurrency.Error())
	checkTax(f, "", v.TaxRate, v.TaxCategory)
	field.CheckText(f, "notes", v.Notes, maxNotes)
	field.CheckLine(f, "tax_exemption_reason", v.TaxReason, maxReason)
	field.CheckLine(f, "buyer_reference", v.BuyerReference, maxReference)
	v.checkRecipient(f, v.PartnerID != nil)
	f.Checkf(len(v.LineItems) > 0 && len(v.LineItems) <= MaxLines, "line_items", "must have from 1 to %d entries", MaxLines)
	for i, l := range v.LineItems {
		if i == MaxLines {
			break
		}
		l.check(f, fmt.Sprintf("line_items[%d].", i))
	}
}

func (r Recipient) checkRecipient(f *apperr.Fields, partner bool) {
	if partner {
		f.Check(r == Recipient{}, "recipient_name", "must be empty where partner is given: the partner's company is the recipient")
		return
	}
	f.Check(r.RecipientName != "", "recipient_name", "is required where no partner is given")
	field.CheckLine(f, "recipient_name", r.RecipientName, maxName)
	field.CheckEmail(f, "recipient_email", r.RecipientEmail)
	field.CheckLine(f, "recipient_street", r.RecipientStreet, maxStreet)
	field.CheckLine(f, "recipient_postal_code", r.RecipientPostalCode, maxPostalCode)
	field.CheckLine(f, "recipient_city", r.RecipientCity, maxCity)
	f.Check(r.RecipientCountry == "" || iso.IsCountry(r.RecipientCountry), "recipient_country", "must be an ISO 3166-1 alpha-2 code such as GR or DE")
	settings.CheckVATID(f, "recipient_vat_id", r.RecipientVATID)
}

func (l LineItem) check(f *apperr.Fields, at string) {
	f.Check(l.Description != "", at+"description", "is required")
	field.CheckLine(f, at+"description", l.Description, maxDescription)
	f.Check(!l.Quantity.IsZero(), at+"quantity", "must not be 0; a discount has a negative quantity")
	f.Check(l.UnitPrice.Sign() >= 0, at+"unit_price", "must not be negative: give a discount as a negative quantity")
	f.Check(slices.Contains(document.Units, l.Unit), at+"unit", "must be piece, night, room_night, day, week, month, hour, person or flat")
	if l.TaxRate.Valid || l.TaxCategory != "" {
		checkTax(f, at, l.TaxRate.Amount, categoryOf(l.TaxRate.Amount, l.TaxCategory))
		f.Check(l.TaxCategory != document.CategoryStandard || l.TaxRate.Valid, at+"tax_rate", "is required with the category S")
	}
	f.Check(l.From.IsZero() == l.To.IsZero() && l.From <= l.To, at+"to", "from and to go together, and to must not be before from")
}

var fullRate = money.New(decimalHundred)

func checkTax(f *apperr.Fields, at string, rate money.Amount, c document.Category) {
	f.Check(rate.Sign() >= 0 && rate.Cmp(fullRate) <= 0, at+"tax_rate", "must be from 0 to 100")
	f.Check(rate.Equal(money.New(rate.Decimal().Round(rateDecimals))), at+"tax_rate", "must have at most two decimals")
	f.Check(slices.Contains(document.Categories, c), at+"tax_category", "must be S, Z, E, AE, K, G or O")
	if c == document.CategoryStandard {
		f.Check(rate.Sign() > 0, at+"tax_rate", "must be above 0 with the category S")
	} else {
		f.Checkf(rate.IsZero(), at+"tax_rate", "must be 0 with the category %s", c)
	}
}

// Tax returns the category and rate that hold for a line.
func (v Invoice) Tax(l LineItem) (document.Category, money.Amount) {
	if !l.TaxRate.Valid && l.TaxCategory == "" {
		return v.TaxCategory, v.TaxRate
	}
	return categoryOf(l.TaxRate.Amount, l.TaxCategory), l.TaxRate.Amount
}
