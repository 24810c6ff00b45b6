package apidoc

import (
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Texts are what the document says beside what follows from the Go types.
type Texts struct {
	// Tags are the groups of operations in the order of the document; a tag that is not
	// among them follows without a description.
	Tags []Tag
	// Glossary describes members of schemas that have no description of their own, by
	// "Schema.name" or by the name alone.
	Glossary map[string]string
	// SchemaNames replaces names of Go types in the document.
	SchemaNames map[string]string
	// Examples are those of the operations; nil: there are none.
	Examples Examples
}

// Tag is a group of operations in the document.
type Tag struct{ Name, Description string }

const description = "Distribution between hotels and tour operators: facts, photos, availability with stop sales, contracts, rooming lists and invoices.\n\n" +
	"**To begin**, log in with `POST /api/auth/login/` and send what it answers as `auth_token` in `Authorization: Token <auth_token>`. Systems use an API key instead: " +
	"its token stands in the path, or `-` there and `Authorization: Bearer <token>`. Times are in UTC (RFC 3339), days are `YYYY-MM-DD` where the property is, " +
	"amounts of money are decimal numbers in strings.\n\n" +
	"**Refusals** have one shape (`ErrorBody`): `code` is for programs and never renamed, `message` for people, `errors` names fields. `default` stands for what any " +
	"operation may refuse with.\n\n" +
	"**Names** that an operation does not know, in the query, in JSON and in forms, are refused with 400 `unknown_field`; `errors` names each one, and the known name " +
	"that may be meant. Nothing is written then. Bodies of requests are closed (`additionalProperties: false`). Properties marked `readOnly` are those of answers: " +
	"they are accepted and ignored, so that what was read can be sent back whole. Query names that begin with `_` are ignored, and `lang` is known to every operation. " +
	"Answers may get new members at any time."

// BasicScheme is HTTP Basic in the description.
const BasicScheme = "Basic"

// SignedIn are the two ways to sign in.
var SignedIn = []map[string][]string{{"Token": {}}, {"Cookie": {}}}

// Config returns how huma describes operations. The cookie is that of browsers.
func Config(version, cookie string, texts Texts) huma.Config {
	cfg := huma.DefaultConfig("Allot", version)
	cfg.Info.Description = description
	cfg.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", "" // served by ourselves, without outside addresses
	cfg.CreateHooks = nil                                       // no $schema links in bodies
	cfg.AllowAdditionalPropertiesByDefault = true               // the bodies of requests are closed by closeRequests
	cfg.Components.Schemas = huma.NewMapRegistry(SchemaPrefix, texts.schemaName)
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"Token": {
			Type: "apiKey", In: "header", Name: "Authorization",
			Description: "`Authorization: Token <auth_token>`, with the token that the log-in answered",
		},
		BasicScheme: {Type: "http", Scheme: "basic", Description: "HTTP Basic, for systems that speak AlpineBits"},
		"Cookie": {
			Type: "apiKey", In: "cookie", Name: cookie,
			Description: "The cookie that the log-in sets, for browsers; requests from other sites are refused",
		},
	}
	return cfg
}

// schemaName calls schemas as their Go types, unless there is a better name for readers
// who do not see the package.
func (t Texts) schemaName(of reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(of, hint)
	if better := t.SchemaNames[name]; better != "" {
		return better
	}
	return name
}

// tagsOf describes the tags that operations have, given in the order of registration.
func (t Texts) tagsOf(names []string) []*huma.Tag {
	var list []*huma.Tag
	left := slices.Clone(names)
	for _, tag := range t.Tags {
		if i := slices.Index(left, tag.Name); i >= 0 {
			list = append(list, &huma.Tag{Name: tag.Name, Description: tag.Description})
			left = slices.Delete(left, i, i+1)
		}
	}
	for _, name := range left {
		list = append(list, &huma.Tag{Name: name})
	}
	return list
}
