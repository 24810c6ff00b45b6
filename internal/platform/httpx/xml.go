package httpx

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

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
