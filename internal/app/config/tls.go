package config

import (
	"net"
	"net/url"
	"strings"

	"allot/internal/platform/certificate"
)

// ServesTLS reports whether the API is served over HTTPS by this process.
func (s Settings) ServesTLS() bool { return s.TLSACME || s.TLSCert != "" }

// CertificateHosts returns the names that certificates are asked for.
func (s Settings) CertificateHosts() []string {
	if len(s.TLSHosts) > 0 {
		return s.TLSHosts
	}
	if u, err := url.Parse(s.BaseURL); err == nil && u.Hostname() != "" {
		return []string{u.Hostname()}
	}
	return nil
}

// redirectOff is the value of TLSRedirectAddr for no redirects.
const redirectOff = "off"

// RedirectAddr returns where HTTP listens beside HTTPS, or nothing.
func (s Settings) RedirectAddr() string {
	host, port, _ := net.SplitHostPort(s.Addr)
	switch {
	case !s.ServesTLS() || s.TLSRedirectAddr == redirectOff:
		return ""
	case s.TLSRedirectAddr == "" && port == "443":
		return net.JoinHostPort(host, "80")
	}
	return s.TLSRedirectAddr
}

func (s Settings) checkTLS(l *problems) {
	l.check((s.TLSCert == "") == (s.TLSKey == ""), "ALLOT_TLS_KEY", "must be set together with ALLOT_TLS_CERT")
	if s.TLSCert != "" && s.TLSKey != "" {
		_, err := certificate.Read(s.TLSCert, s.TLSKey)
		l.check(err == nil, "ALLOT_TLS_CERT", "%v", err)
	}
	l.check(s.TLSRedirectAddr == "" || s.TLSRedirectAddr == redirectOff || validAddr(s.TLSRedirectAddr), "ALLOT_TLS_REDIRECT_ADDR",
		"%q is neither off nor an address such as :80", s.TLSRedirectAddr)
	l.warn(s.ServesTLS() || s.TLSRedirectAddr == "", "ALLOT_TLS_REDIRECT_ADDR", "has no effect without a certificate or ALLOT_TLS_ACME")
	l.warn(!s.ServesTLS() || !strings.HasPrefix(s.BaseURL, "http://"), "ALLOT_BASE_URL", "starts with http:// while the API is served over HTTPS")
	if s.TLSACME {
		s.checkACME(l)
	}
}

func (s Settings) checkACME(l *problems) {
	l.check(s.TLSCert == "", "ALLOT_TLS_ACME", "and ALLOT_TLS_CERT exclude each other")
	hosts := s.CertificateHosts()
	l.check(len(hosts) > 0, "ALLOT_TLS_HOSTS", "must name the hosts that certificates are asked for, unless ALLOT_BASE_URL does")
	for _, host := range hosts {
		ok := strings.Contains(strings.Trim(host, "."), ".") && net.ParseIP(host) == nil && !strings.ContainsAny(host, "/:* ")
		l.check(ok, "ALLOT_TLS_HOSTS", "%q is no name such as allot.example.com, which a certificate can be asked for", host)
	}
	if s.TLSACMEDirectory != "" {
		u, err := url.Parse(s.TLSACMEDirectory)
		l.check(err == nil && u.Scheme == "https" && u.Host != "", "ALLOT_TLS_ACME_DIRECTORY", "must be an address that starts with https://")
	}
}
