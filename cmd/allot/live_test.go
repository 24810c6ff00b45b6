package main

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// listen opens a stream of events and returns its lines, after those of hello.
func (p *program) listen(path, token string) *bufio.Scanner {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), get, p.base+path, http.NoBody)
	require.NoError(p.t, err)
	req.Header.Set("Authorization", "Token "+token)
	res, err := client.Do(req)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = res.Body.Close() })
	require.Equal(p.t, http.StatusOK, res.StatusCode)
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() && lines.Text() != "" {
		continue
	}
	return lines
}

// A program with open streams stops as fast as without: they end at once, and their
// clients are told that they can come back.
func TestProgram_StopsWithOpenStreams(t *testing.T) {
	t.Parallel()
	p := newSite(t).start(t)
	token, _ := p.register("anna@poseidon.example")
	var streams []*bufio.Scanner
	for range 5 {
		streams = append(streams, p.listen("/api/live/", token))
	}
	began := time.Now()
	require.Zero(t, p.stop())
	took := time.Since(began)
	t.Logf("stopped within %v", took)
	require.Less(t, took, 10*time.Second, "it must not wait for requests that do not end")
	for _, lines := range streams {
		var rest []string
		for lines.Scan() {
			rest = append(rest, lines.Text())
		}
		require.NoError(t, lines.Err(), "the answer ends as answers do")
		require.Contains(t, rest, `data: {"reason":"stopping"}`)
	}
	log := p.logged()
	require.Equal(t, len(streams), strings.Count(log, "/api/live"), log)
	require.NotContains(t, log, "level=ERROR")
	require.NotContains(t, log, "level=WARN")
}
