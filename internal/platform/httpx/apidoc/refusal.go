package apidoc

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// DocumentRefusals replaces huma's own error responses by those that follow from what an
// operation is. schema is that of their body, key the parameter that holds an API key.
// add documents another one.
func DocumentRefusals(o *huma.Operation, schema string, key *huma.Param) (add func(status, text string)) {
	body := &huma.Schema{Ref: SchemaPrefix + schema} // which huma adds to the document
	add = func(status, text string) {
		o.Responses[status] = &huma.Response{Description: text, Content: map[string]*huma.MediaType{"application/json": {Schema: body}}}
	}
	named := false
	delete(o.Responses, "422")
	delete(o.Responses, "default")
	add("400", "The input is not valid (`validation_failed`), or has names that are not known here (`unknown_field`)") // any address can be written wrong
	if o.RequestBody != nil || o.Method != http.MethodGet {
		add("413", "The body is too large")
		add("415", "The body is of a type that is not understood")
	}
	if len(o.Security) > 0 {
		add("401", "Not signed in")
		add("403", "Signed in, but not allowed")
	}
	for _, p := range o.Parameters {
		named = named || p.In == "path" && p != key
		if p.In == "header" && p.Name == "If-None-Match" {
			o.Responses["304"] = &huma.Response{Description: "The answer is still the one that the caller has"}
		}
	}
	if named {
		add("404", "There is no such thing in your account")
	}
	if o.Method != http.MethodGet {
		add("409", "The state of things does not allow it")
	}
	add("429", "Too many requests, or too many failed log-ins from this address")
	add("500", "A fault of the service")
	add("503", "Too much to do, no database (`database_unavailable`), no store of files (`files_unavailable`) or no room to store anything (`storage_full`): `Retry-After` says when to try again")
	return add
}
