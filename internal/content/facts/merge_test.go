package facts_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/platform/lang"
)

func TestCategory_Merge(t *testing.T) {
	t.Parallel()

	stories := map[string]struct{ category, current, patch, want string }{
		"a missing name stays, null clears": {
			"rooms", `{"code": "A", "name": "Double", "size": 20}`, `{"name": "Twin", "size": null}`, `{"code": "A", "name": "Twin"}`,
		},
		"one language is cleared": {
			"rooms", `{"description": {"en": "Sea", "de": "Meer"}}`, `{"description": {"en": null, "tr": "Deniz"}}`,
			`{"description": {"de": "Meer", "tr": "Deniz"}}`,
		},
		"the last language is cleared": {"rooms", `{"description": {"en": "Sea"}}`, `{"description": {"en": null}}`, `{"description": {}}`},
		"a list is replaced whole": {
			"rooms", `{"beds": [{"type": "king", "count": 1, "width": 180}], "views": ["sea"]}`,
			`{"beds": [{"type": "twin", "count": 2}], "views": []}`, `{"beds": [{"type": "twin", "count": 2}], "views": []}`,
		},
		"null in a list entry is not known": {
			"rooms", `{}`, `{"beds": [{"type": "twin", "count": 2, "width": null}]}`, `{"beds": [{"type": "twin", "count": 2}]}`,
		},
		"part of an object is changed": {
			"policies", `{"deposit": {"amount": "50", "currency": "EUR"}}`, `{"deposit": {"amount": "60"}}`,
			`{"deposit": {"amount": "60", "currency": "EUR"}}`,
		},
		"a read answer is sent back whole": {
			"rooms", `{"code": "A"}`, `{"id": 17, "position": 0, "code": "A"}`, `{"code": "A"}`,
		},
		"what was never there is cleared": {"rooms", `{"code": "A"}`, `{"beds": null, "description": {"de": null}}`, `{"code": "A", "description": {}}`},
	}
	for name, tt := range stories {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := category(t, tt.category)
			current, patch := record(t, tt.current), record(t, tt.patch)
			got, err := c.Merge("", current, patch)
			require.NoError(t, err)
			require.JSONEq(t, tt.want, asJSON(t, got))
			require.JSONEq(t, tt.current, asJSON(t, current), "current is not changed")
			require.JSONEq(t, tt.patch, asJSON(t, patch), "patch is not changed")
		})
	}

	refusals := map[string]struct{ category, current, patch, path string }{
		"an unknown name with null":             {"rooms", `{}`, `{"room_name": null}`, "room_name"},
		"an unknown name with null in an entry": {"rooms", `{}`, `{"beds": [{"type": "twin", "count": 1, "size": null}]}`, "beds[0].size"},
		"an unknown name with null below":       {"policies", `{}`, `{"deposit": {"value": null, "amount": "1", "currency": "EUR"}}`, "deposit.value"},
		"half an object":                        {"policies", `{"deposit": {"amount": "50", "currency": "EUR"}}`, `{"deposit": {"currency": null}}`, "deposit.currency"},
		"a needed value cleared in an entry":    {"rooms", `{}`, `{"beds": [{"type": null, "count": 1}]}`, "beds[0].type"},
		"null as an entry":                      {"rooms", `{}`, `{"views": [null]}`, "views[0]"},
		"a bad id":                              {"rooms", `{}`, `{"id": "x"}`, "id"},
	}
	for name, tt := range refusals {
		t.Run("refuses "+name, func(t *testing.T) {
			t.Parallel()
			_, err := category(t, tt.category).Merge("", record(t, tt.current), record(t, tt.patch))
			got := fieldsOf(t, err)
			require.Len(t, got, 1)
			require.Contains(t, got, tt.path)
		})
	}

	t.Run("shares nothing with what it was given", func(t *testing.T) {
		t.Parallel()
		c := category(t, "rooms")
		current, patch := factstest.Full(c, 1), facts.Record{"description": map[string]any{"en": "x"}}
		before := asJSON(t, current)
		got, err := c.Merge("", current, patch)
		require.NoError(t, err)
		beds, _ := got["beds"].([]any)
		bed, _ := beds[0].(map[string]any)
		bed["type"] = "changed"
		texts, _ := got["description"].(map[string]any)
		texts["de"] = "changed"
		require.Equal(t, before, asJSON(t, current))
		require.Equal(t, facts.Record{"description": map[string]any{"en": "x"}}, patch)
	})
}

