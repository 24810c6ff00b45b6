package document_test

import (
	"math/big"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/invoicing/document"
	"allot/internal/platform/money"
)

func amount(tb testing.TB, s string) money.Amount {
	tb.Helper()
	a, err := money.Parse(s)
	require.NoError(tb, err, s)
	return a
}

func TestLine_Net(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		quantity, price, base string
		decimals              int32
		want                  string
	}{
		"a half goes away from zero":          {"1", "0.005", "0", 2, "0.01"},
		"a negative half goes away from zero": {"-1", "0.005", "0", 2, "-0.01"},
		"less than a half goes to zero":       {"1", "0.004999", "0", 2, "0.00"},
		"no decimals":                         {"3", "333.5", "0", 0, "1001.00"},
		"three decimals":                      {"1", "0.0005", "0", 3, "0.001"},
		"a price for several units":           {"10", "84.50", "3", 2, "281.67"},
		"a price for several units, negative": {"-10", "84.50", "3", 2, "-281.67"},
		"an exact half of a division":         {"1", "0.03", "4", 2, "0.01"},
		"a price for less than one unit":      {"2", "1", "0.5", 2, "4.00"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := document.Line{Quantity: amount(t, tt.quantity), UnitPrice: amount(t, tt.price), BaseQuantity: amount(t, tt.base)}
			require.Equal(t, tt.want, l.Net(tt.decimals).String())
		})
	}
}

func TestLineTotal(t *testing.T) {
	t.Parallel()
	for currency, want := range map[money.Currency]string{"EUR": "1.50", "JPY": "1.00", "KWD": "1.495"} {
		require.Equal(t, want, document.LineTotal(amount(t, "2.3"), amount(t, "0.65"), currency).String(), currency)
	}
}

func TestDocument_Compute(t *testing.T) {
	t.Parallel()
	none := func(document.Category) string { return "" }
	t.Run("tax is rounded for each rate, not for each line", func(t *testing.T) {
		t.Parallel()
		d := document.Document{Currency: "EUR"}
		for range 3 {
			d.Lines = append(d.Lines, document.Line{
				Quantity: amount(t, "1"), UnitPrice: amount(t, "0.07"), Category: document.CategoryStandard, Rate: amount(t, "7"),
			})
		}
		d.Lines[2].Rate = amount(t, "7.00")
		d.Compute(none)
		require.Len(t, d.Taxes, 1)
		require.Equal(t, "0.21", d.Taxes[0].Base.String())
		require.Equal(t, "0.01", d.Taxes[0].Amount.String()) // three times 0.00 by line
		require.Equal(t, "0.22", d.Totals.Due.String())
	})
	t.Run("adjustments change the base of their rate", func(t *testing.T) {
		t.Parallel()
		d := complete(t)
		d.Adjustments = []document.Adjustment{
			{Amount: amount(t, "45"), Category: document.CategoryStandard, Rate: amount(t, "7")},
			{Charge: true, Amount: amount(t, "10"), Category: document.CategoryExempt},
		}
		d.Totals.Prepaid, d.Totals.Rounding = amount(t, "100"), amount(t, "-0.01")
		d.Compute(none)
		require.Equal(t, []string{"845.00", "45.00", "10.00", "810.00", "56.00", "866.00", "765.99"}, []string{
			d.Totals.Lines.String(), d.Totals.Allowances.String(), d.Totals.Charges.String(), d.Totals.Net.String(),
			d.Totals.Tax.String(), d.Totals.Gross.String(), d.Totals.Due.String(),
		})
		require.Equal(t, []string{"800.00", "10.00"}, []string{d.Taxes[0].Base.String(), d.Taxes[1].Base.String()})
	})
	t.Run("a category without tax has the given reason, else its own", func(t *testing.T) {
		t.Parallel()
		for _, c := range document.Categories {
			d := document.Document{Currency: "EUR", Lines: []document.Line{{Category: c}}}
			d.Compute(none)
			require.Equal(t, c.DefaultReason(), d.Taxes[0].Reason)
			require.Equal(t, c.NeedsReason(), d.Taxes[0].Reason != "")
			d.Compute(func(document.Category) string { return "§ 4 UStG" })
			require.Equal(t, c.NeedsReason(), d.Taxes[0].Reason == "§ 4 UStG")
		}
	})
	t.Run("computing again changes nothing", func(t *testing.T) {
		t.Parallel()
		d := complete(t)
		want := d.Totals
		d.Compute(none)
		require.Equal(t, want, d.Totals)
	})
}

func TestDocument_Compute_AddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := document.Document{Currency: rapid.SampledFrom([]money.Currency{"EUR", "JPY", "KWD"}).Draw(t, "currency")}
		number := func(label string, low, high int64, decimals int32) money.Amount {
			return money.New(decimal.New(rapid.Int64Range(low, high).Draw(t, label), -decimals))
		}
		for range rapid.IntRange(1, 20).Draw(t, "lines") {
			d.Lines = append(d.Lines, document.Line{
				Quantity: number("quantity", -1e6, 1e6, 3), UnitPrice: number("price", 0, 1e9, 6),
				BaseQuantity: number("base", 0, 3, 0), Category: document.CategoryStandard, Rate: number("rate", 0, 3, 0),
			})
		}
		for range rapid.IntRange(0, 3).Draw(t, "adjustments") {
			d.Adjustments = append(d.Adjustments, document.Adjustment{
				Charge: rapid.Bool().Draw(t, "charge"), Amount: number("amount", -1000, 1000, 2), Category: document.CategoryStandard, Rate: number("rate", 0, 3, 0),
			})
		}
		d.Totals.Prepaid = number("prepaid", 0, 1000, 2)
		d.Compute(document.Category.DefaultReason)

		lines, base, tax := decimal.Zero, decimal.Zero, decimal.Zero
		for _, l := range d.Lines {
			lines = lines.Add(l.Total.Decimal())
		}
		for _, x := range d.Taxes {
			base, tax = base.Add(x.Base.Decimal()), tax.Add(x.Amount.Decimal())
			exact := new(big.Rat).Mul(x.Base.Decimal().Rat(), x.Rate.Decimal().Rat())
			requireHalfAway(t, exact.Quo(exact, big.NewRat(100, 1)), x.Amount, d.Currency)
		}
		total := d.Totals
		require.True(t, lines.Equal(total.Lines.Decimal()))
		require.True(t, base.Equal(total.Net.Decimal()))
		require.True(t, tax.Equal(total.Tax.Decimal()))
		require.True(t, total.Net.Equal(total.Lines.Sub(total.Allowances).Add(total.Charges)))
		require.True(t, total.Gross.Equal(total.Net.Add(total.Tax)))
		require.True(t, total.Due.Equal(total.Gross.Sub(total.Prepaid)))
	})
}

// requireHalfAway requires that got is exact, rounded half a unit away from zero.
func requireHalfAway(t require.TestingT, exact *big.Rat, got money.Amount, c money.Currency) {
	want := exact.FloatString(int(c.MinorUnits())) // which rounds that way, without decimals in between
	require.True(t, decimal.RequireFromString(want).Equal(got.Decimal()), "%s is not %s", got, want)
}
