// Package outbound makes HTTP clients for calls to other services. It knows none of
// them. Its rule: a call ends, and goes only where it was sent.
package outbound

import (
	"net/http"
	"time"
)

// Client returns an HTTP client with connections of its own. A request and its answer
// take no longer than timeout. Redirects are not followed: they would lead elsewhere
// with what was meant for the one that was called.
func Client(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			ForceAttemptHTTP2:   true,
			MaxIdleConnsPerHost: 8,
			IdleConnTimeout:     90 * time.Second,
			TLSHandshakeTimeout: 10 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
