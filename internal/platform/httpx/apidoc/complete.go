package apidoc

import "github.com/danielgtaylor/huma/v2"

// Declared is what an operation declares that huma does not know.
type Declared struct {
	Primary string   // the first path, of which that of the operation may be an alias
	Files   []string // form fields that hold files
}

// Complete completes the description of all operations, once every one is registered,
// and returns the closed schema of each one's body. tags are those of the operations
// in the order of registration.
func Complete(doc *huma.OpenAPI, texts Texts, tags []string, declared func(*huma.Operation) Declared) map[*huma.Operation]*huma.Schema {
	doc.Tags = texts.tagsOf(tags)
	doc.Components.Schemas.Map()[xmlSchema] = xmlText
	documentNulls(doc)
	describeMembers(doc, texts.Glossary)
	operations := inOrder(doc)
	closed := closeRequests(doc.Components.Schemas, operations, declared)
	for _, o := range operations {
		documentExample(o, declared(o).Primary, texts.Examples)
	}
	return closed
}
