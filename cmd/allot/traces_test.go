package main

import (
	"bufio"
	"encoding/json"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// collector is the receiver of the OpenTelemetry Collector, as a process.
type collector struct {
	address string

	mu    sync.Mutex
	raw   strings.Builder
	spans []receivedSpan
}

type receivedSpan struct {
	TraceID      string `json:"traceId"`
	SpanID       string `json:"spanId"`
	ParentSpanID string `json:"parentSpanId"`
	Name         string `json:"name"`
}

// startCollector builds and starts it. To build it the first time takes a minute.
func startCollector(t *testing.T) *collector {
	t.Helper()
	file := filepath.Join(t.TempDir(), "collector")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-C", "../../internal/testkit/collector", "-o", file, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	c := &collector{address: free.Addr().String()}
	require.NoError(t, free.Close())
	cmd := exec.CommandContext(t.Context(), file, c.address)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Wait() }) // the end of the test's context kills it
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 16<<20)
	require.True(t, lines.Scan() && lines.Text() == "ready", "it does not start")
	go func() {
		for lines.Scan() {
			c.take(lines.Bytes())
		}
	}()
	return c
}

func (c *collector) take(line []byte) {
	var batch struct {
		ResourceSpans []struct {
			ScopeSpans []struct {
				Spans []receivedSpan `json:"spans"`
			} `json:"scopeSpans"`
		} `json:"resourceSpans"`
	}
	_ = json.Unmarshal(line, &batch) // what cannot be read is missed by the test
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw.Write(line)
	for _, r := range batch.ResourceSpans {
		for _, s := range r.ScopeSpans {
			c.spans = append(c.spans, s.Spans...)
		}
	}
}

func (c *collector) find(name string) (receivedSpan, bool) {
	return c.first(func(s receivedSpan) bool { return s.Name == name })
}

// within finds a part of another span.
func (c *collector) within(parent receivedSpan, name string) (receivedSpan, bool) {
	return c.first(func(s receivedSpan) bool {
		return s.Name == name && parent.SpanID != "" && s.ParentSpanID == parent.SpanID
	})
}

func (c *collector) first(wanted func(s receivedSpan) bool) (receivedSpan, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.spans, wanted)
	if i < 0 {
		return receivedSpan{}, false
	}
	return c.spans[i], true
}

// The traces of one request, and of the job that it asks for, reach a collector.
func TestSlow_SendsTraces(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	c := startCollector(t)
	p := newSite(t, "OTEL_EXPORTER_OTLP_ENDPOINT=http://"+c.address, "OTEL_EXPORTER_OTLP_COMPRESSION=gzip", "OTEL_BSP_SCHEDULE_DELAY=100",
		"OTEL_SERVICE_NAME=allot-test", "ALLOT_LOG_FORMAT=json").start(t)
	token, _ := p.register("anna@poseidon.example")
	p.call(post, "/api/auth/password/reset/", "", object{"email": "anna@poseidon.example"})

	var request, transaction, statement, job, mail receivedSpan
	until(t, func() bool {
		var all [5]bool
		request, all[0] = c.find("POST /api/auth/password/reset")
		transaction, all[1] = c.within(request, "transaction")
		statement, all[2] = c.within(transaction, "BEGIN")
		job, all[3] = c.within(transaction, "job account_password_reset")
		mail, all[4] = c.within(job, "mail")
		return !slices.Contains(all[:], false)
	})
	require.Empty(t, request.ParentSpanID)
	for _, s := range []receivedSpan{transaction, statement, job, mail} {
		require.Equal(t, request.TraceID, s.TraceID, s.Name)
	}
	require.Contains(t, p.logged(), `"trace_id":"`+request.TraceID+`"`)

	c.mu.Lock()
	defer c.mu.Unlock()
	require.Contains(t, c.raw.String(), "allot-test")
	for _, hidden := range []string{token, goodPassword, "poseidon", "127.0.0.1"} {
		require.NotContains(t, c.raw.String(), hidden)
	}
}
