package facts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

// Whatever text passes here passes the published schema, and can be worded.
func FuzzFormats(f *testing.F) {
	for _, s := range []string{
		"a@example.com", "https://example.com:80/x?y#z", "http://[::1]/", "https://exämple.com/%zz", "GR-M", "HER",
		"Europe/Athens", "GR", "2024-02-29", "14:00", "+302810123456", "EUR", "12.50", "02-29", "zh-Hant-TW", "x\u200by",
	} {
		f.Add(s)
	}
	places := map[string][]string{
		"contacts":              {"email", "website", "phone", "person"},
		"location":              {"state", "country", "timezone", "airport_iata"},
		"safety_sustainability": {"last_water_test"},
		"policies":              {"check_in_from", "currency", "pets"},
	}
	f.Fuzz(func(t *testing.T, s string) {
		for key, fields := range places {
			c := category(t, key)
			for _, field := range fields {
				requireSame(t, c, facts.Record{field: s})
			}
		}
		requireSame(t, category(t, "rooms"), facts.Record{"description": map[string]any{s: "x"}})
		requireSame(t, category(t, "rooms"), facts.Record{"description": map[string]any{"en": s}})
		requireSame(t, category(t, "services"), facts.Record{"languages": []any{s}})
		requireSame(t, category(t, "pools"), facts.Record{"season": []any{map[string]any{"from": s, "to": s}}})
		requireSame(t, category(t, "policies"), facts.Record{"deposit": map[string]any{"amount": s, "currency": "EUR"}})
	})
}

func requireSame(t *testing.T, c *facts.Category, r facts.Record) {
	t.Helper()
	if c.Validate("", r) != nil {
		return
	}
	require.NoError(t, published(t, c).Validate(plainJSON(t, r)), "%s", asJSON(t, r))
	c.Describe("en", r)
}
