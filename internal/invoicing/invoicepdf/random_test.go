package invoicepdf_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/lang"
	"allot/internal/platform/money"
	"allot/internal/testkit/pdftest"
)

// randomInvoice is a document with computed totals. Equal seeds make equal documents.
func randomInvoice(seed uint64) (d document.Document, language string) {
	r := rand.New(rand.NewPCG(seed, 7))
	number := func(digits, decimals int) money.Amount {
		s := fmt.Sprint(r.Int64N(pow10(1 + r.IntN(digits))))
		if n := r.IntN(decimals + 1); n > 0 {
			s += fmt.Sprintf(".%0*d", n, r.Int64N(pow10(n)))
		}
		return amount(s)
	}
	d = invoice(0)
	d.Currency = []money.Currency{"EUR", "USD", "GBP", "TRY", "JPY", "KWD"}[r.IntN(6)]
	rates := []string{"7", "19", "5.5", "13", "24", "0.125"}
	tax := func() (document.Category, money.Amount) {
		c := document.Categories[r.IntN(len(document.Categories))]
		if c != document.CategoryStandard && r.IntN(2) == 0 || c == document.CategoryStandard {
			return document.CategoryStandard, amount(rates[r.IntN(len(rates))])
		}
		return c, money.Amount{}
	}
	for i := range 1 + r.IntN(30) {
		l := document.Line{ID: fmt.Sprint(i + 1), Description: fmt.Sprintf("Leistung-%d %s", i+1, long(r.IntN(60)))}
		l.Quantity, l.UnitPrice = number(4, 3), number(7, 6)
		if r.IntN(8) == 0 {
			l.Quantity = l.Quantity.Neg()
		}
		l.Unit = document.Units[r.IntN(len(document.Units))]
		l.Category, l.Rate = tax()
		d.Lines = append(d.Lines, l)
	}
	for range r.IntN(3) {
		a := document.Adjustment{Charge: r.IntN(2) == 0, Amount: number(4, 2).Round(d.Currency), Reason: "Grund"}
		a.Category, a.Rate = tax()
		d.Adjustments = append(d.Adjustments, a)
	}
	if r.IntN(3) == 0 {
		d.Totals.Prepaid = number(5, 2).Round(d.Currency)
	}
	d.Compute(func(document.Category) string { return "" })
	return d, lang.Offered[r.IntN(len(lang.Offered))]
}

func pow10(n int) int64 { return decimal.New(1, int32(n)).IntPart() }

// printed reads an amount as a person does who knows the language.
func printed(t require.TestingT, language, text string) decimal.Decimal {
	thousands, point := ".", ","
	if language == "en" {
		thousands, point = ",", "."
	}
	text = strings.ReplaceAll(text, thousands, "")
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune("-0123456789"+point, r) {
			return r
		}
		return -1
	}, text)
	d, err := decimal.NewFromString(strings.ReplaceAll(text, point, "."))
	require.NoError(t, err, text)
	return d
}

func TestSheet_PrintsTheAmountsOfTheDocument(t *testing.T) {
	t.Parallel()
	documents := sized(1_000, 10_000)
	for seed := range uint64(documents) {
		d, language := randomInvoice(seed)
		s := invoicepdf.NewSheet(d, options(language))
		same := func(want decimal.Decimal, text, what string) {
			if got := printed(t, language, text); !got.Equal(want) {
				t.Fatalf("document %d in %s: %s is %s, printed as %q", seed, language, what, want, text)
			}
		}
		rows, bases, taxes := decimal.Zero, decimal.Zero, decimal.Zero
		for i, row := range s.Table.Rows {
			l := d.Lines[i]
			same(l.Total.Decimal(), row.Net, "net")
			same(l.UnitPrice.Decimal(), row.Price, "price")
			quantity, _, _ := strings.Cut(row.Quantity, " ")
			same(l.Quantity.Decimal(), quantity, "quantity")
			rows = rows.Add(printed(t, language, row.Net))
			same(rows, row.Sum, "sum so far")
		}
		same(d.Totals.Lines.Decimal(), s.Table.Rows[len(d.Lines)-1].Sum, "sum of lines")
		for i, tax := range s.Taxes {
			same(d.Taxes[i].Base.Decimal(), tax.Base, "base")
			same(d.Taxes[i].Amount.Decimal(), tax.Amount, "tax")
			bases, taxes = bases.Add(printed(t, language, tax.Base)), taxes.Add(printed(t, language, tax.Amount))
			require.Equal(t, d.Taxes[i].Category.NeedsReason(), tax.Reason != "")
		}
		texts := invoicepdf.AllTexts[language]
		sums := map[string]string{}
		for _, sum := range s.Totals {
			sums[sum.Label] = sum.Value
		}
		same(bases, sums[texts.NetTotal], "net total, the sum of the bases")
		same(taxes, sums[texts.TaxTotal], "tax total, the sum of the taxes")
		same(bases.Add(taxes), sums[texts.GrossTotal], "gross total")
		last := s.Totals[len(s.Totals)-1]
		require.True(t, last.Strong)
		same(d.Totals.Due.Decimal(), last.Value, "what is to be paid")
	}
}

func TestRender_PrintsTheSheet(t *testing.T) {
	t.Parallel()
	documents := sized(12, 60)
	for seed := range uint64(documents) {
		t.Run(fmt.Sprintf("of document %d, whole and in order", seed), func(t *testing.T) {
			t.Parallel()
			d, language := randomInvoice(seed)
			o := options(language)
			s := invoicepdf.NewSheet(d, o)
			want := []string{s.Title, s.Number, s.Buyer.Name, s.Seller.Name}
			for _, f := range s.Facts {
				want = append(want, f.Label, f.Value)
			}
			for _, r := range s.Table.Rows {
				want = append(want, r.Position, r.Description, r.Quantity, r.Price, r.Rate, r.Net)
			}
			for _, x := range s.Taxes {
				want = append(want, x.Rate, x.Base, x.Amount, x.Reason)
			}
			for _, sum := range s.Totals {
				want = append(want, sum.Value)
			}
			pdftest.InOrder(t, pdftest.Drawn(t, render(t, d, o)), want...)
		})
	}
}

// sized returns how many documents a test makes: in make check fewer than in make
// nightly.
func sized(check, nightly int) int {
	if os.Getenv("ALLOT_TEST_SLOW") == "all" {
		return nightly
	}
	return check
}
