// Package iso checks codes that the world has agreed on: countries, languages,
// time zones. The lists come from the Unicode and IANA data of the Go project.
package iso

import (
	"regexp"
	"time"
	_ "time/tzdata" // a hotel's server may have no zone files

	"golang.org/x/text/language"
)

var alpha2 = regexp.MustCompile(`^[A-Z]{2}$`)

// IsCountry tells whether code is an ISO 3166-1 alpha-2 country code.
func IsCountry(code string) bool {
	if !alpha2.MatchString(code) {
		return false
	}
	r, err := language.ParseRegion(code)
	return err == nil && r.IsCountry() && r.Canonicalize().String() == code
}

// IsLanguage tells whether tag is a BCP 47 language tag in its usual spelling.
func IsLanguage(tag string) bool {
	t, err := language.Parse(tag)
	return err == nil && tag != "und" && t.String() == tag
}

// IsTimezone tells whether name is a zone of the IANA database.
func IsTimezone(name string) bool {
	if name == "" || name == "Local" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}
