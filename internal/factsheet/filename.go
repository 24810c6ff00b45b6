package factsheet

import (
	"golang.org/x/text/language"

	"allot/internal/platform/fold"
	"allot/internal/property"
)

// FileName is what the document is called when it is saved, in ASCII, such as
// "grand-hotel-fact-sheet.pdf". A language other than English is part of it, so
// that two of them can lie in one folder.
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
