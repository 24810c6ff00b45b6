package facts

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"allot/internal/platform/apperr"
	"allot/internal/platform/money"
)

// check collects the problems of a record and rebuilds it in normal form.
type check struct {
	problems apperr.Fields
}

func (k *check) refuse(at *path, format string, args ...any) {
	if !k.full() {
		k.problems.Checkf(false, at.String(), format, args...)
	}
}

func (k *check) full() bool { return len(k.problems) >= apperr.MaxFields }

func (k *check) object(fields []*Field, m map[string]any, at *path) map[string]any {
	out := make(map[string]any, len(m))
	known := 0
	for _, f := range fields {
		v, ok := m[f.Key]
		if ok {
			known++
			out[f.Key] = k.value(f, v, at.member(f.Key))
		} else if f.Needed {
			k.refuse(at.member(f.Key), "is required")
		}
	}
	if known < len(m) {
		k.unknown(fields, m, at)
	}
	return out
}

func (k *check) unknown(fields []*Field, m map[string]any, at *path) {
	var names []string
	for name := range m {
		if _, ok := findField(fields, name); !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	parent := ""
	if at != nil {
		parent = at.String()
	}
	for _, name := range names {
		if k.full() {
			return
		}
		k.problems.Unknown(parent, name, keys(fields))
	}
}

func (k *check) value(f *Field, v any, at *path) any {
	switch f.Type {
	case TypeText:
		return k.text(f, v, at)
	case TypeEnum:
		s, ok := v.(string)
		if !ok || !slices.Contains(f.Values, s) {
			k.refuse(at, "must be one of %s", strings.Join(f.Values, ", "))
		}
	case TypeInteger, TypeNumber:
		return k.number(f, v, at)
	case TypeBool:
		if _, ok := v.(bool); !ok {
			k.refuse(at, "must be true or false")
		}
	case TypeI18n:
		return k.i18n(f, v, at)
	case TypeList:
		return k.list(f, v, at)
	case TypeObject:
		if m, ok := asObject(v); ok {
			return k.object(f.Fields, m, at)
		}
		k.refuse(at, "must be an object with %s", strings.Join(keys(f.Fields), ", "))
	}
	return v
}

func keys(fields []*Field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Key
	}
	return out
}

func asObject(v any) (map[string]any, bool) {
	switch m := v.(type) {
	case map[string]any:
		return m, true
	case Record:
		return m, true
	}
	return nil, false
}

func (k *check) list(f *Field, v any, at *path) any {
	list, ok := v.([]any)
	switch {
	case !ok:
		k.refuse(at, "must be a list")
		return v
	case len(list) > f.MaxItems:
		k.refuse(at, "must have at most %d entries", f.MaxItems)
		return v
	}
	out := make([]any, len(list))
	seen := make(map[string]bool, len(list))
	for i, e := range list {
		if k.full() {
			break
		}
		out[i] = k.value(f.Item, e, at.entry(i))
		if s, ok := e.(string); ok && f.Unique {
			if seen[s] {
				k.refuse(at.entry(i), "must not repeat an entry before it")
			}
			seen[s] = true
		}
	}
	return out
}

func (k *check) i18n(f *Field, v any, at *path) any {
	m, ok := asObject(v)
	switch {
	case !ok:
		k.refuse(at, `must be texts by language such as {"en": "…", "de": "…"}`)
		return v
	case len(m) > f.MaxItems:
		k.refuse(at, "must have at most %d languages", f.MaxItems)
		return v
	}
	out := make(map[string]any, len(m))
	for _, lang := range slices.Sorted(maps.Keys(m)) {
		below := at.member(lang)
		if !isLanguage(lang) {
			k.refuse(below, "%s", languageProblem)
		}
		s, ok := m[lang].(string)
		if !ok {
			k.refuse(below, "must be text")
		} else if k.length(f, s, below) && !legible(s, true) {
			k.refuse(below, "must not contain control characters")
		}
		out[lang] = m[lang]
	}
	return out
}

func (k *check) text(f *Field, v any, at *path) any {
	if n, ok := v.(json.Number); ok && f.Format == "amount" {
		v = amountText(n)
	}
	s, ok := v.(string)
	switch {
	case !ok && f.Format != "":
		k.refuse(at, "%s", formats[f.Format].problem)
	case !ok:
		k.refuse(at, "must be text")
	case !k.length(f, s, at):
	case !legible(s, false):
		k.refuse(at, "must be one line of text without control characters")
	case f.Format != "" && !formats[f.Format].valid(s):
		k.refuse(at, "%s", formats[f.Format].problem)
	case f.Pattern != nil && !f.Pattern.MatchString(s):
		k.refuse(at, "must have the form of %s", f.Example)
	}
	return v
}

// amountText converts an amount that was sent as a number to text, which the whole API accepts.
func amountText(n json.Number) any {
	d, ok := parseNumber(n)
	if !ok {
		return n
	}
	return money.New(d).String()
}

// length checks the number of characters. It counts them only if the bytes could be few enough.
func (k *check) length(f *Field, s string, at *path) bool {
	switch {
	case len(s) > f.MaxLength*utf8.UTFMax || utf8.RuneCountInString(s) > f.MaxLength:
		k.refuse(at, "must be at most %d characters", f.MaxLength)
	case utf8.RuneCountInString(s) < f.MinLength:
		k.refuse(at, "must not be empty; null removes it")
	default:
		return true
	}
	return false
}

// legible reports whether s is valid UTF-8 without control and replacement characters. lines
// allows line breaks and tabs.
func legible(s string, lines bool) bool {
	if !utf8.ValidString(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		if lines && (r == '\n' || r == '\r' || r == '\t') {
			return false
		}
		return unicode.IsControl(r) || r == unicode.ReplacementChar
	})
}
