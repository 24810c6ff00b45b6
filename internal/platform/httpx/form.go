package httpx

import (
	"context"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// memoryForForms is how much of a form is kept in memory; larger files wait on
// disk until the request ends.
const memoryForForms = 1 << 20

// File is an uploaded file of the request.
type File struct {
	Name   string // as the client calls it: show it, never open it
	Size   int64
	header *multipart.FileHeader
}

// Open reads the file from its start.
func (f *File) Open() (multipart.File, error) { return f.header.Open() }

// FileFrom returns an uploaded file of the request, or nil.
func FileFrom(ctx context.Context, field string) *File {
	files, _ := ctx.Value(filesKey{}).(map[string]*File)
	return files[field]
}

// readForm turns a form into the JSON body that the operation expects and
// keeps its files beside it.
func (s *Server) readForm(ctx huma.Context, r *http.Request, next func(huma.Context)) {
	op := opOf(ctx)
	if err := r.ParseMultipartForm(memoryForForms); err != nil {
		s.refuse(ctx, readError(err, op.MaxBody))
		return
	}
	// net/http removes the files only of the request that it made itself, and
	// middleware has copied that one.
	defer func() { _ = r.MultipartForm.RemoveAll() }()

	files := map[string]*File{}
	for _, name := range op.Files {
		if hs := r.MultipartForm.File[name]; len(hs) > 0 {
			files[name] = &File{Name: hs[0].Filename, Size: hs[0].Size, header: hs[0]}
		}
	}
	schema := deref(s.api.OpenAPI().Components.Schemas, ctx.Operation().RequestBody.Content["application/json"].Schema)
	fields := map[string]any{}
	for name, values := range r.MultipartForm.Value {
		fields[name] = formValue(property(schema, name), values)
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	s.nextWithBody(withFiles(ctx, files), raw, next)
}

// formValue reads a text as the type that the schema wants. What cannot be
// read so stays a text, and validation then names the field.
func formValue(p *huma.Schema, values []string) any {
	text := values[0]
	if p == nil {
		return text
	}
	if text == "" && p.Nullable {
		return nil // a form has no other way to clear a field
	}
	switch p.Type {
	case huma.TypeInteger, huma.TypeNumber:
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			return json.Number(text)
		}
	case huma.TypeBoolean:
		if b, err := strconv.ParseBool(text); err == nil {
			return b
		}
	case huma.TypeArray, huma.TypeObject:
		var v any
		if json.Unmarshal([]byte(text), &v) == nil {
			return v
		}
	}
	return text
}
