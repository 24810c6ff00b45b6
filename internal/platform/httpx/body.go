package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

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
		s.readRaw(ctx, next)
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
	r, w := humachi.Unwrap(ctx)
	allowTime(w, op.MaxBody)
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
	s.readJSON(ctx, r, next)
}

// largeAtOnce bounds the bodies that are worked on at the same time, in bytes. To be
// checked and read, a body takes up to ninety times its size in memory.
const largeAtOnce = 8 << 20

// readJSON has a large body wait for its turn. It keeps it until the request is
// answered: the values live as long.
func (s *Server) readJSON(ctx huma.Context, r *http.Request, next func(huma.Context)) {
	arrived, err := s.large.Pass(ctx.Context(), r.Body, 0)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	defer func() {
		if err := arrived.Close(); err != nil {
			s.log.ErrorContext(ctx.Context(), "a request body stays in the temporary folder", "error", err)
		}
	}()
	raw, err := arrived.Bytes()
	if err != nil {
		s.refuse(ctx, readError(err, opOf(ctx).MaxBody))
		return
	}
	s.nextWithBody(ctx, raw, next)
}

// allowTime extends the deadlines for a large body on a slow line; the server's own
// are for small ones.
func allowTime(w http.ResponseWriter, size int64) {
	const slowest, answering = 64 << 10, 2 * time.Minute // bytes a second; for the work and the answer
	if size <= defaultMaxBody {
		return
	}
	end := time.Now().Add(time.Minute + time.Duration(size/slowest)*time.Second) //nolint:forbidigo // a connection lives in the machine's time, not in the product's
	conn := http.NewResponseController(w)
	// Where there is no connection, as in tests, there is no deadline either.
	_ = conn.SetReadDeadline(end)
	_ = conn.SetWriteDeadline(end.Add(answering))
}

func isJSON(mediaType string) bool {
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}

func (s *Server) nextWithBody(ctx huma.Context, raw []byte, next func(huma.Context)) {
	if err := s.inspect(ctx.Operation(), raw); err != nil {
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
	const mostOfNothing = 64 << 10 // what a client sends that always sends some object
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostOfNothing))
	if err != nil {
		s.refuse(ctx, readError(err, mostOfNothing))
		return
	}
	if json.Valid(raw) || len(bytes.TrimSpace(raw)) == 0 {
		err = s.inspect(ctx.Operation(), raw)
	} else {
		err = errUnsupportedType.Withf("this operation takes no body")
	}
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	next(ctx)
}

// inspect checks the body's syntax, texts and names.
func (s *Server) inspect(o *huma.Operation, raw []byte) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		if o.RequestBody != nil && o.RequestBody.Required {
			return apperr.ErrValidation.Withf("the request body is missing: send a JSON object")
		}
		return nil
	}
	var v any
	if suspect(raw) {
		// encoding/json would put a replacement sign; NUL is found by the check.
		if err := json.Unmarshal(bytes.ToValidUTF8(raw, []byte(`\u0000`)), &v); err != nil {
			return unreadable(raw, err)
		}
		if err := checkTexts(raw, v); err != nil {
			return err
		}
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return unreadable(raw, err)
	}
	if _, object := v.(map[string]any); o.RequestBody == nil && !object && v != nil {
		return apperr.ErrValidation.Withf("this operation takes no body")
	}
	if err := checkRepeated(raw); err != nil {
		return err
	}
	return s.checkFields(o, v)
}

func unreadable(raw []byte, err error) error {
	if at, ok := errors.AsType[*json.SyntaxError](err); ok {
		before := raw[:min(max(0, int(at.Offset)-1), len(raw))] // Offset counts the sign that is wrong
		line := 1 + bytes.Count(before, []byte("\n"))
		column := len(before) - bytes.LastIndexByte(before, '\n')
		return apperr.ErrValidation.Withf("the body is not JSON: line %d, column %d: %s", line, column, at.Error())
	}
	// The other thing that can be wrong is a number such as 1e400.
	if err := checkTexts(raw, decode(string(raw))); err != nil {
		return err
	}
	return apperr.ErrValidation.Withf("a number in the body is out of range")
}

func readError(err error, limit int64) error {
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return tooLarge(limit)
	}
	// The client disconnected or was too slow.
	return errBodyIncomplete
}

func tooLarge(limit int64) error {
	return errTooLarge.Withf("the request body is too large: at most %d bytes are accepted here", limit)
}
