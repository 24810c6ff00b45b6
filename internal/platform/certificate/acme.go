package certificate

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// ACMEOptions say which certificates are asked for, and of whom.
type ACMEOptions struct {
	Hosts     []string // names of the server; others get no certificate
	Email     string   // where the issuer writes to; may be empty
	Directory string   // address of the ACME server; empty: Let's Encrypt
	Folder    string   // where account key and certificates are stored
	Log       *slog.Logger
}

// ACME asks an ACME server for certificates and renews them 30 days before they
// end. The operator accepts the terms of the issuer by using it.
type ACME struct {
	hosts   []string
	log     *slog.Logger
	manager *autocert.Manager
}

// NewACME asks for nothing yet.
func NewACME(o ACMEOptions) *ACME {
	client := &acme.Client{
		DirectoryURL: o.Directory,
		HTTPClient:   &http.Client{Transport: &orders{next: http.DefaultTransport, all: map[string]string{}}},
	}
	if o.Directory == "" {
		client.DirectoryURL = autocert.DefaultACMEDirectory
	}
	return &ACME{hosts: o.Hosts, log: o.Log, manager: &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(o.Folder), HostPolicy: autocert.HostWhitelist(o.Hosts...),
		Email: o.Email, Client: client,
	}}
}

// Config returns the settings of a server that shows the certificates, and that
// answers the TLS-ALPN challenges of the issuer.
func (a *ACME) Config() *tls.Config {
	c := a.manager.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	c.GetCertificate = a.get
	return c
}

func (a *ACME) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	cert, err := a.manager.GetCertificate(hello)
	if err != nil && slices.Contains(a.hosts, strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))) {
		a.log.Warn("there is no certificate", "host", hello.ServerName, "error", err)
	}
	return cert, err
}

// Handler answers the HTTP challenges of the issuer, and leaves the rest to next.
func (a *ACME) Handler(next http.Handler) http.Handler {
	challenges := a.manager.HTTPHandler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host, _, err := net.SplitHostPort(r.Host); err == nil && strings.HasPrefix(r.URL.Path, "/.well-known/acme-challenge/") {
			r = r.Clone(r.Context())
			r.Host = host // the port may be another one than 80
		}
		challenges.ServeHTTP(w, r)
	})
}

// The first try may come before the issuer can reach this server, such as while
// its name in the DNS is new.
const (
	firstPause   = 5 * time.Second
	longestPause = 15 * time.Minute
)

// Fetch sees to it that there is a certificate of each host before a client asks
// for it. It tries until it has them or ctx ends.
func (a *ACME) Fetch(ctx context.Context) {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		var failed error
		for _, host := range a.hosts {
			_, err := a.get(&tls.ClientHelloInfo{
				ServerName: host, SupportedCurves: []tls.CurveID{tls.CurveP256}, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
				SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
			})
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("certificate of %s: %w", host, err))
			}
		}
		if failed == nil {
			a.log.InfoContext(ctx, "the certificates are there", "hosts", a.hosts)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}
