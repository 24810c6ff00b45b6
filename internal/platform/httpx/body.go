package httpx

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
)

var (
	errTooLarge        = apperr.New(apperr.TooLarge, "body_too_large", "the request body is too large")
	errBodyIncomplete  = apperr.New(apperr.Invalid, "body_incomplete", "the request body ended early")
	errForm            = apperr.ErrValidation.Withf("the form is not well-formed multipart/form-data, or it ended early")
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

// Header hides the content type of the form that a JSON body was made from.
func (b *body) Header(name string) string {
	if strings.EqualFold(name, "Content-Type") {
		return "application/json"
	}
	return b.humaContext.Header(name)
}

// readBody reads a JSON body or a form once for all later steps. It bounds the
// size and refuses texts that no column can hold and unknown names.
func (s *Server) readBody(ctx huma.Context, next func(huma.Context)) {
	op := opOf(ctx)
	if op.protocol != nil {
		next(ctx) // the handler receives the body once it knows the sender
		return
	}
	if ctx.Operation().RequestBody == nil {
		s.readNothing(ctx, next)
		return
	}
	if len(op.Stream) > 0 {
		s.readStream(ctx, next)
		return
	}
	r, _ := humachi.Unwrap(ctx)
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case mediaType == "multipart/form-data" && len(op.Files) > 0:
		s.readForm(ctx, next)
	case mediaType == "" && err != nil && r.Header.Get("Content-Type") == "", isJSON(mediaType):
		s.readJSON(ctx, next)
	default:
		s.refuse(ctx, errUnsupportedType)
	}
}

// readJSON scans the body while it arrives, and has it wait for its turn. It keeps it
// until the request is answered: the values live as long.
func (s *Server) readJSON(ctx huma.Context, next func(huma.Context)) {
	r, w := humachi.Unwrap(ctx)
	scan := newScan(s, ctx.Operation())
	arrived, err := s.Receive(w, r, Reception{admission.SenderOf(ctx.Context()), opOf(ctx).MaxBody, scan})
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	defer s.Dispose(ctx.Context(), arrived)
	if err := arrived.Enter(ctx.Context(), scan.Cost()); err != nil {
		s.refuse(ctx, err)
		return
	}
	raw, err := arrived.Bytes()
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	s.nextWithBody(ctx, scan, raw, next)
}

func isJSON(mediaType string) bool {
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}

func (s *Server) nextWithBody(ctx huma.Context, scan *bodyScan, raw []byte, next func(huma.Context)) {
	if err := inspect(ctx.Operation(), scan, raw); err != nil {
		s.refuse(ctx, err)
		return
	}
	next(&body{humaContext: ctx, raw: raw})
}

// readNothing refuses fields sent to an operation without a body, because the
// sender expects them to have an effect. A body of a GET has no meaning in HTTP.
func (s *Server) readNothing(ctx huma.Context, next func(huma.Context)) {
	r, w := humachi.Unwrap(ctx)
	if r.ContentLength == 0 || r.Method == http.MethodGet || r.Method == http.MethodHead {
		next(ctx)
		return
	}
	scan := newScan(s, ctx.Operation())
	arrived, err := s.Receive(w, r, Reception{admission.SenderOf(ctx.Context()), smallBody, scan}) // some clients always send some object
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	defer s.Dispose(ctx.Context(), arrived)
	raw, err := arrived.Bytes()
	if err == nil && (json.Valid(raw) || len(bytes.TrimSpace(raw)) == 0) {
		err = inspect(ctx.Operation(), scan, raw)
	} else if err == nil {
		err = errUnsupportedType.Withf("this operation takes no body")
	}
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	next(ctx)
}

// inspect checks the body's syntax, texts and names.
func inspect(o *huma.Operation, scan *bodyScan, raw []byte) error {
	text := bytes.TrimSpace(raw)
	if len(text) == 0 {
		if o.RequestBody != nil && o.RequestBody.Required {
			return apperr.ErrValidation.Withf("the request body is missing: send a JSON object")
		}
		return nil
	}
	if o.RequestBody == nil && text[0] != '{' && string(text) != "null" {
		return apperr.ErrValidation.Withf("this operation takes no body")
	}
	return scan.check(raw)
}
