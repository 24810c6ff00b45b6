// Package receiver is an HTTPS server with a certificate authority of its own that
// receives webhooks in tests, records them and answers as it is told.
package receiver

import (
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Received is a request that arrived.
type Received struct {
	Path   string
	Header http.Header
	Body   []byte
	At     time.Time // of the machine's clock
}

// Event returns the type of the event.
func (r Received) Event() string { return r.Header.Get("X-Service-Event") }

// Envelope is the body of a request.
type Envelope struct {
	Event      string         `json:"event"`
	Timestamp  time.Time      `json:"timestamp"`
	DeliveryID string         `json:"delivery_id"`
	Data       map[string]any `json:"data"`
}

// Envelope decodes the body.
func (r Received) Envelope(tb testing.TB) (e Envelope) {
	tb.Helper()
	if err := json.Unmarshal(r.Body, &e); err != nil {
		tb.Fatalf("the body %s is no envelope: %v", r.Body, err)
	}
	return e
}

// Answer answers one request.
type Answer func(w http.ResponseWriter, r *http.Request)

// Status answers with a status.
func Status(code int) Answer {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// With answers with a status, a header and a body.
func With(code int, name, value, body string) Answer {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(name, value)
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// Hang answers nothing until the client gives up.
func Hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// Reset breaks the connection off.
func Reset(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// SlowBody answers with a status and a body that does not end.
func SlowBody(code int) Answer {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, "half a")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
}

// Server is the running receiver.
type Server struct {
	URL string

	server   *httptest.Server
	mu       sync.Mutex
	received []Received
	script   map[string][]Answer // by path
	always   map[string]Answer
}

// New starts a receiver that answers 200 to everything.
func New(tb testing.TB) *Server {
	tb.Helper()
	s := &Server{script: map[string][]Answer{}, always: map[string]Answer{}}
	s.server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.server.StartTLS()
	s.URL = s.server.URL
	tb.Cleanup(func() {
		s.server.CloseClientConnections()
		s.server.Close()
	})
	return s
}

// Break breaks off every connection.
func (s *Server) Break() { s.server.CloseClientConnections() }

// Roots is the authority that the receiver's certificate is of.
func (s *Server) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(s.server.Certificate())
	return pool
}

// CertFile writes the authority to a file, for SSL_CERT_FILE.
func (s *Server) CertFile(tb testing.TB) string {
	tb.Helper()
	name := filepath.Join(tb.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.server.Certificate().Raw})
	if err := os.WriteFile(name, block, 0o600); err != nil {
		tb.Fatal(err)
	}
	return name
}

// Script has the next requests to a path answered so, one after the other; then
// as Always says.
func (s *Server) Script(path string, answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script[path] = append(s.script[path], answers...)
}

// Always has every request to a path answered so that no script is for.
func (s *Server) Always(path string, a Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always[path] = a
}

// Received returns what arrived at a path, oldest first.
func (s *Server) Received(path string) []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Received
	for _, r := range s.received {
		if r.Path == path {
			list = append(list, r)
		}
	}
	return list
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.next(r, body)(w, r)
}

func (s *Server) next(r *http.Request, body []byte) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := time.Now() //nolint:forbidigo // benchmarks measure with the clock of the machine
	s.received = append(s.received, Received{Path: r.URL.Path, Header: r.Header.Clone(), Body: body, At: at})
	if list := s.script[r.URL.Path]; len(list) > 0 {
		s.script[r.URL.Path] = list[1:]
		return list[0]
	}
	if a := s.always[r.URL.Path]; a != nil {
		return a
	}
	return Status(http.StatusOK)
}
