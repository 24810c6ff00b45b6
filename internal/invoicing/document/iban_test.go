package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/invoicing/document"
)

func TestIsIBAN(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"DE02120300000000202051":               true,
		"GR1601101250000000012300695":          true,
		"TR330006100519786457841326":           true,
		"MT84MALT011000012345MTLCAST001S":      true,
		"NO9386011117947":                      true,
		"DE03120300000000202051":               false,
		"DE02120300000000202015":               false,
		"DE02 1203 0000 0000 2020 51":          false,
		"de02120300000000202051":               false,
		"DE0212030000":                         false,
		"":                                     false,
		"DE0212030000000020205100000000000001": false,
	}
	for iban, want := range tests {
		require.Equal(t, want, document.IsIBAN(iban), iban)
	}
}

func TestIsIBAN_OneWrongDigit(t *testing.T) {
	t.Parallel()
	const iban = "DE02120300000000202051"
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(2, len(iban)-1).Draw(t, "place")
		digit := rapid.ByteRange('0', '9').Filter(func(b byte) bool { return b != iban[i] }).Draw(t, "digit")
		require.False(t, document.IsIBAN(iban[:i]+string(digit)+iban[i+1:]))
	})
}

func TestAccount(t *testing.T) {
	t.Parallel()
	require.Equal(t, "DE02120300000000202051", document.CleanAccount(" de02 1203\u00a00000 0000 2020 51\n"))
	require.Equal(t, "DE02 1203 0000 0000 2020 51", document.GroupedIBAN("DE02120300000000202051"))
	require.Empty(t, document.GroupedIBAN(""))
	for bic, want := range map[string]bool{
		"BYLADEM1001": true, "DEUTDEFF": true, "DEUTDEFF1": false, "DEUT": false, "deutdeff": false, "DEU1DEFF": false, "": false,
	} {
		require.Equal(t, want, document.IsBIC(bic), bic)
	}
}
