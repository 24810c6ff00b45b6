package en16931_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"allot/internal/invoicing/en16931"
)

func TestRead_Encodings(t *testing.T) {
	t.Parallel()
	data := own(t, "stay_ubl.xml")
	declared := func(name string) string { return strings.Replace(data, `encoding="UTF-8"`, `encoding="`+name+`"`, 1) }

	for name, c := range map[string]struct {
		text string
		enc  encoding.Encoding
	}{
		"UTF-8 with a byte order mark":         {data, unicode.UTF8BOM},
		"UTF-16 of little end, with a mark":    {declared("UTF-16"), unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		"UTF-16 of big end, with a mark":       {declared("utf-16"), unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
		"UTF-16 of little end, without a mark": {declared("UTF-16LE"), unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
		"UTF-16 of big end, without a mark":    {declared("UTF-16BE"), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
		"UTF-8 that claims to be UTF-16":       {declared("utf-16"), encoding.Nop},
		"no declaration":                       {data[strings.Index(data, "<!--"):], encoding.Nop},
		"ISO-8859-1":                           {declared("ISO-8859-1"), charmap.ISO8859_1},
		"windows-1252":                         {declared("Windows-1252"), charmap.Windows1252},
		"ISO-8859-15":                          {declared("iso-8859-15"), charmap.ISO8859_15},
		"windows-1254":                         {declared("windows-1254"), charmap.Windows1254},
	} {
		t.Run(name+" is read", func(t *testing.T) {
			t.Parallel()
			file, err := c.enc.NewEncoder().Bytes([]byte(c.text))
			require.NoError(t, err)
			requireSame(t, stay(t), read(t, string(file)).Document)

			text, same, err := en16931.Text(file)
			require.NoError(t, err)
			require.Equal(t, c.text, text)
			require.Equal(t, string(file) == c.text, same)
		})
	}

	t.Run("bytes that are not of the declared encoding are refused", func(t *testing.T) {
		t.Parallel()
		latin, err := charmap.ISO8859_1.NewEncoder().Bytes([]byte(data))
		require.NoError(t, err)
		_, err = en16931.Read(latin)
		require.ErrorIs(t, err, en16931.ErrNotXML)
		require.ErrorContains(t, err, "line 13: invalid UTF-8")
	})

	t.Run("an encoding that nobody uses is refused by name", func(t *testing.T) {
		t.Parallel()
		_, err := en16931.Read([]byte(declared("EBCDIC-CP-US")))
		require.ErrorIs(t, err, en16931.ErrNotXML)
		require.ErrorContains(t, err, `"ebcdic-cp-us"`)
		_, _, err = en16931.Text([]byte(declared("EBCDIC-CP-US")))
		require.ErrorIs(t, err, en16931.ErrNotXML)
	})
}

const ublHead = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ` +
	`xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ` +
	`xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">`

func TestRead_NotXML(t *testing.T) {
	t.Parallel()
	laughs := `<!ENTITY a "ha">`
	for c := 'b'; c < 'k'; c++ {
		laughs += fmt.Sprintf(`<!ENTITY %c "%s">`, c, strings.Repeat(fmt.Sprintf("&%c;", c-1), 10))
	}
	body := ublHead + "<b:ID>&j;</b:ID></Invoice>"
	for name, in := range map[string]string{
		"nothing":                         "",
		"spaces":                          " \n ",
		"text":                            "invoice 42",
		"a PDF":                           "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
		"JSON":                            `{"invoice": 1}`,
		"a billion laughs":                "<!DOCTYPE Invoice [" + laughs + "]>" + body,
		"an external entity":              `<!DOCTYPE Invoice [<!ENTITY j SYSTEM "file:///etc/passwd">]>` + body,
		"a parameter entity":              `<!DOCTYPE Invoice [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;]>` + body,
		"an external document type":       `<!DOCTYPE Invoice SYSTEM "http://127.0.0.1:1/x.dtd">` + body,
		"an undeclared entity":            body,
		"an entity of HTML":               ublHead + "<b:ID>&nbsp;</b:ID></Invoice>",
		"two roots":                       own(t, "stay_ubl.xml") + "<x/>",
		"text after the root":             own(t, "stay_cii.xml") + "x",
		"text before the root":            "x" + ublHead + "</Invoice>",
		"a tag that is not closed":        ublHead + "<b:ID></Invoice>",
		"control characters":              ublHead + "<b:ID>\x01</b:ID></Invoice>",
		"deep nesting":                    ublHead + strings.Repeat("<a:Party>", 1000),
		"deep nesting of other XML":       strings.Repeat("<x>", 1000),
		"deep nesting that is skipped":    ublHead + "<a:AdditionalDocumentReference>" + strings.Repeat("<x>", 1000),
		"ten thousand attributes":         ublHead + "<b:ID" + strings.Repeat(` a=""`, 10_000) + "/></Invoice>",
		"attributes with brackets":        ublHead + `text<b:ID x="a>b"` + strings.Repeat(` a=">"`, 10_000) + "/></Invoice>",
		"a hundred megabytes":             strings.Repeat("<a>", 100<<20/3),
		"one text of a hundred megabytes": ublHead + "<b:ID>" + strings.Repeat("x", 100<<20),
		"XML 1.1":                         `<?xml version="1.1"?>` + own(t, "stay_ubl.xml"),
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			t.Parallel()
			_, err := en16931.Read([]byte(in))
			require.ErrorIs(t, err, en16931.ErrNotXML)
			require.NotErrorIs(t, err, en16931.ErrNotInvoice)
			require.Less(t, len(err.Error()), 400)
			require.NotContains(t, err.Error(), "root:")
			failed := new(en16931.ReadError)
			require.ErrorAs(t, err, &failed)
			require.Positive(t, failed.Line)
		})
	}
}

func TestRead_Truncated(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"stay_ubl.xml", "stay_cii.xml", "credit_ubl.xml"} {
		data := strings.TrimSpace(own(t, name))
		for i := range 50 {
			_, err := en16931.Read([]byte(data[:len(data)*i/50]))
			require.ErrorIs(t, err, en16931.ErrNotXML, "%s, %d of 50", name, i)
		}
	}
}

// repeated returns one of the files with n lines of the shortest kind instead of its own.
func repeated(t *testing.T, name string, n int) []byte {
	t.Helper()
	data, tag := own(t, name), "a:InvoiceLine>"
	line := "<a:InvoiceLine><b:LineExtensionAmount>1.25</b:LineExtensionAmount></a:InvoiceLine>"
	if name == "stay_cii.xml" {
		tag = "r:IncludedSupplyChainTradeLineItem>"
		line = "<r:IncludedSupplyChainTradeLineItem><r:SpecifiedLineTradeSettlement><r:SpecifiedTradeSettlementLineMonetarySummation><r:LineTotalAmount>1.25</r:LineTotalAmount></r:SpecifiedTradeSettlementLineMonetarySummation></r:SpecifiedLineTradeSettlement></r:IncludedSupplyChainTradeLineItem>"
	}
	first, last := strings.Index(data, "<"+tag), strings.LastIndex(data, "</"+tag)+len("</"+tag)
	return []byte(data[:first] + strings.Repeat(line, n) + data[last:])
}

func TestRead_ManyLines(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"stay_ubl.xml", "stay_cii.xml"} {
		t.Run("twenty thousand lines of "+name+" are read, one more is refused", func(t *testing.T) {
			t.Parallel()
			f, err := en16931.Read(repeated(t, name, 20_000))
			require.NoError(t, err)
			require.Len(t, f.Document.Lines, 20_000)
			require.Equal(t, "1.25", f.Document.Lines[19_999].Total.String())

			_, err = en16931.Read(repeated(t, name, 20_001))
			require.ErrorIs(t, err, en16931.ErrNotInvoice)
			require.ErrorContains(t, err, "more than 20000 lines")
		})
	}
}

