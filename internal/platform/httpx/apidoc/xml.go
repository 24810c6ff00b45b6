package apidoc

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// XMLType is the media type of answers in XML.
const XMLType = "application/xml"

// xmlSchema is the name of xmlText under components.
const xmlSchema = "Xml"

// xmlText describes every answer in XML. Its elements follow from the JSON; a schema of
// JSON would tell generated clients to read the lists otherwise than they are written.
var xmlText = &huma.Schema{
	Type: huma.TypeString,
	Description: "The JSON answer in XML: the root is `response`, a member is an element of its name, a list has an element for each entry " +
		"(`days` of `day`), and there are no attributes",
}

// FormatParam chooses between JSON and XML.
var FormatParam = &huma.Param{
	Name: "format", In: "query", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"json", "xml"}},
	Description: "Format of the answer; without it the header Accept decides",
}

// DocumentXML documents that JSON responses are available in XML, with the same
// names. An operation may have other formats too.
func DocumentXML(o *huma.Operation) {
	if !slices.ContainsFunc(o.Parameters, func(p *huma.Param) bool { return p.Name == FormatParam.Name }) {
		o.Parameters = append(o.Parameters, FormatParam)
	}
	for _, res := range o.Responses {
		if res.Content["application/json"] != nil {
			res.Content[XMLType] = &huma.MediaType{Schema: &huma.Schema{Ref: SchemaPrefix + xmlSchema}}
		}
	}
}
