package pdf_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/pdf"
	"allot/internal/testkit/pdftest"
)

func facts(n int) []pdf.Fact {
	var out []pdf.Fact
	for i := range n {
		out = append(out, pdf.Fact{Label: fmt.Sprintf("label%03d", i), Value: fmt.Sprintf("value%03d", i)})
	}
	return out
}

func TestDoc_Facts(t *testing.T) {
	t.Parallel()
	t.Run("stand side by side, long ones below over the whole width", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		all := facts(4)
		all[1].Value = strings.Repeat("long ", 60)
		d.Facts(all)
		got := pdftest.Text(t, render(t, d))
		require.Regexp(t, `label000 +value000 +label002 +value002\n`, got)
		require.Regexp(t, `label003 +value003\n`, got)
		require.Regexp(t, `label001 +long long`, got)
		require.Less(t, strings.Index(got, "label003"), strings.Index(got, "label001"))
		require.Equal(t, 60, strings.Count(got, "long"))
	})
	t.Run("go over pages without losing any, and never leave one row for the last", func(t *testing.T) {
		t.Parallel()
		for n := 86; n < 104; n += 2 {
			d := pdf.New(options())
			d.Facts(facts(n))
			doc := render(t, d)
			got := pdftest.Text(t, doc)
			require.Equal(t, n, strings.Count(got, "value"))
			for _, page := range pdftest.Pages(t, doc) {
				require.GreaterOrEqual(t, strings.Count(page, "value"), 4)
			}
		}
	})
	t.Run("cut a row that is longer than a page", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Facts([]pdf.Fact{{Label: "a", Value: "b"}, {Label: "long", Value: strings.Repeat("note ", 3000)}})
		doc := render(t, d)
		require.Greater(t, pages(doc), 1)
		require.Equal(t, 3000, strings.Count(pdftest.Text(t, doc), "note"))
	})
}

func TestDoc_Panel(t *testing.T) {
	t.Parallel()
	t.Run("shows each value below its name and stays on one page", func(t *testing.T) {
		t.Parallel()
		for lines := 30; lines < 52; lines += 3 {
			d := pdf.New(options())
			d.Paragraph(strings.Repeat("line\n", lines))
			d.Panel(facts(7), 4)
			for _, page := range pdftest.Pages(t, render(t, d)) {
				n := strings.Count(page, "value")
				require.True(t, n == 0 || n == 7, n)
			}
		}
	})
	t.Run("becomes a table when it is longer than a page", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Panel([]pdf.Fact{{Label: "long", Value: strings.Repeat("note ", 2000)}}, 4)
		require.Equal(t, 2000, strings.Count(pdftest.Text(t, render(t, d)), "note"))
	})
	t.Run("of nothing is nothing", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		y := d.Raw().GetY()
		d.Panel(nil, 4)
		require.InDelta(t, y, d.Raw().GetY(), 0)
	})
}

func TestDoc_Keep(t *testing.T) {
	t.Parallel()
	block := func(lines int) func(*pdf.Doc) {
		return func(d *pdf.Doc) {
			d.Heading(3, "start")
			for range lines {
				d.Paragraph("inside")
			}
			d.Paragraph("finish")
		}
	}
	t.Run("moves a block to the next page rather than break it", func(t *testing.T) {
		t.Parallel()
		for before := range 45 {
			d := pdf.New(options())
			d.Paragraph(strings.Repeat("line\n", before))
			d.Keep(block(20))
			for _, page := range pdftest.Pages(t, render(t, d)) {
				require.Equal(t, strings.Contains(page, "start"), strings.Contains(page, "finish"), before)
			}
		}
	})
	t.Run("breaks what fits on no page, and starts it where there is room", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Paragraph("before")
		d.Keep(block(100))
		all := pdftest.Pages(t, render(t, d))
		require.Contains(t, all[0], "start")
		require.Equal(t, 100, strings.Count(strings.Join(all, ""), "inside"))
	})
	t.Run("the start of a longer one stays together", func(t *testing.T) {
		t.Parallel()
		for before := 30; before < 50; before++ {
			d := pdf.New(options())
			d.Paragraph(strings.Repeat("line\n", before))
			d.KeepStart(40, block(30))
			for _, page := range pdftest.Pages(t, render(t, d)) {
				if strings.Contains(page, "start") {
					require.GreaterOrEqual(t, strings.Count(page, "inside"), 4)
				}
			}
		}
	})
	t.Run("tells what went wrong while measuring", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		d.Keep(func(d *pdf.Doc) { d.Figures([]pdf.Figure{{Data: []byte("no picture")}}, 1, 20) })
		_, err := d.Bytes()
		require.ErrorContains(t, err, "neither JPEG nor PNG")
	})
}

