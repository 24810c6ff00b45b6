package field_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
)

func TestCountries(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"": nil, " , ": nil, "GR": {"GR"}, " GR ,DE,,": {"GR", "DE"},
	} {
		var f apperr.Fields
		require.Equal(t, want, field.Countries(&f, "country", text), text)
		require.NoError(t, f.Err(), text)
	}
	for _, text := range []string{"gr", "XX", "GR;DE", "GR,Greece", "GR,\x00"} {
		var f apperr.Fields
		field.Countries(&f, "country", text)
		require.ErrorIs(t, f.Err(), apperr.ErrValidation, text)
	}
}

func TestIDs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]int64{
		"": nil, ",": nil, "7": {7}, " 7 , 12,": {7, 12}, "9223372036854775807": {1<<63 - 1},
	} {
		var f apperr.Fields
		require.Equal(t, want, field.IDs(&f, "property_id", text), text)
		require.NoError(t, f.Err(), text)
	}
	for _, text := range []string{"0", "-1", "1.5", "1;2", "1,x", "9223372036854775808"} {
		var f apperr.Fields
		field.IDs(&f, "property_id", text)
		require.ErrorIs(t, f.Err(), apperr.ErrValidation, text)
	}
}

func TestIDs_tooMany(t *testing.T) {
	t.Parallel()
	var f apperr.Fields
	require.Len(t, field.IDs(&f, "property_id", strings.Repeat("7,", field.MaxIDs)), field.MaxIDs)
	require.NoError(t, f.Err())
	require.Empty(t, field.IDs(&f, "property_id", strings.Repeat("x,", 10_000)))
	require.Equal(t, apperr.Fields{apperr.Problem("property_id", "must be at most %d ids, separated by commas; there are %d", 200, 10_000)}, f)
}

func FuzzCountries(f *testing.F) {
	f.Add("GR, DE")
	f.Add(",,xx")
	f.Fuzz(func(t *testing.T, text string) {
		var bad apperr.Fields
		got := field.Countries(&bad, "country", text)
		if len(bad) > 0 {
			return
		}
		for _, c := range got {
			require.True(t, iso.IsCountry(c))
		}
		require.Equal(t, got, field.Countries(&bad, "country", strings.Join(got, ",")))
		require.NoError(t, bad.Err())
	})
}

func FuzzIDs(f *testing.F) {
	f.Add("1, 2")
	f.Add(",-1,x")
	f.Fuzz(func(t *testing.T, text string) {
		var bad apperr.Fields
		ids := field.IDs(&bad, "property_id", text)
		require.LessOrEqual(t, len(ids), field.MaxIDs)
		for _, id := range ids {
			require.True(t, id > 0 || len(bad) > 0)
		}
	})
}
