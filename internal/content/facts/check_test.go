package facts_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/platform/apperr"
)

func TestCategory_Validate_SpeaksToAHotelier(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ category, body, path, want string }{
		"unknown choice": {"bars", `{"drinks": "beer"}`, "drinks", "must be one of soft, local, local_and_imported"},
		"too long":       {"rooms", `{"name": "` + strings.Repeat("ö", 121) + `"}`, "name", "must be at most 120 characters"},
		"typo":           {"rooms", `{"room_total_unit": 3}`, "room_total_unit", `is not known here; did you mean "room_total_units"?`},
		"half a name":    {"rooms", `{"total_units": 3}`, "total_units", `is not known here; did you mean "room_total_units"?`},
		"other spelling": {"rooms", `{"Max-Adults": 3}`, "Max-Adults", `is not known here; did you mean "max_adults"?`},
		"no idea":        {"rooms", `{"zzzzzzzz": 3}`, "zzzzzzzz", "is not known here"},
		"empty":          {"rooms", `{"code": ""}`, "code", "must not be empty; null removes it"},
		"range":          {"rooms", `{"size": 2001}`, "size", "must be between 0 and 2000 m²"},
		"year":           {"general", `{"year_built": 99}`, "year_built", "must be between 1000 and 2100"},
		"fraction":       {"rooms", `{"max_adults": 2.5}`, "max_adults", "must be a whole number"},
		"step":           {"general", `{"official_rating": 4.2}`, "official_rating", "must be a multiple of 0.5"},
		"text for number": {
			"rooms", `{"max_adults": "2"}`, "max_adults", "must be a whole number",
		},
		"nested":   {"rooms", `{"beds": [{"type": "king", "count": 1}, {"type": "king"}]}`, "beds[1].count", "is required"},
		"pattern":  {"location", `{"state": "Crete"}`, "state", "must have the form of GR-M"},
		"language": {"rooms", `{"description": {"EN": "x"}}`, "description.EN", "must be a language tag such as en, de or pt-BR"},
		"season":   {"pools", `{"season": [{"from": "02-30", "to": "03-01"}]}`, "season[0].from", "must be a month and a day such as 05-01"},
		"object":   {"policies", `{"deposit": 50}`, "deposit", "must be an object with amount, currency"},
		"twice":    {"rooms", `{"views": ["sea", "pool", "sea"]}`, "views[2]", "must not repeat an entry before it"},
		"tab":      {"rooms", `{"name": "Double\tRoom"}`, "name", "must be one line of text without control characters"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := category(t, tt.category).Validate("", record(t, tt.body))
			require.Equal(t, map[string]string{tt.path: tt.want}, fieldsOf(t, err))
		})
	}
}

func TestCategory_Validate_NamesEverythingAtOnce(t *testing.T) {
	t.Parallel()
	err := category(t, "rooms").Validate("[2]", record(t, `{"code": 1, "kind": "tent", "beds": [{"type": "x", "count": 0}], "oops": 1}`))
	got := fieldsOf(t, err)
	require.Len(t, got, 5)
	for _, path := range []string{"[2].code", "[2].kind", "[2].beds[0].type", "[2].beds[0].count", "[2].oops"} {
		require.Contains(t, got, path)
	}
}

func TestCategory_Merge_AcceptsEveryFullRecord(t *testing.T) {
	t.Parallel()
	for _, c := range facts.Load().Categories() {
		t.Run(c.Key, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(200) {
				full := factstest.Full(c, seed)
				require.Len(t, full, len(c.Fields))
				got, err := c.Merge("", nil, full)
				require.NoError(t, err, "seed %d", seed)
				require.Equal(t, full, got, "seed %d", seed)
				require.NoError(t, c.Validate("", got))
			}
			again := factstest.Full(c, 7)
			require.Equal(t, factstest.Full(c, 7), again)
			require.NotEqual(t, factstest.Full(c, 7), factstest.Full(c, 8))
		})
	}
}

