// Package iso checks codes of countries, languages and time zones. Languages and
// zones come from the Unicode and IANA data of the Go project; its countries
// include dissolved and reserved ones, so they are listed here.
package iso

import (
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // a hotel's server may have no zone files

	"golang.org/x/text/language"
)

// countries are the assigned codes of ISO 3166-1, and XK, which Kosovo uses. They
// are sorted.
var countries = strings.Fields(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`)

// Countries lists every code that IsCountry knows, in alphabetical order.
func Countries() []string { return slices.Clone(countries) }

// IsCountry reports whether code is an ISO 3166-1 alpha-2 country code.
func IsCountry(code string) bool {
	_, found := slices.BinarySearch(countries, code)
	return found
}

// maxLanguage is the length that RFC 5646 requires. The parser's time grows with the
// square of the length.
const maxLanguage = 35

// IsLanguage reports whether tag is a BCP 47 language tag in its usual spelling.
func IsLanguage(tag string) bool {
	if len(tag) > maxLanguage {
		return false
	}
	t, err := language.Parse(tag)
	return err == nil && tag != "und" && t.String() == tag
}

// CleanLanguage returns a language tag such as DE or de_at in its usual spelling,
// and other texts trimmed.
func CleanLanguage(tag string) string {
	tag = strings.TrimSpace(tag)
	t, err := language.Parse(tag)
	if err != nil {
		return tag
	}
	return t.String()
}

// IsTimezone reports whether name is a zone of the IANA database.
func IsTimezone(name string) bool {
	if name == "" || name == "Local" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}
