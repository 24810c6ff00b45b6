package facts_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/platform/lang"
)

// valueOf is the value of one line, or of its table.
func valueOf(tb testing.TB, lines []facts.Line, key string) string {
	tb.Helper()
	for _, l := range lines {
		if l.Key == key {
			return l.Value
		}
	}
	require.Fail(tb, "no line", key)
	return ""
}

func TestCategory_Describe(t *testing.T) {
	t.Parallel()

	t.Run("words a room in the order of the sheet", func(t *testing.T) {
		t.Parallel()
		c := category(t, "rooms")
		records, err := save(c, []byte(exampleRooms))
		require.NoError(t, err)
		lines := c.Describe("en", records[0])
		require.Equal(t, "code", lines[0].Key)
		require.Equal(t, facts.Line{Key: "size", Label: "Size from", Value: "26 m²"}, lines[4])
		require.Equal(t, "Minimum occupancy (persons)", lines[5].Label)
		require.Equal(t, facts.Line{Key: "beds", Label: "Beds", Table: &facts.Table{
			Columns: []string{"Bed", "Count", "Width"},
			Rows:    [][]string{{"King-size bed", "1", "180 cm"}, {"Sofa bed", "1", ""}},
		}}, lines[10])
		last := lines[len(lines)-1]
		require.True(t, last.Long)
		require.Equal(t, "26 m² with balcony to the sea.", last.Value)
	})

	t.Run("words seasons, offers and numbers as the language does", func(t *testing.T) {
		t.Parallel()
		c := category(t, "pools")
		records, err := save(c, []byte(examplePools))
		require.NoError(t, err)
		en := c.Describe("en", records[0])
		require.Equal(t, "1.2 m", valueOf(t, en, "depth_min"))
		require.Equal(t, "15 Oct – 30 Apr", valueOf(t, en, "heating_season"))
		require.Equal(t, "Yes", valueOf(t, en, "lifeguard"))
		require.Equal(t, "Against a fee", valueOf(t, en, "towels"))
		for lang, want := range map[string][3]string{
			"de": {"1,2 m", "15.10. – 30.04.", "Ja"}, "tr": {"1,2 m", "15.10 – 30.04", "Evet"}, "el": {"1,2 m", "15/10 – 30/04", "Ναι"},
		} {
			lines := c.Describe(lang, records[0])
			got := [3]string{valueOf(t, lines, "depth_min"), valueOf(t, lines, "heating_season"), valueOf(t, lines, "lifeguard")}
			if lang == "el" {
				got[0] = strings.Replace(got[0], "μ.", "m", 1) // the unit is the labels' matter
			}
			require.Equal(t, want, got)
		}
	})

	t.Run("parts thousands as the language does, but not those of a year", func(t *testing.T) {
		t.Parallel()
		general := record(t, `{"plot_area": 1250, "rooms_total": 1024, "year_built": 1998}`)
		policies := record(t, `{"deposit": {"amount": "1234567.50", "currency": "TRY"}}`)
		rooms := record(t, `{"size": 12345.5}`)
		location := record(t, `{"altitude": -1250, "latitude": 35.3167}`)
		for lang, want := range map[string][]string{
			"en": {"1,250 m²", "1,024", "1998", "1,234,567.50 TRY", "12,345.5 m²", "-1,250 m", "35.3167°"},
			"de": {"1.250 m²", "1.024", "1998", "1.234.567,50 TRY", "12.345,5 m²", "-1.250 m", "35,3167°"},
			"tr": {"1.250 m²", "1.024", "1998", "1.234.567,50 TRY", "12.345,5 m²", "-1.250 m", "35,3167°"},
			"el": {"1.250 m²", "1.024", "1998", "1.234.567,50 TRY", "12.345,5 m²", "-1.250 m", "35,3167°"},
		} {
			got := []string{
				valueOf(t, category(t, "general").Describe(lang, general), "plot_area"),
				valueOf(t, category(t, "general").Describe(lang, general), "rooms_total"),
				valueOf(t, category(t, "general").Describe(lang, general), "year_built"),
				valueOf(t, category(t, "policies").Describe(lang, policies), "deposit"),
				valueOf(t, category(t, "rooms").Describe(lang, rooms), "size"),
				valueOf(t, category(t, "location").Describe(lang, location), "altitude"),
				valueOf(t, category(t, "location").Describe(lang, location), "latitude"),
			}
			for i := range got {
				got[i] = strings.NewReplacer("τ.μ.", "m²", "μ.", "m").Replace(got[i]) // the unit is the labels' matter
			}
			require.Equal(t, want, got, lang)
		}
	})

	t.Run("words codes, hours, dates and money", func(t *testing.T) {
		t.Parallel()
		services := record(t, `{"languages": ["de", "tr"], "reception_hours": [{"from": "07:00", "to": "23:00"},
			{"days": ["fri", "mon", "tue", "wed", "sun"], "from": "23:00", "to": "01:00"}]}`)
		lines := category(t, "services").Describe("en", services)
		require.Equal(t, "German, Turkish", valueOf(t, lines, "languages"))
		require.Equal(t, "daily 07:00–23:00; Mon–Wed, Fri, Sun 23:00–01:00", valueOf(t, lines, "reception_hours"))

		policies := record(t, `{"deposit": {"amount": "50.00", "currency": "EUR"}, "check_in_from": "14:00"}`)
		require.Equal(t, "50.00 EUR", valueOf(t, category(t, "policies").Describe("en", policies), "deposit"))
		require.Equal(t, "50,00 EUR", valueOf(t, category(t, "policies").Describe("de", policies), "deposit"))

		safety := record(t, `{"last_water_test": "2026-05-01"}`)
		require.Equal(t, "1 May 2026", valueOf(t, category(t, "safety_sustainability").Describe("en", safety), "last_water_test"))
		require.Equal(t, "01.05.2026", valueOf(t, category(t, "safety_sustainability").Describe("de", safety), "last_water_test"))

		place := record(t, `{"country": "GR", "latitude": 35.34, "altitude": 12}`)
		require.Equal(t, "Greece", valueOf(t, category(t, "location").Describe("en", place), "country"))
		require.Equal(t, "Griechenland", valueOf(t, category(t, "location").Describe("de", place), "country"))
		require.Equal(t, "35.34°", valueOf(t, category(t, "location").Describe("en", place), "latitude"))
		require.Equal(t, "12 m", valueOf(t, category(t, "location").Describe("en", place), "altitude"))
	})

	t.Run("takes texts in the reader's language, then English, then any", func(t *testing.T) {
		t.Parallel()
		c := category(t, "rooms")
		texts := func(raw string) facts.Record { return record(t, `{"description": `+raw+`}`) }
		require.Equal(t, "d", valueOf(t, c.Describe("de-AT", texts(`{"en": "e", "de": "d"}`)), "description"))
		require.Equal(t, "f", valueOf(t, c.Describe("fr", texts(`{"en": "e", "fr": "f"}`)), "description"))
		require.Equal(t, "e", valueOf(t, c.Describe("tr", texts(`{"en": "e", "de": "d"}`)), "description"))
		require.Equal(t, "d", valueOf(t, c.Describe("tr", texts(`{"ru": "r", "de": "d", "tr": " "}`)), "description"))
	})

	t.Run("leaves out what is not known", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, category(t, "rooms").Describe("en", nil))
		require.Empty(t, category(t, "rooms").Describe("en", facts.Record{"views": []any{}, "name": "", "description": map[string]any{}}))
	})

	for _, c := range facts.Load().Categories() {
		t.Run("has words for every field of "+c.Key, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(20) {
				for _, lang := range append(lang.Offered, "ja") {
					lines := c.Describe(lang, factstest.Full(c, seed))
					require.Len(t, lines, len(c.Fields))
					for _, l := range lines {
						require.NotEmpty(t, l.Label)
						require.NotEqual(t, l.Value == "", l.Table == nil, l.Key)
					}
				}
			}
		})
	}
}
