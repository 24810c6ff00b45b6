package chart_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart"
	"allot/internal/inventory/chart/charttest"
	"allot/internal/platform/lang"
	"allot/internal/testkit/pdftest"
)

// seasonal has 10 units of each room in November, 20 from the middle of December
// on and none from February on; of the last room one more on every day.
func seasonal(c chart.Chart) chart.Chart {
	for i := range c.Rooms {
		for d := range c.Rooms[i].Units {
			units := 10
			switch date := c.Window.From.Add(d); {
			case date >= day("2030-02-01"):
				units = 0
			case date >= day("2029-12-16"):
				units = 20
			}
			if i == len(c.Rooms)-1 {
				units += d
			}
			c.Rooms[i].Units[d] = units
		}
	}
	return c
}

func TestWrite_Units(t *testing.T) {
	t.Parallel()
	for _, l := range lang.Offered {
		for _, months := range []int{1, 3, 12} {
			t.Run(fmt.Sprintf("%d months in %s say how many units there are on every day", months, l), func(t *testing.T) {
				t.Parallel()
				to := day("2029-12-01").AddMonths(months - 1)
				c := seasonal(spotted(house(t, "2029-12-01", to.String(), 5)))
				c.Format = lang.In(l)
				doc := render(t, c)
				pdftest.RequireTidy(t, doc)
				requireUnits(t, c, doc, "2029-11-01")
			})
		}
	}
	t.Run("a month has its own units beside it, and those of its seasons where they change", func(t *testing.T) {
		t.Parallel()
		c := seasonal(house(t, "2029-11-01", "2030-02-01", 2))
		read := charttest.Months(t, render(t, c), 1)
		require.Equal(t, []string{"10", "10–20", "20", "0"}, []string{read[0][0].Beside, read[1][0].Beside, read[2][0].Beside, read[3][0].Beside})
		pdftest.InOrder(t, pdftest.Drawn(t, render(t, c)), "Total units", "20–131", "Units from that day on")
	})
	t.Run("a year without changes does not explain how they would be told", func(t *testing.T) {
		t.Parallel()
		require.NotContains(t, pdftest.Text(t, render(t, house(t, "2029-11-01", "", 2))), "Units from that day on")
	})
	t.Run("a calendar without numbers shows none", func(t *testing.T) {
		t.Parallel()
		c := spotted(house(t, "2029-11-01", "2029-12-01", 2))
		for i := range c.Rooms {
			c.Rooms[i].Units = nil
		}
		doc := render(t, c)
		pdftest.InOrder(t, pdftest.Drawn(t, doc), "Total units", "–", "Months covered")
		require.Empty(t, charttest.Months(t, doc, 1)[0])
		require.NotRegexp(t, `\bUnits\b`, pdftest.Text(t, doc))
	})
}

// requireUnits holds every number of the paper against the chart's.
func requireUnits(t *testing.T, c chart.Chart, doc []byte, today string) {
	t.Helper()
	first := max(0, day(today).Sub(c.Window.From))
	date, room := c.Window.From, 0
	for _, rows := range charttest.Months(t, doc, first+1) {
		month := 0
		for _, row := range rows {
			for i, units := range row.Days {
				at := date.Add(i).Sub(c.Window.From)
				want := charttest.Unknown
				if at >= first {
					want = c.Rooms[room].Units[at]
				}
				require.Equal(t, want, units, "%s on %s", c.Rooms[room].Name, date.Add(i))
			}
			room, month = room+1, len(row.Days)
		}
		if room == len(c.Rooms) { // else the month goes on on the next page
			date, room = date.Add(month), 0
		}
	}
	require.Equal(t, c.Window.To+1, date, "every month is there")
}

func TestWrite_Past(t *testing.T) {
	t.Parallel()
	now := func(c chart.Chart, at string) chart.Chart {
		var err error
		c.GeneratedAt, err = time.Parse(time.RFC3339, at)
		require.NoError(t, err)
		return c
	}
	stopped := func(from, to string) chart.Chart {
		c := house(t, from, to, 1)
		for i := range c.Rooms[0].Days {
			c.Rooms[0].Days[i] = chart.Stop
		}
		return c
	}
	t.Run("days that have passed are no marks and have no units", func(t *testing.T) {
		t.Parallel()
		c := now(seasonal(stopped("2029-12-01", "2029-12-01")), "2029-12-17T22:30:00Z") // the 18th in Athens
		doc := render(t, c)
		pdftest.InOrder(t, pdftest.Drawn(t, doc), "Total units", "37–50", "Marked days, all room types", "14", "Past", "December 2029", strings.Repeat("S", 14))
		require.NotContains(t, pdftest.Drawn(t, doc), strings.Repeat("S", 15))
		requireUnits(t, c, doc, "2029-12-18")
		grey := colours(t, doc)[greyPast] - colours(t, render(t, stopped("2029-12-01", "2029-12-01")))[greyPast]
		require.Greater(t, grey, 17*1000, "they are grey")
	})
	t.Run("a month that has passed has a dash for its units", func(t *testing.T) {
		t.Parallel()
		c := now(stopped("2029-11-01", "2029-12-01"), "2029-12-01T12:00:00Z")
		doc := render(t, c)
		require.Equal(t, "–", charttest.Months(t, doc, 31)[0][0].Beside)
		pdftest.InOrder(t, pdftest.Drawn(t, doc), "Marked days, all room types", "31")
	})
	t.Run("a chart of the past alone is made all the same", func(t *testing.T) {
		t.Parallel()
		c := now(stopped("2029-11-01", "2029-12-01"), "2031-01-01T12:00:00Z")
		pdftest.InOrder(t, pdftest.Drawn(t, render(t, c)), "Total units", "–", "Marked days, all room types", "0")
	})
}

func TestWrite_Moment(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]string{
		"Europe/Athens":       "1 November 2029, 00:30 (Europe/Athens, UTC+2)",
		"America/St_Johns":    "31 October 2029, 20:00 (America/St_Johns, UTC−2:30)",
		"Asia/Kathmandu":      "1 November 2029, 04:15 (Asia/Kathmandu, UTC+5:45)",
		"Atlantic/Canary":     "31 October 2029, 22:30 (Atlantic/Canary, UTC)",
		"UTC":                 "31 October 2029, 22:30 (UTC)",
		"Pacific/Honolulu":    "31 October 2029, 12:30 (Pacific/Honolulu, UTC−10)",
		"Australia/Lord_Howe": "1 November 2029, 09:30 (Australia/Lord_Howe, UTC+11)",
	} {
		t.Run("as of carries "+zone, func(t *testing.T) {
			t.Parallel()
			c := house(t, "2029-11-01", "2029-11-01", 1)
			c.Timezone = zone
			pdftest.InOrder(t, pdftest.Drawn(t, render(t, c)), "As of "+want)
		})
	}
}
