package apidoc

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Example is a request of an operation that works against the demo.
type Example struct {
	// User is the e-mail address of the demo's user who sends it; empty: nobody signs in.
	User   string
	Path   map[string]any // values of path parameters
	Query  map[string]any
	Header map[string]any
	// Media is the media type of the body; empty: there is none.
	Media string
	Body  any
	// Taken are path parameters whose value only the answer of another operation tells.
	Taken map[string]string
	// Fails says why this request is refused by the demo; empty: it works.
	Fails string
}

// Examples finds the example of an operation by its method and its first path.
type Examples func(method, path string) (Example, bool)

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// documentExample adds the example of an operation to its parameters and its body. An
// alias has that of its operation, whose path may name the same parameters differently.
func documentExample(o *huma.Operation, primary string, find Examples) {
	if find == nil {
		return
	}
	e, found := find(o.Method, primary)
	if !found {
		return
	}
	values := map[string]map[string]any{"path": e.Path, "query": e.Query, "header": e.Header}
	if o.Path != primary {
		values["path"] = renamed(e.Path, primary, o.Path)
	}
	o.Parameters = slices.Clone(o.Parameters)
	for i, p := range o.Parameters {
		if v, ok := values[p.In][p.Name]; ok {
			changed := *p // others may have the same parameter
			changed.Example = asDescribed(p.Schema, v)
			o.Parameters[i] = &changed
		}
	}
	if e.Media != "" && o.RequestBody != nil && o.RequestBody.Content[e.Media] != nil {
		body := *o.RequestBody
		body.Content = maps.Clone(body.Content)
		media := *body.Content[e.Media]
		media.Example = asDescribed(media.Schema, e.Body)
		body.Content[e.Media] = &media
		o.RequestBody = &body
	}
	if e.User != "" {
		o.Extensions = maps.Clone(o.Extensions)
		if o.Extensions == nil {
			o.Extensions = map[string]any{}
		}
		o.Extensions["x-demo-user"] = e.User
	}
	for _, name := range slices.Sorted(maps.Keys(e.Taken)) {
		addParagraph(&o.Description, fmt.Sprintf("In the demo the answer of `%s` has the value of `%s`.", e.Taken[name], name))
	}
	if e.Fails != "" {
		addParagraph(&o.Description, fmt.Sprintf("The demo refuses the example: %s.", e.Fails))
	}
}

func addParagraph(text *string, paragraph string) {
	if *text != "" {
		*text += "\n\n"
	}
	*text += paragraph
}

// asDescribed returns a value as text where the schema says so: the files have numbers and
// objects as people write them.
func asDescribed(s *huma.Schema, v any) any {
	if s == nil || s.Type != huma.TypeString {
		return v
	}
	text, err := json.Marshal(v)
	if err != nil || len(text) > 0 && text[0] == '"' {
		return v
	}
	return string(text)
}

// renamed gives the values of one path's parameters the names of another's, in order.
func renamed(values map[string]any, from, to string) map[string]any {
	names := pathParameter.FindAllStringSubmatch(to, -1)
	out := map[string]any{}
	for i, old := range pathParameter.FindAllStringSubmatch(from, -1) {
		if v, ok := values[old[1]]; ok && i < len(names) {
			out[names[i][1]] = v
		}
	}
	return out
}
