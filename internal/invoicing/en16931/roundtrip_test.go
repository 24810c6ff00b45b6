package en16931_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
)

func TestRead_WhatWasWritten(t *testing.T) {
	t.Parallel()
	for name, change := range goldenCases(t) {
		t.Run(name+" is read as it was written, from both syntaxes", func(t *testing.T) {
			t.Parallel()
			d := sampleInvoice(t)
			change(&d)
			d = computed(d)
			var files []document.Document
			for syntax, write := range writers() {
				data, err := write(d)
				require.NoError(t, err, syntax)
				f, err := en16931.Read(data)
				require.NoError(t, err, syntax)
				files = append(files, f.Document)
			}
			for _, got := range files {
				requireSame(t, files[0], got)
				require.Equal(t, totals(d.Totals), totals(got.Totals))
				require.Equal(t, []any{d.Type, d.Number, d.IssueDate, d.DueDate, d.Currency, d.Preceding, d.ServiceFrom, d.ServiceTo},
					[]any{got.Type, got.Number, got.IssueDate, got.DueDate, got.Currency, got.Preceding, got.ServiceFrom, got.ServiceTo})
				require.Equal(t, []any{document.CleanText(d.Buyer.Name), d.Seller.Name, d.Payment.IBAN, d.Payment.Reference},
					[]any{got.Buyer.Name, got.Seller.Name, got.Payment.IBAN, got.Payment.Reference})
				require.Len(t, got.Lines, len(d.Lines))
				for i, l := range d.Lines {
					require.Equal(t, document.CleanText(l.Description), got.Lines[i].Description)
					require.Equal(t, texts(l.Quantity, l.UnitPrice, l.Total, l.Rate), texts(got.Lines[i].Quantity, got.Lines[i].UnitPrice, got.Lines[i].Total, got.Lines[i].Rate))
					require.Equal(t, l.Unit.Code(), got.Lines[i].UnitCode)
				}
			}
		})
	}
}
