package chart_test

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/internal/testkit/pdftest"
)

func TestWrite(t *testing.T) {
	t.Parallel()

	t.Run("says whose calendar it is, sums it up and shows month after month", func(t *testing.T) {
		t.Parallel()
		c := house(t, "2030-05-14", "2030-07-02", 2)
		c.Rooms[0].Units = slices.Repeat([]int{38}, c.Window.Days())
		copy(c.Rooms[1].Days, []chart.Mark{chart.Stop, chart.Free, chart.OnRequest, chart.Blocked, chart.Open, chart.Stop})
		doc := render(t, c)
		pdftest.InOrder(t, pdftest.Drawn(t, doc),
			"AVAILABILITY CALENDAR", "Ξενοδοχείο Ακτή Ήλιος", "Sonnenreisen · Contracted", "May – July 2030",
			"Room types", "2", "Total units", "48", "Months covered", "3", "Marked days, all room types", "5",
			"Open", "F", "Free sale", "R", "On request", "S", "Stop, closed", "B", "Blocked",
			"May 2030", "Units", "We", "1", "Th", "2", "Fr", "31", "Δωμάτιο-001", "38", "Δωμάτιο-002", "10", "SFRBS",
			"June 2030", "Sa", "1", "Su", "30", "Δωμάτιο-001", "Δωμάτιο-002",
			"July 2030", "Mo", "1", "We", "31", "Δωμάτιο-001", "Δωμάτιο-002",
			"Ξενοδοχείο Ακτή Ήλιος · Şişli Turizm A.Ş.", "Page 1 of 1", "As of 1 November 2029, 00:30 (Europe/Athens, UTC+2)", "Made with Allot",
		)
		pdftest.RequireTidy(t, doc)
	})

	for language, want := range map[string][]string{
		"de":    {"VERFÜGBARKEITSKALENDER", "Mai 2030 – April 2031", "Zimmertypen", "Freiverkauf", "Mai 2030", "Mi", "Stand: 1. November 2029, 00:30 Uhr (Europe/Athens, UTC+2)"},
		"de-AT": {"VERFÜGBARKEITSKALENDER", "Auf Anfrage"},
		"el":    {"ΗΜΕΡΟΛΟΓΙΟ ΔΙΑΘΕΣΙΜΟΤΗΤΑΣ", "Μάιος 2030 – Απρίλιος 2031", "Κατόπιν αιτήματος", "Κατάσταση στις 1 Νοεμβρίου 2029, 00:30 (Europe/Athens"},
		"tr":    {"MÜSAİTLİK TAKVİMİ", "Mayıs 2030 – Nisan 2031", "Talep üzerine", "Ça", "Durum: 1 Kasım 2029, 00:30 (Europe/Athens"},
		"ru":    {"AVAILABILITY CALENDAR", "On request"},
	} {
		t.Run("speaks "+language, func(t *testing.T) {
			t.Parallel()
			c := spotted(house(t, "2030-05-01", "", 5))
			c.Format = lang.In(language)
			doc := render(t, c)
			pdftest.InOrder(t, pdftest.Drawn(t, doc), want...)
			pdftest.RequireTidy(t, doc)
		})
	}

	t.Run("every page has the legend, the calendar, the property and its number", func(t *testing.T) {
		t.Parallel()
		all := pdftest.Pages(t, render(t, spotted(house(t, "2030-05-14", "", 30))))
		require.Len(t, all, 12)
		for i, page := range all {
			for _, want := range []string{
				"Free sale", "On request", "Stop, closed", "Blocked", "Sonnenreisen · Contracted", "May 2030 – April 2031",
				"Ξενοδοχείο Ακτή Ήλιος", fmt.Sprintf("Page %d of 12", i+1), "As of 1 November 2029, 00:30 (Europe/Athens, UTC+2)",
			} {
				require.Contains(t, page, want)
			}
			require.Equal(t, i == 0, strings.Contains(page, "Total units"), "the summary is on the first page only")
			require.Equal(t, 1, strings.Count(page, "Sonnenreisen · Contracted"), "the first page has no running header")
		}
	})

	t.Run("a month that does not fit on a page repeats its head", func(t *testing.T) {
		t.Parallel()
		doc := render(t, spotted(house(t, "2030-02-01", "2030-02-28", 60)))
		all := pdftest.Pages(t, doc)
		require.Len(t, all, 2)
		for _, page := range all {
			require.Contains(t, page, "February 2030")
			require.Contains(t, page, "Units")
		}
		require.Contains(t, all[0], "Δωμάτιο-001")
		require.Contains(t, all[1], "Δωμάτιο-060")
		require.Equal(t, 60, strings.Count(strings.Join(all, ""), "Δωμάτιο-"))
		pdftest.RequireTidy(t, doc)
	})

	t.Run("is equal for equal input", func(t *testing.T) {
		t.Parallel()
		c := spotted(house(t, "2030-05-14", "", 7))
		c.Logos = [][]byte{logo(t, 40, 20, color.Black, asPNG)}
		require.True(t, bytes.Equal(render(t, c), render(t, c)))
	})

	t.Run("thirty rooms over a year can be mailed", func(t *testing.T) {
		t.Parallel()
		c := spotted(house(t, "2030-05-14", "", 30))
		doc := render(t, c)
		require.Less(t, len(doc), 400_000)
	})
}

