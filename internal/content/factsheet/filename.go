package factsheet

import (
	"golang.org/x/text/language"

	"allot/internal/content/property"
	"allot/internal/platform/fold"
)

// FileName returns the name of the file in ASCII, such as "grand-hotel-fact-sheet.pdf". It
// includes a language other than English, so that two languages can be saved in one folder.
func FileName(p property.Property, lang string) string {
	name := fold.Slug(p.Name)
	if name == "" {
		name = fold.Slug(p.Code)
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
