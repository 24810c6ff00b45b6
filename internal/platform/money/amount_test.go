package money_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/money"
)

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
	require.Equal(t, "19.00", money.New(decimal.New(19, 0)).String())
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
