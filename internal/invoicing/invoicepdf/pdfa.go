package invoicepdf

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"
	"unicode/utf16"

	"allot/internal/platform/pdf"
)

// The file header of PDF 1.7, on which PDF/A-3 is based.
const header = "%PDF-1.7"

var errPDF = errors.New("the drawing library wrote a PDF of another form than expected")

// archive turns the output of the drawing library into PDF/A. It keeps pages, fonts and
// pictures, and writes what the library lacks: metadata, output intent, associated
// files and the identifier of the file.
type archive struct {
	out     bytes.Buffer
	offsets []int // of the objects; that of object 0 is not used
}

var (
	startForm = regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`)
	tableForm = regexp.MustCompile(`^xref\n0 (\d+)\n`)
	entryForm = regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`)
	infoForm  = regexp.MustCompile(`^\d+ 0 obj\n<<\n/Producer `)
)

// newArchive reads a document. Its last two objects are the information dictionary and
// the catalog; both are left out, and the page tree is object 1.
func newArchive(doc []byte) (*archive, error) {
	start := startForm.FindSubmatch(doc)
	if start == nil {
		return nil, errPDF
	}
	at, err := strconv.Atoi(string(start[1]))
	if err != nil || at > len(doc) || !tableForm.Match(doc[at:]) {
		return nil, errPDF
	}
	a := &archive{offsets: []int{0}}
	for _, entry := range entryForm.FindAllSubmatch(doc[at:], -1) {
		offset, err := strconv.Atoi(string(entry[1]))
		if err != nil || offset >= at {
			return nil, errPDF
		}
		a.offsets = append(a.offsets, offset)
	}
	const dropped = 2
	kept := len(a.offsets) - dropped
	if kept < 1 || !infoForm.Match(doc[a.offsets[kept]:]) {
		return nil, errPDF
	}
	a.out.WriteString(header)
	a.out.Write(doc[len(header):a.offsets[kept]])
	a.offsets = a.offsets[:kept]
	return a, nil
}

// object adds an object and returns its number.
func (a *archive) object(format string, args ...any) int {
	n := len(a.offsets)
	a.offsets = append(a.offsets, a.out.Len())
	fmt.Fprintf(&a.out, "%d 0 obj\n", n)
	fmt.Fprintf(&a.out, format, args...)
	a.out.WriteString("\nendobj\n")
	return n
}

// stream adds a stream and returns its number. entries are those of its dictionary but
// the length.
func (a *archive) stream(entries string, data []byte) int {
	return a.object("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data)
}

// finish writes the cross-reference table and the trailer, and returns the file.
func (a *archive) finish(catalog, info int) []byte {
	id := sha256.Sum256(a.out.Bytes())
	const idBytes = 16
	at := a.out.Len()
	fmt.Fprintf(&a.out, "xref\n0 %d\n0000000000 65535 f \n", len(a.offsets))
	for _, offset := range a.offsets[1:] {
		fmt.Fprintf(&a.out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&a.out, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [<%X> <%X>] >>\nstartxref\n%d\n%%%%EOF\n",
		len(a.offsets), catalog, info, id[:idBytes], id[:idBytes], at)
	return a.out.Bytes()
}

// pdfDate returns a time as PDF writes it.
func pdfDate(t time.Time) string { return t.Format("(D:20060102150405Z)") }

// pdfText returns a text as PDF writes it, in hexadecimal UTF-16.
func pdfText(text string) string {
	out := []byte("<FEFF")
	for _, unit := range utf16.Encode([]rune(pdf.Clean(text))) {
		out = fmt.Appendf(out, "%04X", unit)
	}
	return string(append(out, '>'))
}