func TestCategory_Overlay(t *testing.T) {
	t.Parallel()

	t.Run("is the merge where the merge is valid", func(t *testing.T) {
		t.Parallel()
		for _, c := range facts.Load().Categories() {
			current, patch := factstest.Full(c, 1), factstest.Full(c, 2)
			want, err := c.Merge("", current, patch)
			require.NoError(t, err)
			require.Equal(t, want, c.Overlay(current, patch))
			require.Equal(t, factstest.Full(c, 1), current)
		}
	})

	t.Run("keeps what the hotel says where the patch no longer fits", func(t *testing.T) {
		t.Parallel()
		c := category(t, "policies")
		patch := record(t, `{"deposit": {"amount": "60"}, "pets": "no", "smoking": null, "gone": 1}`)
		require.JSONEq(t, `{"deposit": {"amount": "60", "currency": "EUR"}, "pets": "no"}`,
			asJSON(t, c.Overlay(record(t, `{"deposit": {"amount": "50", "currency": "EUR"}, "smoking": "smoke_free"}`), patch)))
		require.JSONEq(t, `{"pets": "no"}`, asJSON(t, c.Overlay(nil, patch)), "half a deposit is none")
	})
}

// rfc7396 is the pseudo code of the standard.
func rfc7396(target, patch any) any {
	p, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	m, _ := target.(map[string]any)
	out := maps.Clone(m)
	if out == nil {
		out = map[string]any{}
	}
	for name, v := range p {
		if v == nil {
			delete(out, name)
		} else {
			out[name] = rfc7396(out[name], v)
		}
	}
	return out
}

// drawPatch draws a patch of known names: values, nulls, parts of objects.
func drawPatch(t *rapid.T, c *facts.Category) facts.Record {
	patch := facts.Record{}
	full := factstest.Full(c, rapid.Uint64().Draw(t, "patch"))
	for _, f := range c.Fields {
		switch rapid.IntRange(0, 3).Draw(t, f.Key) {
		case 0:
			patch[f.Key] = nil
		case 1:
			patch[f.Key] = full[f.Key]
		case 2:
			m, ok := full[f.Key].(map[string]any)
			if !ok {
				continue
			}
			part := maps.Clone(m)
			for key := range m {
				if rapid.Bool().Draw(t, key) {
					part[key] = nil
				}
			}
			patch[f.Key] = part
		}
	}
	return patch
}

func TestCategory_Merge_FollowsTheStandard(t *testing.T) {
	t.Parallel()
	for _, c := range facts.Load().Categories() {
		t.Run(c.Key, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				current := factstest.Full(c, rapid.Uint64().Draw(t, "current"))
				patch := drawPatch(t, c)
				want, _ := rfc7396(map[string]any(current), map[string]any(patch)).(map[string]any)
				got, err := c.Merge("", current, patch)
				if c.Validate("", want) != nil {
					require.Error(t, err)
					return
				}
				require.NoError(t, err)
				require.Equal(t, facts.Record(want), got)

				again, err := c.Merge("", got, patch)
				require.NoError(t, err)
				require.Equal(t, got, again, "a patch applied twice is applied once")
			})
		})
	}
}

func FuzzParseBodyAndMerge(f *testing.F) {
	for i, c := range facts.Load().Categories() {
		raw, err := json.Marshal(factstest.Full(c, 1))
		require.NoError(f, err)
		f.Add(i, raw, []byte(`{"description": null}`))
		f.Add(i, []byte(`{}`), raw)
		n := 0
		for h := range factstest.Hostile(c, 1) {
			if n++; n%50 == 0 && len(h.Body) < 4096 {
				f.Add(i, raw, h.Body)
			}
		}
	}
	all := facts.Load().Categories()
	f.Fuzz(func(t *testing.T, index int, first, second []byte) {
		c := all[((index%len(all))+len(all))%len(all)]
		current, err := save(c, first)
		if err != nil {
			require.NotEmpty(t, fieldsOf(t, err))
			return
		}
		patches, _, err := c.ParseBody(second)
		if err != nil || len(patches) == 0 || len(current) == 0 {
			return
		}
		got, err := c.Merge("", current[0], patches[0])
		if err != nil {
			require.NotEmpty(t, fieldsOf(t, err))
			return
		}
		require.NoError(t, c.Validate("", got))
		again, err := c.Merge("", got, got)
		require.NoError(t, err)
		require.Equal(t, got, again)
		stored := record(t, asJSON(t, got))
		require.Equal(t, got, stored, "what is stored is what is read")
		require.NoError(t, published(t, c).Validate(plainJSON(t, got)), "%s", asJSON(t, got))
		for _, lang := range lang.Offered {
			c.Describe(lang, got)
		}
	})
}

func BenchmarkCategory_Merge(b *testing.B) {
	c := category(b, "rooms")
	current, patch := factstest.Full(c, 1), factstest.Full(c, 2)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Merge("", current, patch); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSave_FullBody(b *testing.B) {
	c := category(b, "rooms")
	var records []facts.Record
	size := 0
	for seed := uint64(0); size < 1<<20 && len(records) < facts.MaxRecords; seed++ {
		r := factstest.Full(c, seed)
		size += len(asJSON(b, r))
		records = append(records, r)
	}
	body := []byte(asJSON(b, records))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := save(c, body); err != nil {
			b.Fatal(err)
		}
	}
}
