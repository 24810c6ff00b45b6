package factsheet

import (
	"strings"

	"golang.org/x/text/language"

	"allot/internal/platform/fold"
	"allot/internal/property"
)

const maxSlug = 80

// latin writes folded Greek and Cyrillic in Latin letters, roughly as passports
// do.
var latin = strings.NewReplacer(
	"ου", "ou", "αυ", "av", "ευ", "ev", "γγ", "ng", "γκ", "gk", "μπ", "mp", "ντ", "nt",
	"α", "a", "β", "v", "γ", "g", "δ", "d", "ε", "e", "ζ", "z", "η", "i", "θ", "th", "ι", "i", "κ", "k", "λ", "l",
	"μ", "m", "ν", "n", "ξ", "x", "ο", "o", "π", "p", "ρ", "r", "σ", "s", "τ", "t", "υ", "y", "φ", "f", "χ", "ch",
	"ψ", "ps", "ω", "o",
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ж", "zh", "з", "z", "и", "i", "к", "k", "л", "l",
	"м", "m", "н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "kh", "ц", "ts",
	"ч", "ch", "ш", "sh", "щ", "shch", "ъ", "", "ы", "y", "ь", "", "э", "e", "ю", "yu", "я", "ya",
	"є", "ye", "і", "i", "ґ", "g", "ђ", "dj", "ј", "j", "љ", "lj", "њ", "nj", "ћ", "c", "џ", "dz",
	"'", "", "’", "", "&", " and ",
)

// FileName is what the document is called when it is saved, in ASCII, such as
// "grand-hotel-fact-sheet.pdf". A language other than English is part of it, so
// that two of them can lie in one folder.
func FileName(p property.Property, lang string) string {
	name := slug(p.Name)
	if name == "" {
		name = slug(p.Code)
	}
	if name == "" {
		name = "property"
	}
	name += "-fact-sheet"
	tag, err := language.Parse(lang)
	if base, _ := tag.Base(); err == nil && base.String() != "en" && tag != language.Und {
		name += "-" + base.String()
	}
	return name + ".pdf"
}

// slug keeps letters and digits of a text and joins its words with hyphens.
func slug(text string) string {
	words := strings.FieldsFunc(latin.Replace(fold.Fold(text)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	out := strings.Join(words, "-")
	return strings.Trim(out[:min(len(out), maxSlug)], "-")
}
