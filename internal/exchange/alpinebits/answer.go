package alpinebits

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"allot/internal/platform/apperr"
)

// The codes of the OTA error table that answers use.
const (
	codeValue   = 320 // invalid value
	codeMissing = 321 // required field missing
	codeHotel   = 392 // invalid hotel code
	codeRoom    = 402 // invalid room type
	codeDates   = 404 // invalid start/end date combination
	codeProcess = 450 // unable to process
)

// RefusalError is why a message is not accepted. The system is answered an error.
type RefusalError struct {
	Code int
	Text string
}

func (r *RefusalError) Error() string { return r.Text }

func refuse(code int, format string, args ...any) error {
	return &RefusalError{code, fmt.Sprintf(format, args...)}
}

// refusalOf returns err as a refusal: those of the product are told in their words.
// Anything else is a fault, of which the system must not be told that it was refused.
func refusalOf(err error) (*RefusalError, bool) {
	if r, ok := errors.AsType[*RefusalError](err); ok {
		return r, true
	}
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || e.Kind == apperr.Internal {
		return nil, false
	}
	texts := []string{e.Message}
	for _, f := range e.Fields {
		texts = append(texts, f.Field+" "+f.Message)
	}
	return &RefusalError{codeProcess, strings.Join(texts, "; ")}, true
}

// The types of warnings: an advisory tells, a warning of another type says that
// something of the message has no effect.
const (
	advisory = 11
	business = 3
)

// Warning is told to a system whose message was accepted.
type Warning struct {
	Type   int
	Record string // what it is about
	Text   string
}

// escaper escapes what XML needs. Quotes stay: some clients read JSON from an answer
// without decoding it.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// quoter escapes the value of an attribute.
var quoter = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", " ", "\r", " ", "\t", " ")

// writer writes the XML of an answer.
type writer struct{ b strings.Builder }

// open begins an element. Attributes are names and values in turn; those with an
// empty value are left out.
func (w *writer) open(name string, attrs ...string) { w.tag(name, ">", attrs) }

// empty writes an element without content.
func (w *writer) empty(name string, attrs ...string) { w.tag(name, "/>", attrs) }

func (w *writer) tag(name, end string, attrs []string) {
	w.b.WriteString("<" + name)
	for i := 0; i < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			w.b.WriteString(" " + attrs[i] + `="` + quoter.Replace(valid(attrs[i+1])) + `"`)
		}
	}
	w.b.WriteString(end)
}

func (w *writer) close(names ...string) {
	for _, name := range names {
		w.b.WriteString("</" + name + ">")
	}
}

func (w *writer) text(text string) { w.b.WriteString(escaper.Replace(valid(text))) }

// leaf writes an element with text.
func (w *writer) leaf(name, text string, attrs ...string) {
	w.open(name, attrs...)
	w.text(text)
	w.close(name)
}

// valid removes what XML cannot hold.
func valid(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 {
			return r
		}
		return -1
	}, strings.ToValidUTF8(text, ""))
}

// document returns an answer whose content body writes.
func document(a Action, body func(w *writer)) []byte {
	w := &writer{}
	root := answers[a]
	w.b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	w.open(root.name, "xmlns", namespace, "Version", root.version)
	body(w)
	w.close(root.name)
	return []byte(w.b.String())
}

// Refused returns the answer to a message that is not accepted.
func Refused(a Action, r *RefusalError) []byte {
	return document(a, func(w *writer) {
		w.open("Errors")
		w.leaf("Error", r.Text, "Type", "13", "Code", strconv.Itoa(r.Code))
		w.close("Errors")
	})
}

// success writes the beginning of an answer to an accepted message.
func (w *writer) success(warnings []Warning) {
	w.empty("Success")
	if len(warnings) == 0 {
		return
	}
	w.open("Warnings")
	for _, n := range warnings {
		w.leaf("Warning", n.Text, "Type", strconv.Itoa(n.Type), "RecordID", cut(n.Record, 64))
	}
	w.close("Warnings")
}

// cut returns at most so many characters of a text.
func cut(text string, longest int) string {
	if r := []rune(text); len(r) > longest {
		return string(r[:longest])
	}
	return text
}
