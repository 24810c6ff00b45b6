// Package pdftest looks at documents in tests as a reader does: through poppler,
// not through the library that made them.
package pdftest

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Run runs a tool of poppler-utils, or qpdf; "@" in its arguments is the document.
// Without the tools the test is skipped, except in CI, where they must be there.
func Run(t *testing.T, tool string, doc []byte, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is missing: install poppler-utils and qpdf", tool)
		}
		t.Skipf("NOT CHECKED: %s is missing, install poppler-utils and qpdf to check what readers see", tool)
	}
	file := filepath.Join(t.TempDir(), "doc.pdf")
	require.NoError(t, os.WriteFile(file, doc, 0o600))
	if at := slices.Index(args, "@"); at >= 0 {
		args[at] = file
	}
	out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

// Text is what the document says, laid out as on paper.
func Text(t *testing.T, doc []byte) string {
	t.Helper()
	return Run(t, "pdftotext", doc, "-layout", "-enc", "UTF-8", "@", "-")
}

// Pages is Text page by page.
func Pages(t *testing.T, doc []byte) []string {
	t.Helper()
	return strings.Split(strings.TrimSuffix(Text(t, doc), "\f"), "\f")
}

// Drawn is the text in the order in which it was drawn, without any space: a
// cell that wraps is one text again.
func Drawn(t *testing.T, doc []byte) string {
	t.Helper()
	return Squeezed(Run(t, "pdftotext", doc, "-raw", "-enc", "UTF-8", "@", "-"))
}

// Squeezed is a text as Drawn shows it.
func Squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// InOrder fails unless each text comes after the one before it in what Drawn
// gave.
func InOrder(t *testing.T, drawn string, want ...string) {
	t.Helper()
	for _, w := range want {
		_, after, found := strings.Cut(drawn, Squeezed(w))
		require.True(t, found, "%q is missing or comes too early", w)
		drawn = after
	}
}

// Page is where the words of a page stand, in points.
type Page struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Words  []Word  `xml:"word"`
}

// Word is a word and the box around it.
type Word struct {
	Text string  `xml:",chardata"`
	XMin float64 `xml:"xMin,attr"`
	YMin float64 `xml:"yMin,attr"`
	XMax float64 `xml:"xMax,attr"`
	YMax float64 `xml:"yMax,attr"`
}

// Layout tells where every word stands.
func Layout(t *testing.T, doc []byte) []Page {
	t.Helper()
	var html struct {
		Pages []Page `xml:"body>doc>page"`
	}
	decoder := xml.NewDecoder(strings.NewReader(Run(t, "pdftotext", doc, "-bbox", "-enc", "UTF-8", "@", "-")))
	decoder.Strict = false
	require.NoError(t, decoder.Decode(&html))
	require.NotEmpty(t, html.Pages)
	return html.Pages
}

// RequireTidy looks at where every word stands: on the paper, inside the margins,
// none over another.
func RequireTidy(t *testing.T, doc []byte) {
	t.Helper()
	for i, p := range Layout(t, doc) {
		require.NotEmpty(t, p.Words)
		p.requireTidy(t, i+1)
	}
}

func (p Page) requireTidy(t *testing.T, number int) {
	t.Helper()
	const side, below = 50.0, 10.0
	for i, a := range p.Words {
		inside := a.XMin > side && a.XMax < p.Width-side && a.YMin > 0 && a.YMax < p.Height-below
		require.True(t, inside, "page %d: %q stands outside the margins", number, a.Text)
		for _, b := range p.Words[i+1:] {
			across := min(a.XMax, b.XMax) - max(a.XMin, b.XMin)
			down := min(a.YMax, b.YMax) - max(a.YMin, b.YMin)
			if across > 1 && down > 1.5 {
				t.Fatalf("page %d: %q and %q overlap", number, a.Text, b.Text)
			}
		}
	}
}
