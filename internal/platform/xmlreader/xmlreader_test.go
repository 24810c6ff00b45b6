package xmlreader_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/xmlreader"
)

var bounds = xmlreader.Bounds{Bytes: 100_000, Tag: 1000, Text: 2000, Attributes: 10, Depth: 5, Elements: 100, AllAttributes: 150}

// endless repeats a text for ever and counts what was read of it.
type endless struct {
	head, part string
	read       int
}

func (e *endless) Read(p []byte) (int, error) {
	from := e.head
	if e.head = ""; from == "" {
		from = e.part
	}
	n := copy(p, from)
	if n < len(from) {
		e.head = from[n:]
	}
	e.read += n
	return n, nil
}

func readAll(in io.Reader, charset func(string) error) (tokens int, err error) {
	r := xmlreader.New(in, bounds, charset)
	for {
		_, err := r.Token()
		if errors.Is(err, io.EOF) {
			return tokens, nil
		}
		if err != nil {
			return tokens, err
		}
		tokens++
	}
}

// Each attack goes on for ever: the reader ends it, and has read little more than the
// bound that it crossed.
func TestReader_Attacks(t *testing.T) {
	t.Parallel()
	const buffer = 8 << 10 // what is read ahead
	for name, tt := range map[string]struct {
		head, part string
		reason     string
		most       int
	}{
		"attributes of a tag":             {"<a", ` b=""`, "a tag is longer than 1000 bytes", 1000},
		"attributes after text":           {"<a>some text<b", ` b=""`, "a tag is longer than 1000 bytes", 1100},
		"attributes with brackets":        {"<a", ` b=">"`, "a tag is longer than 1000 bytes", 1000},
		"a value that does not end":       {`<a b="`, "x", "a tag is longer than 1000 bytes", 1000},
		"a name that does not end":        {"<", "x", "a tag is longer than 1000 bytes", 1000},
		"an end tag that does not end":    {"<a></", "x", "a tag is longer than 1000 bytes", 1100},
		"namespaces":                      {"<a", ` xmlns:b="c"`, "a tag is longer than 1000 bytes", 1000},
		"few attributes in many tags":     {"<a>", `<b c="" d="" e="" f="" g="" h=""/>`, "there are more than 150 attributes", 2000},
		"elements":                        {"<a>", "<b/>", "there are more than 100 elements", 1000},
		"depth":                           {"", "<a>", "more than 5 elements are in each other", 1000},
		"text":                            {"<a>", "x", "a text is longer than 2000 bytes", 2100},
		"text of references":              {"<a>", "&amp;", "a text is longer than 2000 bytes", 2100},
		"text in a section":               {"<a><![CDATA[", "x", "a text is longer than 2000 bytes", 2100},
		"a comment":                       {"<a><!--", "x", "a text is longer than 2000 bytes", 2100},
		"an instruction":                  {"<?x ", "y", "a text is longer than 2000 bytes", 2100},
		"white space before the root":     {"", " ", "a text is longer than 2000 bytes", 2100},
		"a document type that never ends": {"<!DOCTYPE a [", `<!ENTITY a "a">`, "a text is longer than 2000 bytes", 2100},
		"many comments":                   {"<a>", "<!-- -->", "the text is longer than 100000 bytes", 100_000},
		"many short texts":                {"<a>", "x<!---->", "the text is longer than 100000 bytes", 100_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := &endless{head: tt.head, part: tt.part}
			_, err := readAll(in, nil)
			refused := new(xmlreader.Error)
			require.ErrorAs(t, err, &refused)
			require.Contains(t, refused.Reason, tt.reason)
			require.Equal(t, 1, refused.Line)
			require.LessOrEqual(t, in.read, tt.most+buffer)
		})
	}
}

func TestReader_NotWellFormed(t *testing.T) {
	t.Parallel()
	for in, reason := range map[string]string{
		"":                              "there is no element",
		"<!-- nothing -->":              "there is no element",
		"text":                          "text outside of the root element",
		"<a/>text":                      "text outside of the root element",
		"<a/><b/>":                      "a second root element",
		"<a>":                           "unexpected EOF",
		"<a></b>":                       "closed by </b>",
		`<a b="1" b="2"/>`:              `the attribute "b" twice`,
		`<a><b c="1" d="2" c="3"/></a>`: `the attribute "c" twice`,
		"<a>&b;</a>":                    "invalid character entity &b;",
		"<a>&nbsp;</a>":                 "invalid character entity &nbsp;",
		`<!DOCTYPE a SYSTEM "x"><a/>`:   "a DOCTYPE is not allowed",
		`<?xml version="1.1"?><a/>`:     "unsupported version",
		`<a` + attributes(11) + `/>`:    "more than 10 attributes",
		"<a>\x01</a>":                   "illegal character code",
		"<a>" + string([]byte{0xc3, 0x28}) + "</a>": "invalid UTF-8",
	} {
		_, err := readAll(strings.NewReader(in), nil)
		require.ErrorContains(t, err, reason, "%q", in)
	}
	_, err := readAll(strings.NewReader(`<?xml version="1.0" encoding="latin1"?><a/>`), func(name string) error { return fmt.Errorf("not %s", name) })
	require.ErrorContains(t, err, "not latin1")
}

func TestReader_ReadsUpToItsBounds(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		`<?xml version="1.0" encoding="UTF-8"?><!-- c --><a` + attributes(10) + `>` + strings.Repeat("<b/>", 99) + "</a>\n",
		"<a>" + strings.Repeat("x", 2000) + "</a>",
		"<a><b><c><d><e/></d></c></b></a>",
		`<a x:b="1" y:b="2" xmlns:x="u:x" xmlns:y="u:y"/>`,
		`<?xml version="1.0" encoding="latin1"?><a/>`,
	} {
		_, err := readAll(strings.NewReader(in), nil)
		require.NoError(t, err, in)
	}
}

func attributes(n int) (text string) {
	for i := range n {
		text += fmt.Sprintf(` a%d=""`, i)
	}
	return text
}

// FuzzReader has anything read: it ends, and what is accepted is within the bounds.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{"", "<a/>", `<a b="c">d<e/></a>`, "<!DOCTYPE a>", "<a><![CDATA[x]]></a>", "<?xml version='1.0'?><a>&lt;</a>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := xmlreader.New(strings.NewReader(string(in)), bounds, nil)
		elements := 0
		for {
			token, err := r.Token()
			if errors.Is(err, io.EOF) {
				require.Positive(t, elements)
				require.Zero(t, r.Depth())
				return
			}
			if err != nil {
				require.ErrorAs(t, err, new(*xmlreader.Error))
				return
			}
			if start, ok := token.(xml.StartElement); ok {
				elements++
				require.LessOrEqual(t, len(start.Attr), bounds.Attributes)
			}
			require.LessOrEqual(t, r.Depth(), bounds.Depth)
			require.LessOrEqual(t, elements, bounds.Elements)
		}
	})
}
