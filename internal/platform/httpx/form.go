package httpx

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx/apidoc"
)

// memoryForForms bounds the part of a form in memory; larger files are on disk until
// the request ends.
const memoryForForms = 64 << 10

// The limits on what stands beside the files of a form.
const (
	maxFormParts = 100
	maxFormText  = 256 << 10
)

var errFormParts = apperr.ErrValidation.Withf(
	"the form has too many parts: at most %d, with %d bytes of text in all beside the files, are accepted", maxFormParts, maxFormText)

type filesKey struct{}

// FileFrom returns an uploaded file of the request, or nil. Its name is as sent by
// the client: show it, never open it.
func FileFrom(ctx context.Context, field string) *multipart.FileHeader {
	files, _ := ctx.Value(filesKey{}).(map[string][]*multipart.FileHeader)
	if len(files[field]) == 0 {
		return nil
	}
	return files[field][0]
}

// OpenFile opens an uploaded file of the request; without one upload is nil. Call
// done at the end in any case.
func OpenFile(ctx context.Context, field string) (upload io.ReadSeeker, done func(), err error) {
	f := FileFrom(ctx, field)
	if f == nil {
		return nil, func() {}, nil
	}
	opened, err := f.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open the uploaded %s: %w", field, err)
	}
	return opened, func() { _ = opened.Close() }, nil
}

// readForm turns a form into the JSON body that the operation expects and keeps its
// files.
func (s *Server) readForm(ctx huma.Context, next func(huma.Context)) {
	op := opOf(ctx)
	r, w := humachi.Unwrap(ctx)
	boundary, err := boundaryOf(r)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	arrived, err := s.Receive(w, r, Reception{admission.SenderOf(ctx.Context()), op.MaxBody, newFormScan(boundary)})
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	defer s.Dispose(ctx.Context(), arrived)
	form, err := parseForm(ctx.Context(), boundary, arrived)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	// Nobody else removes the files: net/http knows only forms that it read
	// itself, in the request that it made.
	defer func() { _ = form.RemoveAll() }()

	raw, err := s.formJSON(ctx.Operation(), form)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	scan := newScan(s, ctx.Operation())
	if _, err := scan.Write(raw); err != nil {
		s.refuse(ctx, err)
		return
	}
	s.nextWithBody(huma.WithContext(ctx, context.WithValue(ctx.Context(), filesKey{}, form.File)), scan, raw, next)
}

// formJSON returns the fields of a form as a JSON object.
func (s *Server) formJSON(o *huma.Operation, form *multipart.Form) ([]byte, error) {
	op, _ := o.Metadata[metadataKey].(*Op)
	schema := s.formSchema(o)
	if err := checkForm(form, schema, op.Files); err != nil {
		return nil, err
	}
	reg := s.OpenAPI().Components.Schemas
	fields := map[string]any{}
	for name, values := range form.Value {
		if values[0] == "" && slices.Contains(op.Files, name) {
			continue // how a browser sends a file that was not chosen: no reason to clear one
		}
		fields[name] = formValue(apidoc.Deref(reg, property(schema, name)), values[0])
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return nil, fmt.Errorf("write the fields of a form: %w", err)
	}
	return raw, nil
}

// parseForm reads a form that has arrived. It counts the text in it first: that is what
// takes memory.
func parseForm(ctx context.Context, boundary string, arrived *admission.Body) (*multipart.Form, error) {
	const ofByte = 64 // what a byte of text may take once it is decoded as JSON
	text, err := textOf(multipart.NewReader(arrived.Reader(), boundary))
	if err == nil {
		err = arrived.Enter(ctx, ofByte*text)
	}
	if err != nil {
		return nil, err
	}
	form, err := multipart.NewReader(arrived.Reader(), boundary).ReadForm(memoryForForms)
	if err != nil {
		return nil, formError(err)
	}
	return form, nil
}

// textOf returns how much text a form has beside its files.
func textOf(form *multipart.Reader) (text int64, err error) {
	for range maxFormParts + 1 {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return text, nil
		}
		if err != nil {
			return 0, formError(err)
		}
		n, err := io.Copy(io.Discard, part)
		if err != nil {
			return 0, formError(err)
		}
		if part.FileName() == "" {
			text += n
		}
		if text > maxFormText {
			return 0, errFormParts
		}
	}
	return 0, errFormParts
}

// boundaryOf returns what separates the parts of a form.
func boundaryOf(r *http.Request) (string, error) {
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return "", errForm
	}
	return params["boundary"], nil
}

// formError returns what is wrong with a form that cannot be read.
func formError(err error) error {
	switch _, refused := errors.AsType[*apperr.Error](err); {
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return errFormParts
	case refused:
		return err
	}
	return errForm
}

// formSchema lists the fields of an operation's form, without its files.
func (s *Server) formSchema(o *huma.Operation) *huma.Schema {
	closed, _ := o.Metadata[closedKey].(*huma.Schema)
	return apidoc.Deref(s.OpenAPI().Components.Schemas, closed)
}

// checkForm checks texts before they become JSON, which would replace invalid UTF-8.
// It refuses a repeated field, of which one value would be lost, and an unknown
// file; the names of texts are checked with the JSON body.
func checkForm(f *multipart.Form, schema *huma.Schema, files []string) error {
	var bad apperr.Fields
	for name, values := range f.Value {
		bad.Check(len(values) == 1, printable(name), "must be sent once")
		bad.Check(storable(name) && storable(values[0]), printable(name), badText)
		bad.Check(values[0] == "" || property(schema, name) != nil || !slices.Contains(files, name), printable(name), "must be sent as a file")
	}
	for name, parts := range f.File {
		bad.Check(len(parts) == 1, printable(name), "must be one file: send the others in requests of their own")
		bad.Check(storable(name) && storable(parts[0].Filename), printable(name), "the name of the file "+badText)
		switch {
		case slices.Contains(files, name):
		case property(schema, name) != nil:
			bad.Check(false, printable(name), "must be sent as text, not as a file")
		default:
			bad.Unknown("", name, append(writable(schema), files...))
		}
	}
	slices.SortFunc(bad, func(a, b apperr.FieldError) int { return cmp.Compare(a.Field, b.Field) })
	return bad[:min(len(bad), maxProblems)].Err()
}

// property finds a member by its name in any case, as encoding/json does.
func property(s *huma.Schema, name string) *huma.Schema {
	if p := s.Properties[name]; p != nil {
		return p
	}
	for known, p := range s.Properties {
		if strings.EqualFold(known, name) {
			return p
		}
	}
	return nil
}

// formValue reads a text as the type of the schema. If it cannot be read so it stays
// a text, and validation names the field.
func formValue(p *huma.Schema, text string) any {
	if p == nil {
		return text
	}
	if text == "" && p.Nullable {
		return nil // a form has no other way to clear a field
	}
	switch p.Type {
	case huma.TypeInteger, huma.TypeNumber:
		// JSON has fewer spellings of a number than strconv: no 007, no +1, no Inf.
		if v, ok := decode(text).(json.Number); ok {
			return v
		}
	case huma.TypeBoolean:
		if b, err := strconv.ParseBool(text); err == nil {
			return b
		}
	case huma.TypeArray, huma.TypeObject:
		if v := decode(text); v != nil {
			return v
		}
	}
	return text
}

// decode decodes one JSON value with exact numbers; nil if it is none.
func decode(text string) any {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || !json.Valid([]byte(text)) {
		return nil
	}
	return v
}
