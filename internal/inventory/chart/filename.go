package chart

import (
	"fmt"
	"slices"
	"strings"

	"allot/internal/platform/fold"
	"allot/internal/platform/lang"
)

// FileName returns the file name of the document in ASCII, such as
// "grand-hotel-master-availability-2030-05.pdf". A language other than English
// is part of it, so that charts in two languages can be in one folder.
func (c Chart) FileName() string {
	y, m, _ := c.Window.From.YMD()
	language := c.Format.Language
	if language == lang.Offered[0] {
		language = ""
	}
	parts := []string{fold.Slug(c.Property), fold.Slug(c.Calendar), "availability", fmt.Sprintf("%04d-%02d", y, m), language}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, "-") + ".pdf"
}
