package factstest

import (
	"fmt"
	"strconv"
	"strings"

	"allot/internal/content/facts"
)

// wrong is a bad value of a field, and the path of it below the field.
type wrong struct {
	name, raw, path string
}

var (
	deep   = strings.Repeat("[", 3000) + strings.Repeat("]", 3000)
	digits = strings.Repeat("9", 10_000)
	huge   = strings.Repeat("ß", 20_000)
)

// badTexts are wrong values of the formats.
var badTexts = map[string][]string{
	"email":       {"", "name", "name@", "@example.com", "a@b", "Name <a@example.com>", "a@example.com,b@example.com", "a b@example.com", "a@exam^ple.com", "a@-example.com", "a..b@example.com"},
	"uri":         {"", "example.com", "ftp://example.com", "javascript:alert(1)", "https://", "http://user:pass@example.com", "https://exa mple.com", "//example.com"},
	"date":        {"", "2026-02-30", "2025-02-29", "28.02.2026", "2026-2-8", "2026-02-28T00:00:00Z", "today"},
	"hour-minute": {"", "24:00", "7:30", "07:60", "07:30:00", "noon"},
	"month-day":   {"", "02-30", "13-01", "00-10", "04-31", "1-1", "2026-01-01"},
	"country":     {"", "gr", "ZZ", "UK", "GRC", "Greece"},
	"currency":    {"", "eur", "EURO", "ZZZ", "€"},
	"language":    {"", "EN", "english", "de_DE", "und", "e"},
	"timezone":    {"", "Athens", "Local", "../etc/passwd", "+02:00", "Europe/"},
	"phone":       {"", "0281012345", "+0123456", "+30 2810 123456", "+30281012345678901", "call us"},
	"amount":      {"", "-1", "1e5", "12,50", "1234567890", "1.23456", "free", " 1"},
}

func (g generator) values(f *facts.Field) []wrong {
	switch f.Type {
	case facts.TypeText:
		return badText(f)
	case facts.TypeEnum:
		return badEnum(f)
	case facts.TypeInteger, facts.TypeNumber:
		return badNumber(f)
	case facts.TypeBool:
		return whole("0", "1", `"true"`, `"yes"`, `""`, "[]", "[true]", "{}", `{"value":true}`, "1e400", deep)
	case facts.TypeI18n:
		return badI18n(f)
	case facts.TypeList:
		return g.badList(f)
	case facts.TypeObject:
		return g.badObject(f)
	}
	return nil
}

// whole are values that are wrong at the field itself.
func whole(raws ...string) []wrong {
	out := make([]wrong, len(raws))
	for i, raw := range raws {
		out[i] = wrong{name: "is " + short(raw), raw: raw}
	}
	return out
}

func short(raw string) string {
	if len(raw) > 30 {
		return fmt.Sprintf("%.20s… of %d bytes", strings.ToValidUTF8(raw[:20], "?"), len(raw))
	}
	return strings.ToValidUTF8(raw, "?")
}

func badText(f *facts.Field) []wrong {
	out := whole("true", "[]", `["x"]`, "{}", `{"en":"x"}`, quoted("a\x00b"), quoted("a\x07b"), quoted("a\u0085b"),
		`"two\nlines"`, `"\ud800"`, "\"a\xffb\"", quoted(huge), quoted(strings.Repeat("x", f.MaxLength+1)), deep)
	if f.Format == "amount" {
		out = append(out, whole("-1", "1e20", "1e400", "0.00001", digits)...)
	} else {
		out = append(out, whole("7", "1e400", "-0")...)
	}
	if f.MinLength > 0 {
		out = append(out, whole(`""`)...)
	}
	if f.Pattern != nil {
		out = append(out, whole(`"!"`, `"é"`)...)
	}
	for _, s := range badTexts[f.Format] {
		out = append(out, whole(quoted(s))...)
	}
	return out
}

