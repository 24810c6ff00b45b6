package invoicepdf_test

import (
	"fmt"
	"image/color"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
	"allot/internal/testkit/pdftest"
)

// numbered is an invoice whose lines can be found in the text of the pages.
func numbered(lines int) document.Document {
	d := invoice(lines)
	for i := range d.Lines {
		d.Lines[i].Description = fmt.Sprintf("Leistung-%04d", i+1)
	}
	return d
}

func TestRender_Pages(t *testing.T) {
	t.Parallel()
	for _, lines := range []int{1, 2, 40, 200, 1000} {
		t.Run(fmt.Sprintf("of %d lines have a head, numbers and running sums", lines), func(t *testing.T) {
			t.Parallel()
			d := numbered(lines)
			pages := pdftest.Pages(t, render(t, d, options("en")))
			requireRunningSums(t, d, pages)
			for i, page := range pages {
				require.Regexp(t, fmt.Sprintf(`%d ?/ ?%d\n`, i+1, len(pages)), page)
				require.Contains(t, page, "Amtsgericht Stralsund HRB 4711")
				if strings.Contains(page, "Leistung-") {
					require.Regexp(t, `No\. +Description +Quantity +Unit price +VAT +Net\n`, page)
				}
			}
			require.Equal(t, lines, strings.Count(strings.Join(pages, ""), "Leistung-"))
		})
	}
	t.Run("never have the sums without a line, nor a head without one", func(t *testing.T) {
		t.Parallel()
		for lines := 5; lines <= 50; lines += sized(3, 1) {
			d := numbered(lines)
			pages := pdftest.Pages(t, render(t, d, options("en")))
			requireRunningSums(t, d, pages)
			last := fmt.Sprintf("Leistung-%04d", lines)
			for _, page := range pages {
				for _, sum := range []string{"Total net", "VAT rate", "Exempt from VAT", "Total  "} {
					require.Equal(t, strings.Contains(page, last), strings.Contains(page, sum), "%d lines: %s", lines, sum)
				}
				require.Equal(t, strings.Contains(page, "Description"), strings.Contains(page, "Leistung-"), "%d lines", lines)
			}
		}
	})
	t.Run("of an invoice without lines are made all the same", func(t *testing.T) {
		t.Parallel()
		require.Contains(t, pdftest.Text(t, render(t, invoice(0), options("en"))), "€0.00")
		require.NotEmpty(t, render(t, document.Document{}, invoicepdf.Options{Format: lang.In("en"), Created: created}))
	})
}

var (
	carried = regexp.MustCompile(`Carried forward +([0-9.,]+)\n`)
	brought = regexp.MustCompile(`Brought forward +([0-9.,]+)\n`)
	lineNo  = regexp.MustCompile(`Leistung-(\d{4})`)
)

// requireRunningSums compares the sums at the ends of the pages with the lines above.
func requireRunningSums(t *testing.T, d document.Document, pages []string) {
	t.Helper()
	rows := invoicepdf.NewSheet(d, options("en")).Table.Rows
	seen, sum := 0, ""
	for i, page := range pages {
		n := len(lineNo.FindAllString(page, -1))
		if n == 0 { // the lines are over
			require.Equal(t, len(rows), seen)
			require.NotRegexp(t, brought, page)
			continue
		}
		if i > 0 {
			require.Equal(t, sum, brought.FindStringSubmatch(page)[1], "page %d", i+1)
		}
		if seen += n; seen == len(rows) {
			require.NotRegexp(t, carried, page)
			continue
		}
		sum = rows[seen-1].Sum
		require.Equal(t, sum, carried.FindStringSubmatch(page)[1], "page %d", i+1)
	}
	require.Equal(t, len(rows), seen)
}

func TestRender_Languages(t *testing.T) {
	t.Parallel()
	for _, l := range lang.Offered {
		t.Run("in "+l+" every word is inside the margins and none over another", func(t *testing.T) {
			t.Parallel()
			o := options(l)
			o.Mark = invoicepdf.MarkDraft
			doc := render(t, numbered(40), o)
			pdftest.RequireTidy(t, doc)
			texts := invoicepdf.AllTexts[l]
			got := pdftest.Text(t, doc)
			for _, want := range []string{texts.Titles[document.TypeInvoice], texts.Carried, texts.GrossTotal, texts.Scan, texts.Payment} {
				require.Contains(t, got, want)
			}
		})
	}
}

