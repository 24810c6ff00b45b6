package invoicehttp

import (
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoice"
	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/money"
)

type (
	// InvoiceBody is an invoice in a list. It is exported because the API framework sees embedded
	// fields of exported types only.
	InvoiceBody struct {
		invoice.Invoice
		Direction    invoice.Direction `json:"direction" enum:"received,sent" doc:"As your account sees it"`
		OwnerName    string            `json:"owner_company"`
		PartnerName  string            `json:"partner_company" doc:"Of the partner, or the recipient's name"`
		TaxBreakdown []taxBody         `json:"tax_breakdown" nullable:"false"`
		IsOverdue    bool              `json:"is_overdue" doc:"Not paid although the due date has passed, whatever the status"`
		Actions      []invoice.Verb    `json:"available_actions" nullable:"false" enum:"update,delete,send,clearing,dispute,mark_paid,send_reminder,cancel,duplicate" doc:"What you may do with it now"`
	}
	taxBody struct {
		Category document.Category `json:"tax_category" enum:"S,Z,E,AE,K,G,O"`
		Rate     money.Amount      `json:"tax_rate"`
		Base     money.Amount      `json:"taxable_amount"`
		Amount   money.Amount      `json:"tax_amount"`
		Reason   string            `json:"reason" doc:"Why there is no tax"`
	}
	invoiceDetailBody struct {
		InvoiceBody
		Activities []invoice.Activity `json:"activities" nullable:"false" doc:"The log, oldest first"`
		Reminders  []invoice.Reminder `json:"reminders" nullable:"false"`
		Matches    []invoice.Match    `json:"line_matches" nullable:"false" doc:"How the lines compare with the confirmed stays that they name; empty if no line names one"`

		Seller  invoicePartyBody   `json:"seller" doc:"The issuer as the invoice names it: as it was sent, of a draft as it would be now"`
		Buyer   invoicePartyBody   `json:"buyer" doc:"The recipient as the invoice names it"`
		Payment invoicePaymentBody `json:"payment" doc:"How the invoice says that it is paid"`

		Warnings []warning.Warning `json:"warnings,omitempty" nullable:"false" doc:"Only in the answer that drafted it from a rooming ledger, or that sent it: what an e-invoice of it would lack (einvoice_incomplete)"`
	}
	invoicePartyBody struct {
		Name               string `json:"name" doc:"The legal name"`
		VATID              string `json:"vat_id"`
		TaxNumber          string `json:"tax_number"`
		RegistrationNumber string `json:"registration_number"`
		Street             string `json:"street"`
		PostalCode         string `json:"postal_code"`
		City               string `json:"city"`
		Country            string `json:"country" doc:"ISO 3166-1 alpha-2"`
		ContactName        string `json:"contact_name"`
		ContactPhone       string `json:"contact_phone"`
		ContactEmail       string `json:"contact_email"`
	}
	invoicePaymentBody struct {
		Terms       string `json:"payment_terms" doc:"Of the template; empty: the due date says it"`
		BankDetails string `json:"bank_details" doc:"Of the template; printed instead of the account"`
		Holder      string `json:"account_holder" doc:"In whose name the bank account is"`
		IBAN        string `json:"iban"`
		BIC         string `json:"bic"`
	}
	invoiceResponse struct{ Body invoiceDetailBody }

	invoiceLineBody struct {
		Description string             `json:"description" maxLength:"500"`
		Quantity    money.Amount       `json:"quantity" doc:"A discount has a negative one"`
		Unit        document.Unit      `json:"unit,omitempty" enum:"piece,night,room_night,day,week,month,hour,person,flat" doc:"Default: piece"`
		UnitPrice   money.Amount       `json:"unit_price" doc:"Not negative"`
		TaxRate     money.NullAmount   `json:"tax_rate,omitempty" doc:"Percentage; null: the invoice's"`
		TaxCategory *document.Category `json:"tax_category,omitempty" enum:",S,Z,E,AE,K,G,O" doc:"Default: the invoice's, or S where the line has a rate"`
		Entry       *int64             `json:"entry,omitempty" minimum:"1" doc:"Rooming entry that the line is for"`
		From        civil.Date         `json:"from,omitempty" doc:"Arrival"`
		To          civil.Date         `json:"to,omitempty" doc:"Departure day"`
	}
	// InvoiceHeadBody is what a draft says besides its partner and lines. It always has its
	// dates: they may be left out, but not taken away.
	InvoiceHeadBody struct {
		IssueDate      httpx.Patch[civil.Date]        `json:"issue_date,omitempty" nullable:"false" doc:"Day of the invoice; left out: as it is, from a rooming ledger today"`
		DueDate        httpx.Patch[civil.Date]        `json:"due_date,omitempty" nullable:"false" doc:"Last day to pay; left out: as it is, from a rooming ledger 30 days after issue_date"`
		Currency       httpx.Patch[money.Currency]    `json:"currency,omitempty" doc:"Default: the company's"`
		TaxRate        httpx.Patch[money.Amount]      `json:"tax_rate,omitempty" doc:"Percentage, from 0 to 100; default 0"`
		TaxCategory    httpx.Patch[document.Category] `json:"tax_category,omitempty" enum:"S,Z,E,AE,K,G,O" doc:"Default: S with a rate, else Z"`
		TaxReason      httpx.Patch[string]            `json:"tax_exemption_reason,omitempty" maxLength:"300"`
		Notes          httpx.Patch[string]            `json:"notes,omitempty" maxLength:"5000"`
		Template       httpx.Patch[int64]             `json:"template,omitempty" minimum:"1" doc:"Null: the default look"`
		BuyerReference httpx.Patch[string]            `json:"buyer_reference,omitempty" maxLength:"100"`
	}
	// InvoiceDraftBody is a draft as it is written.
	InvoiceDraftBody struct {
		Partner     httpx.Patch[int64]      `json:"partner,omitempty" minimum:"1" doc:"Account of the operator; null or missing: somebody outside the platform"`
		Property    httpx.Patch[int64]      `json:"property,omitempty" minimum:"1"`
		ServiceFrom httpx.Patch[civil.Date] `json:"service_from,omitempty" doc:"First day of the stay"`
		ServiceTo   httpx.Patch[civil.Date] `json:"service_to,omitempty" doc:"Last day of the stay, included"`
		InvoiceHeadBody
		RecipientName       httpx.Patch[string]            `json:"recipient_name,omitempty" maxLength:"200" doc:"Of an invoice without a partner"`
		RecipientEmail      httpx.Patch[string]            `json:"recipient_email,omitempty"`
		RecipientStreet     httpx.Patch[string]            `json:"recipient_street,omitempty"`
		RecipientPostalCode httpx.Patch[string]            `json:"recipient_postal_code,omitempty"`
		RecipientCity       httpx.Patch[string]            `json:"recipient_city,omitempty"`
		RecipientCountry    httpx.Patch[string]            `json:"recipient_country,omitempty" doc:"ISO 3166-1 alpha-2"`
		RecipientVATID      httpx.Patch[string]            `json:"recipient_vat_id,omitempty"`
		LineItems           httpx.Patch[[]invoiceLineBody] `json:"line_items,omitempty" maxItems:"1000"`
	}
	// NewInvoiceBody is a draft that is made by hand: nothing else says its dates.
	NewInvoiceBody struct {
		InvoiceDraftBody
		IssueDate civil.Date `json:"issue_date" doc:"Day of the invoice"`
		DueDate   civil.Date `json:"due_date" doc:"Last day to pay"`
	}
)

