package httpx

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

// An unknown name is refused before anything is done: without it, such as a filter
// with a typing error, the request could mean far more.

// maxUnknown bounds the names in one refusal.
const maxUnknown = 20

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
	for query != "" && len(bad) < maxUnknown {
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
			bad.Check(false, name, "must have a value: write "+name+"=…")
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

// unknownFields collects the members of a body that are not known.
type unknownFields struct {
	schemas huma.Registry
	// exact is set if the service reads the members itself; encoding/json accepts names
	// in any case.
	exact bool
	found apperr.Fields
}

// checkFields refuses a body with members that the operation neither takes nor
// returns.
func (s *Server) checkFields(o *huma.Operation, v any) error {
	closed, _ := o.Metadata[closedKey].(*huma.Schema)
	op, _ := o.Metadata[metadataKey].(*Op)
	u := unknownFields{schemas: s.OpenAPI().Components.Schemas, exact: op.ChecksBody}
	u.walk(closed, v, "")
	return u.found.Err()
}

func (u *unknownFields) walk(known *huma.Schema, v any, path string) {
	switch v := v.(type) {
	case []any:
		if s := fitting(u.schemas, known, huma.TypeArray); s != nil {
			for i, e := range v {
				u.walk(s.Items, e, path+"["+strconv.Itoa(i)+"]")
			}
		}
	case map[string]any:
		if s := fitting(u.schemas, known, huma.TypeObject); s != nil {
			u.object(s, v, path)
		}
	}
}

func (u *unknownFields) object(s *huma.Schema, v map[string]any, path string) {
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok && len(s.Properties) == 0 {
		for name, e := range v {
			u.walk(values, e, join(path, printable(name)))
		}
		return
	}
	if s.AdditionalProperties != false {
		return // a free object: the service knows its names
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		p := s.Properties[u.meant(s, v, name)]
		switch {
		case p == nil && len(u.found) < maxUnknown:
			u.found.Unknown(path, name, writable(s))
		case p != nil && !p.ReadOnly:
			u.walk(p, v[name], join(path, printable(name)))
		}
	}
}

// meant returns the property that a member is read into, "" if there is none. A name
// in another case is read too, unless there is a second one for the same property,
// of which one would be lost or pass without a check.
func (u *unknownFields) meant(s *huma.Schema, v map[string]any, name string) string {
	if s.Properties[name] != nil {
		return name
	}
	if u.exact {
		return ""
	}
	for p := range s.Properties {
		if !strings.EqualFold(p, name) {
			continue
		}
		for other := range v {
			if other != name && strings.EqualFold(other, name) {
				return ""
			}
		}
		return p
	}
	return ""
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
