package apidoc

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// What many operations have in common is written once, under components, and referred
// to: refusals, parameters, headers, and how one signs in.

// refusalNames are the names of refusals under components.
var refusalNames = map[string]string{
	"304": "NotModified", "400": "Invalid", "401": "Unauthorized", "402": "PaymentRequired", "403": "Forbidden",
	"404": "NotFound", "409": "Conflict", "413": "TooLarge", "415": "UnsupportedType", "429": "TooManyRequests",
	"500": "Fault", "503": "Unavailable",
}

// Everywhere lists the refusals that any operation may answer with. Where an operation
// says nothing of its own about one, the document has it as `default`.
var Everywhere = []int{
	http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests,
	http.StatusInternalServerError, http.StatusServiceUnavailable,
}

const everywhereText = "What any operation may refuse with: 413, the body is too large; 415, it is of a type that is not understood; " +
	"429, too many requests, or too many failed log-ins from this address; 500, a fault of the service; 503, too much to do (`busy`), no database " +
	"(`database_unavailable`), no store of files (`files_unavailable`) or no room to store anything (`storage_full`). With 429 and 503 `Retry-After` says when to try again."

// Fewer uses are no reason to send a reader elsewhere.
const shareFrom = 4

const (
	responsePrefix  = "#/components/responses/"
	parameterPrefix = "#/components/parameters/"
	headerPrefix    = "#/components/headers/"
)

type componentDeduper struct {
	glossary map[string]string
	// texts are those of the named refusals: the one that most operations have.
	texts      map[string]string
	parameters map[string]string // contents by name
	headers    map[string]string // contents by name
	schemas    map[string]*huma.Schema
	into       *huma.Components
}

// shorten returns the document with references to what operations share. It leaves the
// document itself as it is: its operations have everything in place.
func shorten(doc *huma.OpenAPI, address string, glossary map[string]string) *huma.OpenAPI {
	out, components := *doc, *doc.Components
	components.Responses = map[string]*huma.Response{}
	components.Parameters = map[string]*huma.Param{}
	components.Headers = map[string]*huma.Header{}
	out.Components = &components
	out.Servers = []*huma.Server{{URL: cmp.Or(address, "/"), Description: "This installation"}}
	out.Security = SignedIn
	x := &componentDeduper{glossary: glossary, into: &components}
	x.survey(doc)
	out.Paths = make(map[string]*huma.PathItem, len(doc.Paths))
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		short := *doc.Paths[path]
		for _, at := range []**huma.Operation{&short.Get, &short.Post, &short.Put, &short.Patch, &short.Delete} {
			if *at != nil {
				*at = x.operation(*at)
			}
		}
		out.Paths[path] = &short
	}
	components.Schemas = used(&out)
	return &out
}

// survey counts what operations have in common, and names it.
func (x *componentDeduper) survey(doc *huma.OpenAPI) {
	texts := map[string]map[string]int{} // of a refusal, how often each
	parameters, headers := uses{}, uses{}
	for _, o := range inOrder(doc) {
		for _, p := range o.Parameters {
			parameters.add(parameterName(p), content(x.plain(p)))
		}
		for status, r := range o.Responses {
			if name := refusalName(status, r); name != "" {
				if texts[name] == nil {
					texts[name] = map[string]int{}
				}
				texts[name][r.Description]++
			}
			for name, h := range r.Headers {
				headers.add(joined(name), content(x.header(name, h)))
			}
		}
	}
	x.texts = map[string]string{}
	for name, counts := range texts {
		x.texts[name] = most(counts)
	}
	x.parameters, x.headers = parameters.named(), headers.named()
	x.schemas = doc.Components.Schemas.Map()
}

func (x *componentDeduper) operation(full *huma.Operation) *huma.Operation {
	o := *full
	if reflect.DeepEqual(o.Security, SignedIn) {
		o.Security = nil // that of the whole document
	}
	o.Parameters = make([]*huma.Param, len(full.Parameters))
	for i, p := range full.Parameters {
		o.Parameters[i] = x.parameter(p)
	}
	o.Responses = make(map[string]*huma.Response, len(full.Responses))
	for status, r := range full.Responses {
		short := *r
		short.Headers = x.responseHeaders(r.Headers)
		name := refusalName(status, r)
		switch {
		case name == "":
			o.Responses[status] = &short
		case isEverywhere(status) && len(r.Headers) == 0 && r.Description == x.texts[name]:
			name = "Error" + xmlSuffix(r)
			x.into.Responses[name] = &huma.Response{Description: everywhereText, Content: r.Content}
			o.Responses["default"] = &huma.Response{Ref: responsePrefix + name}
		default:
			o.Responses[status] = x.refusal(name, short)
		}
	}
	return &o
}

// refusal returns a reference to a named refusal, or the response as it is if it consists
// of something else.
func (x *componentDeduper) refusal(name string, r huma.Response) *huma.Response {
	shared := r
	shared.Description = x.texts[name]
	switch known := x.into.Responses[name]; {
	case known == nil:
		x.into.Responses[name] = &shared
	case content(known) != content(&shared):
		return &r
	}
	ref := &huma.Response{Ref: responsePrefix + name}
	if r.Description != shared.Description {
		ref.Description = r.Description // which goes before that of the component
	}
	return ref
}

