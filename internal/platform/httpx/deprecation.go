package httpx

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// Deprecation says since when an operation is deprecated, and what replaces it.
type Deprecation struct {
	Since time.Time
	// Successor is the path of the replacement. A parameter in it, such as {token}, is
	// filled from the request.
	Successor string
}

// announce sets the deprecation headers, on refusals too: by RFC 9745, and RFC 8288
// with the relation of RFC 5829.
func announce(ctx huma.Context, next func(huma.Context)) {
	if d := opOf(ctx).Deprecated; d != nil {
		r, w := humachi.Unwrap(ctx)
		w.Header().Set("Deprecation", "@"+strconv.FormatInt(d.Since.Unix(), 10))
		w.Header().Add("Link", "<"+d.successor(r)+`>; rel="successor-version"`)
	}
	next(ctx)
}

// successor fills the parameters of the path. Characters that are not allowed in a
// header or an address are removed from values.
func (d Deprecation) successor(r *http.Request) string {
	parts := strings.Split(d.Successor, "/")
	for i, p := range parts {
		name, ok := strings.CutPrefix(p, "{")
		if name = strings.TrimSuffix(name, "}"); ok {
			value := r.PathValue(name)
			if r.URL.RawPath != "" { // else the router has matched the decoded path
				if plain, err := url.PathUnescape(value); err == nil {
					value = plain
				}
			}
			parts[i] = url.PathEscape(value)
		}
	}
	return strings.Join(parts, "/")
}

// documentDeprecation documents the headers and the successor.
func documentDeprecation(o *huma.Operation, d *Deprecation) {
	if d == nil {
		return
	}
	o.Description += fmt.Sprintf(" Deprecated, and supported as it is: new clients use `%s`. No day of its end is set.", d.Successor)
	text := &huma.Schema{Type: huma.TypeString}
	for status, answer := range o.Responses {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		if answer.Headers == nil {
			answer.Headers = map[string]*huma.Param{}
		}
		answer.Headers["Deprecation"] = &huma.Param{Description: "Since when (RFC 9745)", Schema: text}
		answer.Headers["Link"] = &huma.Param{Description: "The successor, as rel=\"successor-version\"", Schema: text}
	}
}
