package money_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/money"
)

func TestCurrencies(t *testing.T) {
	t.Parallel()
	all := money.Currencies()
	require.Contains(t, all, money.Currency("EUR"))
	require.IsIncreasing(t, all)
	for _, c := range all {
		require.True(t, c.Valid(), c)
	}
}
