package en16931

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// declaration finds the encoding that an XML file declares.
var declaration = regexp.MustCompile(`^<\?xml[ \t\r\n][^>]{0,200}?encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._-]{1,40})["']`)

// encodings are those that files of one byte a character come in, by their names in
// lower case. Windows code pages only add to the ISO standards that are read with them.
var encodings = map[string]encoding.Encoding{
	"iso-8859-1": charmap.Windows1252, "latin1": charmap.Windows1252, "windows-1252": charmap.Windows1252, "cp1252": charmap.Windows1252,
	"iso-8859-2": charmap.ISO8859_2, "windows-1250": charmap.Windows1250,
	"iso-8859-7": charmap.ISO8859_7, "windows-1253": charmap.Windows1253,
	"iso-8859-9": charmap.Windows1254, "windows-1254": charmap.Windows1254,
	"iso-8859-15": charmap.ISO8859_15,
}

// utf8Names are what a file in UTF-8 may declare. Programs that write into a string
// first claim UTF-16.
var utf8Names = map[string]bool{"utf-8": true, "utf8": true, "us-ascii": true, "ascii": true, "utf-16": true}

// decode returns a file as UTF-8. The first bytes tell its encoding, then what it
// declares.
func decode(data []byte) (io.Reader, error) {
	in := bytes.NewReader(data)
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return bytes.NewReader(data[3:]), nil
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("<\x00")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(in), nil
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.HasPrefix(data, []byte("\x00<")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(in), nil
	}
	found := declaration.FindSubmatch(data)
	if found == nil {
		return in, nil
	}
	name := strings.ToLower(string(found[1]))
	if utf8Names[name] {
		return in, nil
	}
	if e, ok := encodings[name]; ok {
		return e.NewDecoder().Reader(in), nil
	}
	return nil, refusal(ErrNotXML, 1, "the encoding %q is not supported", name)
}

// Text returns a file as UTF-8 text, and reports whether its bytes are exactly that
// text: they are not if the file has another encoding or a byte order mark. Bytes that
// have no meaning in the encoding are replaced.
func Text(data []byte) (text string, same bool, err error) {
	in, err := decode(data)
	if err != nil {
		return "", false, err
	}
	out, err := io.ReadAll(in)
	if err != nil {
		return "", false, fmt.Errorf("decode a file: %w", err)
	}
	text = strings.ToValidUTF8(string(out), string(utf8.RuneError))
	return text, text == string(data), nil
}
