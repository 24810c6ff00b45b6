package factsheet_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/factsheet"
	"allot/internal/content/property"
)

func TestFileName(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ name, code, lang, want string }{
		"plain":              {"Grand Hotel", "", "en", "grand-hotel-fact-sheet.pdf"},
		"another language":   {"Grand Hotel", "", "de-AT", "grand-hotel-fact-sheet-de.pdf"},
		"no language":        {"Grand Hotel", "", "", "grand-hotel-fact-sheet.pdf"},
		"a wrong language":   {"Grand Hotel", "", "../x", "grand-hotel-fact-sheet.pdf"},
		"signs":              {" O'Hara's  <b>Bed & Breakfast</b>/..\\ ", "", "en", "oharas-b-bed-and-breakfast-b-fact-sheet.pdf"},
		"Greek":              {"Ξενοδοχείο Ακτή Ήλιος Ουρανός", "", "el", "xenodocheio-akti-ilios-ouranos-fact-sheet-el.pdf"},
		"Turkish":            {"Şişli Güneş Oteli İçkale Kıyı", "", "tr", "sisli-gunes-oteli-ickale-kiyi-fact-sheet-tr.pdf"},
		"Russian":            {"Отель «Южный Берег» Ёлка", "", "ru", "otel-yuzhnyi-bereg-elka-fact-sheet-ru.pdf"},
		"German":             {"Straßenhof Größe", "", "en", "strassenhof-grosse-fact-sheet.pdf"},
		"unknown alphabet":   {"海の家", "P7", "en", "p7-fact-sheet.pdf"},
		"nothing to go by":   {"海の家", "海", "en", "property-fact-sheet.pdf"},
		"a very long name":   {strings.Repeat("Long ", 60), "", "en", strings.Repeat("long-", 15) + "long-fact-sheet.pdf"},
		"no name and a code": {"", "HTL.01", "en", "htl-01-fact-sheet.pdf"},
	} {
		t.Run("of "+name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, factsheet.FileName(property.Property{Name: tt.name, Code: tt.code}, tt.lang))
		})
	}
}

func FuzzFileName(f *testing.F) {
	f.Add("Ξενοδοχείο «Ήλιος»", "P7", "el")
	f.Add("\xff\x00../", "", "zz-\x00")
	safe := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*\.pdf$`)
	f.Fuzz(func(t *testing.T, name, code, lang string) {
		got := factsheet.FileName(property.Property{Name: name, Code: code}, lang)
		require.Regexp(t, safe, got)
		require.LessOrEqual(t, len(got), 120)
	})
}
