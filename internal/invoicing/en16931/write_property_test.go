package en16931_test

import (
	"sync/atomic"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/money"
)

func TestWrite_EveryDocument(t *testing.T) {
	t.Parallel()
	sample := sampleInvoice(t)
	var complete atomic.Int64
	rapid.Check(t, func(t *rapid.T) {
		d := documents(sample).Draw(t, "document")
		gaps := d.Gaps()
		if len(gaps) == 0 {
			complete.Add(1)
		}
		for _, write := range writers() {
			data, err := write(d)
			if len(gaps) > 0 {
				require.Equal(t, &en16931.GapsError{Gaps: gaps}, err)
				continue
			}
			require.NoError(t, err)
			checkStructure(t, data)
			again, err := write(d)
			require.NoError(t, err)
			require.Equal(t, data, again)
		}
	})
	require.Positive(t, complete.Load(), "no document was complete: nothing was tested")
}

// documents generates computed documents of any shape, most of them without gaps.
func documents(sample document.Document) *rapid.Generator[document.Document] {
	return rapid.Custom(func(t *rapid.T) document.Document {
		d := sample
		d.Type = rapid.SampledFrom(document.Types).Draw(t, "type")
		d.Currency = rapid.SampledFrom([]money.Currency{"EUR", "EUR", "CHF", "JPY", "KWD", "XCG"}).Draw(t, "currency")
		d.Number, d.BuyerReference, d.Preceding = needed(t, "number"), needed(t, "reference"), needed(t, "preceding")
		d.Note, d.PaymentTerms, d.Payment.Reference = optional(t, "note"), optional(t, "terms"), optional(t, "transfer")
		d.Seller.Name, d.Buyer.City, d.Buyer.Endpoint = needed(t, "seller"), needed(t, "city"), needed(t, "endpoint")
		d.Seller.Street, d.Buyer.ContactName, d.Payment.Holder = optional(t, "street"), optional(t, "contact"), optional(t, "holder")
		d.Buyer.ID, d.Seller.TaxNumber = optional(t, "id"), optional(t, "tax number")
		taxes := taxSets().Draw(t, "taxes")
		d.Lines = nil
		for range rapid.IntRange(1, 7).Draw(t, "lines") {
			d.Lines = append(d.Lines, line(t, d, rapid.SampledFrom(taxes).Draw(t, "tax")))
		}
		for range rapid.IntRange(0, 3).Draw(t, "adjustments") {
			tax := rapid.SampledFrom(taxes).Draw(t, "tax")
			d.Adjustments = append(d.Adjustments, document.Adjustment{
				Charge: rapid.Bool().Draw(t, "charge"), Amount: number(t, "amount", -100, 100_00, 2),
				Reason: needed(t, "reason"), Category: tax.Category, Rate: tax.Rate,
			})
		}
		d.Totals.Prepaid, d.Totals.Rounding = number(t, "prepaid", 0, 50, 2), number(t, "rounding", -50, 50, 2)
		reason := optional(t, "reason")
		d.Compute(func(document.Category) string { return reason })
		return d
	})
}

// taxSets generates what the lines of one document may be taxed with.
func taxSets() *rapid.Generator[[]document.Tax] {
	return rapid.Custom(func(t *rapid.T) []document.Tax {
		c := rapid.SampledFrom(document.Categories).Draw(t, "category")
		if c == document.CategoryOutsideScope {
			return []document.Tax{{Category: c}}
		}
		taxes := []document.Tax{{Category: document.CategoryStandard, Rate: number(t, "rate", 50, 3000, 2)}}
		if c != document.CategoryStandard {
			taxes = append(taxes, document.Tax{Category: c})
		}
		return append(taxes, document.Tax{Category: document.CategoryStandard, Rate: number(t, "rate", 1, 40, 0)})
	})
}

func line(t *rapid.T, d document.Document, tax document.Tax) document.Line {
	l := document.Line{
		ID: optional(t, "line id"), Description: needed(t, "description"), Unit: rapid.SampledFrom(document.Units).Draw(t, "unit"),
		Quantity:  number(t, "quantity", -20, 5000, rapid.Int32Range(0, 6).Draw(t, "decimals")),
		UnitPrice: number(t, "price", 0, 9_999_999, rapid.Int32Range(0, 6).Draw(t, "decimals")),
		Category:  tax.Category, Rate: tax.Rate,
	}
	if rapid.Bool().Draw(t, "dated") {
		l.From, l.To = d.ServiceFrom, d.ServiceFrom.Add(rapid.IntRange(0, d.ServiceTo.Sub(d.ServiceFrom)).Draw(t, "days"))
	}
	if rapid.Bool().Draw(t, "based") {
		l.BaseQuantity = number(t, "base", 1, 1000, rapid.Int32Range(0, 2).Draw(t, "decimals"))
	}
	return l
}

func number(t *rapid.T, label string, low, high int64, decimals int32) money.Amount {
	return money.New(decimal.New(rapid.Int64Range(low, high).Draw(t, label), -decimals))
}

func optional(t *rapid.T, label string) string {
	return rapid.OneOf(rapid.Just(""), rapid.String(), rapid.StringMatching(`[#<>&"' \r\n\x00-\x1f]{0,5}[A-Za-z#]{0,6}`)).Draw(t, label)
}

func needed(t *rapid.T, label string) string { return optional(t, label) + "A" + optional(t, label) }
