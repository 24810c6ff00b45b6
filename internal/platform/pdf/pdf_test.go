package pdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/pdf"
	"allot/internal/testkit/pdftest"
)

func options() pdf.Options {
	return pdf.Options{
		Title: "Fact sheet Ξενία", Author: "Şişli Oteli", Language: "el",
		Created: time.Date(2030, 5, 1, 12, 0, 0, 0, time.FixedZone("", 7200)),
	}
}

func render(t *testing.T, d *pdf.Doc) []byte {
	t.Helper()
	out, err := d.Bytes()
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(out, []byte("%PDF-1.")))
	return out
}

var pagePattern = regexp.MustCompile(`/Type /Page\b[^s]`)

func pages(out []byte) int { return len(pagePattern.FindAll(out, -1)) }

var alphabets = []string{
	"Ελληνικά: Καλημέρα, ξενοδοχείο ΐΰώ €",
	"Türkçe: ığüşöç İĞÜŞÖÇ",
	"Кириллица: Съешь ещё этих булок, Їжак",
	"Deutsch: Größe, Übernachtung, „Zimmer“ – ẞ",
	"Polski: Zażółć gęślą jaźń",
}

func TestDoc_text(t *testing.T) {
	t.Parallel()

	t.Run("can be copied out in every alphabet of our users, in every style", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		for _, line := range alphabets {
			d.Heading(2, "H "+line)
			d.Paragraph("P " + line)
			d.Text(pdf.Italic, 10, "I "+line)
		}
		d.SmallTable([]string{"Şehir"}, [][]string{{"T " + alphabets[0]}})
		got := pdftest.Text(t, render(t, d))
		for _, line := range alphabets {
			for _, prefix := range []string{"H ", "P ", "I "} {
				require.Contains(t, got, prefix+line)
			}
		}
		require.Contains(t, got, "Şehir")
		require.Contains(t, got, "T "+alphabets[0])
	})

	t.Run("shows a box for signs that the fonts lack, and letters in Latin ones", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Paragraph("pool ✓ sauna 🏊 寺 end")
		require.Contains(t, pdftest.Text(t, render(t, d)), "pool □ sauna □ Si end")
	})

	t.Run("draws Hebrew from right to left", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Paragraph("מלון שלום")
		// pdftotext turns what runs from right to left around again, and marks it.
		require.Contains(t, strings.Trim(pdftest.Text(t, render(t, d)), "\u202a\u202b\u202c\u200e\u200f \n\f"), "מלון שלום")
	})

	t.Run("wraps long text and breaks words that are longer than a line", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Paragraph(strings.Repeat("word ", 100) + strings.Repeat("x", 300) + " after")
		got := pdftest.Text(t, render(t, d))
		require.Equal(t, 100, strings.Count(got, "word"))
		require.Equal(t, 300, strings.Count(got, "x"))
		for line := range strings.SplitSeq(got, "\n") {
			require.Less(t, len(line), 130)
		}
	})

	t.Run("keeps line ends and paragraphs in order over pages", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		for i := range 120 {
			d.Paragraph(fmt.Sprintf("first %d\nsecond %d", i, i))
		}
		out := render(t, d)
		require.Greater(t, pages(out), 3)
		want := []string{}
		for i := range 120 {
			want = append(want, fmt.Sprint("first ", i), fmt.Sprint("second ", i))
		}
		require.Equal(t, strings.Join(want, " "), strings.Join(strings.Fields(pdftest.Text(t, out)), " "))
	})

	t.Run("does not leave a heading alone at the end of a page", func(t *testing.T) {
		t.Parallel()
		for lines := 40; lines < 60; lines++ {
			d := pdf.New(options())
			d.Paragraph(strings.Repeat("line\n", lines))
			d.Heading(2, "Heading")
			d.Paragraph("below")
			for page := range strings.SplitSeq(pdftest.Text(t, render(t, d)), "\f") {
				require.Equal(t, strings.Contains(page, "Heading"), strings.Contains(page, "below"))
			}
		}
	})
}

func TestDoc_running(t *testing.T) {
	t.Parallel()
	t.Run("numbers every page, in the reader's language", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.SetHeader("Hotel Ήλιος", "2030-05-01")
		d.SetFooter("Vertraulich", func(n, total int) string { return fmt.Sprintf("Seite %d von %d", n, total) })
		d.Paragraph("one")
		d.Break()
		d.Paragraph("two")
		d.Break()
		out := render(t, d)
		require.Equal(t, 3, pages(out))
		for i, page := range pdftest.Pages(t, out) {
			require.Contains(t, page, "Hotel Ήλιος")
			require.Contains(t, page, "2030-05-01")
			require.Contains(t, page, "Vertraulich")
			require.Contains(t, page, fmt.Sprintf("Seite %d von 3", i+1))
		}
	})
	t.Run("says it in English by default and cuts what is too long", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.SetHeader(strings.Repeat("long name ", 50), "right")
		d.SetFooter("", nil)
		got := pdftest.Text(t, render(t, d))
		require.Contains(t, got, "Page 1 of 1")
		require.Contains(t, got, "…")
		require.Contains(t, got, "right")
	})
}

