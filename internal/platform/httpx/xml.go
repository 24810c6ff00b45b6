package httpx

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

const xmlType = "application/xml"

// xmlSchema is the name of xmlText under components.
const xmlSchema = "Xml"

// xmlText describes every answer in XML. Its elements follow from the JSON; a schema of
// JSON would tell generated clients to read the lists otherwise than they are written.
var xmlText = &huma.Schema{
	Type: huma.TypeString,
	Description: "The JSON answer in XML: the root is `response`, a member is an element of its name, a list has an element for each entry " +
		"(`days` of `day`), and there are no attributes",
}

// formatParam is read by negotiate, before any operation.
var formatParam = &huma.Param{
	Name: "format", In: "query", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"json", "xml"}},
	Description: "Format of the answer; without it the header Accept decides",
}

// documentXML documents that JSON responses are available in XML, with the same
// names. An operation may have other formats too.
func documentXML(o *huma.Operation) {
	if !slices.ContainsFunc(o.Parameters, func(p *huma.Param) bool { return p.Name == formatParam.Name }) {
		o.Parameters = append(o.Parameters, formatParam)
	}
	for _, res := range o.Responses {
		if res.Content["application/json"] != nil {
			res.Content[xmlType] = &huma.MediaType{Schema: &huma.Schema{Ref: schemaPrefix + xmlSchema}}
		}
	}
}

// xmlFormat writes any JSON-encodable value as XML with the same names: root
// <response>, a list "days" holds <day> elements, attributes are not used.
var xmlFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		b, err := json.Marshal(v)
		if err != nil {
			return err
		}
		return JSONToXML(w, bytes.NewReader(b))
	},
	Unmarshal: func([]byte, any) error { return huma.ErrUnknownContentType },
}

// JSONToXML copies one JSON value to w as XML, streaming.
func JSONToXML(w io.Writer, r io.Reader) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	dec := json.NewDecoder(r)
	dec.UseNumber()
	enc := xml.NewEncoder(w)
	if err := writeElement(enc, dec, "response"); err != nil {
		return err
	}
	return enc.Close()
}

var errEmptyJSON = errors.New("no JSON value to write as XML")

func writeElement(enc *xml.Encoder, dec *json.Decoder, name string) error {
	tok, err := dec.Token()
	if errors.Is(err, io.EOF) {
		return errEmptyJSON
	}
	if err != nil {
		return err
	}
	start := xml.StartElement{Name: xml.Name{Local: elementName(name)}}
	if err := enc.EncodeToken(start); err != nil {
		return err
	}
	if delim, ok := tok.(json.Delim); ok {
		err = writeChildren(enc, dec, delim, name)
	} else if tok != nil {
		err = enc.EncodeToken(xml.CharData(fmt.Sprint(tok)))
	}
	if err != nil {
		return err
	}
	return enc.EncodeToken(start.End())
}

func writeChildren(enc *xml.Encoder, dec *json.Decoder, delim json.Delim, parent string) error {
	for dec.More() {
		child := singular(parent)
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			child, _ = key.(string) // a key of an object is always a string
		}
		if err := writeElement(enc, dec, child); err != nil {
			return err
		}
	}
	_, err := dec.Token() // the closing bracket
	return err
}

// singular returns the name of the entries of a list.
func singular(list string) string {
	switch {
	case strings.HasSuffix(list, "ies"):
		return strings.TrimSuffix(list, "ies") + "y"
	case strings.HasSuffix(list, "s") && !strings.HasSuffix(list, "ss") && len(list) > 1:
		return strings.TrimSuffix(list, "s")
	}
	return "item"
}

// elementName makes an XML name of any JSON key: keys such as dates or codes may
// start with a digit or contain a space.
func elementName(key string) string {
	ok := func(i int, c rune) bool {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		return letter || i > 0 && (c == '-' || c == '.' || c >= '0' && c <= '9')
	}
	var b strings.Builder
	for i, c := range key {
		switch {
		case ok(i, c):
			b.WriteRune(c)
		case i == 0 && ok(1, c):
			b.WriteByte('_')
			b.WriteRune(c)
		default:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}
