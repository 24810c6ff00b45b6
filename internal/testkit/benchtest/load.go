package benchtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/benchtest/client"
)

// turn is how long a target is loaded before the next one.
const turn = 50 * time.Millisecond

// load is one target with its client and counts.
type load struct {
	name     string
	turns    *json.Encoder
	reports  *json.Decoder
	stop     func()
	requests int
	took     time.Duration
	cpu      time.Duration
}

// clientProgram is built once for all benchmarks of a package.
var clientProgram = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "allot-load-") // not b.TempDir: other benchmarks use the program too
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "load")
	out, err := exec.Command("go", "build", "-o", program, "allot/internal/tools/load").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the client: %w: %s", err, out)
	}
	return program, nil
})

func open(b *testing.B, t Target, conns int) *load {
	b.Helper()
	program, err := clientProgram()
	require.NoError(b, err)
	u, err := url.Parse(t.URL)
	require.NoError(b, err)
	var req bytes.Buffer
	fmt.Fprintf(&req, "GET %s HTTP/1.1\r\nHost: %s\r\n", u.RequestURI(), u.Host)
	require.NoError(b, t.Header.Write(&req))
	req.WriteString("\r\n")

	cmd := exec.CommandContext(b.Context(), program)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(b, err)
	out, err := cmd.StdoutPipe()
	require.NoError(b, err)
	require.NoError(b, cmd.Start())
	l := &load{name: t.Name, turns: json.NewEncoder(in), reports: json.NewDecoder(out), stop: func() {
		_ = in.Close() // ends the program
		_ = cmd.Wait()
	}}
	require.NoError(b, l.turns.Encode(client.Task{Addr: u.Host, Conns: conns, Request: req.Bytes()}))
	return l
}

func (l *load) forget() { l.requests, l.took, l.cpu = 0, 0, 0 }

func (l *load) result() Result {
	r := Result{PerSecond: float64(l.requests) / l.took.Seconds()}
	if l.requests > 0 {
		r.CPUPerRequest = l.cpu / time.Duration(l.requests)
	}
	return r
}

// burst loads the target for one turn.
func (l *load) burst(b *testing.B) {
	b.Helper()
	before := processCPU()
	require.NoError(b, l.turns.Encode(client.Turn{For: turn}))
	var r client.Report
	require.NoError(b, l.reports.Decode(&r))
	require.Empty(b, r.Failed, "load on %s", l.name)
	l.cpu += processCPU() - before
	l.took += r.Took
	l.requests += r.Requests
}

// clock returns the machine's time, which is what benchmarks measure.
func clock() time.Time { return time.Now() } //nolint:forbidigo // see above
