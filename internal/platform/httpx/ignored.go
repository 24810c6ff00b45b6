package httpx

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

const (
	maxIgnoredNames = 20
	maxIgnoredName  = 64
)

// ignoredFields lists members of the body that the operation does not know, so
// that a typo is not lost in silence. Members of the operation's own answer
// are read-only and ignored without a word: an answer can be sent back whole.
func (s *Server) ignoredFields(o *huma.Operation, v any) []string {
	known := o.RequestBody.Content["application/json"]
	if known == nil {
		return nil
	}
	var answer *huma.Schema
	for _, res := range o.Responses {
		if c := res.Content["application/json"]; c != nil && !strings.HasSuffix(c.Schema.Ref, "/ErrorBody") {
			answer = c.Schema
		}
	}
	var found []string
	s.unknown(&found, known.Schema, answer, v, "")
	slices.Sort(found)
	return found[:min(len(found), maxIgnoredNames)]
}

func (s *Server) unknown(found *[]string, known, answer *huma.Schema, v any, path string) {
	reg := s.api.OpenAPI().Components.Schemas
	known, answer = fitting(reg, known, v), fitting(reg, answer, v)
	if known == nil {
		return
	}
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			s.unknown(found, known.Items, items(answer), e, path+"["+strconv.Itoa(i)+"]")
		}
	case map[string]any:
		if len(known.Properties) == 0 {
			return // a free object: every name is welcome
		}
		for name, e := range v {
			p := property(known, name)
			switch {
			case p != nil:
				s.unknown(found, p, property(answer, name), e, join(path, name))
			case property(answer, name) == nil:
				*found = append(*found, headerSafe(join(path, name)))
			}
		}
	}
}

// fitting is the schema that a value is held against. Of several that are
// possible it is the one for an object, or for a list, if there is one only.
func fitting(reg huma.Registry, s *huma.Schema, v any) *huma.Schema {
	s = deref(reg, s)
	if s == nil || len(s.AnyOf) == 0 {
		return s
	}
	kind := huma.TypeObject
	if _, list := v.([]any); list {
		kind = huma.TypeArray
	}
	var found *huma.Schema
	for _, branch := range s.AnyOf {
		switch branch = deref(reg, branch); {
		case branch.Type != kind:
		case found != nil:
			return s
		default:
			found = branch
		}
	}
	return found
}

func items(s *huma.Schema) *huma.Schema {
	if s == nil {
		return nil
	}
	return s.Items
}

// property finds a member by its name in any case, as encoding/json does.
func property(s *huma.Schema, name string) *huma.Schema {
	if s == nil {
		return nil
	}
	if p := s.Properties[name]; p != nil {
		return p
	}
	for known, p := range s.Properties {
		if strings.EqualFold(known, name) {
			return p
		}
	}
	return nil
}

var notPlain = regexp.MustCompile(`[^\w.\[\]-]`)

// headerSafe keeps a stranger's field name from doing anything in a header.
func headerSafe(name string) string {
	return notPlain.ReplaceAllString(name[:min(len(name), maxIgnoredName)], "?")
}
