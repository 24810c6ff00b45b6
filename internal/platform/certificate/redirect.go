package certificate

import (
	"net"
	"net/http"
)

// Redirect sends every request to the same path over TLS: to base, the public address
// of the server (https://host), or where base is empty to the host that the client
// asked for, on the port given.
func Redirect(base, port string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := base
		if to == "" {
			to = "https://" + withPort(r.Host, port)
		}
		w.Header().Set("Connection", "close") // the client does not come back here
		// 308 keeps method and body. A client that was told once asks over TLS from
		// then on.
		http.Redirect(w, r, to+r.URL.EscapedPath()+query(r), http.StatusPermanentRedirect)
	})
}

func query(r *http.Request) string {
	if r.URL.RawQuery == "" {
		return ""
	}
	return "?" + r.URL.RawQuery
}

func withPort(host, port string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if port == "443" {
		return host
	}
	return net.JoinHostPort(host, port)
}