func badEnum(f *facts.Field) []wrong {
	first := f.Values[0]
	return whole("7", "true", "[]", "{}", `""`, quoted(first+" "), quoted(" "+first), quoted(first+"\x00"),
		quoted(strings.ToUpper(first)+strings.ToLower(first)), `"nonsense"`, quoted(huge), quoted(f.Labels[first]+"!"),
		"[["+quoted(first)+"]]", "1e400", deep)
}

func badNumber(f *facts.Field) []wrong {
	out := whole(`"3"`, `"many"`, `""`, "true", "[]", "[1]", "{}", "1e400", "-1e400", "1e-400", "1e30", digits, "-"+digits,
		"0."+digits, "1e2147483648", "1e-99999999999999999999", f.Max.String()+".0001", f.Min.String()+"e3001",
		strconv.FormatInt(f.Max.IntPart()+1, 10), strconv.FormatInt(f.Min.IntPart()-1, 10), deep)
	if f.Type == facts.TypeInteger {
		out = append(out, whole("0.5", "1e-1")...)
	}
	if f.Step != nil {
		out = append(out, whole("0.25", "0.5000001")...)
	}
	return out
}

func badI18n(f *facts.Field) []wrong {
	out := whole(`"just text"`, "7", "true", "[]", `["en"]`, `[{"en":"x"}]`, deep)
	for _, lang := range []string{"EN", "english", "en_US", "und", "../en", "e", "1", "en-", "x y", strings.Repeat("a", 50)} {
		out = append(out, wrong{"in the language " + lang, `{` + quoted(lang) + `:"x"}`, "." + lang},
			wrong{"clears the language " + lang, `{` + quoted(lang) + `:null}`, "." + lang})
	}
	for _, raw := range []string{
		"7", "true", "[]", "{}", `{"en":"x"}`, quoted("a\x00b"), quoted("a\x1bb"), `"\udfff"`,
		quoted(huge), quoted(strings.Repeat("x", f.MaxLength+1)), deep,
	} {
		out = append(out, wrong{"has the text " + short(raw), `{"en":` + raw + `}`, ".en"})
	}
	return append(out, wrong{"has NUL in a language", `{"e\u0000n":"x"}`, ".e?n"}, wrong{"has no language", `{"":"x"}`, ".(unnamed)"})
}

func (g generator) badList(f *facts.Field) []wrong {
	valid := string(encode(g.value(f.Item)))
	out := whole("7", "true", `""`, `"x"`, "{}", `{"0":`+valid+`}`, valid,
		"["+strings.TrimSuffix(strings.Repeat(valid+",", f.MaxItems+1), ",")+"]")
	for _, b := range append(g.values(f.Item), wrong{name: "is null", raw: "null"}) {
		out = append(out, wrong{"with an entry that " + b.name, "[" + b.raw + "]", "[0]" + b.path})
	}
	out = append(out, wrong{"with null as second entry", "[" + valid + ",null]", "[1]"})
	if f.Unique {
		out = append(out, wrong{"with an entry twice", "[" + valid + "," + valid + "]", "[1]"})
	}
	return out
}

func (g generator) badObject(f *facts.Field) []wrong {
	out := whole("7", "true", `"x"`, "[]", "[{}]", deep)
	for _, sub := range f.Fields {
		if sub.Needed {
			out = append(out, wrong{"lacks " + sub.Key, "{}", "." + sub.Key},
				wrong{"clears " + sub.Key, object(g.object(f), sub.Key, "null"), "." + sub.Key})
		}
		for _, b := range g.values(sub) {
			out = append(out, wrong{sub.Key + " " + b.name, object(g.object(f), sub.Key, b.raw), "." + sub.Key + b.path})
		}
		out = append(out, wrong{"mis-spells " + sub.Key, object(g.object(f), sub.Key+"_", "null"), "." + sub.Key + "_"})
	}
	return out
}
