package pdf

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansitalic"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// Style is a style of the one font family.
type Style string

// The styles.
const (
	Regular Style = ""
	Bold    Style = "B"
	Italic  Style = "I"
)

const family = "liberation"

// missing replaces a character that the fonts do not have. They have this one.
const missing = '□'

var fontFiles = map[Style][]byte{
	Regular: liberationsansregular.TTF,
	Bold:    liberationsansbold.TTF,
	Italic:  liberationsansitalic.TTF,
}

// Font selects style and size in points for what is drawn next. A document
// embeds only the characters that it uses.
func (d *Doc) Font(style Style, size float64) {
	file, ok := fontFiles[style]
	if !ok {
		d.f.SetError(fmt.Errorf("unknown font style %q", style))
		return
	}
	d.f.AddUTF8FontFromBytes(family, string(style), file) // does nothing the second time
	d.f.SetFont(family, string(style), size)
}

// glyphs returns which characters all styles have. It reads the fonts once.
var glyphs = sync.OnceValue(func() *[1 << 16]bool {
	var have [1 << 16]bool
	for i := range have {
		have[i] = true
	}
	for style, file := range fontFiles {
		font, err := sfnt.Parse(file)
		if err != nil {
			panic(fmt.Sprintf("font style %q inside the program is damaged: %v", style, err))
		}
		var buf sfnt.Buffer
		for r := range rune(len(have)) {
			index, err := font.GlyphIndex(&buf, r)
			have[r] = have[r] && err == nil && index != 0
		}
	}
	return &have
})

// Clean prepares a text for the fonts: letters and their accents become one
// character, invisible characters are removed, and characters that the fonts
// lack (emoji, Chinese, ✓) become boxes. Line ends stay.
func Clean(text string) string {
	have := glyphs()
	var out strings.Builder
	for _, r := range norm.NFC.String(strings.ReplaceAll(text, "\r\n", "\n")) {
		switch {
		case r == '\n':
			out.WriteRune(r)
		case r == '\r' || r == '\u2028' || r == '\u2029':
			out.WriteByte('\n')
		case r == '\t':
			out.WriteByte(' ')
		case invisible(r):
		case int(r) < len(have) && have[r]:
			out.WriteRune(r)
		default:
			out.WriteRune(missing)
		}
	}
	return out.String()
}

// invisible reports whether r only controls how other characters look.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
