package reference_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/reference"
	"allot/internal/platform/page"
)

// The worst are single letters and many short words: they fit most cities.
func BenchmarkCities(b *testing.B) {
	s := service(b)
	for name, q := range map[string]reference.CityQuery{
		"everything": {}, "a letter": {Q: "s"}, "two letters": {Q: "sa"}, "a name": {Q: "Antalya"}, "Greek": {Q: "Ηράκλειο"},
		"two words": {Q: "san an"}, "a country": {Country: "US"}, "a name in a state": {Country: "TR", State: "07", Q: "kem"},
		"many words": {Q: "s a d l m n p c b k r t"},
	} {
		_, _, err := s.Cities(q, page.Request{})
		require.NoError(b, err)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _, _ = s.Cities(q, page.Request{})
			}
		})
	}
}

// BenchmarkLoad shows what the first caller waits for and what stays in memory.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := newService(b, reference.Deps{})
		_, _, err := s.Cities(reference.CityQuery{Q: "x"}, page.Request{})
		require.NoError(b, err)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		runtime.KeepAlive(s)
	}
}
