package reference_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/reference"
	"allot/internal/platform/apperr"
	"allot/internal/platform/fold"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

func countryIn(t *testing.T, lang, code string) reference.Country {
	t.Helper()
	list := service(t).Countries(lang)
	i := slices.IndexFunc(list, func(c reference.Country) bool { return c.Code == code })
	require.NotEqual(t, -1, i, code)
	return list[i]
}

func TestService_Countries(t *testing.T) {
	t.Parallel()

	t.Run("each has its name in the language", func(t *testing.T) {
		t.Parallel()
		for lang, want := range map[string][2]string{
			"en": {"Greece", "Germany"}, "de": {"Griechenland", "Deutschland"}, "tr": {"Yunanistan", "Almanya"},
			"el": {"Ελλάδα", "Γερμανία"}, "ru": {"Греция", "Германия"}, "nb": {"Hellas", "Tyskland"},
		} {
			require.Equal(t, want[0], countryIn(t, lang, "GR").Name, lang)
			require.Equal(t, want[1], countryIn(t, lang, "DE").Name, lang)
		}
	})

	t.Run("they come in the alphabetical order of the language", func(t *testing.T) {
		t.Parallel()
		place := func(lang, code string) int {
			return slices.IndexFunc(service(t).Countries(lang), func(c reference.Country) bool { return c.Code == code })
		}
		require.Less(t, place("de", "AT"), place("de", "PK"), "Österreich before Pakistan")
		require.Less(t, place("tr", "DJ"), place("tr", "TD"), "Cibuti before Çad")
		require.Less(t, place("en", "AX"), place("en", "AL"), "Åland before Albania")
		require.Less(t, place("sv", "ZW"), place("sv", "AX"), "in Swedish Å comes after Z")
	})

	t.Run("all is known of a country", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, reference.Country{
			Code: "GR", Alpha3: "GRC", Numeric: "300", Name: "Greece", CallingCode: "+30", Currency: "EUR",
			Continent: "EU", Timezones: []string{"Europe/Athens"}, EU: true,
		}, countryIn(t, "en", "GR"))
		require.Equal(t, reference.Country{
			Code: "TR", Alpha3: "TUR", Numeric: "792", Name: "Türkei", CallingCode: "+90", Currency: "TRY",
			Continent: "AS", Timezones: []string{"Europe/Istanbul"},
		}, countryIn(t, "de", "TR"))
		require.Equal(t, "EUR", countryIn(t, "en", "BG").Currency, "since 2026")
		require.Equal(t, "EUR", countryIn(t, "en", "HR").Currency, "since 2023")
	})

	t.Run("they are exactly those that the services accept", func(t *testing.T) {
		t.Parallel()
		for _, lang := range []string{"en", "de", "el", "tr", "ar"} {
			var codes []string
			union := 0
			for _, c := range service(t).Countries(lang) {
				codes = append(codes, c.Code)
				require.Regexp(t, `^[A-Z]{3}$`, c.Alpha3, c.Code)
				require.Regexp(t, `^[0-9]{3}$|^$`, c.Numeric, c.Code)
				require.Regexp(t, `^\+[1-9][0-9 ]*$`, c.CallingCode, c.Code)
				require.Contains(t, []string{"AF", "AN", "AS", "EU", "NA", "OC", "SA"}, c.Continent)
				require.NotEmpty(t, c.Name, c.Code)
				require.NotNil(t, c.Timezones, c.Code)
				require.True(t, c.Code == "AQ" || money.Currency(c.Currency).Valid(), c.Code)
				for _, zone := range c.Timezones {
					require.True(t, iso.IsTimezone(zone), zone)
				}
				if c.EU {
					union++
				}
			}
			require.ElementsMatch(t, iso.Countries(), codes, lang)
			require.Equal(t, 27, union)
		}
	})
}

func TestService_States(t *testing.T) {
	t.Parallel()

	t.Run("they are those of the country, by name", func(t *testing.T) {
		t.Parallel()
		list, err := service(t).States("DE")
		require.NoError(t, err)
		require.Len(t, list, 16)
		require.Equal(t, "01", list[0].Code, "Baden-Württemberg")
		require.Contains(t, list, reference.State{Country: "DE", Code: "02", Name: "Bavaria"})
		list, err = service(t).States("TR")
		require.NoError(t, err)
		require.Len(t, list, 81)
	})

	t.Run("they are in the order of their folded names", func(t *testing.T) {
		t.Parallel()
		for _, country := range iso.Countries() {
			list, err := service(t).States(country)
			require.NoError(t, err)
			require.True(t, slices.IsSortedFunc(list, func(a, b reference.State) int {
				return cmp.Or(strings.Compare(fold.Fold(a.Name), fold.Fold(b.Name)), strings.Compare(a.Code, b.Code))
			}), country)
		}
	})

	t.Run("no code is used twice", func(t *testing.T) {
		t.Parallel()
		for _, country := range iso.Countries() {
			list, err := service(t).States(country)
			require.NoError(t, err)
			seen := map[string]bool{}
			for _, s := range list {
				require.Equal(t, country, s.Country)
				require.False(t, seen[s.Code], "%s %s", country, s.Code)
				seen[s.Code] = true
			}
		}
	})

	t.Run("an unknown country is refused with what would be right", func(t *testing.T) {
		t.Parallel()
		for _, country := range []string{"", "gr", "ZZ", "Greece", "YU"} {
			_, err := service(t).States(country)
			require.Equal(t, []apperr.FieldError{
				apperr.Problem("country", "must be a country code of ISO 3166-1 in upper case, such as GR"),
			}, apperr.Of(err).Fields, country)
		}
	})
}
