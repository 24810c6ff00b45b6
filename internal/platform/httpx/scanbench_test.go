package httpx_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"allot/internal/platform/httpx"
)

// BenchmarkScan_Cost compares the cost that a body is admitted with to all that is
// allocated for it (B/op), which is more than lives at a time.
func BenchmarkScan_Cost(b *testing.B) {
	for name, body := range map[string]string{
		"EmptyObjects": `{"lines":[{}` + strings.Repeat(`,{}`, 1999) + `]}`,
		"SmallObjects": `{"lines":[{}` + strings.Repeat(`,{"name":"x","tags":["a","b"]}`, 1999) + `]}`,
		"WrongObjects": `{"lines":[{}` + strings.Repeat(`,{"name":1,"tags":2}`, 1999) + `]}`,
		"ListsInLists": `{"free":{"a":[[]` + strings.Repeat(`,[{"a":1}]`, 4000) + `]}}`,
		"Text":         `{"texts":{"a":"` + strings.Repeat("x", 500_000) + `"}}`,
		"Numbers":      `{"free":{"a":[1` + strings.Repeat(`,1`, 9999) + `]}}`,
		"Months":       `{"lines":[{}` + strings.Repeat(`,{"name":"2030-05-01 and some more text"}`, 1999) + `]}`,
	} {
		b.Run(name, func(b *testing.B) {
			bundle := setup(b)
			httpx.Register(bundle.Server, httpx.Op{Method: "POST", Path: "/api/cost/", Tag: "Test", Summary: "Scanned", MaxBody: 1 << 20},
				func(context.Context, *scannedRequest) (*struct{}, error) { return nil, nil })
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/api/cost/", strings.NewReader(body))
				r.Header.Set("Authorization", "Token "+manager)
				bundle.ServeHTTP(httptest.NewRecorder(), r)
			}
			b.ReportMetric(float64(httpx.CostOf(bundle.Server, "/api/cost/", []byte(body))), "cost")
			b.ReportMetric(float64(len(body)), "bytes")
		})
	}
}