func TestDoc_SmallTable(t *testing.T) {
	t.Parallel()
	columns := []string{"Room", "Note", "Price"}

	t.Run("repeats its header on every page and loses no row", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Heading(1, "Prices")
		rows := [][]string{}
		for i := range 200 {
			rows = append(rows, []string{fmt.Sprintf("room%03d", i), strings.Repeat("note ", i%40), "120.00"})
		}
		d.SmallTable(columns, rows)
		out := render(t, d)
		got := pdftest.Text(t, out)
		require.Equal(t, pages(out), strings.Count(got, "Price\n")+strings.Count(got, "Price\r"))
		require.Equal(t, 200, strings.Count(got, "120.00"))
		last := -1
		for i := range 200 {
			at := strings.Index(got, fmt.Sprintf("room%03d", i))
			require.Greater(t, at, last)
			last = at
		}
	})

	t.Run("cuts a row that is longer than a page", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.SmallTable(columns, [][]string{{"before", "", ""}, {"long", strings.Repeat("note ", 5000), "1.00"}, {"after", "", ""}})
		out := render(t, d)
		require.Greater(t, pages(out), 2)
		got := pdftest.Text(t, out)
		require.Equal(t, 5000, strings.Count(got, "note"))
		require.Less(t, strings.Index(got, "before"), strings.Index(got, "long"))
		require.Contains(t, got, "after")
	})

	t.Run("is as wide as its texts, repeats its header and loses nothing", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		var rows [][]string
		for i := range 120 {
			rows = append(rows, []string{fmt.Sprintf("row%03d", i), "short", strings.Repeat("note ", i%50)})
		}
		d.SmallTable([]string{"Name", "Second column", "Remarks of the house"}, rows)
		doc := render(t, d)
		require.Greater(t, pages(doc), 2)
		for _, page := range pdftest.Pages(t, doc) {
			require.Contains(t, page, "Remarks")
		}
		require.Equal(t, 120, strings.Count(pdftest.Text(t, doc), "short"))
	})
	t.Run("refuses rows that do not match", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.SmallTable([]string{"A"}, [][]string{{"a", "b"}})
		_, err := d.Bytes()
		require.ErrorContains(t, err, "2 cells for 1 columns")
	})

	t.Run("after an error comes to an end", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Raw().SetError(errors.New("earlier"))
		d.Heading(1, "x")
		d.SmallTable(columns, [][]string{{"a", strings.Repeat("b ", 9000), "c"}})
		_, err := d.Bytes()
		require.ErrorContains(t, err, "earlier")
	})
}

func sample(kind string) []byte {
	img := image.NewNRGBA64(image.Rect(0, 0, 40, 20))
	for x := range 40 {
		for y := range 20 {
			img.Set(x, y, color.NRGBA64{R: uint16(x * 1600), A: uint16(40000 + y)})
		}
	}
	var buf bytes.Buffer
	switch kind {
	case "png":
		_ = png.Encode(&buf, img)
	case "jpeg":
		_ = jpeg.Encode(&buf, img, nil)
	case "gif":
		_ = gif.Encode(&buf, img, nil)
	}
	return buf.Bytes()
}

func TestDoc_Image(t *testing.T) {
	t.Parallel()
	t.Run("takes JPEG and deep PNG with transparency, stores a repeated one once", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		for range 3 {
			d.Image(sample("png"), 60, 60)
			d.Image(sample("jpeg"), 60, 60)
		}
		got := pdftest.Run(t, "pdfimages", render(t, d), "-list", "@")
		require.Equal(t, 3, strings.Count(got, "smask"), got)
		require.Equal(t, 3, strings.Count(got, " jpeg "), got)
		require.Equal(t, 3, bytes.Count(render(t, d), []byte("/Subtype /Image")), "picture, its mask, and the JPEG")
		require.Equal(t, 1, bytes.Count(render(t, d), []byte("/SMask ")), "the JPEG has none")
	})
	t.Run("gives equal bytes although many pictures have one width", func(t *testing.T) {
		t.Parallel()
		var first []byte
		for range 10 {
			d := pdf.New(options())
			for shade := range uint8(8) {
				var buf bytes.Buffer
				img := image.NewGray(image.Rect(0, 0, 16, 16))
				img.Pix[0] = 30 * shade
				require.NoError(t, png.Encode(&buf, img))
				d.Image(buf.Bytes(), 10, 10)
			}
			out := render(t, d)
			if first == nil {
				first = out
			}
			require.True(t, bytes.Equal(first, out))
		}
		require.Equal(t, 8, bytes.Count(first, []byte("/Width 16\n")))
	})
	t.Run("moves to the next page when there is no room", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		for range 2 {
			d.Image(sample("jpeg"), 1000, 1000)
		}
		require.Equal(t, 1, pages(render(t, d)))
		d = pdf.New(options())
		for range 3 {
			d.Image(sample("jpeg"), 1000, 1000)
		}
		require.Equal(t, 2, pages(render(t, d)))
	})
	t.Run("refuses everything else", func(t *testing.T) {
		t.Parallel()
		for name, data := range map[string][]byte{
			"gif": sample("gif"), "nothing": nil, "svg": []byte("<svg/>"), "half a PNG": sample("png")[:60],
			"start of a JPEG": sample("jpeg")[:20], "webp": []byte("RIFF\x00\x00\x00\x00WEBPVP8 "),
		} {
			d := pdf.New(options())
			d.Image(data, 50, 50)
			_, err := d.Bytes()
			require.ErrorContains(t, err, "put picture in PDF", name)
		}
	})
}