func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, jpeg.Encode(&buf, image.NewGray(image.Rect(0, 0, width, height)), nil))
	return buf.Bytes()
}

func TestDoc_Figures(t *testing.T) {
	t.Parallel()
	t.Run("stand in rows with their captions", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		var figures []pdf.Figure
		for i := range 9 {
			figures = append(figures, pdf.Figure{Data: picture(t, 30+i, 20), Caption: fmt.Sprintf("caption%d", i)})
		}
		d.Figures(figures, 2, 60)
		doc := render(t, d)
		require.Equal(t, 2, pages(doc))
		require.Regexp(t, `caption0 +caption1\n`, pdftest.Text(t, doc))
		require.Equal(t, 6, strings.Count(pdftest.Pages(t, doc)[0], "caption"))
	})
	t.Run("beside text leave it the other side", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		full := d.Width()
		figures := []pdf.Figure{{Data: picture(t, 30, 20), Caption: "one"}, {Data: picture(t, 20, 30)}}
		var inside float64
		d.Beside(figures, 40, 30, func(d *pdf.Doc) {
			inside = d.Width()
			d.Paragraph("text")
		})
		require.InDelta(t, full-88, inside, 0.01)
		require.InDelta(t, full, d.Width(), 0.01)
		require.Greater(t, d.Raw().GetY(), 24.0+30, "what follows is below the pictures")
		d.Beside(nil, 40, 30, func(d *pdf.Doc) { inside = d.Width() })
		require.InDelta(t, full, inside, 0.01)
	})
	t.Run("of one content are stored once", func(t *testing.T) {
		t.Parallel()
		d := pdf.New(options())
		same := pdf.Figure{Data: picture(t, 30, 20)}
		d.Figures([]pdf.Figure{same, same, same}, 3, 20)
		require.Equal(t, 1, bytes.Count(render(t, d), []byte("/Subtype /Image")))
	})
}

func TestDoc_marks(t *testing.T) {
	t.Parallel()
	d := pdf.New(options())
	d.SetHeader("header", "")
	d.HeaderFrom(2)
	d.SetFooter("above", nil)
	d.SetSubFooter("below", "right below")
	d.SetMark("Entwurf")
	d.Paragraph("one")
	d.Break()
	d.Paragraph("two")
	for i, page := range pdftest.Pages(t, render(t, d)) {
		require.Equal(t, i > 0, strings.Contains(page, "header"))
		require.Regexp(t, `(?s)Entwurf.*above.*below +right below`, page)
	}
}

func TestDoc_Reserve(t *testing.T) {
	t.Parallel()
	const reserved = 60.0
	d := pdf.New(options())
	whole := d.Room()
	d.Reserve(reserved)
	require.InDelta(t, whole-reserved, d.Room(), 0.001)
	for range 100 {
		d.Paragraph("text")
	}
	pages := pdftest.Layout(t, render(t, d))
	require.Greater(t, len(pages), 2)
	const point = 25.4 / 72
	for _, p := range pages {
		for _, w := range p.Words {
			require.Less(t, w.YMax*point, p.Height*point-reserved, "the reserved part stays free")
		}
	}
}
