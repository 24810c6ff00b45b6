package mailer

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// The ways to reach a mail server.
const (
	tlsNone     = "none"
	tlsStart    = "starttls"
	tlsImplicit = "implicit"
)

// server holds the settings of an SMTP URL.
type server struct {
	host       string
	port       int
	user, pass string
	from       *mail.Address
	security   string
	tls        *tls.Config
}

// errURL does not contain the URL, which may contain a password.
var errURL = errors.New("mail server URL is not valid: want smtp://user:password@host:587?from=address or smtps://…, " +
	"with special characters of the password written as %XX")

func parseURL(raw string) (*server, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.Opaque != "" || strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		return nil, errURL
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, errURL
	}
	for name := range query {
		if name != "from" && name != "tls" && name != "ca_file" {
			// The name is not quoted: after a "?" in a password it is the rest of it.
			return nil, errors.New("mail server URL: unknown setting, want from, tls or ca_file; a ? in the password is written as %3F")
		}
	}
	s := &server{host: u.Hostname(), user: u.User.Username()}
	s.pass, _ = u.User.Password()
	if err := errors.Join(s.setSecurity(u.Scheme, query.Get("tls")), s.setPort(u.Port()), s.setFrom(query.Get("from")),
		s.setTLS(query.Get("ca_file"))); err != nil {
		return nil, fmt.Errorf("mail server URL: %w", err)
	}
	return s, nil
}

// setSecurity requires encryption unless the server is on this machine or the
// URL says tls=none.
func (s *server) setSecurity(scheme, choice string) error {
	switch {
	case scheme == "smtps" && choice == "":
		s.security = tlsImplicit
	case scheme == "smtp" && (choice == tlsNone || choice == tlsStart):
		s.security = choice
	case scheme == "smtp" && choice == "":
		s.security = tlsStart
		if isLoopback(s.host) {
			s.security = tlsNone
		}
	case scheme == "smtp":
		return errors.New("tls must be starttls or none")
	case scheme == "smtps":
		return errors.New("tls belongs to smtp://, because smtps:// always encrypts")
	default:
		return errors.New("it must start with smtp:// or smtps://")
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func (s *server) setPort(text string) error {
	if text == "" {
		s.port = 587
		if s.security == tlsImplicit {
			s.port = 465
		}
		return nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return errors.New("the port must be a number from 1 to 65535")
	}
	s.port = int(port)
	return nil
}

func (s *server) setFrom(text string) error {
	if text == "" {
		text = s.user // providers mostly use the address as the user name
	}
	from, err := parseAddress("from", text)
	if err != nil {
		return errors.New("from must be the sender's address, as in from=allot%40example.com")
	}
	s.from = from
	return nil
}

func (s *server) setTLS(caFile string) error {
	s.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	if caFile == "" {
		return nil
	}
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return fmt.Errorf("read ca_file: %w", err)
	}
	s.tls.RootCAs = x509.NewCertPool()
	if !s.tls.RootCAs.AppendCertsFromPEM(pem) {
		return errors.New("ca_file holds no PEM certificate")
	}
	return nil
}
