package outbound

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// Policy says where calls to addresses that customers typed may go.
type Policy struct {
	// Allow are networks that may be called although they are not of the public internet.
	Allow []netip.Prefix
	// Roots are the certificate authorities that are believed; nil: those of the system.
	Roots *x509.CertPool
	// Lookup finds the addresses of a name; nil: as the system does.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
}

// Guard makes clients for addresses that customers typed. Its rule: a call goes over
// TLS with a valid certificate, to an address of the public internet, and nowhere else.
// The address is checked when it is dialled, after the name was resolved, so a name
// that resolves to another address later leads nowhere else either.
type Guard struct{ policy Policy }

// NewGuard makes a guard.
func NewGuard(p Policy) *Guard {
	if p.Lookup == nil {
		p.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	return &Guard{policy: p}
}

const (
	dialTimeout      = 10 * time.Second
	handshakeTimeout = 10 * time.Second
	maxHeaderBytes   = 64 << 10
)

// Client returns a client whose requests take no longer than timeout, their answers
// included. It follows no redirect and uses no proxy: a proxy would dial what the
// guard cannot see.
func (g *Guard) Client(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout: timeout,
		Transport: httpsOnly{&http.Transport{
			DialContext:            g.dial,
			TLSClientConfig:        g.tls(""),
			TLSHandshakeTimeout:    handshakeTimeout,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    4,
			MaxIdleConns:           200,
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: maxHeaderBytes,
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Handshake connects once and checks the certificate, without a request.
func (g *Guard) Handshake(ctx context.Context, u *url.URL) error {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout+handshakeTimeout)
	defer cancel()
	port := u.Port()
	if port == "" {
		port = "443"
	}
	conn, err := g.dial(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return err
	}
	secured := tls.Client(conn, g.tls(u.Hostname()))
	defer secured.Close() // nothing was written
	return secured.HandshakeContext(ctx)
}

func (g *Guard) tls(host string) *tls.Config {
	return &tls.Config{RootCAs: g.policy.Roots, ServerName: host, MinVersion: tls.VersionTLS12}
}

// dial connects to the first address of a name that answers. Control sees the address
// that is really dialled, whoever resolved it.
func (g *Guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	list, err := g.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: dialTimeout / 2, Control: func(_, address string, _ syscall.RawConn) error { return g.check(address) }}
	var failed error
	for _, ip := range list {
		conn, err := dialer.DialContext(ctx, network, net.JoinHostPort(ip.String(), port))
		if err == nil {
			return conn, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

func (g *Guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, nil
	}
	list, err := g.policy.Lookup(ctx, host)
	if err == nil && len(list) == 0 {
		err = &net.DNSError{Err: "no address", Name: host, IsNotFound: true}
	}
	return list, err
}

// check refuses an address that is not of the public internet and not allowed.
func (g *Guard) check(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return &ForbiddenError{Address: address, Kind: "no address"}
	}
	ip := at.Addr().Unmap()
	for _, n := range g.policy.Allow {
		if n.Contains(ip) {
			return nil
		}
	}
	if kind := special(ip); kind != "" {
		return &ForbiddenError{Address: ip.String(), Kind: kind}
	}
	return nil
}

const (
	forbiddenCall = "%s must not be called: it is %s, not an address of the public internet"
	notHTTPS      = "only addresses that begin with https:// are called"
)

// ForbiddenError refuses an address that must not be called.
type ForbiddenError struct {
	Address string
	Kind    string // what the address is instead of a public one
}

func (e *ForbiddenError) Error() string {
	return fmt.Sprintf(forbiddenCall, e.Address, e.Kind)
}

// httpsOnly refuses requests that are not encrypted.
type httpsOnly struct{ next http.RoundTripper }

func (t httpsOnly) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" {
		return nil, errNotHTTPS
	}
	return t.next.RoundTrip(r)
}

// CloseIdleConnections lets the client close what it keeps open.
func (t httpsOnly) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

var errNotHTTPS = errors.New(notHTTPS)
