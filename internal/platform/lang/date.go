package lang

import (
	"strings"

	"allot/internal/platform/civil"
)

// months are the names in the form used in dates.
var months = map[string][]string{
	"en": strings.Fields("January February March April May June July August September October November December"),
	"de": strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
	"tr": strings.Fields("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"),
	"el": strings.Fields("Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου"),
}

// Date returns a day as written in a language: 12 March 2027, 12. März 2027.
func Date(language string, d civil.Date) string { return In(language).Long(d) }