// The colours of the spec on the screen's palette.
var (
	cyan   = color.NRGBA{0xcd, 0xf3, 0xf8, 0xff}
	orange = color.NRGBA{0xff, 0xdf, 0xb0, 0xff}
	red    = color.NRGBA{0xfb, 0xc7, 0xc4, 0xff}
	slate  = color.NRGBA{0x3d, 0x4a, 0x5c, 0xff}

	greyPast = color.NRGBA{0xe2, 0xe5, 0xea, 0xff}
)

func TestWrite_Colours(t *testing.T) {
	t.Parallel()
	blank := colours(t, render(t, house(t, "2030-05-01", "2030-05-31", 5)))
	for mark, want := range map[chart.Mark]color.NRGBA{
		chart.Free: cyan, chart.OnRequest: orange, chart.Stop: red, chart.Blocked: slate,
	} {
		t.Run(fmt.Sprintf("mark %d has its colour and changes no other", mark), func(t *testing.T) {
			t.Parallel()
			c := house(t, "2030-05-01", "2030-05-31", 5)
			for i := range 20 {
				c.Rooms[2].Days[i] = mark
			}
			got := colours(t, render(t, c))
			for _, other := range []color.NRGBA{cyan, orange, red, slate} {
				if other != want {
					require.Equal(t, blank[other], got[other])
				}
			}
			// Twenty cells of 6.4 mm by 25 mm at 72 pixels to the inch, less letters and lines.
			require.InDelta(t, 20*1250, got[want]-blank[want], 20*200)
		})
	}
	t.Run("an open month is white, weekends too", func(t *testing.T) {
		t.Parallel()
		blank := colours(t, render(t, house(t, "2030-05-01", "2030-05-31", 25)))
		more := colours(t, render(t, house(t, "2030-05-01", "2030-05-31", 30)))
		for _, other := range []color.NRGBA{cyan, orange, red, slate, {0xee, 0xf0, 0xf3, 0xff}} {
			require.InDelta(t, blank[other], more[other], 200, "five more rooms fill nothing; other digits in the panel do")
		}
	})
}

