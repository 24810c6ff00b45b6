package invoicepdf_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/testkit/pdftest"
)

// bounded renders a document that must not take long nor become large. The limits are
// many times what it takes.
func bounded(t *testing.T, d document.Document) []byte {
	t.Helper()
	const seconds, bytes = 60, 20 << 20
	start := time.Now()
	doc := render(t, d, options("en"))
	require.Less(t, time.Since(start).Seconds(), float64(seconds))
	require.Less(t, len(doc), bytes)
	return doc
}

func TestRender_Hostile(t *testing.T) {
	t.Parallel()
	const long = 300_000
	for name, text := range map[string]string{
		"a word": strings.Repeat("x", long), "many words": strings.Repeat("x ", long/2), "many lines": strings.Repeat("x\n", long/20),
	} {
		t.Run(name+" in every field", func(t *testing.T) {
			t.Parallel()
			d := numbered(2)
			d.Number, d.BuyerReference, d.Note, d.PaymentTerms = text[:long/20], text[:long/20], text, text
			d.Seller.Name, d.Buyer.Street, d.Payment.Holder, d.Payment.Reference = text[:long/20], text[:long/20], text[:long/20], text[:long/20]
			d.Lines[0].Description, d.Lines[0].ID = text, text[:100]
			bounded(t, d)
		})
	}
	t.Run("1,000 lines of 2,000 characters", func(t *testing.T) {
		t.Parallel()
		d := numbered(1000)
		for i := range d.Lines {
			d.Lines[i].Description = strings.Repeat("lorem ipsum ", 2000/12)
		}
		bounded(t, d)
	})
	t.Run("sums longer than a page, of which none is lost", func(t *testing.T) {
		t.Parallel()
		d := numbered(3)
		for i := range 150 {
			d.Adjustments = append(d.Adjustments, document.Adjustment{
				Amount: amount("0.01"), Reason: fmt.Sprintf("Grund-%03d", i), Category: document.CategoryStandard, Rate: amount(fmt.Sprint(i)),
			})
		}
		d.Compute(func(document.Category) string { return "" })
		doc := bounded(t, d)
		pdftest.RequireTidy(t, doc)
		drawn := pdftest.Drawn(t, doc)
		for i := range 150 {
			require.Contains(t, drawn, fmt.Sprintf("Grund-%03d", i))
		}
		for _, x := range invoicepdf.NewSheet(d, options("en")).Taxes {
			require.Contains(t, drawn, pdftest.Squeezed(x.Rate+x.Base+x.Amount))
		}
	})
	t.Run("the largest amounts", func(t *testing.T) {
		t.Parallel()
		d := numbered(3)
		d.Currency = "KWD"
		for i := range d.Lines {
			d.Lines[i].Quantity, d.Lines[i].UnitPrice = amount("9999999999999.999999"), amount("9999999999999.999999")
			d.Lines[i].Rate, d.Lines[i].Category = amount("99.999999"), document.CategoryStandard
		}
		d.Compute(func(document.Category) string { return "" })
		pdftest.RequireTidy(t, bounded(t, d))
	})
}
