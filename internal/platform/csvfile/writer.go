package csvfile

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// byteOrderMark tells spreadsheets that the file is UTF-8.
const byteOrderMark = "\ufeff"

// formulaSigns are the first characters of a cell that spreadsheets take for a
// formula, with the wide forms of Asian keyboards.
const formulaSigns = "=+-@\t\r\n＝＋－＠"

// Writer writes a table for spreadsheets, in UTF-8 with a byte order mark and
// without formulas. Flush returns the first error.
type Writer struct {
	csv     *csv.Writer
	numbers []int // columns
}

// NewWriter returns a Writer of values separated by commas, and writes the header.
func NewWriter(w io.Writer, header ...string) (*Writer, error) { return newWriter(w, ',', header) }

// NewSemicolonWriter returns a Writer of values separated by semicolons, as accountants
// in Europe expect them, and writes the header.
func NewSemicolonWriter(w io.Writer, header ...string) (*Writer, error) {
	return newWriter(w, ';', header)
}

func newWriter(w io.Writer, separator rune, header []string) (*Writer, error) {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return nil, err
	}
	c := csv.NewWriter(w)
	c.UseCRLF, c.Comma = true, separator
	return &Writer{csv: c}, c.Write(header)
}

// Numbers says which columns, from 0, hold numbers that the program writes: a minus in
// front of them is no formula.
func (w *Writer) Numbers(columns ...int) { w.numbers = columns }

// Write adds a row.
func (w *Writer) Write(values ...string) error {
	guarded := make([]string, len(values))
	for i, v := range values {
		if guarded[i] = v; !slices.Contains(w.numbers, i) {
			guarded[i] = Guard(v)
		}
	}
	return w.csv.Write(guarded)
}

// Flush writes what is buffered and returns the first error.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// Guard adds an apostrophe before a value that a spreadsheet would take for a
// formula, and before one that looks guarded, so that Unguard reverses it.
func Guard(value string) string {
	if isFormula(value) {
		return "'" + value
	}
	return value
}

// Unguard removes the apostrophe that Guard added.
func Unguard(value string) string {
	if strings.HasPrefix(value, "'") && isFormula(value) {
		return value[1:]
	}
	return value
}

func isFormula(value string) bool {
	value = strings.TrimLeft(value, "'")
	if value == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(value)
	return strings.ContainsRune(formulaSigns, first)
}