func TestWrite_Edges(t *testing.T) {
	t.Parallel()
	t.Run("a calendar without rooms says so", func(t *testing.T) {
		t.Parallel()
		doc := render(t, house(t, "2030-05-14", "", 0))
		require.Len(t, pdftest.Pages(t, doc), 1)
		pdftest.InOrder(t, pdftest.Drawn(t, doc), "Room types", "0", "This calendar has no room types yet.")
	})
	t.Run("a calendar without a kind, a property without a company", func(t *testing.T) {
		t.Parallel()
		c := house(t, "2030-05-14", "2030-05-14", 1)
		c.Kind, c.Company = "", ""
		require.NotContains(t, pdftest.Text(t, render(t, c)), "·")
	})
	t.Run("a property with the name of its company is named once", func(t *testing.T) {
		t.Parallel()
		c := house(t, "2030-05-14", "2030-05-14", 1)
		c.Property, c.Company, c.Kind = "Aurora", "Aurora", ""
		require.NotContains(t, pdftest.Text(t, render(t, c)), "·")
	})
	t.Run("long names wrap, those of the head are shortened, but the kind is whole", func(t *testing.T) {
		t.Parallel()
		c := spotted(house(t, "2030-05-14", "2030-07-14", 5))
		c.Property, c.Company = strings.Repeat("Ξενοδοχείο ", 18), strings.Repeat("Company ", 24)
		c.Calendar = strings.Repeat("Sommer", 30)
		c.Rooms[0].Name = "Οικογενειακή σουίτα με δύο υπνοδωμάτια, ιδιωτική πισίνα και θέα στη θάλασσα"
		c.Rooms[1].Name = strings.Repeat("Wasserbungalow", 14)
		c.Rooms[1].Units = slices.Repeat([]int{9999}, c.Window.Days())
		c.Logos = [][]byte{logo(t, 500, 10, color.Black, asPNG)}
		doc := render(t, c)
		pdftest.RequireTidy(t, doc)
		require.Regexp(t, `Sommer\S*…\s*· Contracted`, pdftest.Text(t, doc))
		drawn := pdftest.Drawn(t, doc)
		require.Equal(t, 3, strings.Count(drawn, pdftest.Squeezed(c.Rooms[0].Name)), "whole, in each month")
		require.Regexp(t, `(Wasserbungalow){7,}\S*…9999`, drawn, "four lines are enough for any name")
	})
	for _, months := range []int{1, 3, 12} {
		for _, rooms := range []int{1, 5, 30, 45} {
			t.Run(fmt.Sprintf("%d months of %d rooms are tidy", months, rooms), func(t *testing.T) {
				t.Parallel()
				to := day("2029-11-01").AddMonths(months - 1).String()
				pdftest.RequireTidy(t, render(t, spotted(house(t, "2029-11-01", to, rooms))))
			})
		}
	}
}

func TestWrite_Refuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		spoil func(*chart.Chart)
		want  string
	}{
		"no window":        {func(c *chart.Chart) { c.Window = civil.Range{} }, "whole months"},
		"half a month":     {func(c *chart.Chart) { c.Window.To-- }, "whole months"},
		"thirteen months":  {func(c *chart.Chart) { c.Window.To = day("2031-05-31") }, "whole months"},
		"a day too few":    {func(c *chart.Chart) { c.Rooms[0].Days = c.Rooms[0].Days[1:] }, "364 days in a window of 365"},
		"an unknown mark":  {func(c *chart.Chart) { c.Rooms[1].Days[9] = 9 }, "mark 9"},
		"no time":          {func(c *chart.Chart) { c.GeneratedAt = time.Time{} }, "no time of creation"},
		"no such timezone": {func(c *chart.Chart) { c.Timezone = "Mars/Base" }, "time zone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := house(t, "2030-05-14", "", 2)
			tt.spoil(&c)
			var out bytes.Buffer
			err := chart.Write(&out, c)
			require.ErrorContains(t, err, tt.want)
			require.ErrorContains(t, err, `chart of "Sonnenreisen · Contracted"`)
			require.Zero(t, out.Len(), "no part of a file goes out")
		})
	}
}

// FuzzWrite puts any text in every place: nothing may crash, hang or fail.
func FuzzWrite(f *testing.F) {
	f.Add("plain ✓ 🏨 \uffff \U0010ffff \xff \u202e", []byte("\x89PNG\r\n\x1a\n"))
	f.Add(strings.Repeat("x", 500), svg)
	f.Add("a\n\n\nb", gif)
	f.Fuzz(func(t *testing.T, text string, picture []byte) {
		if len(text) > 2000 {
			t.Skip("out of scope")
		}
		c := house(t, "2030-05-14", "2030-05-14", 2)
		c.Property, c.Company, c.Calendar, c.Kind, c.Format = text, text, text, text, lang.In(text)
		c.Rooms[0].Name = text
		c.Logos = [][]byte{picture}
		require.NotEmpty(t, render(t, c))
	})
}
