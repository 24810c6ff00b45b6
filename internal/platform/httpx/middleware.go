package httpx

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2/queryparam"
	"github.com/klauspost/compress/gzhttp"

	"allot/internal/platform/apperr"
	"allot/internal/platform/ban"
	"allot/internal/platform/httpx/apidoc"
	"allot/internal/platform/request"
)

// policies tell browsers what a response may do. Values are shared: Set replaces them.
var policies = http.Header{
	"X-Content-Type-Options":     {"nosniff"},
	"Referrer-Policy":            {"no-referrer"},
	"Content-Security-Policy":    {"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
}

// secureHeaders sets the headers of every response. Pages set their own policy.
func (s *Server) secureHeaders(next http.Handler) http.Handler {
	noStore, version := []string{"no-store"}, []string{s.opt.Version}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		maps.Copy(h, policies)
		h["X-Allot-Version"] = version
		if request.From(r.Context()).Secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			// Answers depend on the caller; an operation that can be cached says so.
			h["Cache-Control"] = noStore
		}
		next.ServeHTTP(w, r)
	})
}

// answersXML reports whether a path has XML responses.
func (s *Server) answersXML(path string) bool {
	below := func(prefix string) bool { return strings.HasPrefix(path, prefix) }
	return slices.ContainsFunc(s.xmlBelow, below) && !slices.ContainsFunc(s.ownFormatBelow, below)
}

// addXML records where an operation has XML responses: below its XML prefix, and
// for keys below the fixed part of the path.
func (s *Server) addXML(op *Op, path string) {
	if op.OwnFormat {
		prefix, _, _ := strings.Cut(path, "{")
		s.ownFormatBelow = append(s.ownFormatBelow, prefix)
		return
	}
	prefix := op.XML
	if prefix == "" && op.forKeys() {
		prefix, _, _ = strings.Cut(path, "{")
	}
	if prefix != "" && !s.answersXML(prefix) {
		s.xmlBelow = append(s.xmlBelow, prefix)
	}
}

// The values of Accept that negotiate sets.
var (
	acceptJSON = []string{"application/json"}
	acceptXML  = []string{apidoc.XMLType}
)

// negotiate replaces ?format= and Accept by one exact Accept value for all later
// steps. XML exists only where an operation declares it.
func (s *Server) negotiate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		accept := acceptJSON
		if s.answersXML(r.URL.Path) {
			w.Header().Add("Vary", "Accept")
			format := queryparam.Get(r.URL.RawQuery, apidoc.FormatParam.Name)
			if format == "xml" || format == "" && wantsXML(strings.Join(r.Header.Values("Accept"), ",")) {
				accept = acceptXML
			}
			if err := CheckFormat(format); err != nil {
				r.Header["Accept"] = accept
				s.WriteError(w, r, err)
				return
			}
		}
		r.Header["Accept"] = accept
		next.ServeHTTP(w, r)
	})
}

var errFormat = apperr.Field(apidoc.FormatParam.Name, "must be json or xml")

// CheckFormat refuses an unknown format; an empty one is accepted.
func CheckFormat(format string) error {
	switch format {
	case "", "xml", "json":
		return nil
	}
	return errFormat
}

// wantsXML compares the known types of an Accept header. The first of equals wins;
// without a known type the response is JSON.
func wantsXML(accept string) bool {
	best, xml := 0.0, false
	for part := range strings.SplitSeq(accept, ",") {
		mediaType, params, _ := strings.Cut(part, ";")
		isXML := false
		switch strings.ToLower(strings.TrimSpace(mediaType)) {
		case apidoc.XMLType, "text/xml":
			isXML = true
		case "application/json", "application/*", "*/*", "text/html":
		default:
			continue
		}
		if q := quality(params); q > best {
			best, xml = q, isXML
		}
	}
	return xml
}

// quality parses the q of an Accept entry; an invalid one counts as 1.
func quality(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if q, err := strconv.ParseFloat(value, 64); err == nil && strings.EqualFold(name, "q") && q >= 0 && q <= 1 {
			return q
		}
	}
	return 1
}

// refuseBanned refuses banned addresses on every route.
func (s *Server) refuseBanned(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := ban.Check(r.Context(), s.opt.Bans, request.From(r.Context()).ClientIP)
		switch {
		case err == nil:
		case errors.Is(err, ban.ErrBanned):
			s.WriteError(w, r, err)
			return
		default:
			// A lost ban list must not shut out everybody.
			s.log.ErrorContext(r.Context(), "bans could not be asked", "error", err)
		}
		next.ServeHTTP(w, r)
	})
}

func compress() func(http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.EnableZstd(true), gzhttp.PreferZstd(true), gzhttp.CompressionLevel(4))
	if err != nil {
		panic(err) // constant options: it works always or never
	}
	return func(h http.Handler) http.Handler { return wrap(h) }
}
