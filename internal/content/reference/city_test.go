package reference_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/reference"
	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
	"allot/internal/platform/page"
)

func TestService_Cities_search(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ q, first string }{
		"as written":                         {"Antalya", "TR Antalya"},
		"in small letters":                   {"antalya", "TR Antalya"},
		"in capitals":                        {"ANTALYA", "TR Antalya"},
		"the beginning":                      {"antal", "TR Antalya"},
		"Turkish capitals":                   {"İSTANBUL", "TR Istanbul"},
		"Turkish dotless":                    {"ıstanbul", "TR Istanbul"},
		"Turkish letters missing":            {"Icmeler", "TR İçmeler"},
		"German with umlaut":                 {"münchen", "DE Munich"},
		"German without umlaut":              {"munchen", "DE Munich"},
		"German written out":                 {"Muenchen", "DE Munich"},
		"Greek in Greek":                     {"Ηράκλειο", "GR Irákleion"},
		"Greek in capitals":                  {"ΗΡΑΚΛΕΙΟ", "GR Irákleion"},
		"Greek without accent":               {"ηρακλειο", "GR Irákleion"},
		"Greek in Latin letters":             {"Iraklio", "GR Irákleion"},
		"a small Greek island":               {"Μύκονος", "GR Mykonos"},
		"Cyrillic":                           {"Мюнхен", "DE Munich"},
		"the name in another language":       {"Athen", "GR Athens"},
		"the exact name before a longer one": {"Rom", "IT Rome"},
		"its own name before another's":      {"side", "TR Side"},
		"the capital before a namesake":      {"atina", "GR Athens"},
		"several words":                      {"san antonio", "US San Antonio"},
		"beginnings of several words":        {"playa ing", "ES Playa del Ingles"},
		"words in another order":             {"ingles playa", "ES Playa del Ingles"},
		"a later word":                       {"gouna", "EG El Gouna"},
		"punctuation":                        {"sharm-el  sheikh!", "EG Sharm el-Sheikh"},
		"a small resort":                     {"hersonissos", "GR Hersonissos"},
		"a small resort in Greek":            {"Χερσόνησος", "GR Hersonissos"},
		"a name that changed lately":         {"Astana", "KZ Astana"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := find(t, reference.CityQuery{Q: tt.q}, 5)
			require.NotEmpty(t, got)
			require.Equal(t, tt.first, got[0])
		})
	}
}

