package civil_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/platform/civil"
)

func anyDate(t *rapid.T, label string) civil.Date {
	return civil.Date(rapid.Int32Range(int32(civil.Min), int32(civil.Max)).Draw(t, label))
}

// The calendar repeats every 400 years, so one such span from the present and
// the years around it leave no day of a kind out; the properties below draw from
// all years.
func TestDate_everyDay(t *testing.T) {
	t.Parallel()
	first := civil.New(1890, time.January, 1)
	day := time.Date(1890, time.January, 1, 0, 0, 0, 0, time.UTC)
	require.Equal(t, int(day.Sub(time.Unix(0, 0)).Hours()/24), first.Sub(civil.New(1970, time.January, 1)))
	for d := first; d < first+150_000; d++ {
		y, m, dd := d.YMD()
		wy, wm, wd := day.Date()
		if y != wy || m != wm || dd != wd || civil.New(y, m, dd) != d {
			t.Fatalf("day %d is %d-%d-%d, want %s", d, y, m, dd, day)
		}
		if d.Weekday() != (int(day.Weekday())+6)%7+1 {
			t.Fatalf("%s has weekday %d", d, d.Weekday())
		}
		day = day.AddDate(0, 0, 1)
	}
	require.Equal(t, "0001-01-01", civil.Min.String())
	require.Equal(t, "9999-12-31", civil.Max.String())
	require.Equal(t, civil.Max, civil.New(9999, time.December, 31))
}

func TestDate_properties(t *testing.T) {
	t.Parallel()

	t.Run("a date survives text and back and agrees with the standard library", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			d := anyDate(t, "date")
			std := d.Time(time.UTC)
			require.Equal(t, std.Format(time.DateOnly), d.String())
			back, err := civil.Parse(d.String())
			require.NoError(t, err)
			require.Equal(t, d, back)
			require.Equal(t, d, civil.Of(std))
			require.Equal(t, []int{std.Year(), int(std.Month()), std.Day()}, []int{d.Year(), int(d.Month()), d.Day()})
		})
	})

	t.Run("adding days agrees with the standard library and Sub undoes it", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			d := anyDate(t, "date")
			n := rapid.IntRange(int(civil.Min-d), int(civil.Max-d)).Draw(t, "days")
			got := d.Add(n)
			require.Equal(t, d.Time(time.UTC).AddDate(0, 0, n).Format(time.DateOnly), got.String())
			require.Equal(t, n, got.Sub(d))
		})
	})

	t.Run("adding months keeps the day of the month or takes the last one", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			d := civil.Date(rapid.Int32Range(400_000, 3_000_000).Draw(t, "date"))
			n := rapid.IntRange(-1200, 1200).Draw(t, "months")
			got := d.AddMonths(n)
			first := time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, n, 0)
			last := first.AddDate(0, 1, -1).Day()
			require.Equal(t, first.Year(), got.Year())
			require.Equal(t, first.Month(), got.Month())
			require.Equal(t, min(d.Day(), last), got.Day())
		})
	})

	t.Run("an instant gives the day its own zone shows", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			zone := time.FixedZone("z", rapid.IntRange(-14*3600, 14*3600).Draw(t, "offset"))
			at := time.Unix(rapid.Int64Range(-1<<34, 1<<34).Draw(t, "seconds"), 0).In(zone)
			require.Equal(t, at.Format(time.DateOnly), civil.Of(at).String())
		})
	})
}

func TestDate_New(t *testing.T) {
	t.Parallel()
	require.Equal(t, "2028-02-29", civil.New(2028, time.February, 29).String())
	for _, bad := range [][3]int{
		{2030, 2, 29},
		{1900, 2, 29},
		{2030, 4, 31},
		{2030, 13, 1},
		{2030, 0, 1},
		{2030, 1, 0},
		{2030, 1, 32},
		{0, 1, 1},
		{10000, 1, 1},
	} {
		require.True(t, civil.New(bad[0], time.Month(bad[1]), bad[2]).IsZero(), "%v is no day", bad)
	}
}

func TestDate_edges(t *testing.T) {
	t.Parallel()

	t.Run("moving stops at the ends of the calendar", func(t *testing.T) {
		t.Parallel()
		d := civil.MustParse("2030-05-31")
		require.Equal(t, civil.Max, d.Add(math.MaxInt))
		require.Equal(t, civil.Min, d.Add(math.MinInt))
		require.Equal(t, civil.Max, d.AddMonths(math.MaxInt))
		require.Equal(t, civil.Min, d.AddMonths(math.MinInt))
		require.Equal(t, "9999-12-01", civil.MustParse("0001-12-01").AddMonths(12*9998).String())
		require.Equal(t, civil.Max, civil.MustParse("0001-12-01").AddMonths(12*9998+1))
		require.Equal(t, "0001-01-05", civil.MustParse("0001-02-05").AddMonths(-1).String())
		require.Equal(t, civil.Min, civil.MustParse("0001-02-05").AddMonths(-2))
	})

	t.Run("no date stays no date", func(t *testing.T) {
		t.Parallel()
		for _, d := range []civil.Date{0, -1, civil.Max + 1, math.MaxInt32, math.MinInt32} {
			require.True(t, d.IsZero())
			require.Zero(t, d.Add(1))
			require.Zero(t, d.AddMonths(1))
			require.Zero(t, d.Weekday())
			require.Zero(t, d.Year())
			require.Zero(t, d.Month())
			require.Zero(t, d.Day())
			require.Empty(t, d.String())
			require.True(t, d.Time(time.UTC).IsZero())
		}
	})

	t.Run("the end of January and a month is the end of February", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "2028-02-29", civil.MustParse("2028-01-31").AddMonths(1).String())
		require.Equal(t, "2030-02-28", civil.MustParse("2030-01-31").AddMonths(1).String())
		require.Equal(t, "2029-12-31", civil.MustParse("2030-01-31").AddMonths(-1).String())
	})
}

func TestToday(t *testing.T) {
	t.Parallel()
	now := time.Date(2030, time.May, 31, 22, 30, 0, 0, time.UTC)

	for tz, want := range map[string]string{
		"":                    "2030-05-31",
		"UTC":                 "2030-05-31",
		"Europe/Istanbul":     "2030-06-01",
		"America/Los_Angeles": "2030-05-31",
	} {
		for range 2 { // the second answer comes from the cache
			got, err := civil.Today(now, tz)
			require.NoError(t, err)
			require.Equal(t, want, got.String(), tz)
		}
	}
	for _, tz := range []string{"Mars/Base", "Local", "../etc/passwd"} {
		_, err := civil.Today(now, tz)
		require.Error(t, err, tz)
		_, err = civil.In(now, tz)
		require.Error(t, err, tz)
	}
	there, err := civil.In(now, "Europe/Istanbul")
	require.NoError(t, err)
	require.Equal(t, "01:30", there.Format("15:04"))
	require.True(t, there.Equal(now), "it is the same moment")
}
