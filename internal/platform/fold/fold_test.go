package fold_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/fold"
)

func TestFold(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ in, want string }{
		"nothing":                          {"", ""},
		"plain":                            {"hotel 7", "hotel 7"},
		"case":                             {"Hotel POSEIDON", "hotel poseidon"},
		"accents":                          {"Café Ünïqué", "cafe unique"},
		"accents as marks of their own":    {"Cafe\u0301", "cafe"},
		"Greek, with accent":               {"Αθήνα", "αθηνα"},
		"Greek capitals":                   {"ΑΘΗΝΑ", "αθηνα"},
		"Greek diaeresis with tonos":       {"Μαΐου ΐ", "μαιου ι"},
		"final sigma":                      {"Παύλος", "παυλοσ"},
		"final sigma of capitals":          {"ΠΑΥΛΟΣ", "παυλοσ"},
		"old Greek":                        {"ᾳ", "α"},
		"Turkish dotless":                  {"Kıbrıs", "kibris"},
		"Turkish capitals":                 {"KIBRIS İZMİR", "kibris izmir"},
		"Turkish cedilla, breve, umlaut":   {"Çeşme Ağva Gölköy", "cesme agva golkoy"},
		"German sharp s":                   {"Straße", "strasse"},
		"German capital sharp s":           {"STRAẞE", "strasse"},
		"ligature and width":               {"ﬁve ＡＢＣ", "five abc"},
		"Nordic":                           {"Ærø Smørrebrød", "aero smorrebrod"},
		"Polish":                           {"Łódź", "lodz"},
		"letter inside a circle":           {"Ⓐ", "a"},
		"Cyrillic short i folds like и":    {"Йод", "иод"},
		"other scripts keep their letters": {"東京 Привет", "東京 привет"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, fold.Fold(tt.in))
		})
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"", "İ", "ΑΣ", "ß", "e\u0301", "\xff", "㍿", "ǅ", "ϓ", "𝐀"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := fold.Fold(s)
		if utf8.ValidString(s) {
			require.True(t, utf8.ValidString(once))
		}
		require.Equal(t, once, fold.Fold(once), "folding twice changes nothing")
	})
}
