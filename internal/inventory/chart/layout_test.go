package chart_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart"
)

const first, top, bottom = 50.0, 24.0, 190.0

// even is a house whose rows are all as high as usual.
func even(_, _ int) float64 { return 0 }

// uneven is one with a long name in every third row, and with units that change
// inside every second month.
func uneven(month, room int) float64 { return 6*float64((room+1)%3/2) + 2.7*float64(month%2) }

func TestLayout(t *testing.T) {
	t.Parallel()
	t.Run("every room of every month stands once, in order and on paper", func(t *testing.T) {
		t.Parallel()
		for months := 1; months <= 12; months++ {
			for rooms := 1; rooms <= 130; rooms++ {
				for _, high := range []func(month, room int) float64{even, uneven} {
					requireSound(t, chart.Layout(months, rooms, high, first, top, bottom), months, rooms)
				}
			}
		}
	})
	for name, tt := range map[string]struct{ months, rooms, pages int }{
		"three months of five rooms fill one page":     {3, 5, 1},
		"a year of five rooms has three pages":         {12, 5, 3},
		"a year of thirty rooms has a page a month":    {12, 30, 12},
		"a month of sixty rooms has two pages":         {1, 60, 2},
		"a year of one room has two pages":             {12, 1, 2},
		"a chart without rooms has nothing to lay out": {12, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := chart.Layout(tt.months, tt.rooms, even, first, top, bottom)
			pages := map[int]bool{}
			for _, p := range parts {
				pages[p.Page] = true
			}
			require.Len(t, pages, tt.pages)
		})
	}
	t.Run("the months of a year of five rooms are dealt out evenly", func(t *testing.T) {
		t.Parallel()
		count := map[int]int{}
		for _, p := range chart.Layout(12, 5, even, first, top, bottom) {
			count[p.Page]++
		}
		require.Equal(t, map[int]int{1: 4, 2: 4, 3: 4}, count)
	})
	t.Run("thirty rooms use the height of every page, the first one too", func(t *testing.T) {
		t.Parallel()
		for _, p := range chart.Layout(12, 30, even, first, top, bottom) {
			require.InDelta(t, bottom, p.End, 0.01, "page %d", p.Page)
		}
	})
	t.Run("one month fills its page", func(t *testing.T) {
		t.Parallel()
		for rooms := 5; rooms <= 30; rooms++ {
			for _, p := range chart.Layout(1, rooms, even, first, top, bottom) {
				require.InDelta(t, bottom, p.End, 0.01, "%d rooms", rooms)
			}
		}
		require.InDelta(t, chart.TallestRow, chart.Layout(1, 1, even, first, top, bottom)[0].Row, 0.01, "but a cell is no column")
	})
	t.Run("a month that is cut leaves no page with one room", func(t *testing.T) {
		t.Parallel()
		for rooms := 34; rooms <= 130; rooms++ {
			for _, p := range chart.Layout(1, rooms, even, first, top, bottom) {
				require.Greater(t, p.To-p.From, 10, "%d rooms", rooms)
			}
		}
	})
}

func requireSound(t *testing.T, parts []chart.Part, months, rooms int) {
	t.Helper()
	const rounding, longest = 1e-6, 6 + 2.7
	month, room, page, y := 0, 0, 1, first
	highest := chart.HighestRow
	if parts[len(parts)-1].Page == 1 {
		highest = chart.TallestRow
	}
	for _, p := range parts {
		if p.Page != page {
			require.Equal(t, page+1, p.Page, "no page is left out")
			page, y = p.Page, top
		}
		require.Equal(t, []int{month, room}, []int{p.Month, p.From})
		require.GreaterOrEqual(t, p.Y, y-rounding)
		require.LessOrEqual(t, p.End, bottom+rounding)
		require.GreaterOrEqual(t, p.Row, chart.LowestRow-rounding)
		require.LessOrEqual(t, p.Row, highest+longest)
		y, room = p.End, p.To
		if room == rooms {
			month, room = month+1, 0
		}
	}
	require.Equal(t, []int{months, 0}, []int{month, room})
}
