package httpx

import (
	"math/rand/v2"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"allot/internal/platform/request"
)

const maxUserAgent = 300

// goodRequestID reports whether a client's request id is accepted: 1 to 64 letters,
// digits and ._- signs.
func goodRequestID(id string) bool {
	const longest = 64
	return len(id) <= longest && isWord(id, "._-")
}

// isWord reports whether s is made of ASCII letters, digits and the given signs. It
// runs on every request, so it is no regular expression.
func isWord(s, signs string) bool {
	for i := range len(s) {
		if !asciiWord(rune(s[i])) && strings.IndexByte(signs, s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// identify sets the request id and the client's address.
func (s *Server) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		meta := s.meta(r)
		meta.TraceID = s.opt.Tracer.ID(r.Context())
		w.Header()["X-Request-Id"] = []string{meta.ID}
		ctx := request.With(r.Context(), meta)
		if s.opt.DB != nil {
			ctx = s.opt.DB.Request(ctx, r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.RequestURI)
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func (s *Server) meta(r *http.Request) request.Meta {
	id := r.Header.Get("X-Request-Id")
	if !goodRequestID(id) {
		// An id is no secret: no reason to ask the kernel for it.
		id = strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36)
	}
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	proxied := s.trusted(peer.Addr().Unmap())
	meta := request.Meta{
		ID:        id,
		ClientIP:  s.clientIP(peer.Addr().Unmap(), r.Header),
		UserAgent: userAgent(r),
		Secure:    r.TLS != nil || proxied && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https"),
	}
	meta.BaseURL = s.baseURL(r, meta.Secure)
	return meta
}

// sender returns the client's address before the request is identified.
func (s *Server) sender(r *http.Request) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	return s.clientIP(peer.Addr().Unmap(), r.Header)
}

// clientIP returns the right-most address of X-Forwarded-For that is not a trusted
// proxy: addresses further left may be invented by the client.
func (s *Server) clientIP(peer netip.Addr, h http.Header) netip.Addr {
	ip := peer
	if !s.trusted(ip) {
		return ip
	}
	hops := strings.Split(strings.Join(h.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop := address(strings.TrimSpace(hops[i]))
		if !hop.IsValid() {
			break
		}
		ip = hop.Unmap().WithZone("")
		if !s.trusted(ip) {
			break
		}
	}
	return ip
}

// address parses an IP address; some proxies append the port.
func address(text string) netip.Addr {
	if ip, err := netip.ParseAddr(text); err == nil {
		return ip
	}
	ap, _ := netip.ParseAddrPort(text)
	return ap.Addr()
}

// userAgent returns the user agent in a form that fits into a text column.
func userAgent(r *http.Request) string {
	ua := r.UserAgent()
	return strings.ToValidUTF8(ua[:min(len(ua), maxUserAgent)], "?")
}

func (s *Server) trusted(ip netip.Addr) bool {
	return slices.ContainsFunc(s.opt.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

var hostInBrackets = regexp.MustCompile(`^\[[0-9a-fA-F:.]+\](:[0-9]{1,5})?$`)

// goodHost reports whether links may use the host of the request: a name or an
// address, perhaps with a port.
func goodHost(host string) bool {
	if strings.HasPrefix(host, "[") {
		return hostInBrackets.MatchString(host)
	}
	name, port, hasPort := strings.Cut(host, ":")
	const longest = 5
	goodPort := port != "" && len(port) <= longest && strings.Trim(port, "0123456789") == ""
	return isWord(name, ".-") && (!hasPort || goodPort)
}

func (s *Server) baseURL(r *http.Request, secure bool) string {
	if s.opt.BaseURL != "" {
		return s.opt.BaseURL
	}
	scheme := "http://"
	if secure {
		scheme = "https://"
	}
	if !goodHost(r.Host) {
		return ""
	}
	return scheme + r.Host
}
