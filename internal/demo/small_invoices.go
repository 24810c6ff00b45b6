package demo

import (
	"context"

	"github.com/shopspring/decimal"

	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/inventory/rooming"
	"allot/internal/invoicing/invoice"
	"allot/internal/invoicing/profile"
	"allot/internal/platform/money"
	"allot/internal/platform/page"
)

// bill gives both companies what invoices want, and makes an invoice of each kind that a
// hotel looks at first: a draft of the group's stays, one that waits, one that is late.
func (h *house) bill(ctx context.Context) error {
	if err := h.companies(ctx); err != nil {
		return err
	}
	ledgers, _, err := h.Rooming.List(ctx, h.hotel, rooming.Filter{}, page.Request{})
	if err != nil || len(ledgers) == 0 {
		return err
	}
	vat, notes := money.New(decimal.New(13, 0)), "Thank you for your group."
	_, _, err = h.Invoices.CreateFromLedger(ctx, h.hotel, ledgers[0].ID, invoice.LedgerInput{
		Input: invoice.Input{TaxRate: &vat, Notes: &notes},
		Rooms: []invoice.Price{{ID: h.rooms[0], UnitPrice: money.New(decimal.New(96, 0))}},
	})
	if err != nil {
		return err
	}
	for _, ago := range []int{3, 40} {
		if err := h.sendInvoice(ctx, ago, vat); err != nil {
			return err
		}
	}
	return nil
}

// sendInvoice sends an invoice of some days ago, payable within two weeks.
func (h *house) sendInvoice(ctx context.Context, ago int, vat money.Amount) error {
	const toPay, nights, stay = 14, 7, 8
	partner, property, issued := &h.partner.OwnerID, &h.property, h.today.Add(-ago)
	due, from, to := issued.Add(toPay), issued.Add(-stay), issued.Add(-1)
	lines := []invoice.LineInput{
		{Description: "Double room, half board", Quantity: money.New(decimal.New(3*nights, 0)), Unit: "room_night", UnitPrice: money.New(decimal.New(94_50, -2)), From: from, To: to},
		{Description: "Transfer from Heraklion", Quantity: money.New(decimal.New(2, 0)), Unit: "piece", UnitPrice: money.New(decimal.New(65, 0)), TaxRate: money.Some(money.New(decimal.New(24, 0)))},
	}
	d, err := h.Invoices.Create(ctx, h.hotel, invoice.Input{
		PartnerID: &partner, PropertyID: &property, IssueDate: &issued, DueDate: &due, ServiceFrom: &from, ServiceTo: &to, TaxRate: &vat, LineItems: &lines,
	})
	if err != nil {
		return err
	}
	_, _, err = h.Invoices.Send(ctx, h.hotel, d.ID)
	return err
}

// companies completes the two companies and their profiles for e-invoices.
func (h *house) companies(ctx context.Context) error {
	text := func(s string) *string { return &s }
	for _, c := range []struct {
		who     auth.Caller
		company settings.CompanyInput
		profile profile.Change
	}{
		{
			h.hotel,
			settings.CompanyInput{
				LegalName: text("Poseidon Hotels A.E."), VATID: text("EL094259216"), RegistrationNumber: text("012345678000"), Address: text("Akti Agiou Nikolaou 4"),
				PostalCode: text("72100"), City: text("Agios Nikolaos"), Phone: text("+30 28410 12345"),
			},
			profile.Change{IBAN: text("GR1601101250000000012300695"), BIC: text("ETHNGRAA"), ContactName: text("Άννα Παπαδάκη")},
		},
		{
			h.partner,
			settings.CompanyInput{
				LegalName: text("Nordlicht Reisen GmbH"), VATID: text("DE811569869"), RegistrationNumber: text("HRB 12345"), Address: text("Hafenweg 7"),
				PostalCode: text("20457"), City: text("Hamburg"), Phone: text("+49 40 123456"),
			},
			profile.Change{BuyerReference: text("NR-2027"), ContactName: text("Jana Schröder")},
		},
	} {
		ctx := auth.With(ctx, c.who)
		if _, err := h.Settings.UpdateCompany(ctx, c.who, c.company); err != nil {
			return err
		}
		if _, err := h.Profiles.Update(ctx, c.who, c.profile); err != nil {
			return err
		}
	}
	return nil
}
