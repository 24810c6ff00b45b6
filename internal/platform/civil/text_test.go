package civil_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"", "2030", "2030-5-1", "2030-05-1", "30-05-01", "02030-05-01", "2030/05/01", "2030-05-01 ", " 2030-05-01",
		"2030-02-29", "1900-02-29", "2030-13-01", "2030-00-10", "2030-01-00", "2030-01-32", "2030-04-31", "0000-01-01",
		"-030-05-01", "+030-05-01", "2030-0a-01", "2030-05-01T00:00:00Z", "2030-05\x0001", "٢٠٣٠-05-01",
	} {
		_, err := civil.Parse(bad)
		require.ErrorIs(t, err, civil.ErrInvalid, "%q", bad)
	}
	d, err := civil.Parse("0001-01-01")
	require.NoError(t, err)
	require.Equal(t, civil.Min, d)
	require.Panics(t, func() { civil.MustParse("2030-02-30") })
}

func TestDate_JSON(t *testing.T) {
	t.Parallel()
	type body struct {
		Start civil.Date            `json:"start"`
		End   civil.Date            `json:"end"`
		Rates map[civil.Date]string `json:"rates"`
	}

	t.Run("no date is null, keys are dates", func(t *testing.T) {
		t.Parallel()
		in := body{Start: civil.MustParse("2030-05-31"), Rates: map[civil.Date]string{civil.MustParse("2030-06-01"): "x"}}
		b, err := json.Marshal(in)
		require.NoError(t, err)
		require.JSONEq(t, `{"start":"2030-05-31","end":null,"rates":{"2030-06-01":"x"}}`, string(b))

		var out body
		require.NoError(t, json.Unmarshal(b, &out))
		require.Equal(t, in, out)
	})

	t.Run("null and an empty string clear a date", func(t *testing.T) {
		t.Parallel()
		out := body{Start: 5, End: 5}
		require.NoError(t, json.Unmarshal([]byte(`{"start":null,"end":""}`), &out))
		require.Zero(t, out.Start)
		require.Zero(t, out.End)
	})

	t.Run("escaped characters are still a date", func(t *testing.T) {
		t.Parallel()
		var d civil.Date
		require.NoError(t, json.Unmarshal([]byte(`"203\u0030-05-31"`), &d))
		require.Equal(t, "2030-05-31", d.String())
	})

	t.Run("anything else is refused and leaves the date alone", func(t *testing.T) {
		t.Parallel()
		for _, bad := range []string{`20300531`, `"2030-02-30"`, `"2030-05-31T00:00:00Z"`, `true`, `{}`, `["2030-05-31"]`, `"          "`} {
			d := civil.Date(7)
			require.Error(t, json.Unmarshal([]byte(bad), &d), bad)
			require.Equal(t, civil.Date(7), d)
		}
	})
}

func TestDate_SQL(t *testing.T) {
	t.Parallel()
	want := civil.MustParse("2030-05-31")

	for name, src := range map[string]any{
		"text":        "2030-05-31",
		"bytes":       []byte("2030-05-31"),
		"time":        time.Date(2030, time.May, 31, 0, 0, 0, 0, time.UTC),
		"zoned time":  time.Date(2030, time.May, 31, 23, 59, 0, 0, time.FixedZone("west", -8*3600)),
		"early time":  time.Date(2030, time.May, 31, 0, 1, 0, 0, time.FixedZone("east", 8*3600)),
		"stored form": value(t, want),
	} {
		var d civil.Date
		require.NoError(t, d.Scan(src), name)
		require.Equal(t, want, d, name)
	}

	d := want
	require.NoError(t, d.Scan(nil))
	require.Zero(t, d)
	require.Nil(t, value(t, d))

	for _, bad := range []any{int64(3), 4.5, "2030-02-30", []byte("x"), true} {
		require.Error(t, d.Scan(bad), "%v", bad)
	}
}

func value(t *testing.T, d civil.Date) any {
	t.Helper()
	v, err := d.Value()
	require.NoError(t, err)
	return v
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"2030-05-31", "2028-02-29", "0001-01-01", "9999-12-31", "2030-02-30", "", "0000-00-00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := civil.Parse(s)
		std, stdErr := time.Parse(time.DateOnly, s)
		if stdErr == nil && std.Year() == 0 {
			require.Error(t, err) // year 0 exists there, not here
			return
		}
		require.Equal(t, stdErr == nil, err == nil, "%q", s)
		if err == nil {
			require.Equal(t, s, d.String())
			require.Equal(t, std, d.Time(time.UTC))
		}
	})
}

func BenchmarkDate_AppendTo(b *testing.B) {
	d := civil.MustParse("2030-05-31")
	buf := make([]byte, 0, 16)
	b.ReportAllocs()
	for b.Loop() {
		buf = d.AppendTo(buf[:0])
	}
}

func BenchmarkTime_AppendFormat(b *testing.B) {
	at := civil.MustParse("2030-05-31").Time(time.UTC)
	buf := make([]byte, 0, 16)
	b.ReportAllocs()
	for b.Loop() {
		buf = at.AppendFormat(buf[:0], time.DateOnly)
	}
}

func BenchmarkTime_Format(b *testing.B) {
	at := civil.MustParse("2030-05-31").Time(time.UTC)
	b.ReportAllocs()
	for b.Loop() {
		_ = at.Format(time.DateOnly)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := civil.Parse("2030-05-31"); err != nil {
			b.Fatal(err)
		}
	}
}
