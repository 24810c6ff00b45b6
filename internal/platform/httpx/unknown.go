package httpx

import (
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

// An unknown name is refused before anything is done: without it, such as a filter
// with a typing error, the request could mean far more.

// languageParam is accepted by every operation, translated or not, with a language of the product.
const languageParam = "lang"

// unread is the prefix of parameters that are ignored, such as cache busters.
const unread = "_"

// checkParameters refuses a query with names that the operation does not know, or in a language
// that the product does not have.
func (s *Server) checkParameters(ctx huma.Context, next func(huma.Context)) {
	r, _ := humachi.Unwrap(ctx)
	if err := unknownParameters(ctx.Operation(), r.URL.RawQuery); err != nil {
		s.refuse(ctx, err)
		return
	}
	next(ctx)
}

func unknownParameters(o *huma.Operation, query string) error {
	if query == "" {
		return nil
	}
	var bad apperr.Fields
	known := parameters(o)
	for query != "" && len(bad) < maxProblems {
		var pair string
		var more bool
		pair, query, more = strings.Cut(query, "&")
		name, value, valued := strings.Cut(pair, "=")
		// checkAddress has refused what cannot be unescaped.
		if name, _ = url.QueryUnescape(name); pair == "" || strings.HasPrefix(name, unread) {
			continue
		}
		switch {
		case !slices.Contains(known, name):
			bad.Unknown("", name, known)
		case !valued && more: // huma reads a bare name as true, but only at the end of the query
			bad.Checkf(false, name, "must have a value: write %s=…", name)
		case name == languageParam:
			value, _ = url.QueryUnescape(value)
			_, offered := lang.Find(value)
			bad.Check(value == "" || offered, name, lang.NotOffered)
		}
	}
	return bad.Err()
}

// parameters returns the names that an operation knows in a query.
func parameters(o *huma.Operation) []string {
	names := append(make([]string, 0, 1+len(o.Parameters)), languageParam)
	for _, p := range o.Parameters {
		if p.In == "query" {
			names = append(names, p.Name)
		}
	}
	return names
}

func writable(s *huma.Schema) []string {
	var names []string
	for name, p := range s.Properties {
		if !p.ReadOnly {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
