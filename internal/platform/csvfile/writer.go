package csvfile

import (
	"encoding/csv"
	"io"
	"strings"
)

// byteOrderMark tells spreadsheets that the file is UTF-8.
const byteOrderMark = "\ufeff"

// formulaSigns are what makes a spreadsheet calculate a cell instead of showing
// it, the wide forms of Asian keyboards included.
const formulaSigns = "=+-@\t\r\n＝＋－＠"

// Writer writes a table for spreadsheets: UTF-8 with its mark, and no value in
// it is a formula. Flush at the end tells what went wrong on the way.
type Writer struct{ csv *csv.Writer }

// NewWriter writes the header.
func NewWriter(w io.Writer, header ...string) (*Writer, error) {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return nil, err
	}
	c := csv.NewWriter(w)
	c.UseCRLF = true
	return &Writer{c}, c.Write(header)
}

// Write adds a row.
func (w *Writer) Write(values ...string) error {
	guarded := make([]string, len(values))
	for i, v := range values {
		guarded[i] = Guard(v)
	}
	return w.csv.Write(guarded)
}

// Flush sends what is left.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// Guard puts an apostrophe before a value that a spreadsheet would take for a
// formula, and before one that already looks guarded, so that Unguard gives
// every value back as it was.
func Guard(value string) string {
	if isFormula(value) {
		return "'" + value
	}
	return value
}

// Unguard takes the apostrophe away that Guard has put there.
func Unguard(value string) string {
	if strings.HasPrefix(value, "'") && isFormula(value) {
		return value[1:]
	}
	return value
}

func isFormula(value string) bool {
	rest := strings.TrimLeft(value, "'")
	return rest != "" && strings.ContainsAny(firstRune(rest), formulaSigns)
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}