func (x *componentDeduper) parameter(p *huma.Param) *huma.Param {
	plain, name := x.plain(p), parameterName(p)
	if x.parameters[name] != content(plain) {
		return plain
	}
	if x.schemas[name] != nil {
		name += "Param" // generators make a type of each, in one space of names
	}
	x.into.Parameters[name] = plain
	return &huma.Param{Ref: parameterPrefix + name}
}

func (x *componentDeduper) responseHeaders(full map[string]*huma.Param) map[string]*huma.Param {
	out := maps.Clone(full)
	for header, h := range full {
		name := joined(header)
		out[header] = x.header(header, h)
		if x.headers[name] == content(out[header]) {
			x.into.Headers[name] = out[header]
			out[header] = &huma.Param{Ref: headerPrefix + name}
		}
	}
	return out
}

// header returns a header with what the glossary says of "header.Name".
func (x *componentDeduper) header(name string, h *huma.Param) *huma.Param {
	out := *h
	if h.Schema == nil || h.Schema.Description == "" {
		out.Description = cmp.Or(h.Description, x.glossary["header."+name])
	}
	return &out
}

func isEverywhere(status string) bool {
	return slices.ContainsFunc(Everywhere, func(s int) bool { return strconv.Itoa(s) == status })
}

// refusalName names a refusal by what its answer consists of; "" for any other response.
func refusalName(status string, r *huma.Response) string {
	name := refusalNames[status]
	_, isJSON := r.Content["application/json"]
	if name == "" || len(r.Content) > 0 && !isJSON {
		return ""
	}
	if len(r.Headers) > 0 {
		name = "Key" + name // only answers to keys tell their limits
	}
	return name + xmlSuffix(r)
}

func xmlSuffix(r *huma.Response) string {
	if r.Content[XMLType] != nil {
		return "Xml"
	}
	return ""
}

// plain returns a parameter without what huma writes twice or for nothing, and with what
// the glossary says of "query.name" and the like.
func (x *componentDeduper) plain(p *huma.Param) *huma.Param {
	out := *p
	out.Description = cmp.Or(p.Description, x.glossary[p.In+"."+p.Name], x.glossary[p.Name])
	if p.Schema != nil {
		schema := *p.Schema
		if schema.Description == p.Description {
			schema.Description = ""
		}
		if schema.Type != huma.TypeArray {
			out.Explode = nil
		}
		out.Schema = &schema
	}
	return &out
}

// usedSchemas writes a part of the schemas only.
type usedSchemas struct {
	huma.Registry

	used map[string]*huma.Schema
}

// MarshalJSON writes the schemas that are used.
func (u usedSchemas) MarshalJSON() ([]byte, error) { return json.Marshal(u.used) }

var schemaRef = regexp.MustCompile(SchemaPrefix + `(\w+)`)

// used returns the schemas that operations lead to. Others are forms of types that are
// written in place.
func used(doc *huma.OpenAPI) huma.Registry {
	all, found := doc.Components.Schemas.Map(), map[string]*huma.Schema{}
	var collect func(v any)
	collect = func(v any) {
		for _, m := range schemaRef.FindAllStringSubmatch(content(v), -1) {
			if found[m[1]] == nil {
				found[m[1]] = all[m[1]]
				collect(all[m[1]])
			}
		}
	}
	collect(doc.Paths)
	collect(doc.Components.Responses)
	return usedSchemas{Registry: doc.Components.Schemas, used: found}
}

var idOf = regexp.MustCompile(`^Id of (?:the|a|an) ([a-z -]+)$`)

// parameterName names a parameter by its own name; an id by whose it is.
func parameterName(p *huma.Param) string {
	if m := idOf.FindStringSubmatch(p.Description); m != nil && p.Name == "id" {
		return joined(m[1]) + "Id"
	}
	return joined(p.Name)
}

var nonWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

// joined writes words as one name: page_size is PageSize.
func joined(words string) string {
	var b strings.Builder
	for _, w := range nonWord.Split(words, -1) {
		if w != "" {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return b.String()
}

// uses counts contents by the name that they would have.
type uses map[string]map[string]int

func (u uses) add(name, content string) {
	if u[name] == nil {
		u[name] = map[string]int{}
	}
	u[name][content]++
}

// named returns the content of every name that is worth having. Of several with one name
// it is the one that is used most.
func (u uses) named() map[string]string {
	out := map[string]string{}
	for name, counts := range u {
		if c := most(counts); counts[c] >= shareFrom {
			out[name] = c
		}
	}
	return out
}

// most returns what is counted most often, of equals the first in the alphabet.
func most(counts map[string]int) string {
	return slices.MaxFunc(slices.Sorted(maps.Keys(counts)), func(a, b string) int {
		return cmp.Or(counts[a]-counts[b], strings.Compare(b, a))
	})
}

func content(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // huma writes what it has made itself
	}
	return string(b)
}
