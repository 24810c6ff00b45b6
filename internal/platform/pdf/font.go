package pdf

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansitalic"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/mozillazg/go-unidecode"
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
// character, invisible characters are removed, and letters of scripts that the fonts
// lack (Chinese, Arabic, Thai) are written with Latin ones. What cannot be written so,
// such as emoji, becomes a box. Line ends stay.
func Clean(text string) string {
	have := glyphs()
	var out strings.Builder
	last, syllable := ' ', false // what stands before, and whether it is a syllable by itself
	for _, r := range norm.NFC.String(strings.ReplaceAll(text, "\r\n", "\n")) {
		written, apart := r, false
		switch {
		case r == '\n':
		case r == '\r' || r == '\u2028' || r == '\u2029':
			written = '\n'
		case r == '\t':
			written = ' '
		case invisible(r):
			continue
		case int(r) >= len(have) || !have[r]:
			latin := spelling(r)
			apart = strings.HasSuffix(latin, " ") // one character is one syllable
			if (apart || syllable) && unicode.IsLetter(r) && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
				out.WriteByte(' ')
			}
			out.WriteString(strings.TrimSpace(latin))
			last, syllable = r, apart
			continue
		}
		if syllable && (unicode.IsLetter(written) || unicode.IsDigit(written)) {
			out.WriteByte(' ')
		}
		out.WriteRune(written)
		last, syllable = written, apart
	}
	return out.String()
}

// spelling writes a character that the fonts lack with Latin letters. One that ends with a
// space is a syllable by itself, as those of Chinese are.
func spelling(r rune) string {
	latin := ""
	if !unicode.IsSymbol(r) {
		latin = unidecode.Unidecode(string(r))
	}
	if strings.TrimSpace(latin) == "" && !unicode.IsMark(r) && !unicode.IsLetter(r) {
		return string(missing)
	}
	return latin
}

// invisible reports whether r only controls how other characters look.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