func TestRender_Mark(t *testing.T) {
	t.Parallel()
	for mark, want := range map[invoicepdf.Mark]string{
		invoicepdf.MarkDraft: "TASLAK", invoicepdf.MarkCancelled: "İPTAL EDİLDİ", invoicepdf.MarkPaid: "ÖDENDİ",
	} {
		o := options("tr")
		o.Mark = mark
		for _, page := range pdftest.Pages(t, render(t, numbered(40), o)) {
			require.Contains(t, page, want)
		}
	}
}

func TestRender_LongTexts(t *testing.T) {
	t.Parallel()
	words := func(name string, n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("%s%d ", name, i)
		}
		return text
	}
	const many = 1500
	d, o := numbered(3), options("en")
	d.Lines[1].Description = words("line", many)
	d.Lines[2].Description = strings.Repeat("Leistungsbeschreibung", 60)
	d.Note = words("note", many)
	d.Buyer.Name = words("buyer", 300)
	d.BuyerReference = words("reference", 300)
	o.Look.HeaderText = words("head", many)
	o.Look.PaymentTerms = words("terms", many)
	o.Look.BankDetails = words("bank", many)
	doc := render(t, d, o)
	pdftest.RequireTidy(t, doc)
	drawn := pdftest.Drawn(t, doc)
	for name, n := range map[string]int{"line": many, "note": many, "buyer": 300, "reference": 300, "head": many, "terms": many, "bank": many} {
		for i := range n {
			require.Contains(t, drawn, fmt.Sprintf("%s%d", name, i))
		}
	}
	require.GreaterOrEqual(t, strings.Count(drawn, "Leistungsbeschreibung"), 50, "a long word is broken, not lost")
}

func TestRender_Footer(t *testing.T) {
	t.Parallel()
	o := options("en")
	o.Look.FooterText = strings.Repeat("footer\n", 100)
	for _, page := range pdftest.Pages(t, render(t, numbered(40), o)) {
		require.Equal(t, 23, strings.Count(page, "footer\n"), "a footer has a limit, so that lines have room")
		require.Contains(t, page, "…")
	}
	pdftest.RequireTidy(t, render(t, numbered(40), o))
}

func TestRender_UnknownCharacters(t *testing.T) {
	t.Parallel()
	d := invoice(1)
	d.Lines[0].Description = "Sea\u200bview 😀 海の家 אבג"
	d.Buyer.Name = "\x00\x07Müller"
	got := pdftest.Text(t, render(t, d, options("en")))
	require.Contains(t, got, "Seaview □ Hai no Jia ", "letters that the font lacks are written with Latin ones, signs as a box")
	require.Contains(t, got, "Müller")
}

func TestRender_Colors(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			for b := 0; b < 256; b += 15 {
				primary := fmt.Sprintf("#%02x%02X%02x", r, g, b)
				onGround, onWhite := invoicepdf.Contrasts(primary)
				require.GreaterOrEqual(t, onGround, 4.0, primary)
				require.GreaterOrEqual(t, onWhite, 4.5, primary)
				require.Equal(t, pdf.Color{R: r, G: g, B: b}, invoicepdf.Ground(primary))
			}
		}
	}
	for _, bad := range []string{"", "red", "#fff", "#12345g", "0f766e", "#0f766e;", "\n#0f766e"} {
		require.Equal(t, pdf.Accent, invoicepdf.Ground(bad), bad)
	}
}

func TestRender_EqualInput(t *testing.T) {
	t.Parallel()
	o := options("el")
	o.Logo = logo(t, 90, 30, color.NRGBA{200, 10, 10, 100})
	first := render(t, numbered(50), o)
	require.Equal(t, first, render(t, numbered(50), o))
}

func TestRender_NeedsATime(t *testing.T) {
	t.Parallel()
	o := options("en")
	o.Created = time.Time{}
	_, err := invoicepdf.Render(numbered(100), o)
	require.ErrorContains(t, err, "time of creation")
	_, err = invoicepdf.ZUGFeRD(numbered(100), o, nil)
	require.ErrorContains(t, err, "time of creation")
}

func BenchmarkRender(b *testing.B) {
	d, o := numbered(1000), options("en")
	b.ReportAllocs()
	for b.Loop() {
		render(b, d, o)
	}
}