func (b InvoiceHeadBody) input() invoice.Input {
	return invoice.Input{
		IssueDate: b.IssueDate.Pointer(), DueDate: b.DueDate.Pointer(), Currency: b.Currency.Pointer(), TaxRate: b.TaxRate.Pointer(),
		TaxCategory: b.TaxCategory.Pointer(), TaxReason: b.TaxReason.Pointer(), Notes: b.Notes.Pointer(),
		TemplateID: b.Template.PointerOrNull(), BuyerReference: b.BuyerReference.Pointer(),
	}
}

func (b InvoiceDraftBody) input() invoice.Input {
	in := b.InvoiceHeadBody.input()
	in.PartnerID, in.PropertyID = b.Partner.PointerOrNull(), b.Property.PointerOrNull()
	in.ServiceFrom, in.ServiceTo = b.ServiceFrom.Pointer(), b.ServiceTo.Pointer()
	in.Recipient = invoice.RecipientInput{
		Name: b.RecipientName.Pointer(), Email: b.RecipientEmail.Pointer(), Street: b.RecipientStreet.Pointer(), PostalCode: b.RecipientPostalCode.Pointer(),
		City: b.RecipientCity.Pointer(), Country: b.RecipientCountry.Pointer(), VATID: b.RecipientVATID.Pointer(),
	}
	if b.LineItems.Set {
		lines := make([]invoice.LineInput, len(b.LineItems.Value))
		for i, l := range b.LineItems.Value {
			lines[i] = l.input()
		}
		in.LineItems = &lines
	}
	return in
}