// everything uses each part of the package once.
func everything() *pdf.Doc {
	o := options()
	o.Landscape = true
	d := pdf.New(o)
	d.SetHeader("Left", "Right")
	d.SetFooter("Foot", nil)
	d.Heading(1, "Title")
	for _, line := range alphabets {
		d.Paragraph(line)
		d.Text(pdf.Italic, 8, line)
	}
	d.SmallTable([]string{"A", "B"}, [][]string{{"a", "b"}})
	d.Image(sample("png"), 30, 30)
	d.Image(sample("jpeg"), 30, 30)
	return d
}

func TestDoc_Bytes(t *testing.T) {
	t.Parallel()
	t.Run("are equal for equal input, also when many are made at once", func(t *testing.T) {
		t.Parallel()
		want := render(t, everything())
		got := make([][]byte, 6)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() { got[i], _ = everything().Bytes() })
		}
		wg.Wait()
		for _, out := range got {
			require.True(t, bytes.Equal(want, out))
		}
	})
	t.Run("can be taken and written more than once", func(t *testing.T) {
		t.Parallel()
		d := everything()
		var buf bytes.Buffer
		n, err := d.WriteTo(&buf)
		require.NoError(t, err)
		require.Equal(t, int64(buf.Len()), n)
		require.True(t, bytes.Equal(buf.Bytes(), render(t, d)))
	})
	t.Run("carry title, author, language and time", func(t *testing.T) {
		t.Parallel()
		out := render(t, pdf.New(options()))
		require.Contains(t, string(out), "/Lang (el)")
		require.Contains(t, string(out), "D:20300501100000")
		info := pdftest.Run(t, "pdfinfo", out, "@")
		require.Contains(t, info, "Fact sheet Ξενία")
		require.Contains(t, info, "Şişli Oteli")
	})
	t.Run("do not take a language that is none", func(t *testing.T) {
		t.Parallel()
		o := options()
		o.Language = "de) /OpenAction (x"
		require.NotContains(t, string(render(t, pdf.New(o))), "OpenAction")
	})
	t.Run("need a time of creation", func(t *testing.T) {
		t.Parallel()
		_, err := pdf.New(pdf.Options{Title: "x"}).Bytes()
		require.ErrorContains(t, err, "time of creation")
	})
	t.Run("are small, because only used signs are embedded", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Paragraph("Short.")
		require.Less(t, len(render(t, d)), 30_000)
	})
}

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain":                        "plain",
		"a\r\nb\rc\nd\te":              "a\nb\nc\nd e",
		"I\u0307stanbul s\u0327":       "İstanbul ş",
		"α\u0301":                      "ά",
		"✓ 🏨 寺":                        "□ □ Si",
		"北京国际酒店, 7号楼 B":                "Bei Jing Guo Ji Jiu Dian, 7 Hao Lou B",
		"فندق":                         "fndq",
		"โรงแรม":                       "orngaerm",
		"서울호텔":                         "seoulhotel",
		"Ξενοδοχείο Şile":              "Ξενοδοχείο Şile",
		"👨\u200d👩":                     "□□",
		"soft\u00adhyphen\u200b\ufeff": "softhyphen",
		"heart ❤\ufe0f":                "heart □",
		"bad \xff":                     "bad □",
		"\x00\x1b[31m":                 "[31m",
		"non\u00a0breaking €5 → ½":     "non\u00a0breaking €5 → ½",
		"{nb}":                         "{nb}",
	} {
		t.Run(fmt.Sprintf("makes %q of %q", want, in), func(t *testing.T) {
			t.Parallel()
			require.Equal(t, want, pdf.Clean(in))
		})
	}
}

// FuzzDoc puts any text in every place: nothing may crash, hang or fail.
func FuzzDoc(f *testing.F) {
	f.Add("plain ✓ 🏨 \uffff \U0010ffff \xff \u202e")
	f.Add(strings.Repeat("x", 500))
	f.Add("a\n\n\nb")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip("out of scope")
		}
		o := options()
		o.Title, o.Author, o.Language = text, text, text
		d := pdf.New(o)
		d.SetHeader(text, text)
		d.SetFooter(text, nil)
		d.Heading(1, text)
		d.Paragraph(text)
		d.SmallTable([]string{text, "b"}, [][]string{{text, text}})
		d.Keep(func(d *pdf.Doc) {
			d.Facts([]pdf.Fact{{Label: text, Value: text}, {Label: "b", Value: text}})
			d.Panel([]pdf.Fact{{Label: text, Value: text}}, 4)
		})
		d.SetMark(text)
		_, err := d.Bytes()
		require.NoError(t, err)
	})
}
