package en16931

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
)

// MaxSize is how large a file may be, in bytes.
const MaxSize = 10 << 20

// maxLines is how many lines a file may have, parts of other lines included.
const maxLines = 20_000

// The reasons for which Read refuses a file. A ReadError says more.
var (
	// ErrNotXML refuses a file that is not well-formed, or that uses what makes XML
	// dangerous: document types, entities, unbounded nesting.
	ErrNotXML = errors.New("not a well-formed XML file")
	// ErrNotInvoice refuses XML that is not an e-invoice, lacks what every invoice has,
	// or has a value that cannot be read.
	ErrNotInvoice = errors.New("not an e-invoice of EN 16931")
)

// ReadError says what is wrong with a file, and in which line.
type ReadError struct {
	kind   error // ErrNotXML or ErrNotInvoice
	Line   int
	Reason string
	// Problem is the reason with a code and the line, so that it can be said in other languages.
	Problem apperr.FieldError
}

// maxReason is how long a reason may be, in bytes. Names and values of the file are
// part of it.
const maxReason = 300

func refusal(kind error, line int, format string, args ...any) error {
	reason := clip(strings.Map(shown, fmt.Sprintf(format, args...)))
	e := &ReadError{kind: kind, Line: line, Reason: reason, Problem: apperr.Problem("", format, args...)}
	if e.Problem.Params == nil {
		e.Problem.Params = map[string]any{}
	}
	for name, value := range e.Problem.Params {
		if text, ok := value.(string); ok {
			e.Problem.Params[name] = clip(strings.Map(shown, text))
		}
	}
	e.Problem.Params["line"], e.Problem.Message = line, reason
	return e
}

// clip shortens a reason, or a value in it.
func clip(text string) string {
	if len(text) > maxReason {
		return strings.ToValidUTF8(text[:maxReason], "") + "…"
	}
	return text
}

// shown replaces what cannot be shown or stored.
func shown(r rune) rune {
	if !unicode.IsPrint(r) {
		return unicode.ReplacementChar
	}
	return r
}

// Error returns the kind, the line and the reason.
func (e *ReadError) Error() string {
	return fmt.Sprintf("%v: line %d: %s", e.kind, e.Line, e.Reason)
}

// Unwrap returns ErrNotXML or ErrNotInvoice.
func (e *ReadError) Unwrap() error { return e.kind }

// Syntax is one of the two ways in which EN 16931 writes an invoice as XML.
type Syntax string

// The syntaxes.
const (
	SyntaxUBL Syntax = "ubl"
	SyntaxCII Syntax = "cii"
)

// File is an e-invoice that was read.
type File struct {
	Document document.Document
	Syntax   Syntax
	Profile  string // BT-24
}

// Read reads an e-invoice. It tolerates what is seen in practice (any prefix, encoding
// or order, missing optional parts), takes amounts as they are in the file and checks no
// sums. Attachments are not read. Errors are a *ReadError.
//
// Nothing outside the file is opened, and memory stays in proportion to the file: lines
// are converted one by one, and what is not wanted is skipped.
func Read(data []byte) (File, error) {
	if len(data) > MaxSize {
		return File{}, refusal(ErrNotXML, 1, "the file has more than %d bytes", MaxSize)
	}
	s, err := newScanner(data)
	if err != nil {
		return File{}, err
	}
	root, err := s.root()
	if err != nil {
		return File{}, err
	}
	read, ok := roots[root.Name]
	if line := s.Line(); !ok {
		// The rest is read too: whether the file is XML at all does not depend on its root.
		if err := s.skip(); err != nil {
			return File{}, err
		}
		if err := s.end(); err != nil {
			return File{}, err
		}
		return File{}, s.notInvoice(line,
			"the root element is not an Invoice or CreditNote of UBL nor a CrossIndustryInvoice of CII, but %q of the namespace %q", root.Name.Local, root.Name.Space)
	}
	return read(s, root)
}

// roots maps the root elements of e-invoices to their readers.
var roots = map[xml.Name]func(*scanner, xml.StartElement) (File, error){
	{Space: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2", Local: "Invoice"}:                    readUBL,
	{Space: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2", Local: "CreditNote"}:              readUBL,
	{Space: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100", Local: "CrossIndustryInvoice"}: readCII,
}

// creditNotes are the codes of UNTDID 1001 that EN 16931 allows for a credit note.
var creditNotes = map[string]bool{
	"81": true, "83": true, "261": true, "262": true, "296": true, "308": true,
	"381": true, "396": true, "420": true, "458": true, "532": true,
}

// typeOf returns the type of a document with a code of UNTDID 1001 (BT-3).
func typeOf(code string) document.Type {
	switch {
	case creditNotes[code]:
		return document.TypeCreditNote
	case code == "384":
		return document.TypeCorrection
	}
	return document.TypeInvoice
}
