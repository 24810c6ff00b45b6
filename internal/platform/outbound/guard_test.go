package outbound_test

import (
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/outbound"
)

// inside is what a stranger would like to reach through us: each is refused when it is
// dialled, as an address or behind a name.
var inside = []string{
	"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.8.8.8", "169.254.0.1",
	"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1",
	"198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
	"::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:7f00:1", "64:ff9b::7f00:1",
	"64:ff9b:1::a00:1", "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1",
	"fc00::1", "fd12:3456:789a::1", "fe80::1", "fec0::1", "ff02::1", "5f00::1",
}

func at(host string) string {
	if strings.Contains(host, ":") {
		return "https://[" + host + "]/"
	}
	return "https://" + host + "/"
}

func TestGuard_refuses(t *testing.T) {
	t.Parallel()
	require.GreaterOrEqual(t, len(inside), 40)
	get := func(g *outbound.Guard, address string) error {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		require.NoError(t, err)
		res, err := g.Client(5 * time.Second).Do(req)
		if err == nil {
			_ = res.Body.Close()
		}
		return err
	}
	plain := outbound.NewGuard(outbound.Policy{})
	for _, ip := range inside {
		// Rebinding: the name is looked up once more for each connection.
		behind := outbound.NewGuard(outbound.Policy{Lookup: func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr(ip)}, nil
		}})
		for name, err := range map[string]error{"as an address": get(plain, at(ip)), "behind a name": get(behind, "https://example.com/")} {
			var forbidden *outbound.ForbiddenError
			require.ErrorAs(t, err, &forbidden, "%s %s", ip, name)
			require.Contains(t, outbound.Reason(err), "must not be called: it is a", "%s", ip)
		}
		u, err := url.Parse(at(ip))
		require.NoError(t, err)
		require.ErrorContains(t, plain.Handshake(t.Context(), u), "must not be called", ip)
	}
	require.Equal(t, "only addresses that begin with https:// are called", outbound.Reason(get(plain, "http://example.com/")))
	nowhere := outbound.NewGuard(outbound.Policy{Lookup: func(context.Context, string) ([]netip.Addr, error) { return nil, nil }})
	require.Equal(t, "the name example.com has no address", outbound.Reason(get(nowhere, "https://example.com/")))
}

func TestGuard_allows(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/redirect" {
			http.Redirect(w, r, "/", http.StatusFound)
		}
	}))
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	address, err := url.Parse(s.URL)
	require.NoError(t, err)

	g := outbound.NewGuard(outbound.Policy{Allow: loopback, Roots: roots})
	require.NoError(t, g.Handshake(t.Context(), address))
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/redirect", nil)
	require.NoError(t, err)
	res, err := g.Client(5 * time.Second).Do(req)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusFound, res.StatusCode, "a redirect is not followed")

	unknown := outbound.NewGuard(outbound.Policy{Allow: loopback}).Handshake(t.Context(), address)
	require.Contains(t, outbound.Reason(unknown), "the certificate is not valid: x509: certificate signed by unknown authority")

	// One of several addresses of a name is forbidden: it is skipped.
	mixed := outbound.NewGuard(outbound.Policy{Allow: loopback, Roots: roots, Lookup: func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("127.0.0.1")}, nil
	}})
	address.Host = "example.com:" + address.Port()
	require.NoError(t, mixed.Handshake(t.Context(), address))
}

func TestReason(t *testing.T) {
	t.Parallel()
	require.Empty(t, outbound.Reason(nil))
	require.Equal(t, "there was no answer in time", outbound.Reason(context.DeadlineExceeded))
	require.Equal(t, "the call failed before an answer was complete", outbound.Reason(errors.New("secret detail")))
}
