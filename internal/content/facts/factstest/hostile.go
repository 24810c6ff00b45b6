package factstest

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
)

// Case is a body that must be refused with a validation error that names
// WantPath among its fields.
type Case struct {
	Name     string // what is wrong, for the name of a subtest
	Body     []byte
	WantPath string
}

// Named reports whether a refusal names what is wrong: by its path or, where a list has
// too many entries or is nested too deep, by the list that holds it.
func (c Case) Named(f apperr.FieldError) bool {
	bound := f.Code == "too_deep" || f.Code == "too_many"
	return f.Field == c.WantPath || bound && strings.HasPrefix(c.WantPath, f.Field+"[")
}

// Hostile walks several hundred distinct bodies for POST, each with one thing
// wrong: half of them alone, half inside an otherwise full record. All are
// well-formed JSON of less than a megabyte.
func Hostile(c *facts.Category, seed uint64) iter.Seq[Case] {
	return func(yield func(Case) bool) {
		g := newGenerator(c, seed)
		full := Full(c, seed)
		seen := map[string]bool{}
		for _, b := range g.hostile(c) {
			body := b.raw
			if b.member != "" {
				record := facts.Record{}
				if g.IntN(2) == 0 {
					record = full
				}
				body = object(record, b.member, b.raw)
			}
			if seen[body] {
				continue
			}
			seen[body] = true
			if !yield(Case{Name: b.name, Body: []byte(body), WantPath: b.path}) {
				return
			}
		}
	}
}

// bad is one wrong value: of a member, or the whole body.
type bad struct {
	name, member, raw, path string
}

func object(r facts.Record, name, raw string) string {
	m := map[string]json.RawMessage{}
	for key, v := range r {
		m[key] = encode(v)
	}
	var b strings.Builder
	b.WriteString("{")
	delete(m, name)
	for _, key := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&b, "%q:%s,", key, m[key])
	}
	// By hand: a name may hold what an encoder would repair.
	fmt.Fprintf(&b, "%s:%s}", quoted(name), raw)
	return b.String()
}

func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values of this package come here
	}
	return raw
}

func quoted(s string) string { return string(encode(s)) }

func (g generator) hostile(c *facts.Category) []bad {
	out := bodies(c)
	for _, f := range c.Fields {
		for _, b := range g.values(f) {
			out = append(out, bad{f.Key + " " + b.name, f.Key, b.raw, f.Key + b.path})
		}
		out = append(out, names(f.Key)...)
	}
	return out
}

// bodies are wrong as a whole.
func bodies(c *facts.Category) []bad {
	out := []bad{
		{"a number as the body", "", "7", "body"},
		{"a text as the body", "", `"general"`, "body"},
		{"null as the body", "", "null", "body"},
		{"a name with NUL", "na\x00me", "1", "na?me"},
		{"a name without signs", "", `{"":1}`, "(unnamed)"},
		{"a huge name", strings.Repeat("n", 10_000), "1", strings.Repeat("n", 80) + "…"},
		{"a name of the language", "__proto__", `{"x":1}`, "__proto__"},
		{"a keyword of the schema", "$ref", `"#"`, "$ref"},
	}
	if !c.IsArray() {
		return append(out, bad{"a list for a single record", "", "[]", "body"},
			bad{"an id for a single record", "id", "1", "id"},
			bad{"a position for a single record", "position", "0", "position"})
	}
	for _, raw := range []string{`"1"`, "0", "-1", "1.5", "true", "[1]", "{}", "1e30", "9007199254740992"} {
		out = append(out, bad{"the id " + raw, "id", raw, "id"})
	}
	for _, raw := range []string{`"1"`, "-1", "0.5", "false", "[]", "{}", "1000001"} {
		out = append(out, bad{"the position " + raw, "position", raw, "position"})
	}
	return append(out, bad{"a list of numbers", "", "[7]", "[0]"}, bad{"null in the list", "", "[{},null]", "[1]"},
		bad{"a list in the list", "", "[[]]", "[0]"},
		bad{"an unknown name in the list", "", `[{},{"nonsense":1}]`, "[1].nonsense"},
		bad{"too many records", "", "[" + strings.Repeat("{},", facts.MaxRecords) + "{}]", "body"})
}

// names are mis-spelt, also with null: a typo that clears nothing is a typo.
func names(key string) []bad {
	out := []bad{}
	for _, name := range []string{key + "x", "x_" + key, strings.ToUpper(key), key + " ", key + "."} {
		out = append(out, bad{"the name " + name, name, "1", name}, bad{"null for the name " + name, name, "null", name})
	}
	return out
}
