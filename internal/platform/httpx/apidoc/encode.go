package apidoc

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/danielgtaylor/huma/v2"
)

// Encode writes the document as it is checked in, for a server at an address.
func Encode(doc *huma.OpenAPI, address string, texts Texts) ([]byte, error) {
	b, err := json.Marshal(shorten(doc, address, texts.Glossary))
	if err != nil {
		return nil, fmt.Errorf("encode OpenAPI document: %w", err)
	}
	for _, c := range replacements {
		b = bytes.ReplaceAll(b, []byte(c.written), []byte(c.wanted))
	}
	return layout(b), nil
}

// replacements are what huma writes otherwise than wanted: it escapes for HTML, which
// this is not, and has a word that JSON Schema does not know.
var replacements = []struct{ written, wanted string }{
	{`\u003c`, "<"}, {`\u003e`, ">"}, {`\u0026`, "&"}, {`"patternDescription":`, `"x-pattern-description":`},
}