func TestRead_ManyTaxes(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]string{"stay_ubl.xml": "</a:TaxSubtotal>", "stay_cii.xml": "</r:ApplicableTradeTax>\n      <r:Billing"} {
		data := own(t, name)
		last := strings.LastIndex(data, end)
		open := strings.LastIndex(data[:last], "<"+end[2:strings.Index(end, ">")+1])
		tax := data[open : last+strings.Index(end, ">")+1]
		_, err := en16931.Read([]byte(data[:open] + strings.Repeat(tax, 501) + data[open:]))
		require.ErrorIs(t, err, en16931.ErrNotInvoice, name)
		require.ErrorContains(t, err, "more than 500 taxes")
	}
}

// childFile names the file that TestRead_Child reads, in a process of its own.
const childFile = "ALLOT_TEST_EINVOICE"

func TestRead_Child(t *testing.T) {
	t.Parallel()
	path := os.Getenv(childFile)
	if path == "" {
		t.Skip("it is run by TestRead_Memory, in a process of its own")
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := en16931.Read(data)
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	t.Logf("%d MB, %d lines, %v", mem.Sys>>20, len(f.Document.Lines), err)
	require.Less(t, mem.Sys, uint64(10*en16931.MaxSize), "what the process ever took of the system")
}

// TestRead_Memory reads the worst files of full size, each in a process of its own: Go
// returns no address space to the system, so that its size is the most that was needed.
func TestRead_Memory(t *testing.T) {
	t.Parallel()
	fill := func(head, part, tail string) string {
		return head + strings.Repeat(part, (en16931.MaxSize-len(head)-len(tail))/len(part)) + tail
	}
	credit := own(t, "credit_ubl.xml")
	notes := credit[:strings.Index(credit, "<cbc:DocumentCurrencyCode>")]
	rest := strings.TrimPrefix(credit, notes)
	for name, data := range map[string]string{
		"many small elements":    fill(ublHead, "<b:ID/>", ""),
		"many notes":             fill(notes, "<cbc:Note>a</cbc:Note>", rest),
		"one long text":          fill(notes+"<cbc:Note>", "x", "</cbc:Note>"+rest),
		"a text in many parts":   fill(notes+"<cbc:Note>", "x<!---->", "</cbc:Note>"+rest),
		"an attachment":          fill(notes+"<cac:AdditionalDocumentReference><cbc:X>", "QUJD", "</cbc:X></cac:AdditionalDocumentReference>"+rest),
		"many lines":             fill(notes, "<cac:CreditNoteLine><cbc:LineExtensionAmount>1.12</cbc:LineExtensionAmount></cac:CreditNoteLine>", rest),
		"large lines":            fill(notes, "<cac:CreditNoteLine><cac:Item><cbc:Name>"+strings.Repeat("n", 600)+"</cbc:Name></cac:Item></cac:CreditNoteLine>", rest),
		"elements in one line":   fill(notes+"<cac:CreditNoteLine>", "<cac:Item/>", "</cac:CreditNoteLine>"+rest),
		"tags with attributes":   fill(notes, "<cbc:Note"+strings.Repeat(` schemeID=""`, 2000)+"/>", rest),
		"a tag with attributes":  fill(notes+"<cbc:Note", ` a=""`, "/>"+rest),
		"namespaces":             fill(notes, "<cbc:Note"+strings.Repeat(` xmlns:a=""`, 2000)+"/>", rest),
		"comments":               fill(notes, "<!-- a -->", rest),
		"an unclosed comment":    fill(notes+"<!--", "a", ""),
		"a document type":        fill("<!DOCTYPE x [", "<!ENTITY a 'a'>", ""),
		"instructions":           fill(notes, "<?a?>", rest),
		"a text in windows-1252": fill(strings.Replace(notes, "UTF-8", "windows-1252", 1)+"<cbc:Note>", "\x80", "</cbc:Note>"+rest),
	} {
		t.Run("ten times the file are enough for "+name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "file.xml")
			require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRead_Child$", "-test.v")
			cmd.Env = append(os.Environ(), childFile+"="+path, "GOGC=100")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Contains(t, string(out), "--- PASS: TestRead_Child")
			t.Logf("%s", out)
		})
	}
}
