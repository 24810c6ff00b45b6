package money_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/platform/money"
)

func anyAmount(t *rapid.T, label string) money.Amount {
	return amount(t, rapid.StringMatching(`-?[0-9]{1,13}(\.[0-9]{1,6})?`).Draw(t, label))
}

// amount parses an amount that a test writes out.
func amount(t require.TestingT, s string) money.Amount {
	a, err := money.Parse(s)
	require.NoError(t, err, s)
	return a
}

func rat(t require.TestingT, s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	require.True(t, ok, s)
	return r
}

func TestAmount_Round(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in       string
		currency money.Currency
		want     string // as Format prints it
	}{
		{"0.005", "EUR", "0.01"},
		{"0.004999", "EUR", "0.00"},
		{"-0.005", "EUR", "-0.01"},
		{"-0.004999", "EUR", "0.00"},
		{"1.005", "EUR", "1.01"}, // 1.00 if it ever was a float
		{"2.675", "USD", "2.68"},
		{"2.665", "USD", "2.67"}, // 2.66 if half went to even
		{"-2.675", "USD", "-2.68"},
		{"120", "TRY", "120.00"},
		{"9.995", "GBP", "10.00"},
		{"9999999999999.995", "EUR", "10000000000000.00"},
		{"0.5", "JPY", "1"},
		{"0.499999", "JPY", "0"},
		{"1.5", "KRW", "2"},
		{"2.5", "VND", "3"},
		{"-2.5", "CLP", "-3"},
		{"100.49", "ISK", "100"},
		{"1.0005", "KWD", "1.001"},
		{"1.0004", "BHD", "1.000"},
		{"-1.0005", "OMR", "-1.001"},
		{"1.2345", "JOD", "1.235"},
		{"1.2345", "TND", "1.235"},
		{"1.5", "LYD", "1.500"},
		{"7", "IQD", "7.000"},
		{"1.235", "XYZ", "1.24"}, // unknown ones have cents
	} {
		a := amount(t, c.in)
		require.Equal(t, c.want, a.Format(c.currency), "%s %s", c.in, c.currency)
		require.Equal(t, c.want, a.Round(c.currency).Format(c.currency), "%s %s", c.in, c.currency)
	}
}

func TestAmount_properties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyAmount(t, "a"), anyAmount(t, "b")
		ra, rb := rat(t, a.String()), rat(t, b.String())

		require.Zero(t, rat(t, a.Add(b).String()).Cmp(new(big.Rat).Add(ra, rb)))
		require.Zero(t, rat(t, a.Mul(b).String()).Cmp(new(big.Rat).Mul(ra, rb)))
		require.Zero(t, rat(t, a.Percent(b).String()).Cmp(new(big.Rat).Quo(new(big.Rat).Mul(ra, rb), big.NewRat(100, 1))))
		require.True(t, a.Add(b).Sub(b).Equal(a))
		require.Equal(t, ra.Cmp(rb), a.Cmp(b))
		require.Equal(t, ra.Sign(), a.Sign())
		require.Equal(t, a.IsZero(), a.Sign() == 0)

		c := rapid.SampledFrom([]money.Currency{"EUR", "JPY", "KWD"}).Draw(t, "currency")
		half := new(big.Rat).Quo(big.NewRat(1, 2), rat(t, "1"+strings.Repeat("0", int(c.MinorUnits()))))
		off := new(big.Rat).Sub(rat(t, a.Round(c).String()), ra)
		require.LessOrEqual(t, off.Abs(off).Cmp(half), 0, "rounding moves by half a unit at most")
		require.True(t, a.Neg().Round(c).Equal(a.Round(c).Neg()), "rounding is the same below zero")
		require.True(t, a.Round(c).Round(c).Equal(a.Round(c)))
	})
}

func TestAmount_String(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0": "0.00", "-0": "0.00", "-0.000": "0.00", "120": "120.00", "120.5": "120.50", "120.500000": "120.50",
		"0.123456": "0.123456", "0.10": "0.10", "100": "100.00", "0012.50": "12.50", "1.230": "1.23",
		"-9999999999999.999999": "-9999999999999.999999",
	} {
		require.Equal(t, want, amount(t, in).String(), in)
	}
	require.Equal(t, "0.00", money.Amount{}.String())
	require.Equal(t, "19.00", money.New(amount(t, "19").Decimal()).String())
}

func TestParse_refuses(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"", "-", ".", "-.5", ".5", "5.", "+5", "--5", "5-", "1,5", "1 000", " 1", "1 ", "1.2.3", "0x10", "1_000", "٣",
		"1e5", "1E5", "1e400000", "1e-400000", "NaN", "Infinity", "12345678901234", "1.1234567", "−5", "1\x00",
		strings.Repeat("9", 1<<20),
	} {
		_, err := money.Parse(bad)
		require.ErrorIs(t, err, money.ErrInvalid, "%.30q", bad)
	}
}

func TestCurrency(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"EUR", "USD", "TRY", "JPY", "KWD", "AED", "ZWG", "BTN", "BWP"} {
		c, err := money.ParseCurrency(good)
		require.NoError(t, err, good)
		require.Equal(t, money.Currency(good), c)
	}
	for _, bad := range []string{"", "E", "EU", "eur", "EURO", "EUX", "UR ", " EU", "R U", "\n B", "BTN\n", "EUR USD", "ÆØ"} {
		_, err := money.ParseCurrency(bad)
		require.ErrorIs(t, err, money.ErrCurrency, "%q", bad)
	}
}
