package httpx

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx/apidoc"
	"allot/internal/platform/request"
)

// ErrorBody is the shape of every error response.
type ErrorBody struct { //nolint:errname // it is the name of the schema in the document
	Message   string              `json:"message" doc:"What went wrong, in a sentence" example:"some fields are not valid"`
	Code      string              `json:"code" doc:"What went wrong, for programs; never renamed" example:"validation_failed"`
	Params    map[string]any      `json:"params,omitempty" doc:"The values in the message, and its reason where a code has several messages" example:"{\"reason\": \"manager_only\"}"`
	Errors    []apperr.FieldError `json:"errors,omitempty" nullable:"false" doc:"One entry a bad field"`
	RequestID string              `json:"request_id,omitempty" doc:"Quote it when you ask for help"`

	status  int
	details map[string]any
	headers http.Header
}

// TransformSchema allows more members, such as dates, in the schema.
func (ErrorBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.AdditionalProperties = true
	return s
}

func (e *ErrorBody) Error() string { return e.Message }

// GetStatus returns the status for huma.
func (e *ErrorBody) GetStatus() int { return e.status }

// GetHeaders returns the headers for huma.
func (e *ErrorBody) GetHeaders() http.Header { return e.headers }

// MarshalJSON adds the details of a refusal to the common members.
func (e *ErrorBody) MarshalJSON() ([]byte, error) {
	type plain ErrorBody
	b, err := json.Marshal((*plain)(e))
	if err != nil || len(e.details) == 0 {
		return b, err
	}
	b = b[:len(b)-1]
	for _, name := range slices.Sorted(maps.Keys(e.details)) {
		v, err := json.Marshal(e.details[name])
		if err != nil {
			return nil, err
		}
		b = append(strconv.AppendQuote(append(b, ','), name), ':')
		b = append(b, v...)
	}
	return append(b, '}'), nil
}

var (
	errInternal    = apperr.New(apperr.Internal, "internal_error", "internal error")
	errTooSlow     = apperr.New(apperr.Unavailable, "unavailable", "the answer took too long; try again in a moment").After(5 * time.Second)
	errNoDatabase  = apperr.New(apperr.Unavailable, "database_unavailable", "the service cannot reach its database; try again in a moment").After(5 * time.Second)
	errStorageFull = apperr.New(apperr.Unavailable, "storage_full", "the service has no room to store anything; nothing was changed").After(time.Minute)
	errNoFiles     = apperr.New(apperr.Unavailable, "files_unavailable", "the service cannot reach its files; try again in a moment").After(5 * time.Second)
	errGone        = apperr.New(apperr.Unavailable, "cancelled", "the request was cancelled")
)

// toBody turns an error of a handler into a response. A fault is logged here, once,
// and its text is not sent.
func (s *Server) toBody(ctx context.Context, op string, err error) *ErrorBody {
	var e *apperr.Error
	switch {
	case errors.As(err, &e) && e.Kind != apperr.Internal:
	case errors.Is(err, blob.ErrUnreachable): // first: its cause may be a request of ours that was given up
		e = s.unserved(ctx, op, err, errNoFiles)
	case errors.Is(err, context.Canceled):
		e = errGone // nobody reads the answer
	case db.TroubleOf(err) == db.StorageFull:
		e = s.unserved(ctx, op, err, errStorageFull)
	case db.TroubleOf(err) == db.Unavailable:
		e = s.unserved(ctx, op, err, errNoDatabase)
	case errors.Is(err, context.DeadlineExceeded):
		e = s.unserved(ctx, op, err, errTooSlow)
	default:
		s.log.ErrorContext(ctx, "request failed", "operation", op, "error", err)
		e = errInternal
	}
	return newBody(ctx, e)
}

// unserved is for errors that are neither the caller's fault nor ours.
func (s *Server) unserved(ctx context.Context, op string, cause error, e *apperr.Error) *apperr.Error {
	s.log.ErrorContext(ctx, "request could not be served", "operation", op, "error", cause)
	return e
}

func newBody(ctx context.Context, e *apperr.Error) *ErrorBody {
	request.Refuse(ctx, e.Code)
	b := &ErrorBody{
		Message: e.Message, Code: e.Code, Params: e.Params, Errors: e.Fields, RequestID: request.From(ctx).ID,
		status: int(e.Kind), details: e.Details, headers: http.Header{},
	}
	if e.RetryAfter > 0 {
		b.headers.Set("Retry-After", strconv.Itoa(max(1, int((e.RetryAfter+time.Second-1)/time.Second))))
	}
	if e.Kind == apperr.Unauthorized {
		b.headers.Set(authenticateHeader, "Token")
	}
	return b
}

// WriteError sends an error response outside of huma, where the path has a protocol of
// others in its words.
func (s *Server) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	if s.refusedInOwnWords(w, r, err) {
		return
	}
	s.writeError(w, r, "middleware", err)
}

// authenticateHeader says which scheme a path asks for.
const authenticateHeader = "Www-Authenticate"

func (s *Server) writeError(w http.ResponseWriter, r *http.Request, op string, err error) {
	b := s.toBody(r.Context(), op, err)
	for name, values := range b.headers {
		if name != authenticateHeader || w.Header().Get(name) == "" { // a path may ask for another scheme
			w.Header()[name] = values
		}
	}
	var buf bytes.Buffer
	format, contentType := jsonFormat, "application/json"
	if r.Header.Get("Accept") == apidoc.XMLType {
		format, contentType = xmlFormat, apidoc.XMLType
	}
	if err := format.Marshal(&buf, b); err != nil {
		s.log.ErrorContext(r.Context(), "error body not written", "error", err)
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(b.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(buf.Bytes())
	}
}

// documentErrors documents what an operation refuses with.
func (s *Server) documentErrors(o *huma.Operation, op *Op) {
	add := apidoc.DocumentRefusals(o, reflect.TypeFor[ErrorBody]().Name(), op.keyParam)
	if op.forKeys() {
		s.opt.Gate.Document(o, add)
	}
	for status, text := range op.Refusals {
		add(strconv.Itoa(status), text)
	}
	if s.answersXML(o.Path) {
		apidoc.DocumentXML(o)
	}
}