func TestService_Cities(t *testing.T) {
	t.Parallel()

	t.Run("country and state narrow the search", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "US Athens", find(t, reference.CityQuery{Country: "US", Q: "athens"}, 1)[0])
		require.Equal(t, []string{"TR Kemer", "TR Kemerağzı"}, find(t, reference.CityQuery{Country: "TR", State: "07", Q: "kemer"}, 50))
		require.Empty(t, find(t, reference.CityQuery{Country: "GR", Q: "antalya"}, 50))
	})

	t.Run("without words the most populous come first", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, []string{"GR Athens", "GR Thessaloníki"}, find(t, reference.CityQuery{Country: "GR"}, 2))
		require.Equal(t, []string{"GR Irákleion"}, find(t, reference.CityQuery{Country: "GR", State: "ESYE43"}, 1))
		require.Equal(t, []string{"CN Shanghai"}, find(t, reference.CityQuery{Q: "  "}, 1))
	})

	t.Run("all is known of a city", func(t *testing.T) {
		t.Parallel()
		list, count, err := service(t).Cities(reference.CityQuery{Country: "TR", Q: "antalya"}, page.Request{})
		require.NoError(t, err)
		require.Equal(t, 1, count)
		people := 758188
		require.Equal(t, []reference.City{{
			Name: "Antalya", Country: "TR", State: "07", StateName: "Antalya", Latitude: 36.908, Longitude: 30.696,
			Population: &people, Timezone: "Europe/Istanbul",
		}}, list)
		list, _, err = service(t).Cities(reference.CityQuery{Country: "GR", Q: "lindos"}, page.Request{})
		require.NoError(t, err)
		require.Nil(t, list[0].Population, "not known")
	})

	t.Run("the pages show every city once, whatever the rank", func(t *testing.T) {
		t.Parallel()
		for _, q := range []reference.CityQuery{{Q: "kos"}, {Country: "GR", Q: "a"}, {Country: "CY"}} {
			all, total, err := service(t).Cities(q, page.Request{Size: 500})
			require.NoError(t, err)
			var parts []reference.City
			for n := 1; len(parts) < len(all); n++ {
				part, count, err := service(t).Cities(q, page.Request{Page: n, Size: 7})
				require.NoError(t, err)
				require.Equal(t, total, count)
				require.NotEmpty(t, part)
				parts = append(parts, part...)
			}
			require.Equal(t, all, parts[:len(all)])
			beyond, count, err := service(t).Cities(q, page.Request{Page: 1 << 30, Size: 500})
			require.NoError(t, err)
			require.Empty(t, beyond)
			require.Equal(t, total, count)
		}
	})

	t.Run("nothing fits what no name has", func(t *testing.T) {
		t.Parallel()
		for _, q := range []string{"qqqq", "!!!", "\xff", "antalya zzz", "\n"} {
			got, count, err := service(t).Cities(reference.CityQuery{Q: q, Country: "TR", State: "07"}, page.Request{})
			require.NoError(t, err)
			if q != "\n" { // white space is no word, so the whole state fits
				require.Empty(t, got, q)
				require.Zero(t, count, q)
			}
		}
	})

	t.Run("every bad field is named", func(t *testing.T) {
		t.Parallel()
		for name, c := range map[string]struct {
			q      reference.CityQuery
			fields []string
		}{
			"no such country":         {reference.CityQuery{Country: "XX"}, []string{"country"}},
			"state without a country": {reference.CityQuery{State: "07"}, []string{"state"}},
			"state of another":        {reference.CityQuery{Country: "TR", State: "ESYE43"}, []string{"state"}},
			"all at once":             {reference.CityQuery{Country: "tr", Q: strings.Repeat("a", 201)}, []string{"country", "q"}},
			"too many words":          {reference.CityQuery{Q: strings.Repeat("a ", 21)}, []string{"q"}},
		} {
			_, _, err := service(t).Cities(c.q, page.Request{})
			require.ErrorIs(t, err, apperr.ErrValidation, name)
			var got []string
			for _, f := range apperr.Of(err).Fields {
				got = append(got, f.Field)
			}
			require.Equal(t, c.fields, got, name)
		}
	})

	t.Run("every city lies in a known country and zone", func(t *testing.T) {
		t.Parallel()
		zones, total := map[string]bool{}, 0
		for n := 1; ; n++ {
			list, count, err := service(t).Cities(reference.CityQuery{}, page.Request{Page: n, Size: 500})
			require.NoError(t, err)
			for _, c := range list {
				if !zones[c.Timezone] {
					require.True(t, iso.IsTimezone(c.Timezone), c.Timezone)
					zones[c.Timezone] = true
				}
				if !iso.IsCountry(c.Country) || c.Name == "" || c.Latitude < -90 || c.Latitude > 90 || c.Longitude < -180 || c.Longitude > 180 ||
					(c.State == "") != (c.StateName == "") {
					require.Failf(t, "bad city", "%+v", c)
				}
			}
			if total += len(list); len(list) == 0 {
				require.Equal(t, count, total)
				break
			}
		}
		require.Greater(t, total, 150_000)
	})
}

func FuzzService_Cities(f *testing.F) {
	for _, q := range []string{"", "a", "San An", "Ηράκ", "İ", "\xff\n", "ß ß", "ǅ", "𝐀"} {
		f.Add(q, "TR", "07")
	}
	f.Fuzz(func(t *testing.T, q, country, state string) {
		list, count, err := service(t).Cities(reference.CityQuery{Q: q, Country: country, State: state}, page.Request{Size: 500})
		if err != nil {
			require.ErrorIs(t, err, apperr.ErrValidation)
			return
		}
		require.Len(t, list, min(count, 500))
	})
}
