package outbound

import "net/netip"

// global are the IPv6 addresses that are given out for the public internet.
var global = netip.MustParsePrefix("2000::/3")

// reserved are the networks that lead to no public host, of the registries of special
// addresses (RFC 6890 and what was added since). Those that carry an IPv4 address
// inside (6to4, Teredo, NAT64) are among them: they could lead to a private one.
var reserved = []struct {
	network netip.Prefix
	kind    string
}{
	{netip.MustParsePrefix("0.0.0.0/8"), "an address of this network"},
	{netip.MustParsePrefix("10.0.0.0/8"), "a private address"},
	{netip.MustParsePrefix("100.64.0.0/10"), "a private address of a provider"},
	{netip.MustParsePrefix("127.0.0.0/8"), "a loopback address"},
	{netip.MustParsePrefix("169.254.0.0/16"), "a link-local address"},
	{netip.MustParsePrefix("172.16.0.0/12"), "a private address"},
	{netip.MustParsePrefix("192.0.0.0/24"), "a reserved address"},
	{netip.MustParsePrefix("192.0.2.0/24"), "an address for documentation"},
	{netip.MustParsePrefix("192.88.99.0/24"), "a reserved address"},
	{netip.MustParsePrefix("192.168.0.0/16"), "a private address"},
	{netip.MustParsePrefix("198.18.0.0/15"), "an address for measurements"},
	{netip.MustParsePrefix("198.51.100.0/24"), "an address for documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "an address for documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), "a multicast address"},
	{netip.MustParsePrefix("240.0.0.0/4"), "a reserved address"},

	{netip.MustParsePrefix("::/128"), "an address of this network"},
	{netip.MustParsePrefix("::1/128"), "a loopback address"},
	{netip.MustParsePrefix("64:ff9b::/96"), "an IPv4 address in another form"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "an IPv4 address in another form"},
	{netip.MustParsePrefix("2001::/23"), "a reserved address"},
	{netip.MustParsePrefix("2001:db8::/32"), "an address for documentation"},
	{netip.MustParsePrefix("2002::/16"), "an IPv4 address in another form"},
	{netip.MustParsePrefix("3fff::/20"), "an address for documentation"},
	{netip.MustParsePrefix("fc00::/7"), "a private address"},
	{netip.MustParsePrefix("fe80::/10"), "a link-local address"},
	{netip.MustParsePrefix("ff00::/8"), "a multicast address"},
}

// special says what an address is instead of a public one; empty: it is public. An
// IPv4 address in an IPv6 one counts as that.
func special(ip netip.Addr) string {
	zoned := ip.Zone() != ""
	ip = ip.Unmap().WithZone("")
	for _, r := range reserved {
		if r.network.Contains(ip) {
			return r.kind
		}
	}
	if zoned || ip.Is6() && !global.Contains(ip) {
		return "a reserved address"
	}
	return ""
}
