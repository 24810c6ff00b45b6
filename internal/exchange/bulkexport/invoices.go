package bulkexport

import (
	"context"
	"io"
	"maps"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/apperr"
	"allot/internal/platform/money"
)

// invoicesWork is a file of the invoices that an account has sent or received, as its user
// sees them. Drafts are in none.
func (s *Service) invoicesWork(ctx context.Context, who auth.Caller, x Export) (*work, error) {
	f := invoice.Filter{Direction: invoice.Sent, Issued: true, From: x.From, To: x.To, Properties: x.PropertyIDs}
	if who.AccountType == auth.TourOperator {
		f.Direction = invoice.Received
	} else if unknown, err := s.deps.Properties.Unknown(ctx, who.OwnerID, x.PropertyIDs); err != nil || len(unknown) > 0 {
		if err == nil {
			err = apperr.Field("property_ids", "must name properties of your account; not found: %v", unknown)
		}
		return nil, err
	}
	sel, err := s.deps.Invoices.SelectFor(ctx, who, f)
	if err != nil {
		return nil, err
	}
	n, err := sel.Count(ctx)
	if err != nil {
		return nil, err
	}
	if n > MaxInvoices {
		return nil, ErrTooLarge.Withf("%d invoices are too many for one file, which can have %d: ask for fewer days", n, MaxInvoices).With("invoices", n).With("limit", MaxInvoices)
	}
	w := &work{total: n, name: "invoices.json", contentType: typeJSON}
	w.write = func(ctx context.Context, out io.Writer, r *run) error { return s.writeInvoicesJSON(ctx, sel, out, r) }
	switch x.Format { //nolint:exhaustive // JSON is the other one
	case FormatCSV:
		w.name, w.contentType = "invoices.csv", typeCSV
		w.write = func(ctx context.Context, out io.Writer, r *run) error {
			return s.deps.EInvoices.WriteEntries(ctx, who, f, out, func() error { return r.wrote(ctx) })
		}
	case FormatDATEV:
		s.datevWork(w, who, x)
	case FormatXero:
		f.Status, f.CancelledFrom, f.CancelledTo, f.From, f.To = invoice.StatusCancelled, f.From, f.To, 0, 0
		cancelled, err := s.deps.Invoices.SelectFor(ctx, who, f)
		if err != nil {
			return nil, err
		}
		reversals, err := cancelled.Count(ctx)
		if err != nil {
			return nil, err
		}
		s.xeroWork(w, sel, cancelled, reversals)
	}
	return w, nil
}

type (
	invoiceBody struct {
		invoice.Invoice
		Direction    invoice.Direction `json:"direction"`
		OwnerName    string            `json:"owner_company"`
		PartnerName  string            `json:"partner_company"`
		TaxBreakdown []taxBody         `json:"tax_breakdown"`
	}
	taxBody struct {
		Category document.Category `json:"tax_category"`
		Rate     money.Amount      `json:"tax_rate"`
		Base     money.Amount      `json:"taxable_amount"`
		Amount   money.Amount      `json:"tax_amount"`
		Reason   string            `json:"reason"`
	}
)

func (s *Service) writeInvoicesJSON(ctx context.Context, sel *invoice.Selection, w io.Writer, r *run) error {
	out := &listWriter{w: w}
	if err := out.open(s.head("invoices")); err != nil {
		return err
	}
	err := sel.Each(ctx, func(v invoice.Listed) error {
		b := invoiceBody{Invoice: v.Invoice, Direction: v.Direction, OwnerName: v.OwnerName, PartnerName: v.PartnerName, TaxBreakdown: []taxBody{}}
		for _, t := range v.TaxBreakdown() {
			b.TaxBreakdown = append(b.TaxBreakdown, taxBody(t))
		}
		if err := out.add(b); err != nil {
			return err
		}
		return r.wrote(ctx)
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, tail)
	return err
}

// gaps collects the settings that invoices need and that are missing, so that the customer
// hears of all at once.
type gaps map[string]apperr.FieldError

func (g gaps) add(setting, invoice string) {
	if _, known := g[setting]; !known && len(g) < apperr.MaxFields {
		g[setting] = apperr.Problem(setting, "is needed for invoice %s", invoice)
	}
}

// tax adds a setting by tax that has no entry.
func (g gaps) tax(setting string, t document.Category, rate money.Amount, number string) {
	name := rate.Decimal().String() // without zeros at the end
	if rate.IsZero() {
		name = string(t)
	}
	g.add("settings."+setting+"."+name, number)
}

func (g gaps) err() error {
	var bad apperr.Fields
	for _, name := range slices.Sorted(maps.Keys(g)) {
		bad = append(bad, g[name])
	}
	return bad.Err()
}

// buyer returns the buyer as the invoice names it.
func buyer(v invoice.Listed) document.Party {
	if v.Frozen != nil {
		return v.Frozen.Buyer
	}
	return document.Party{Name: v.PartnerName}
}
