package invoicepdf_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/lang"
	"allot/internal/testkit/pdftest"
)

func zugferd(tb testing.TB, d document.Document, o invoicepdf.Options, xml []byte) []byte {
	tb.Helper()
	out, err := invoicepdf.ZUGFeRD(d, o, xml)
	require.NoError(tb, err)
	return out
}

func TestZUGFeRD(t *testing.T) {
	t.Parallel()
	o := options("de")
	o.Logo = logo(t, 300, 100, color.NRGBA{0, 0, 0xff, 0x80})
	o.Mark = invoicepdf.MarkPaid
	d := numbered(40)
	d.Seller.Name = `Müller & Söhne <Hotel> "Ακτή" 😀`
	content := []byte("<?xml version=\"1.0\"?>\r\n<rsm:CrossIndustryInvoice/>\r\n")
	doc := zugferd(t, d, o, content)
	t.Run("is a whole file of PDF 1.7", func(t *testing.T) {
		t.Parallel()
		require.Contains(t, pdftest.Run(t, "qpdf", doc, "--check", "@"), "No syntax or stream encoding errors found")
		info := pdftest.Run(t, "pdfinfo", doc, "@")
		require.Regexp(t, `PDF version: +1\.7`, info)
		require.Regexp(t, `Title: +Rechnung 2026-0042`, info)
		require.Regexp(t, `Author: +Müller & Söhne <Hotel> "Ακτή" □`, info)
		require.Regexp(t, `CreationDate: +Mon Jun +1 09:30:00 2026`, info)
		require.Regexp(t, `trailer\n<< /Size \d+ /Root \d+ 0 R /Info \d+ 0 R /ID \[<[0-9A-F]{32}> <[0-9A-F]{32}>\] >>`, string(doc))
	})
	t.Run("shows the same pages as the plain PDF", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, pdftest.Text(t, render(t, d, o)), pdftest.Text(t, doc))
	})
	t.Run("has all fonts inside", func(t *testing.T) {
		t.Parallel()
		fonts := strings.Split(strings.TrimSpace(pdftest.Run(t, "pdffonts", doc, "@")), "\n")[2:]
		require.NotEmpty(t, fonts)
		for _, font := range fonts {
			require.Regexp(t, `CID TrueType +Identity-H +yes`, font)
		}
	})
	t.Run("has no transparency and no colours but RGB", func(t *testing.T) {
		t.Parallel()
		require.NotRegexp(t, `/SMask|/Transparency|/DeviceCMYK|/ca |/CA `, string(doc))
		require.Contains(t, string(doc), "/S /GTS_PDFA1")
	})
	t.Run("says in its metadata what it is", func(t *testing.T) {
		t.Parallel()
		metadata := regexp.MustCompile(`(?s)<\?xpacket begin.*<\?xpacket end="w"\?>`).FindString(string(doc))
		requireXML(t, metadata)
		for _, want := range []string{
			"<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>",
			"<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
			"<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
			"<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>",
			"<xmp:CreateDate>2026-06-01T09:30:00Z</xmp:CreateDate>",
			"Müller &amp; Söhne &lt;Hotel&gt;",
		} {
			require.Contains(t, metadata, want)
		}
	})
	t.Run("has equal bytes for equal input", func(t *testing.T) {
		t.Parallel()
		require.True(t, bytes.Equal(doc, zugferd(t, d, o, content)))
		require.False(t, bytes.Equal(doc, zugferd(t, d, o, append(content, ' '))))
	})
}

func requireXML(t *testing.T, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			require.NoError(t, err)
		}
	}
}

