package httpx_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
)

// discard is a ResponseWriter that costs nothing.
type discard struct{ h http.Header }

func (d *discard) Header() http.Header         { return d.h }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}

func BenchmarkRequest(b *testing.B) {
	s := setup(b, func(o *httpx.Options) { o.Logger = logging.New(io.Discard, slog.LevelInfo, true, nil) })
	run := func(name, method, target, body string, headers ...string) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var reader io.Reader
				if body != "" {
					reader = strings.NewReader(body)
				}
				r := httptest.NewRequest(method, target, reader)
				r.Header.Set("Authorization", "Token "+manager)
				for _, h := range headers {
					name, value, _ := strings.Cut(h, ": ")
					r.Header.Set(name, value)
				}
				s.ServeHTTP(&discard{h: http.Header{}}, r)
			}
		})
	}
	b.Run("making the request alone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest(http.MethodGet, "/api/things/7/", nil)
			r.Header.Set("Authorization", "Token "+manager)
			_ = &discard{h: http.Header{}}
		}
	})
	run("GET", http.MethodGet, "/api/things/7/", "")
	run("GET ready bytes", http.MethodGet, "/api/ready/?mode=plain", "")
	run("GET not modified", http.MethodGet, "/api/ready/", "", "If-None-Match: *")
	run("GET with a query", http.MethodGet, "/api/things/?page=2&page_size=10", "")
	run("GET compressed", http.MethodGet, "/api/things/7/", "", "Accept-Encoding: gzip, zstd")
	run("PATCH", http.MethodPatch, "/api/things/7/", `{"name":"abc","ids":[1,2,3]}`)
	run("not found", http.MethodGet, "/api/nothing/", "")
}
