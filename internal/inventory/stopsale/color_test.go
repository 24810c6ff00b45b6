package stopsale_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/stopsale"
	"allot/internal/platform/civil"
)

func TestColor(t *testing.T) {
	t.Parallel()
	for color, want := range map[stopsale.Color]struct {
		name, status string
		available    bool
	}{
		0: {"Free Sale", "free", true},
		1: {"Open Sale", "open", true},
		2: {"Stop Sale", "stop", false},
		3: {"On Request", "on_request", false},
		4: {"Blocked", "block", false},
	} {
		require.True(t, color.Valid())
		require.Equal(t, want.name, color.Name())
		require.Equal(t, want.status, color.Status())
		require.Equal(t, want.available, color.Available())
	}
	for _, color := range []stopsale.Color{-1, 5, 127, -128} {
		require.False(t, color.Valid())
	}
}

func TestSharedRoom_Spans(t *testing.T) {
	t.Parallel()
	day := func(s string, c stopsale.Color) stopsale.SharedDay {
		return stopsale.SharedDay{Date: civil.MustParse(s), Color: c}
	}
	span := func(from, to string, c stopsale.Color) stopsale.SharedSpan {
		return stopsale.SharedSpan{From: civil.MustParse(from), To: civil.MustParse(to), Color: c, Available: c.Available()}
	}
	for name, c := range map[string]struct {
		days []stopsale.SharedDay
		want []stopsale.SharedSpan
	}{
		"nothing is nothing":        {nil, []stopsale.SharedSpan{}},
		"one day is a range of one": {[]stopsale.SharedDay{day("2030-06-01", 2)}, []stopsale.SharedSpan{span("2030-06-01", "2030-06-01", 2)}},
		"over the end of a month and a leap day": {
			[]stopsale.SharedDay{day("2032-02-28", 3), day("2032-02-29", 3), day("2032-03-01", 3)},
			[]stopsale.SharedSpan{span("2032-02-28", "2032-03-01", 3)},
		},
		"a gap ends a range": {
			[]stopsale.SharedDay{day("2030-12-30", 4), day("2031-01-01", 4)},
			[]stopsale.SharedSpan{span("2030-12-30", "2030-12-30", 4), span("2031-01-01", "2031-01-01", 4)},
		},
		"another colour ends a range": {
			[]stopsale.SharedDay{day("2030-06-01", 0), day("2030-06-02", 1), day("2030-06-03", 1)},
			[]stopsale.SharedSpan{span("2030-06-01", "2030-06-01", 0), span("2030-06-02", "2030-06-03", 1)},
		},
	} {
		require.Equal(t, c.want, stopsale.SharedRoom{Days: c.days}.Spans(), name)
	}
}