func TestZUGFeRD_KeepsTheXML(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 300_000)
	r := rand.NewChaCha8([32]byte{1})
	_, _ = r.Read(noise)
	for name, content := range map[string][]byte{
		"nothing":                {},
		"one byte":               {'x'},
		"line ends":              []byte("\n\r\n\r\n\n"),
		"words of PDF":           []byte("endstream\nendobj\nxref\n0 1\ntrailer\nstartxref\n0\n%%EOF\n"),
		"any bytes, many":        noise,
		"a placeholder of print": []byte("%s %d 100%"),
	} {
		t.Run("of "+name, func(t *testing.T) {
			t.Parallel()
			doc := zugferd(t, invoice(1), options("en"), content)
			dir := t.TempDir()
			require.Contains(t, pdftest.Run(t, "pdfdetach", doc, "-list", "@"), "1: factur-x.xml")
			pdftest.Run(t, "pdfdetach", doc, "-saveall", "-o", dir, "@")
			got, err := os.ReadFile(filepath.Join(dir, "factur-x.xml"))
			require.NoError(t, err)
			require.True(t, bytes.Equal(content, got))
			require.Contains(t, pdftest.Run(t, "qpdf", doc, "--check", "@"), "No syntax or stream encoding errors found")
			require.Regexp(t, `/AFRelationship /Alternative`, string(doc))
		})
	}
}

// jars are those that preflight needs, where Debian installs them: libpdfbox2-java,
// libactivation-java and libjaxb-api-java.
var jars = []string{"preflight", "pdfbox2", "fontbox2", "xmpbox", "commons-logging", "commons-io", "javax.activation", "jaxb-api"}

// The only validator at hand knows PDF/A-1b. It judges a twin that differs in nothing
// but what part 1 does not know: the associated file. It is heavy to install, so
// scripts/check does without it.
func TestZUGFeRD_IsPDFA(t *testing.T) {
	t.Parallel()
	java, err := exec.LookPath("java")
	paths := make([]string, len(jars))
	for i, jar := range jars {
		paths[i] = "/usr/share/java/" + jar + ".jar"
		if _, missing := os.Stat(paths[i]); missing != nil {
			err = missing
		}
	}
	if err != nil {
		t.Skipf("NOT CHECKED: that the file is PDF/A; install libpdfbox2-java libactivation-java libjaxb-api-java and a JRE: %v", err)
	}
	judge := func(t *testing.T, doc []byte) (string, error) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "twin.pdf")
		require.NoError(t, os.WriteFile(file, doc, 0o600))
		command := exec.CommandContext(t.Context(), java, "-cp", strings.Join(paths, ":"), "org.apache.pdfbox.preflight.Validator_A1b", file)
		out, err := command.CombinedOutput()
		return string(out), err
	}
	for _, l := range lang.Offered {
		t.Run("in "+l, func(t *testing.T) {
			t.Parallel()
			o := options(l)
			o.Logo = logo(t, 300, 100, color.NRGBA{0, 0, 0xff, 0x80})
			o.Mark = invoicepdf.MarkDraft
			out, err := judge(t, twin(t, zugferd(t, invoice(40), o, []byte("<a/>"))))
			require.NoError(t, err, out)
			require.Contains(t, out, "is a valid PDF/A-1b file")
		})
	}
	t.Run("and the judge refuses the plain PDF", func(t *testing.T) {
		t.Parallel()
		out, err := judge(t, render(t, invoice(1), options("en")))
		require.Error(t, err)
		require.Contains(t, out, "is not a valid PDF/A-1b file")
	})
}

// twin makes PDF/A-1b of PDF/A-3b. The length stays, so that all offsets do.
func twin(t *testing.T, doc []byte) []byte {
	t.Helper()
	doc = bytes.Replace(doc, []byte("%PDF-1.7"), []byte("%PDF-1.4"), 1)
	doc = bytes.Replace(doc, []byte("<pdfaid:part>3<"), []byte("<pdfaid:part>1<"), 1)
	for _, part := range []string{
		`/Names << /EmbeddedFiles << /Names \[\(factur-x.xml\) \d+ 0 R\] >> >>`, `/AF \[\d+ 0 R\]`,
		`/Type /Filespec [^\n]*/EF << [^>]*>>`, `/Type /EmbeddedFile /Subtype /text#2Fxml`,
	} {
		at := regexp.MustCompile(part).FindIndex(doc)
		require.NotNil(t, at, part)
		copy(doc[at[0]:at[1]], bytes.Repeat([]byte(" "), at[1]-at[0]))
	}
	return doc
}
