package partnerapi

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

const (
	maxHost   = 253 // characters of a host name
	maxDomain = 2000
)

// domainRule is what a whitelist entry may be, told with a refusal.
const domainRule = "must be a host such as shop.example.com, *.example.com for everything below it, an IP address, or a network such as 203.0.113.0/24"

// ParseDomain brings a whitelist entry to the one form that is stored and
// compared: a host in lower case and punycode, "*." and such a host, an IP
// address, or a network. Scheme, port and path are dropped, so that the address
// of a page can be pasted. It answers false for anything else.
func ParseDomain(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxDomain {
		return "", false
	}
	if p, err := netip.ParsePrefix(text); err == nil {
		return network(p)
	}
	if before, _, ok := strings.Cut(text, "/"); ok {
		if _, err := netip.ParseAddr(before); err == nil {
			return "", false // was meant to be a network: one address of it is not what was wanted
		}
	}
	host := hostOf(text)
	if below, ok := strings.CutPrefix(host, "*."); ok {
		name, ok := hostName(below)
		return "*." + name, ok && strings.Contains(name, ".")
	}
	return place(host)
}

// ParseHost is ParseDomain of what names pages: a host, or "*." and a host.
func ParseHost(text string) (string, bool) {
	host, ok := ParseDomain(text)
	if strings.ContainsAny(host, "/:") {
		return "", false
	}
	_, err := netip.ParseAddr(host)
	return host, ok && err != nil
}

// CoversPage reports whether one of the hosts, in the form of ParseHost, is that of the
// page that sent an Origin.
func CoversPage(hosts []string, origin string) bool {
	host := pageHost(origin)
	return host != "" && whitelist(hosts).coversPage(host)
}

// network writes a network in its one form. One address alone is that address,
// and IPv4 in the clothes of IPv6 is IPv4.
func network(p netip.Prefix) (string, bool) {
	addr, bits := p.Addr(), p.Bits()
	if addr.Is4In6() {
		if addr, bits = addr.Unmap(), bits-96; bits < 0 {
			return "", false
		}
	}
	p = netip.PrefixFrom(addr, bits).Masked()
	if p.IsSingleIP() {
		return addr.String(), true
	}
	return p.String(), true
}

// hostOf cuts scheme, port and path off what was typed or pasted.
func hostOf(text string) string {
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		text = text[:i]
	}
	if inside, ok := strings.CutPrefix(text, "["); ok { // [2001:db8::1]:443
		if host, port, ok := strings.Cut(inside, "]"); ok && (port == "" || isPort(port)) {
			return host
		}
		return text
	}
	if i := strings.IndexByte(text, ':'); i >= 0 && isPort(text[i:]) {
		return text[:i]
	}
	return text
}

func isPort(s string) bool {
	if len(s) < 2 || len(s) > len(":65535") || s[0] != ':' {
		return false
	}
	return strings.Trim(s[1:], "0123456789") == ""
}

// place writes an IP address or a host name in its one form.
func place(host string) (string, bool) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().String(), addr.Zone() == ""
	}
	return hostName(host)
}

// hosts reads names as browsers do, which let hyphens stand anywhere inside.
var hosts = idna.New(idna.MapForLookup(), idna.ValidateLabels(true), idna.CheckHyphens(false), idna.CheckJoiners(true),
	idna.BidiRule(), idna.StrictDomainName(true), idna.Transitional(false))

// hostName writes a host name in its one form. What browsers would read as a
// number, and so as an IP address, is none.
func hostName(name string) (string, bool) {
	name = strings.TrimSuffix(name, ".")
	ascii, err := hosts.ToASCII(name)
	if err != nil || ascii == "" || len(ascii) > maxHost || !utf8.ValidString(name) {
		return "", false
	}
	if again, err := hosts.ToASCII(ascii); err != nil || again != ascii {
		return "", false // punycode that nothing could have been written as
	}
	for label := range strings.SplitSeq(ascii, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return "", false
		}
		for i := range len(label) {
			if c := label[i]; c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
				return "", false
			}
		}
	}
	return ascii, !numeric(ascii[strings.LastIndexByte(ascii, '.')+1:])
}

func numeric(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// pageHost is the name of the host in an Origin or Referer header, in the form of
// a whitelist entry; empty if there is none, as in Origin: null. An IP address is
// no name: only the connection tells an address, a header can be forged.
func pageHost(header string) string {
	if len(header) > maxDomain {
		if i := strings.IndexByte(header[len("https://"):], '/'); i >= 0 && i < maxDomain {
			header = header[:len("https://")+i] // a long path of a Referer
		} else {
			return ""
		}
	}
	u, err := url.Parse(header)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	host, ok := hostName(u.Hostname())
	if !ok {
		return ""
	}
	return host
}

// coversHost reports whether a stored entry is a host name and covers this one.
// An entry that is an address never equals a name, so it covers none.
func coversHost(entry, host string) bool {
	if below, ok := strings.CutPrefix(entry, "*"); ok {
		return strings.HasSuffix(host, below)
	}
	return entry == host
}

// coversAddress reports whether a stored entry is an address or a network and
// covers the address of a client.
func coversAddress(entry string, client netip.Addr) bool {
	if strings.IndexByte(entry, '/') >= 0 {
		p, err := netip.ParsePrefix(entry)
		return err == nil && p.Contains(client)
	}
	addr, err := netip.ParseAddr(entry)
	return err == nil && addr == client
}
