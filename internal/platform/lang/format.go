package lang

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"allot/internal/platform/civil"
)

// Format is how a reader has days and numbers written in a document: as the language and
// region do, or days in the form that the reader chose.
type Format struct {
	Language string // one of Offered
	notation
	chosen bool
}

// notation is how a region writes. Layouts are of package time; only English ones have the
// month as a word, which time knows in English alone.
type notation struct {
	date, day   string // a whole day, one without its year
	decimal     string
	group       string // between the thousands of a number
	moneyGroup  string // of an amount of money, where it is another one
	monthFirst  bool   // in words: March 12, 2027
	symbolFirst bool   // € 1.234,50, whatever the language does
}

// notations are those of languages and of the regions that write otherwise. Paper is handed on,
// so that a date in English has the month as a word: 3/4 is two days.
var notations = map[string]notation{
	"en": {date: "2 Jan 2006", day: "2 Jan", decimal: ".", group: ","},
	"de": {date: "02.01.2006", day: "02.01.", decimal: ",", group: "."},
	"tr": {date: "02.01.2006", day: "02.01", decimal: ",", group: "."},
	"el": {date: "02/01/2006", day: "02/01", decimal: ",", group: "."},

	"en-US": monthFirst, "en-CA": monthFirst, "en-PH": monthFirst,
	"de-AT": {date: "02.01.2006", day: "02.01.", decimal: ",", group: "\u00a0", moneyGroup: ".", symbolFirst: true},
	"de-CH": swiss, "de-LI": swiss,
}

var (
	monthFirst = notation{date: "Jan 2, 2006", day: "Jan 2", decimal: ".", group: ",", monthFirst: true}
	swiss      = notation{date: "02.01.2006", day: "02.01.", decimal: ".", group: "’", symbolFirst: true}
)

// layouts are the forms of days that a user can choose (settings.DateFormats).
var layouts = map[string]struct{ date, day string }{
	"YYYY-MM-DD": {"2006-01-02", "01-02"},
	"DD.MM.YYYY": {"02.01.2006", "02.01."},
	"DD/MM/YYYY": {"02/01/2006", "02/01"},
	"MM/DD/YYYY": {"01/02/2006", "01/02"},
}

// In returns the format of a tag such as de-AT, of the language if its region has none of its
// own.
func In(tag string) Format {
	f := Format{Language: Match(tag)}
	f.notation = notations[f.Language]
	if t, err := language.Parse(tag); err == nil {
		if own, ok := notations[f.Language+"-"+regionOf(t)]; ok {
			f.notation = own
		}
	}
	return f
}

// Choosing returns the format with days in the form that the reader chose; auto and "" choose
// none.
func (f Format) Choosing(form string) Format {
	if l, ok := layouts[form]; ok {
		f.date, f.day, f.chosen = l.date, l.day, true
	}
	return f
}

// Tag returns the language of Match with the region that the preferences name for it, such as
// en-US: browsers send several tags, and the language of a user has no region.
func Tag(preferences ...string) string {
	offered := Match(preferences...)
	for _, p := range preferences {
		if len(p) > longest {
			continue
		}
		tags, _, _ := language.ParseAcceptLanguage(p)
		for _, t := range tags {
			if base, _ := t.Base(); base.String() == offered && regionOf(t) != "" {
				return offered + "-" + regionOf(t)
			}
		}
	}
	return offered
}

// regionOf returns the region that a tag names, "" if it names none.
func regionOf(t language.Tag) string {
	if r, sure := t.Region(); sure == language.Exact {
		return r.String()
	}
	return ""
}

// Date writes a day: 12 Mar 2027, Mar 12, 2027, 12.03.2027.
func (f Format) Date(d civil.Date) string { return d.Time(time.UTC).Format(f.date) }

// DayOfYear writes a day without its year: 12 Mar, 12.03.
func (f Format) DayOfYear(month, day int) string {
	const leapYear = 2024
	return civil.New(leapYear, time.Month(month), day).Time(time.UTC).Format(f.day)
}

// Long writes a day with the name of the month, 12 March 2027, or as the reader chose.
func (f Format) Long(d civil.Date) string {
	year, month, day := d.YMD()
	name := months[f.Language][month-1]
	switch {
	case f.chosen:
		return f.Date(d)
	case f.monthFirst:
		return name + " " + strconv.Itoa(day) + ", " + strconv.Itoa(year)
	case f.Language == "de":
		return strconv.Itoa(day) + ". " + name + " " + strconv.Itoa(year)
	}
	return strconv.Itoa(day) + " " + name + " " + strconv.Itoa(year)
}

// Number writes digits with a decimal point: 1234.50 becomes 1.234,50 in German.
func (f Format) Number(digits string) string { return f.separated(digits, f.group) }

// Money is Number of an amount of money.
func (f Format) Money(digits string) string {
	if f.moneyGroup != "" {
		return f.separated(digits, f.moneyGroup)
	}
	return f.Number(digits)
}

// SymbolFirst reports whether the region writes the sign of a currency before the amount, with
// a space, whatever its language does elsewhere.
func (f Format) SymbolFirst() bool { return f.symbolFirst }

func (f Format) separated(digits, between string) string {
	const group = 3
	unsigned := strings.TrimLeft(digits, "-")
	sign := digits[:len(digits)-len(unsigned)]
	whole, rest, fraction := strings.Cut(unsigned, ".")
	for at := len(whole) - group; at > 0; at -= group {
		whole = whole[:at] + between + whole[at:]
	}
	if fraction {
		whole += f.decimal + rest
	}
	return sign + whole
}
