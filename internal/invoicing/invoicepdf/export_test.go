package invoicepdf

import "allot/internal/platform/pdf"

// AllTexts are the texts of the document by language.
var AllTexts = allTexts

// NewSheet makes the texts of a document.
var NewSheet = newSheet

// Contrasts returns the contrast of the text on the head of the table, and of coloured
// text on white.
func Contrasts(primary string) (onGround, onWhite float64) {
	p := newPalette(primary, MarkNone)
	return contrast(p.onIt, p.ground), contrast(p.text, white)
}

// Ground returns the colour of the head of the table.
func Ground(primary string) pdf.Color { return newPalette(primary, MarkNone).ground }
