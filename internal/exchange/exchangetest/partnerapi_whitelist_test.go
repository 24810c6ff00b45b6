package exchangetest

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/request"
	"allot/internal/testkit/audittest"
)

func TestService_Authenticate_whitelist(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	token, key := e.Key(t, m, auth.KeyFactSheet)
	for _, domain := range []string{
		"shop.example.com", "*.hotel.example", "münchen.example", "192.0.2.7", "198.51.100.0/24", "2001:db8:7::/48", "2001:db8::9", "localhost",
	} {
		_, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, domain)
		require.NoError(t, err)
	}
	const elsewhere = "203.0.113.99"
	type from struct{ ip, origin, referer string }
	tests := map[string]struct {
		from
		ok       bool
		readable bool // by scripts on the page
	}{
		"a host":                                        {from{elsewhere, "https://shop.example.com", ""}, true, true},
		"a host with a port":                            {from{elsewhere, "http://shop.example.com:8080", ""}, true, true},
		"a host in capitals":                            {from{elsewhere, "HTTPS://Shop.Example.COM", ""}, true, true},
		"a host with a trailing dot":                    {from{elsewhere, "https://shop.example.com.", ""}, true, true},
		"a host below it":                               {from{elsewhere, "https://a.shop.example.com", ""}, false, false},
		"the host above it":                             {from{elsewhere, "https://example.com", ""}, false, false},
		"a host that ends like it":                      {from{elsewhere, "https://evilshop.example.com", ""}, false, false},
		"a host that starts like it":                    {from{elsewhere, "https://shop.example.com.evil.example", ""}, false, false},
		"a user that is called like it":                 {from{elsewhere, "https://shop.example.com@evil.example", ""}, false, false},
		"a path that is called like it":                 {from{elsewhere, "https://evil.example/shop.example.com", ""}, false, false},
		"a wildcard":                                    {from{elsewhere, "https://www.hotel.example", ""}, true, true},
		"a wildcard, deeper":                            {from{elsewhere, "https://a.b.hotel.example", ""}, true, true},
		"not the wildcard's own host":                   {from{elsewhere, "https://hotel.example", ""}, false, false},
		"not what ends like the wildcard":               {from{elsewhere, "https://myhotel.example", ""}, false, false},
		"punycode":                                      {from{elsewhere, "https://xn--mnchen-3ya.example", ""}, true, true},
		"letters where browsers send punycode":          {from{elsewhere, "https://münchen.example", ""}, true, true},
		"one label with a port":                         {from{elsewhere, "http://localhost:5173", ""}, true, true},
		"a referer without an origin":                   {from{elsewhere, "", "https://shop.example.com/rooms?a=b#c"}, true, false},
		"a long referer":                                {from{elsewhere, "", "https://shop.example.com/" + strings.Repeat("x", 9000)}, true, false},
		"an overlong host in a referer":                 {from{elsewhere, "", "https://" + strings.Repeat("x", 9000)}, false, false},
		"a referer of another page":                     {from{elsewhere, "", "https://evil.example/?https://shop.example.com/"}, false, false},
		"a referer does not help another origin":        {from{elsewhere, "https://evil.example", "https://shop.example.com/"}, false, false},
		"an origin of null":                             {from{elsewhere, "null", ""}, false, false},
		"a referer does not help an origin of null":     {from{elsewhere, "null", "https://shop.example.com/"}, false, false},
		"an origin without a scheme":                    {from{elsewhere, "shop.example.com", ""}, false, false},
		"an origin of another scheme":                   {from{elsewhere, "ftp://shop.example.com", ""}, false, false},
		"an origin that is garbage":                     {from{elsewhere, "https://%zz", ""}, false, false},
		"no origin from elsewhere":                      {from{elsewhere, "", ""}, false, false},
		"an address":                                    {from{"192.0.2.7", "", ""}, true, false},
		"its neighbour":                                 {from{"192.0.2.8", "", ""}, false, false},
		"an address with a strange origin":              {from{"192.0.2.7", "https://evil.example", ""}, true, false},
		"an address with a listed origin":               {from{"192.0.2.7", "https://shop.example.com", ""}, true, true},
		"the first address of a network":                {from{"198.51.100.0", "", ""}, true, false},
		"the last address of a network":                 {from{"198.51.100.255", "", ""}, true, false},
		"the address after a network":                   {from{"198.51.101.0", "", ""}, false, false},
		"an IPv6 address of a network":                  {from{"2001:db8:7:ffff::1", "", ""}, true, false},
		"an IPv6 address beside a network":              {from{"2001:db8:8::1", "", ""}, false, false},
		"an IPv6 address":                               {from{"2001:db8::9", "", ""}, true, false},
		"an origin that names a listed address":         {from{elsewhere, "http://192.0.2.7:3000", ""}, false, false},
		"a referer that names a listed address":         {from{elsewhere, "", "http://192.0.2.7/"}, false, false},
		"an origin that names a listed IPv6 address":    {from{elsewhere, "http://[2001:db8::9]:3000", ""}, false, false},
		"an origin that names an address of a network":  {from{elsewhere, "http://198.51.100.17", ""}, false, false},
		"an origin that names IPv4 written as IPv6":     {from{elsewhere, "http://[::ffff:192.0.2.7]", ""}, false, false},
		"a page at an address, from that address":       {from{"192.0.2.7", "http://192.0.2.7:3000", ""}, true, false},
		"a listed address written as IPv6":              {from{"::ffff:192.0.2.7", "", ""}, true, false},
		"a page at a number that browsers read as IPv4": {from{elsewhere, "http://3221225991", ""}, false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := request.With(t.Context(), request.Meta{ClientIP: netip.MustParseAddr(tt.ip)})
			caller, err := e.Keys.Authenticate(ctx, auth.KeyRequest{Token: token, Origin: tt.origin, Referer: tt.referer}, auth.Rule{})
			if !tt.ok {
				require.ErrorIs(t, err, partnerapi.ErrDomain)
				require.Equal(t, apperr.Forbidden, apperr.Of(err).Kind)
				require.Contains(t, err.Error(), tt.ip, "the refusal tells what to whitelist")
				return
			}
			require.NoError(t, err)
			if tt.readable {
				require.Equal(t, tt.origin, caller.Origin)
			} else {
				require.Empty(t, caller.Origin)
			}
		})
	}
}

