package einvoice

import (
	"context"
	"io"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/csvfile"
)

var entryColumns = []string{
	"direction", "source", "invoice_number", "document_type", "issue_date", "due_date", "status", "partner", "partner_vat_id", "currency",
	"net", "tax", "total", "taxes", "service_from", "service_to", "property", "paid_at", "payment_reference",
}

func (e Entry) row() []string {
	return []string{
		e.Direction, e.Source, e.Number, e.Type, e.IssueDate, e.DueDate, e.Status, e.Name, e.VATID, e.Currency,
		e.Net, e.Tax, e.Total, e.TaxRates, e.ServiceFrom, e.ServiceTo, e.Property, e.PaidAt, e.Reference,
	}
}

// WriteEntries writes the accounting export as CSV, and calls written after each row.
func (s *Service) WriteEntries(ctx context.Context, who auth.Caller, f invoice.Filter, w io.Writer, written func() error) error {
	out, err := csvfile.NewSemicolonWriter(w, entryColumns...)
	if err != nil {
		return err
	}
	out.Numbers(slices.Index(entryColumns, "net"), slices.Index(entryColumns, "tax"), slices.Index(entryColumns, "total"))
	err = s.EachEntry(ctx, who, f, func(e Entry) error {
		if err := out.Write(e.row()...); err != nil {
			return err
		}
		return written()
	})
	if err != nil {
		return err
	}
	return out.Flush()
}
