package demo

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
)

func TestMarket_Booked(t *testing.T) {
	t.Parallel()
	m := market{Lead: 100, Spread: 30}
	require.InDelta(t, 1, m.booked(0), 1e-9, "everything is sold on the day itself")
	require.InDelta(t, 0.5, m.booked(100), 0.03, "half at the lead")
	require.Less(t, m.booked(300), 0.01)
	for lead := 1; lead < 400; lead++ {
		require.LessOrEqual(t, m.booked(lead), m.booked(lead-1), "nobody gives a booking back")
	}
}

func TestPickUp(t *testing.T) {
	t.Parallel()
	season := civil.Range{From: civil.New(2030, time.April, 10), To: civil.New(2030, time.October, 31)}
	s, m := strength{Peak: 0.95, Low: 0.45}, market{Lead: 60, Spread: 20}
	for date := range season.All() {
		n := pickUp(40, m, s, season, date, 0, 7)
		require.GreaterOrEqual(t, n, 10, date)
		require.LessOrEqual(t, n, 40, date)
		require.LessOrEqual(t, pickUp(40, m, s, season, date, 50, 7), n)
	}
	july, april := pickUp(40, m, s, season, civil.New(2030, time.July, 20), 0, 7), pickUp(40, m, s, season, civil.New(2030, time.April, 13), 0, 7)
	require.Greater(t, july, april, "summer is fuller")
}

func TestSeasons(t *testing.T) {
	t.Parallel()
	window := civil.Range{From: civil.New(2030, time.January, 15), To: civil.New(2031, time.February, 1)}
	require.Equal(t, []civil.Range{
		{From: civil.New(2029, time.December, 10), To: civil.New(2030, time.April, 5)},
		{From: civil.New(2030, time.May, 20), To: civil.New(2030, time.October, 20)},
		{From: civil.New(2030, time.December, 10), To: civil.New(2031, time.April, 5)},
	}, seasons([]period{{"05-20", "10-20"}, {"12-10", "04-05"}}, window), "a season may lie over the turn of the year")
}
