// Package pebble runs Pebble, the ACME server that the makers of Let's Encrypt test
// clients with. It takes every name for one of this machine.
package pebble

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"allot/internal/testkit/gotool"
)

// Version is that of Pebble.
const Version = "v2.10.1"

// Server is a running Pebble.
type Server struct {
	Directory string // URL of the ACME directory
	CAFile    string // certificate that clients of the directory must trust
	manage    string
	tb        testing.TB
}

// Start starts a server that tries challenges over HTTP and TLS on the given ports of
// loopback.
func Start(tb testing.TB, httpPort, tlsPort int) *Server {
	tb.Helper()
	program := gotool.Install(tb, "github.com/letsencrypt/pebble/v2/cmd/pebble", Version, "ACME NOT TESTED")
	folder := tb.TempDir()
	cert, key := filepath.Join(folder, "ca.pem"), filepath.Join(folder, "ca.key")
	SelfSigned(tb, cert, key, "127.0.0.1")
	s := &Server{Directory: "https://" + freeAddr(tb) + "/dir", CAFile: cert, manage: freeAddr(tb), tb: tb}
	config := filepath.Join(folder, "pebble.json")
	text, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": s.Directory[len("https://") : len(s.Directory)-len("/dir")], "managementListenAddress": s.manage,
		"certificate": cert, "privateKey": key, "httpPort": httpPort, "tlsPort": tlsPort,
	}})
	if err == nil {
		err = os.WriteFile(config, text, 0o600)
	}
	if err != nil {
		tb.Fatal(err)
	}
	cmd := gotool.Command(tb, program, "-config", config, "-dnsserver", serveDNS(tb))
	cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	gotool.Run(tb, cmd)
	s.awaitReady()
	return s
}

func (s *Server) awaitReady() {
	s.tb.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if _, err := s.root(); err == nil {
			return
		}
	}
	s.tb.Fatal("pebble did not start within a minute")
}

// Roots returns what clients must trust to accept certificates that the server has
// issued.
func (s *Server) Roots() *x509.CertPool {
	s.tb.Helper()
	text, err := s.root()
	if err != nil {
		s.tb.Fatal(err)
	}
	pool := x509.NewCertPool()
	block, _ := pem.Decode(text)
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		s.tb.Fatal(err)
	}
	pool.AddCert(cert)
	return pool
}

func (s *Server) root() ([]byte, error) {
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // a server of this test
	req, err := http.NewRequestWithContext(context.WithoutCancel(s.tb.Context()), http.MethodGet, "https://"+s.manage+"/roots/0", http.NoBody)
	if err != nil {
		return nil, err
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	return io.ReadAll(res.Body)
}

// FreePort returns a port of loopback that nobody listens on.
func FreePort(tb testing.TB) int {
	tb.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(tb.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it is TCP
}

func freeAddr(tb testing.TB) string {
	tb.Helper()
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(FreePort(tb)))
}