func TestService_Whitelist(t *testing.T) {
	t.Parallel()

	t.Run("without an entry a key works from anywhere, with the first one only from there", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		token, key := e.Key(t, m)
		req := auth.KeyRequest{Token: token, Origin: "https://shop.example.com"}
		caller, err := e.Keys.Authenticate(apptest.Context(t), req, auth.Rule{})
		require.NoError(t, err)
		require.Empty(t, caller.Origin, "a page that uses a key must be named")
		entry, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, "192.0.2.7")
		require.NoError(t, err)
		_, err = e.Keys.Authenticate(apptest.Context(t), req, auth.Rule{})
		require.ErrorIs(t, err, partnerapi.ErrDomain)
		require.NoError(t, e.Keys.RemoveFromWhitelist(m.Context(t), m.Caller, entry.ID))
		_, err = e.Keys.Authenticate(apptest.Context(t), req, auth.Rule{})
		require.NoError(t, err)
	})

	t.Run("of one key does not bind another", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		_, key := e.Key(t, m)
		token, _ := e.Key(t, other)
		_, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, "192.0.2.7")
		require.NoError(t, err)
		_, err = e.Keys.Authenticate(apptest.Context(t), auth.KeyRequest{Token: token}, auth.Rule{})
		require.NoError(t, err)
	})

	t.Run("has an end", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, key := e.Key(t, m)
		ctx := m.Context(t)
		for i := range 200 {
			_, err := e.Keys.AddToWhitelist(ctx, m.Caller, key.ID, netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}).String())
			require.NoError(t, err)
		}
		_, err := e.Keys.AddToWhitelist(ctx, m.Caller, key.ID, "one.too.many.example")
		require.ErrorIs(t, err, partnerapi.ErrWhitelistFull)
	})

	t.Run("is in the trail", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, key := e.Key(t, m)
		entry, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, "https://Shop.Example.com/")
		require.NoError(t, err)
		require.NoError(t, e.Keys.RemoveFromWhitelist(m.Context(t), m.Caller, entry.ID))
		trail, err := audittest.Of(t.Context(), e.DB, m.User.ID, "whitelist", entry.ID)
		require.NoError(t, err)
		require.Len(t, trail, 2)
		require.Contains(t, string(trail[0].After), `"domain":"shop.example.com"`)
		require.Equal(t, "delete", trail[1].Action)
	})
}
