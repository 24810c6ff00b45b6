package settings

import (
	"regexp"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/iso"
)

var (
	vatForm   = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9]{2,14}$`)
	vatSpaces = strings.NewReplacer(" ", "", ".", "", "-", "", "/", "", "\u00a0", "")
)

// CleanVATID returns a VAT number in capitals without separators. Greek numbers start with EL,
// though the country code is GR.
func CleanVATID(s string) string {
	s = strings.ToUpper(vatSpaces.Replace(strings.TrimSpace(s)))
	if rest, ok := strings.CutPrefix(s, "GR"); ok {
		return "EL" + rest
	}
	return s
}

// IsVATID reports whether s has the form of a VAT number. Three prefixes are no country codes:
// EL for Greece, XI for Northern Ireland, EU for sellers from outside the union.
func IsVATID(s string) bool {
	if !vatForm.MatchString(s) {
		return false
	}
	switch prefix := s[:2]; prefix {
	case "EL", "XI", "EU":
		return true
	default:
		return iso.IsCountry(prefix)
	}
}

// CheckVATID adds a problem unless the clean number is empty or has the form of a VAT number.
func CheckVATID(f *apperr.Fields, name, id string) {
	f.Check(id == "" || IsVATID(id), name, "must be a VAT number with its country in front, such as EL123456789 or DE123456789")
}
