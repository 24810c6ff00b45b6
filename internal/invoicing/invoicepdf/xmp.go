package invoicepdf

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"text/template"
	"time"

	"allot/internal/platform/pdf"
)

// xmpFields are what the metadata of a file says.
type xmpFields struct {
	Title, Author, Program, File, Profile string
	Time                                  time.Time
}

var xmpTemplate = template.Must(template.New("xmp").Funcs(template.FuncMap{"text": xmlText}).Parse(
	`<?xpacket begin="` + "\ufeff" + `" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{{text .Title}}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{{text .Author}}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreatorTool>{{text .Program}}</xmp:CreatorTool>
<xmp:CreateDate>{{.Time.Format "2006-01-02T15:04:05Z07:00"}}</xmp:CreateDate>
<xmp:ModifyDate>{{.Time.Format "2006-01-02T15:04:05Z07:00"}}</xmp:ModifyDate>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdf:Producer>{{text .Program}}</pdf:Producer>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
{{template "property" "DocumentFileName"}}{{template "property" "DocumentType"}}{{template "property" "Version"}}{{template "property" "ConformanceLevel"}}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>{{text .File}}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>{{text .Profile}}</fx:ConformanceLevel>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
{{define "property"}}<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>{{.}}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>{{.}} of the invoice inside</pdfaProperty:description>
</rdf:li>
{{end}}`))

// xmp returns the metadata of a PDF/A-3b file that has a Factur-X invoice inside.
func xmp(fields xmpFields) ([]byte, error) {
	var out bytes.Buffer
	if err := xmpTemplate.Execute(&out, fields); err != nil {
		return nil, fmt.Errorf("write metadata: %w", err)
	}
	return out.Bytes(), nil
}

// xmlText escapes a text, without characters that XML does not know.
func xmlText(text string) (string, error) {
	var out bytes.Buffer
	err := xml.EscapeText(&out, []byte(pdf.Clean(text)))
	return out.String(), err
}
