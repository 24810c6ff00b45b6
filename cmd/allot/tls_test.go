package main

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/pebble"
)

// notOfEngine skips a test that is the same on both engines.
func notOfEngine(t *testing.T) {
	t.Helper()
	if dbtest.Engine() != db.SQLite {
		t.Skip("the engine makes no difference")
	}
}

// overTLS asks a server as the named host and returns the answer.
func overTLS(t *testing.T, base, host string, roots *x509.CertPool) (*http.Response, error) {
	t.Helper()
	c := &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: host}, ForceAttemptHTTP2: true, DisableKeepAlives: true},
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/healthz", http.NoBody)
	require.NoError(t, err)
	res, err := c.Do(req)
	if err == nil {
		require.NoError(t, res.Body.Close())
	}
	return res, err
}

func TestProgram_CertificateFiles(t *testing.T) {
	t.Parallel()
	notOfEngine(t)
	notRaced(t)
	s := newSite(t, "ALLOT_TLS_REDIRECT_ADDR=127.0.0.1:0")
	cert, key := filepath.Join(s.dir, "tls.pem"), filepath.Join(s.dir, "tls.key")
	pebble.SelfSigned(t, cert, key, "allot.example.com")
	s.env = append(s.env, "ALLOT_TLS_CERT="+cert, "ALLOT_TLS_KEY="+key)
	p, printed := s.startCommand(t, nil, "serve", func(line string) bool { return strings.Contains(line, "leads to HTTPS") })
	require.True(t, strings.HasPrefix(p.base, "https://"), p.base)

	pem, err := os.ReadFile(cert)
	require.NoError(t, err)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(pem))
	res, err := overTLS(t, p.base, "allot.example.com", roots)
	require.NoError(t, err)
	require.Equal(t, 2, res.ProtoMajor)
	require.GreaterOrEqual(t, res.TLS.Version, uint16(tls.VersionTLS12))
	require.Equal(t, "max-age=31536000", res.Header.Get("Strict-Transport-Security"))

	plain := regexp.MustCompile(`(http://\S+) leads`).FindStringSubmatch(printed)[1]
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, plain+"/api/docs/?a=b", http.NoBody)
	require.NoError(t, err)
	res, err = stay.Do(req)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusPermanentRedirect, res.StatusCode)
	require.Equal(t, p.base+"/api/docs/?a=b", res.Header.Get("Location"))
	require.Equal(t, 0, p.stop())
}

// A certificate is got from a real ACME server by either challenge, and is there again
// after a restart without asking.
func TestProgram_ACME(t *testing.T) {
	t.Parallel()
	notOfEngine(t)
	notRaced(t)
	for name, overHTTP := range map[string]bool{"by TLS-ALPN": false, "by HTTP": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plain, secure, nobody := pebble.FreePort(t), pebble.FreePort(t), pebble.FreePort(t)
			challenged := [2]int{nobody, secure}
			redirect := "off"
			if overHTTP {
				challenged, redirect = [2]int{plain, nobody}, "127.0.0.1:"+strconv.Itoa(plain)
			}
			issuer := pebble.Start(t, challenged[0], challenged[1])
			s := newSite(t, "ALLOT_TLS_ACME=true", "ALLOT_BASE_URL=https://allot.example.com", "ALLOT_TLS_ACME_DIRECTORY="+issuer.Directory,
				"ALLOT_ADDR=127.0.0.1:"+strconv.Itoa(secure), "ALLOT_TLS_REDIRECT_ADDR="+redirect, "SSL_CERT_FILE="+issuer.CAFile)
			p := s.start(t)
			if !assert.Eventually(t, func() bool { return strings.Contains(p.logged(), "the certificates are there") }, time.Minute, 50*time.Millisecond) {
				t.Fatal(p.logged())
			}
			res, err := overTLS(t, p.base, "allot.example.com", issuer.Roots())
			require.NoError(t, err)
			require.Equal(t, 2, res.ProtoMajor)
			first := res.TLS.PeerCertificates[0].SerialNumber
			_, err = overTLS(t, p.base, "other.example.com", issuer.Roots())
			require.Error(t, err, "no certificate is asked for names that are not ours")
			require.Equal(t, 0, p.stop())

			u, err := url.Parse(issuer.Directory)
			require.NoError(t, err)
			again := s.start(t, "ALLOT_TLS_ACME_DIRECTORY=https://127.0.0.1:1"+u.Path)
			res, err = overTLS(t, again.base, "allot.example.com", issuer.Roots())
			require.NoError(t, err)
			require.Equal(t, first, res.TLS.PeerCertificates[0].SerialNumber)
		})
	}
}
