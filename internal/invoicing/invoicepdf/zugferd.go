package invoicepdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"time"

	"allot/internal/invoicing/document"
)

const (
	xmlName    = "factur-x.xml"
	xmlProfile = "EN 16931"
	program    = "Allot"
)

// ZUGFeRD prints a document as PDF/A-3b and puts the invoice as XML into it, unchanged.
// The XML is CII of the profile EN 16931; it is not looked at here.
func ZUGFeRD(d document.Document, o Options, xml []byte) ([]byte, error) {
	printed, err := Render(d, o)
	if err != nil {
		return nil, err
	}
	a, err := newArchive(printed)
	if err != nil {
		return nil, fmt.Errorf("make PDF/A of document %q: %w", d.Number, err)
	}
	fields := xmpFields{
		Title: newSheet(d, o).heading(), Author: d.Seller.Name, Program: program,
		File: xmlName, Profile: xmlProfile, Time: o.Created.UTC().Truncate(time.Second),
	}
	metadata, err := xmp(fields)
	if err != nil {
		return nil, err
	}
	file, err := a.embed(xml, fields.Time)
	if err != nil {
		return nil, fmt.Errorf("put XML into document %q: %w", d.Number, err)
	}
	profile, err := a.compressed("/N 3", srgbProfile())
	if err != nil {
		return nil, fmt.Errorf("put colours into document %q: %w", d.Number, err)
	}
	about := a.stream("/Type /Metadata /Subtype /XML", metadata)
	catalog := a.object("<< /Type /Catalog /Pages 1 0 R /Lang (%s) /Metadata %d 0 R\n"+
		"/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile %d 0 R >>]\n"+
		"/Names << /EmbeddedFiles << /Names [(%s) %d 0 R] >> >>\n/AF [%[5]d 0 R] >>",
		o.Format.Language, about, profile, xmlName, file)
	return a.finish(catalog, a.info(fields)), nil
}

// embed adds a file that belongs to the whole document, and returns the number of its
// specification.
func (a *archive) embed(xml []byte, modified time.Time) (int, error) {
	entries := fmt.Sprintf("/Type /EmbeddedFile /Subtype /text#2Fxml /Params << /Size %d /ModDate %s >>", len(xml), pdfDate(modified))
	stream, err := a.compressed(entries, xml)
	if err != nil {
		return 0, err
	}
	return a.object("<< /Type /Filespec /F (%s) /UF (%[1]s) /Desc (Invoice as XML) /AFRelationship /Alternative /EF << /F %d 0 R /UF %[2]d 0 R >> >>",
		xmlName, stream), nil
}

// compressed adds a stream of deflated data.
func (a *archive) compressed(entries string, data []byte) (int, error) {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	if _, err := z.Write(data); err != nil {
		return 0, err
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	return a.stream(entries+" /Filter /FlateDecode", out.Bytes()), nil
}

// info adds the information dictionary, which says the same as the metadata.
func (a *archive) info(f xmpFields) int {
	return a.object("<< /Title %s /Author %s /Creator %s /Producer %[3]s /CreationDate %s /ModDate %[4]s >>",
		pdfText(f.Title), pdfText(f.Author), pdfText(f.Program), pdfDate(f.Time))
}
