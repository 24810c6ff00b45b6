// Package benchtest compares HTTP servers in benchmarks with a bare Go server that
// sends the same bytes from memory.
//
// Servers are loaded alternately, a moment each, so that other work of the machine
// affects all of them alike. The client is a separate program, the same for all.
package benchtest

import (
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"testing"
	"time"

	"allot/internal/platform/httpx"
)

// Target is an address under load.
type Target struct {
	Name   string // of its metrics, one word
	URL    string
	Header http.Header
}

// Result is the result of a load on one target.
type Result struct {
	PerSecond     float64
	CPUPerRequest time.Duration // of the server
}

// Bare serves body from memory, as fast as net/http can, and returns its URL.
func Bare(b *testing.B, body []byte) string {
	b.Helper()
	length := []string{strconv.Itoa(len(body))}
	kind := []string{"application/json"}
	return Serve(b, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h["Content-Type"], h["Content-Length"] = kind, length
		_, _ = w.Write(body)
	}))
}

// Serve runs h on a port of its own until the benchmark ends and returns its
// URL, without a slash at the end.
func Serve(b *testing.B, h http.Handler) string {
	b.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatalf("listen: %v", err)
	}
	s := httpx.NewHTTPServer(b.Context(), h, slog.New(slog.DiscardHandler)) // as the program does
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Serve(l)
	}()
	b.Cleanup(func() {
		_ = s.Close()
		<-done
	})
	return "http://" + l.Addr().String()
}

// Compare loads the yardstick and the subjects alternately, once in each iteration
// of the benchmark. It reports for each subject its requests a second, their ratio
// to the yardstick's, and the same for the server's processor time: 1 is as cheap
// as the yardstick.
func Compare(b *testing.B, conns int, yardstick Target, subjects ...Target) map[string]Result {
	b.Helper()
	all := make([]*load, 0, 1+len(subjects))
	for _, t := range append([]Target{yardstick}, subjects...) {
		l := open(b, t, conns)
		defer l.stop()
		l.burst(b) // warms caches and connections
		l.forget()
		all = append(all, l)
	}
	for b.Loop() {
		for _, l := range all {
			l.burst(b)
		}
	}
	b.ReportMetric(0, "ns/op") // not shown: it would be that of a whole iteration
	results := map[string]Result{}
	mark := all[0].result()
	for _, l := range all {
		r := l.result()
		results[l.name] = r
		b.ReportMetric(r.PerSecond, l.name+"_per_s")
		if l == all[0] {
			continue
		}
		b.ReportMetric(r.PerSecond/mark.PerSecond, l.name+"_of_"+yardstick.Name)
		if r.CPUPerRequest > 0 {
			b.ReportMetric(float64(mark.CPUPerRequest)/float64(r.CPUPerRequest), l.name+"_cpu_of_"+yardstick.Name)
			b.ReportMetric(float64(r.CPUPerRequest.Microseconds()), l.name+"_cpu_us")
		}
	}
	return results
}
