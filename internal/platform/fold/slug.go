package fold

import "strings"

const maxSlug = 80

// latin transliterates folded Greek and Cyrillic, roughly as passports do.
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

// Slug returns a text for use in a file name, such as "grand-hotel": ASCII letters
// and digits, with hyphens between words. It is empty for other alphabets than
// Latin, Greek and Cyrillic.
func Slug(text string) string {
	words := strings.FieldsFunc(latin.Replace(Fold(text)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	out := strings.Join(words, "-")
	return strings.Trim(out[:min(len(out), maxSlug)], "-")
}
