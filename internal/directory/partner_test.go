package directory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/directory"
	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
)

func TestParseCountries(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"": nil, " , ": nil, "GR": {"GR"}, " GR ,DE,,": {"GR", "DE"},
	} {
		got, err := directory.ParseCountries(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"gr", "XX", "GR;DE", "GR,Greece", "GR,\x00"} {
		_, err := directory.ParseCountries(text)
		require.ErrorIs(t, err, apperr.ErrValidation, text)
	}
}

func FuzzParseCountries(f *testing.F) {
	f.Add("GR, DE")
	f.Add(",,xx")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := directory.ParseCountries(text)
		if err != nil {
			require.ErrorIs(t, err, apperr.ErrValidation)
			return
		}
		for _, c := range got {
			require.True(t, iso.IsCountry(c))
		}
		again, err := directory.ParseCountries(strings.Join(got, ","))
		require.NoError(t, err)
		require.Equal(t, got, again)
	})
}
