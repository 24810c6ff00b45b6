// Package stripemock runs Stripe's own stripe-mock, which checks requests against the
// description of Stripe's API and answers with fixed records. It keeps no state: package
// stripefake does.
package stripemock

import (
	"bufio"
	"io"
	"os"
	"strings"
	"testing"

	"allot/internal/testkit/gotool"
)

// Version is that of stripe-mock.
const Version = "v0.203.0"

// Start starts a server on a free port of loopback and returns its URL. It installs
// stripe-mock in the checkout's .tools if it is not there. With CI=true a server that is
// missing is a failure, else the test is skipped.
func Start(tb testing.TB) string {
	tb.Helper()
	program := gotool.Install(tb, "github.com/stripe/stripe-mock", Version, "REQUESTS TO STRIPE NOT VALIDATED")
	// It always listens with TLS as well, without a setting even outside of loopback.
	cmd := gotool.Command(tb, program, "-http-addr", "127.0.0.1:", "-https-addr", "127.0.0.1:")
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	gotool.Run(tb, cmd)
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
