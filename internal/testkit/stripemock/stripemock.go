// Package stripemock runs Stripe's own stripe-mock, which checks requests against the
// description of Stripe's API and answers with fixed records. It keeps no state: package
// stripefake does.
package stripemock

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"allot/internal/testkit/gotool"
)

// Version is that of stripe-mock.
const Version = "v0.203.0"

// keeper is a script that runs the server until its standard input closes, which it
// also does when the test is killed.
const keeper = `"$0" "$@" & pid=$!; read -r _; exec 2>/dev/null; kill $pid; wait $pid`

// Start starts a server on a free port of loopback and returns its URL. It installs
// stripe-mock in the checkout's .tools if it is not there. With CI=true a server that is
// missing is a failure, else the test is skipped.
func Start(tb testing.TB) string {
	tb.Helper()
	program, err := gotool.Install(tb.Context(), "github.com/stripe/stripe-mock", Version)
	if err != nil {
		if os.Getenv("CI") != "true" {
			tb.Skipf("SKIPPED, REQUESTS TO STRIPE NOT VALIDATED: %v", err)
		}
		tb.Fatalf("stripe-mock for tests: %v", err)
	}
	// It always listens with TLS as well, without a setting even outside of loopback.
	cmd := exec.CommandContext(tb.Context(), "sh", "-c", keeper, program, "-http-addr", "127.0.0.1:", "-https-addr", "127.0.0.1:")
	cmd.WaitDelay = 5 * time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	cmd.Cancel = in.Close // the context ends before the clean-up: let the script end the server
	if err := cmd.Start(); err != nil {
		tb.Fatalf("start stripe-mock: %v", err)
	}
	tb.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	const ready = "Listening for HTTP at address: "
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, addr, ok := strings.Cut(lines.Text(), ready); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return "http://" + strings.TrimSpace(addr)
		}
	}
	tb.Fatalf("stripe-mock ended without listening: %v", lines.Err())
	return ""
}
