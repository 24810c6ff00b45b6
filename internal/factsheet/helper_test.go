package factsheet_test

import (
	"bytes"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/facts"
	"allot/internal/facts/factstest"
	"allot/internal/factsheet"
)

func render(tb testing.TB, s factsheet.Sheet) []byte {
	tb.Helper()
	var buf bytes.Buffer
	require.NoError(tb, factsheet.Write(&buf, facts.Load(), s))
	return buf.Bytes()
}

// poppler runs a tool of poppler-utils; "@" in its arguments is the document.
// Without the tools the test is skipped, except in CI, where they must be there.
func poppler(t *testing.T, tool string, doc []byte, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is missing: install poppler-utils", tool)
		}
		t.Skipf("NOT CHECKED: %s is missing, install poppler-utils to check what readers see", tool)
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

func text(t *testing.T, doc []byte) string {
	t.Helper()
	return poppler(t, "pdftotext", doc, "-layout", "-enc", "UTF-8", "@", "-")
}

// drawn is the text in the order in which it was drawn, without any space: a
// cell that wraps is one text again.
func drawn(t *testing.T, doc []byte) string {
	t.Helper()
	return squeezed(poppler(t, "pdftotext", doc, "-raw", "-enc", "UTF-8", "@", "-"))
}

func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

func pages(t *testing.T, doc []byte) []string {
	t.Helper()
	return strings.Split(strings.TrimSuffix(text(t, doc), "\f"), "\f")
}

// inOrder fails unless each text comes after the one before it.
func inOrder(t *testing.T, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		_, after, found := strings.Cut(got, squeezed(w))
		require.True(t, found, "%q is missing or comes too early", w)
		got = after
	}
}

type box struct {
	Text string  `xml:",chardata"`
	XMin float64 `xml:"xMin,attr"`
	YMin float64 `xml:"yMin,attr"`
	XMax float64 `xml:"xMax,attr"`
	YMax float64 `xml:"yMax,attr"`
}

// requireTidy looks at where every word stands: on the paper, inside the margins,
// none over another.
func requireTidy(t *testing.T, doc []byte) {
	t.Helper()
	var html struct {
		Pages []struct {
			Words []box `xml:"word"`
		} `xml:"body>doc>page"`
	}
	out := poppler(t, "pdftotext", doc, "-bbox", "-enc", "UTF-8", "@", "-")
	decoder := xml.NewDecoder(strings.NewReader(out))
	decoder.Strict = false
	require.NoError(t, decoder.Decode(&html))
	require.NotEmpty(t, html.Pages)
	const side, wide, high = 50.0, 595.3, 841.9 // in points
	for n, page := range html.Pages {
		require.NotEmpty(t, page.Words)
		for i, a := range page.Words {
			require.Greater(t, a.XMin, side, "page %d: %q", n+1, a.Text)
			require.Less(t, a.XMax, wide-side, "page %d: %q", n+1, a.Text)
			require.Greater(t, a.YMin, 0.0, "page %d: %q", n+1, a.Text)
			require.Less(t, a.YMax, high-10, "page %d: %q", n+1, a.Text)
			for _, b := range page.Words[i+1:] {
				across := min(a.XMax, b.XMax) - max(a.XMin, b.XMin)
				down := min(a.YMax, b.YMax) - max(a.YMin, b.YMin)
				require.False(t, across > 1 && down > 1.5, "page %d: %q and %q overlap", n+1, a.Text, b.Text)
			}
		}
	}
}

// fullFacts has every field of every category; of array categories so many
// records.
func fullFacts(records int) facts.Sheet {
	sheet := facts.Sheet{}
	for _, c := range facts.Load().Categories() {
		n := 1
		if c.IsArray() {
			n = records
		}
		for i := range n {
			record := factstest.Full(c, uint64(i+1))
			if c.Key == "contacts" {
				record["shared_with_partners"] = true
			}
			sheet[c.Key] = append(sheet[c.Key], facts.Entry{ID: int64(i + 1), Position: i, Data: record})
		}
	}
	return sheet
}
