package demo

import (
	"bytes"
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// invoiceEnd is what becomes of an invoice of the demo.
type invoiceEnd int

const (
	leftDraft invoiceEnd = iota
	unread
	viewed
	cleared
	disputed
	paid
	reminded // it is overdue
	cancelled
)

// sendInvoices makes the invoices of the chain, the oldest first, so that their
// numbers follow their dates.
func (c *chain) sendInvoices(ctx context.Context) error {
	var last string // the German operator's latest unread invoice
	for i, of := range []struct {
		ago, operator, resort int
		end                   invoiceEnd
	}{
		{182, german, 2, paid},
		{175, british, 0, paid},
		{151, turkish, 2, paid},
		{148, german, 0, paid},
		{121, british, 1, paid},
		{118, polish, 3, paid},
		{96, german, 1, cancelled},
		{95, german, 1, paid},
		{92, turkish, 2, paid},
		{66, british, 3, reminded},
		{58, german, 0, cleared},
		{41, turkish, 2, paid},
		{28, british, 0, viewed},
		{26, german, 2, paid},
		{24, polish, 1, disputed},
		{19, polish, 3, viewed},
		{12, turkish, 0, unread},
		{6, german, 0, unread},
		{2, british, 4, unread},
		{0, german, 4, leftDraft},
	} {
		id, err := c.sendInvoice(ctx, c.resorts[of.resort], c.operators[of.operator], of.ago, of.end, i)
		if err != nil {
			return fmt.Errorf("invoice %d: %w", i+1, err)
		}
		if of.operator == german && of.end == unread {
			last = id
		}
	}
	return c.importInvoice(ctx, last)
}

func (c *chain) sendInvoice(ctx context.Context, r *resort, o *operator, ago int, end invoiceEnd, n int) (string, error) {
	const toPay, month = 30, 30
	c.ago(ago)
	ours, theirs := auth.With(ctx, c.owner), auth.With(ctx, o.who)
	issued := c.today.Add(-ago)
	due := issued.Add(toPay)
	open := c.dates(r, civil.Range{From: issued.Add(-daysOfHistory), To: issued.Add(-1)})
	from, to := open[max(0, len(open)-month)], open[len(open)-1]
	partner, property, vat, lines := &o.who.OwnerID, &r.id, money.New(decimal.New(13, 0)), c.lines(r, from, to, n)
	d, err := c.Invoices.Create(ours, c.owner, invoice.Input{
		PartnerID: &partner, PropertyID: &property, IssueDate: &issued, DueDate: &due, ServiceFrom: &from, ServiceTo: &to, TaxRate: &vat, LineItems: &lines,
	})
	if err != nil || end == leftDraft {
		return d.ID, err
	}
	if _, _, err := c.Invoices.Send(ours, c.owner, d.ID); err != nil || end == unread {
		return d.ID, err
	}
	if end == cancelled {
		c.ago(ago - 1)
		_, err := c.Invoices.Cancel(ours, c.owner, d.ID, "Wrong month; replaced by the next one.")
		return d.ID, err
	}
	c.ago(ago - 2)
	if _, err := c.Invoices.Open(theirs, o.who, d.ID); err != nil {
		return d.ID, err
	}
	return d.ID, c.settle(ctx, o, d.ID, ago, end)
}

// settle is what happens after the partner has seen an invoice.
func (c *chain) settle(ctx context.Context, o *operator, id string, ago int, end invoiceEnd) (err error) {
	ours, theirs := auth.With(ctx, c.owner), auth.With(ctx, o.who)
	switch end {
	case leftDraft, unread, viewed, cancelled: // nothing follows
	case disputed:
		c.ago(ago - 5)
		_, err = c.Invoices.Dispute(theirs, o.who, id, "We have 61 room nights in our list, not 63.")
	case cleared:
		c.ago(ago - 6)
		_, err = c.Invoices.Clear(theirs, o.who, id)
	case paid:
		c.ago(max(0, ago-22))
		_, err = c.Invoices.MarkPaid(ours, c.owner, id, invoice.Payment{Reference: fmt.Sprintf("%s %d", o.Prefix, 7000+ago)})
	case reminded:
		c.ago(ago - 34)
		_, err = c.Invoices.Remind(ours, c.owner, id)
	}
	return err
}

// lines are the last open month's room nights in three room types, and the transfers.
func (c *chain) lines(r *resort, from, to civil.Date, n int) []invoice.LineInput {
	amount := func(value int64, exp int32) money.Amount { return money.New(decimal.New(value, exp)) }
	var list []invoice.LineInput
	for i := range 3 {
		room := r.rooms[(n+i)%len(r.rooms)]
		nights := int64(21 + 7*pick(12, int64(n), room.ID))
		price := int64(70_00+25_00*i) + int64(50*pick(60, room.ID, int64(n)))
		list = append(list, invoice.LineInput{
			Description: room.Name + ", half board", Quantity: amount(nights, 0), Unit: "room_night", UnitPrice: amount(price, -2), From: from, To: to,
		})
	}
	return append(list, invoice.LineInput{
		Description: "Transfers from the airport", Quantity: amount(int64(4+n%9), 0), Unit: "piece", UnitPrice: amount(65, 0), TaxRate: money.Some(amount(24, 0)),
	})
}

// importInvoice puts an invoice of the chain into the partner's inbox, as if it had
// come by mail.
func (c *chain) importInvoice(ctx context.Context, id string) error {
	c.ago(5)
	o := c.operators[german]
	file, err := c.EInvoices.Export(auth.With(ctx, c.owner), c.owner, id, einvoice.FormatXRechnung, "de")
	if err != nil {
		return err
	}
	_, err = c.EInvoices.Import(auth.With(ctx, o.who), o.who, bytes.NewReader(file.Data))
	return err
}