func (b NewInvoiceBody) input() invoice.Input {
	in := b.InvoiceDraftBody.input()
	in.IssueDate, in.DueDate = &b.IssueDate, &b.DueDate
	return in
}

func (l invoiceLineBody) input() invoice.LineInput {
	in := invoice.LineInput{
		Description: l.Description, Quantity: l.Quantity, Unit: l.Unit, UnitPrice: l.UnitPrice, TaxRate: l.TaxRate, EntryID: l.Entry, From: l.From, To: l.To,
	}
	if l.TaxCategory != nil {
		in.TaxCategory = *l.TaxCategory
	}
	return in
}

func bodyOf(v invoice.Listed) InvoiceBody {
	v.LineItems = append([]invoice.LineItem{}, v.LineItems...)
	b := InvoiceBody{
		Invoice: v.Invoice, Direction: v.Direction, OwnerName: v.OwnerName, PartnerName: v.PartnerName, IsOverdue: v.Overdue, Actions: v.Actions,
		TaxBreakdown: []taxBody{},
	}
	for _, t := range v.TaxBreakdown() {
		b.TaxBreakdown = append(b.TaxBreakdown, taxBody(t))
	}
	return b
}

func detailOf(d invoice.Detail) invoiceDetailBody {
	z := d.Shown
	return invoiceDetailBody{
		InvoiceBody: bodyOf(d.Listed), Activities: d.Activities, Reminders: d.Reminders, Matches: d.Matches,
		Seller: partyOf(z.Seller), Buyer: partyOf(z.Buyer),
		Payment: invoicePaymentBody{z.Look.PaymentTerms, z.Look.BankDetails, z.Payment.Holder, z.Payment.IBAN, z.Payment.BIC},
	}
}

func partyOf(p document.Party) invoicePartyBody {
	return invoicePartyBody{
		Name: p.Name, VATID: p.VATID, TaxNumber: p.TaxNumber, RegistrationNumber: p.Registration, Street: p.Street, PostalCode: p.PostalCode,
		City: p.City, Country: p.Country, ContactName: p.ContactName, ContactPhone: p.ContactPhone, ContactEmail: p.ContactEmail,
	}
}

func answer(d invoice.Detail, err error) (*invoiceResponse, error) {
	if err != nil {
		return nil, err
	}
	return &invoiceResponse{Body: detailOf(d)}, nil
}

// warned is answer with the warnings of a write.
func warned(d invoice.Detail, warnings []warning.Warning, err error) (*invoiceResponse, error) {
	res, err := answer(d, err)
	if err != nil {
		return nil, err
	}
	res.Body.Warnings = warnings
	return res, nil
}