func TestHostile_IsRefusedWithThePath(t *testing.T) {
	t.Parallel()
	for _, c := range facts.Load().Categories() {
		t.Run(c.Key, func(t *testing.T) {
			t.Parallel()
			n, seen := 0, map[string]bool{}
			for h := range factstest.Hostile(c, 1) {
				n++
				require.True(t, json.Valid(h.Body), h.Name)
				require.False(t, seen[string(h.Body)], h.Name)
				seen[string(h.Body)] = true
				_, err := save(c, h.Body)
				require.Error(t, err, "%s: %.200s", h.Name, h.Body)
				require.Contains(t, fieldsOf(t, err), h.WantPath, "%s: %.200s", h.Name, h.Body)
			}
			require.GreaterOrEqual(t, n, 200)
		})
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	accepted := map[string]string{
		"3.0": "3", "3": "3", "-0": "0", "0.0": "0", "1e1": "10", "20e-1": "2", "1.5E+1": "15", "0e5": "0", "2.50": "2.5",
		"0.30000000000000004": "0.30000000000000004",
	}
	for raw, want := range accepted {
		t.Run("keeps "+raw+" as "+want, func(t *testing.T) {
			t.Parallel()
			c := category(t, "meeting_rooms")
			got, err := c.Merge("", nil, facts.Record{"ceiling_height": json.Number(raw)})
			require.NoError(t, err)
			require.Equal(t, facts.Record{"ceiling_height": json.Number(want)}, got)
		})
	}
	for _, raw := range []string{
		"1e400", "1e-400", "-1e400", "1e2147483647", "1e-2147483648", "1e99999999999999999999", "0e400", "not a number", "",
		strings.Repeat("1", 10_000), "0." + strings.Repeat("0", 1_000_000) + "1", "1" + strings.Repeat("0", 1_000_000),
	} {
		t.Run(fmt.Sprintf("refuses %.20s", raw), func(t *testing.T) {
			t.Parallel()
			err := category(t, "meeting_rooms").Validate("", facts.Record{"ceiling_height": json.Number(raw)})
			require.Contains(t, fieldsOf(t, err), "ceiling_height")
		})
	}

	t.Run("takes money as a number too", func(t *testing.T) {
		t.Parallel()
		c := category(t, "policies")
		got, err := c.Merge("", nil, record(t, `{"deposit": {"amount": 12.5, "currency": "EUR"}}`))
		require.NoError(t, err)
		require.JSONEq(t, `{"deposit": {"amount": "12.50", "currency": "EUR"}}`, asJSON(t, got))
	})

	t.Run("refuses values that are no decoded JSON", func(t *testing.T) {
		t.Parallel()
		for _, v := range []any{3.5, 3, json.RawMessage("3"), []string{"a"}, struct{}{}} {
			err := category(t, "meeting_rooms").Validate("", facts.Record{"ceiling_height": v, "equipment": v})
			require.Len(t, fieldsOf(t, err), 2)
		}
	})
}

// A body that is wrong everywhere must cost no more than one that is right.
func TestSave_IsCheapForHostileMegabytes(t *testing.T) {
	t.Parallel()
	var names, langs strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&names, `"field_%d":1,`, i)
		fmt.Fprintf(&langs, `"l%d":"x",`, i)
	}
	const size = 1 << 20
	bodies := map[string]string{
		"unknown names":  "{" + strings.TrimSuffix(names.String(), ",") + "}",
		"languages":      `{"description":{` + strings.TrimSuffix(langs.String(), ",") + `}}`,
		"one long text":  `{"name":"` + strings.Repeat("x", size) + `"}`,
		"one long name":  `{"` + strings.Repeat("x", size) + `":1}`,
		"a long number":  `{"max_adults":` + strings.Repeat("9", size) + `}`,
		"a long list":    `{"views":[` + strings.Repeat("1,", size/2) + `1]}`,
		"long beds":      `{"beds":[` + strings.Repeat(`{"a":1},`, size/8) + `{}]}`,
		"bad beds":       `{"beds":[` + strings.Repeat(`{"a":1},`, 199) + `{}]}`,
		"deep":           `{"name":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`,
		"many empty":     `[` + strings.TrimSuffix(strings.Repeat("[],", size/3), ",") + `]`,
		"spaces":         strings.Repeat(" ", size) + `{"max_adults":"x"}`,
		"surrogates":     `{"name":"` + strings.Repeat(`\ud800`, size/6) + `"}`,
		"a huge time":    `{"beds":{"a":"` + strings.Repeat("x", size) + `"}}`,
		"repeated names": "{" + strings.Repeat(`"max_adults":0,`, size/15) + `"max_adults":0}`,
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := save(category(t, "rooms"), []byte(body))
			require.Error(t, err)
			require.LessOrEqual(t, len(apperr.Of(err).Fields), 100)
			require.Less(t, len(asJSON(t, apperr.Of(err).Fields)), 64<<10)
		})
	}
}
