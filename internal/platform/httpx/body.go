package httpx

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
)

var (
	errTooLarge        = apperr.New(apperr.TooLarge, "body_too_large", "the request body is too large")
	errUnsupportedType = apperr.New(apperr.UnsupportedType, "unsupported_media_type", "send the body as application/json")
)

// humaContext can be embedded without its name hiding its method Context.
type humaContext = huma.Context

// body is a request whose body has been read.
type body struct {
	humaContext
	raw []byte
}

func (b *body) Unwrap() huma.Context  { return b.humaContext }
func (b *body) BodyReader() io.Reader { return bytes.NewReader(b.raw) }

// Header hides the form that a JSON body was made from.
func (b *body) Header(name string) string {
	if strings.EqualFold(name, "Content-Type") {
		return "application/json"
	}
	return b.humaContext.Header(name)
}

// readBody reads a JSON body or a form once, for everything that comes after:
// it bounds the size, refuses what no text column can hold, and names fields
// nobody will look at.
func (s *Server) readBody(ctx huma.Context, next func(huma.Context)) {
	r, w := humachi.Unwrap(ctx)
	if err := checkText("", r.URL.Query()); err != nil {
		s.refuse(ctx, err)
		return
	}
	if ctx.Operation().RequestBody == nil {
		next(ctx)
		return
	}
	op := opOf(ctx)
	r.Body = http.MaxBytesReader(w, r.Body, op.MaxBody)
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case mediaType == "multipart/form-data" && len(op.Files) > 0:
		s.readForm(ctx, r, next)
		return
	case mediaType == "" && err != nil && r.Header.Get("Content-Type") == "", isJSON(mediaType):
	default:
		s.refuse(ctx, errUnsupportedType)
		return
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		s.refuse(ctx, readError(err, op.MaxBody))
		return
	}
	s.nextWithBody(ctx, raw, next)
}

func isJSON(mediaType string) bool {
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}

func (s *Server) nextWithBody(ctx huma.Context, raw []byte, next func(huma.Context)) {
	ignored, err := s.inspect(ctx.Operation(), raw)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	if len(ignored) > 0 {
		ctx.SetHeader("X-Ignored-Fields", strings.Join(ignored, ", "))
	}
	next(&body{humaContext: ctx, raw: raw})
}

// inspect checks the body's syntax and texts and finds the ignored fields.
func (s *Server) inspect(o *huma.Operation, raw []byte) (ignored []string, err error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		if o.RequestBody.Required {
			return nil, apperr.ErrValidation.Withf("the request body is missing: send a JSON object")
		}
		return nil, nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, syntaxError(raw, err)
	}
	if err := checkText("", v); err != nil {
		return nil, err
	}
	return s.ignoredFields(o, v), nil
}

func syntaxError(raw []byte, err error) error {
	if at, ok := errors.AsType[*json.SyntaxError](err); ok {
		line := 1 + bytes.Count(raw[:at.Offset], []byte("\n"))
		column := int(at.Offset) - bytes.LastIndexByte(raw[:max(0, at.Offset-1)], '\n') - 1
		return apperr.ErrValidation.Withf("the body is not JSON: line %d, column %d: %s", line, max(1, column), at.Error())
	}
	return apperr.ErrValidation.Withf("the body is not JSON")
}

func readError(err error, limit int64) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge.Withf("the request body is too large: at most %d bytes are accepted here", limit)
	}
	// The client went away or was too slow; there is nobody to blame for it.
	return apperr.New(apperr.Invalid, "body_incomplete", "the request body ended early")
}

// checkText refuses texts that no database column can hold.
func checkText(path string, v any) error {
	switch v := v.(type) {
	case string:
		if strings.ContainsRune(v, 0) || !utf8.ValidString(v) {
			return apperr.Field(path, "must be text without NUL characters, in UTF-8")
		}
	case []any:
		for i, e := range v {
			if err := checkText(fmt.Sprintf("%s[%d]", path, i), e); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, e := range v {
			if err := errors.Join(checkText(join(path, "(name)"), name), checkText(join(path, name), e)); err != nil {
				return err
			}
		}
	case map[string][]string:
		for name, values := range v {
			for _, e := range values {
				if err := checkText(join(path, name), e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

type filesKey struct{}

func withFiles(ctx huma.Context, f map[string]*File) huma.Context {
	return huma.WithContext(ctx, context.WithValue(ctx.Context(), filesKey{}, f))
}
