// Package redistest starts a private Redis for tests from the program installed on the
// machine: own port, loopback only, nothing on disk.
package redistest

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Server is a Redis server.
type Server struct {
	URL string

	addr  string
	stdin io.WriteCloser
}

// keeper is a script that runs the server until its standard input closes, which it
// also does when the test is killed. A line stops it, or starts it again.
const keeper = `start() { redis-server --port "$1" --bind 127.0.0.1 --save '' --appendonly no >/dev/null 2>&1 </dev/null & pid=$!; }
cd "$2"; start "$1"
while read -r word; do
  case $word in
  down) kill -KILL $pid; wait $pid ;;
  up) start "$1" ;;
  esac
done
kill -KILL $pid; wait $pid`

// Start starts a server that ends with the test. With CI=true a server that is missing
// is a failure, else the test is skipped.
func Start(tb testing.TB) *Server {
	tb.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv("CI") != "true" {
			tb.Skip("SKIPPED, COUNTERS OF SEVERAL NODES NOT TESTED: install the Debian package redis-server")
		}
		tb.Fatalf("redis for tests: %v", err)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(tb.Context(), "tcp", "127.0.0.1:0")
	require.NoError(tb, err)
	s := &Server{addr: l.Addr().String()}
	s.URL = "redis://" + s.addr + "/0"
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	require.NoError(tb, l.Close())
	cmd := exec.CommandContext(context.WithoutCancel(tb.Context()), "sh", "-c", keeper, "keeper", port, tb.TempDir())
	s.stdin, err = cmd.StdinPipe()
	require.NoError(tb, err)
	require.NoError(tb, cmd.Start())
	tb.Cleanup(func() {
		_ = s.stdin.Close()
		_ = cmd.Wait()
	})
	s.await(tb, true)
	return s
}

// Down kills the server.
func (s *Server) Down(tb testing.TB) {
	tb.Helper()
	_, err := io.WriteString(s.stdin, "down\n")
	require.NoError(tb, err)
	s.await(tb, false)
}

// Up starts it again, without what it knew.
func (s *Server) Up(tb testing.TB) {
	tb.Helper()
	_, err := io.WriteString(s.stdin, "up\n")
	require.NoError(tb, err)
	s.await(tb, true)
}

func (s *Server) await(tb testing.TB, listens bool) {
	tb.Helper()
	var d net.Dialer
	require.Eventually(tb, func() bool {
		c, err := d.DialContext(tb.Context(), "tcp", s.addr)
		if err == nil {
			_ = c.Close()
		}
		return (err == nil) == listens
	}, time.Minute, 20*time.Millisecond)
}
