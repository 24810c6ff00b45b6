// Package mailtest is a mail server for tests. It speaks real SMTP on a
// loopback port and keeps what it receives in memory.
package mailtest

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"
)

// Server is a running mail server. It stops with its test.
type Server struct {
	Addr   string // 127.0.0.1:port
	CAFile string // trusts the server's certificate; empty without TLS

	scheme     string
	user, pass string
	refuse     func(to string) error
	certs      *tls.Config

	mu       sync.Mutex
	received []Received
}

// Received is a message that the server took.
type Received struct {
	From string
	To   []string
	User string // who logged in; empty without log-in
	TLS  bool
	Data []byte
}

// Option changes the server that Start makes.
type Option func(tb testing.TB, s *Server)

// WithAuth makes the server take mail only after a log-in.
func WithAuth(user, pass string) Option {
	return func(_ testing.TB, s *Server) { s.user, s.pass = user, pass }
}

// WithSTARTTLS makes the server offer STARTTLS.
func WithSTARTTLS() Option {
	return func(tb testing.TB, s *Server) {
		tb.Helper()
		s.certs, s.CAFile = makeCertificate(tb)
	}
}

// WithTLS makes the server speak TLS from the first byte.
func WithTLS() Option {
	return func(tb testing.TB, s *Server) {
		tb.Helper()
		s.scheme = "smtps"
		s.certs, s.CAFile = makeCertificate(tb)
	}
}

// WithRefusal lets the test decide about every recipient; see Refusal.
func WithRefusal(refuse func(to string) error) Option {
	return func(_ testing.TB, s *Server) { s.refuse = refuse }
}

// Refusal is the server's answer with an SMTP code, such as 550 or 451.
func Refusal(code int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: text}
}

// Start runs a server until the test ends.
func Start(tb testing.TB, options ...Option) *Server {
	tb.Helper()
	s := &Server{scheme: "smtp"}
	for _, set := range options {
		set(tb, s)
	}
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{server: s, conn: c}, nil
	}))
	srv.Domain = "mail.test"
	srv.AllowInsecureAuth = true
	srv.EnableSMTPUTF8 = true
	srv.ErrorLog = quiet{}

	listener, err := (&net.ListenConfig{}).Listen(tb.Context(), "tcp", "127.0.0.1:0")
	require.NoError(tb, err)
	s.Addr = listener.Addr().String()
	if s.scheme == "smtps" {
		listener = tls.NewListener(listener, s.certs)
	} else {
		srv.TLSConfig = s.certs
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(listener) }()
	tb.Cleanup(func() {
		_ = srv.Close()
		if err := <-done; !errors.Is(err, smtp.ErrServerClosed) {
			require.NoError(tb, err)
		}
	})
	return s
}

// URL is the setting that reaches the server, with its log-in and certificate.
func (s *Server) URL(from string) string {
	query := url.Values{"from": {from}}
	if s.CAFile != "" {
		query.Set("ca_file", s.CAFile)
		if s.scheme == "smtp" {
			query.Set("tls", "starttls")
		}
	}
	u := url.URL{Scheme: s.scheme, Host: s.Addr, RawQuery: query.Encode()}
	if s.user != "" {
		u.User = url.UserPassword(s.user, s.pass)
	}
	return u.String()
}

// Messages returns what the server has taken so far.
func (s *Server) Messages() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.received...)
}

type session struct {
	server *Server
	conn   *smtp.Conn
	user   string
	from   string
	to     []string
}

var _ smtp.AuthSession = (*session)(nil)

func (s *session) AuthMechanisms() []string {
	if s.server.user == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, pass string) error {
		if user != s.server.user || pass != s.server.pass {
			return smtp.ErrAuthFailed
		}
		s.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.user != "" && s.user == "" {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.server.refuse != nil {
		if err := s.server.refuse(to); err != nil {
			return err
		}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	_, encrypted := s.conn.TLSConnectionState()
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.received = append(s.server.received,
		Received{From: s.from, To: s.to, User: s.user, TLS: encrypted, Data: data})
	return nil
}

func (s *session) Reset() { s.from, s.to = "", nil }

func (s *session) Logout() error { return nil }

// quiet drops what the server library would print about broken connections.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}
