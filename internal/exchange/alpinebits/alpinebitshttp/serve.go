package alpinebitshttp

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"allot/internal/exchange/alpinebits"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/request"
)

const (
	headerVersion        = "X-AlpineBits-ClientProtocolVersion"
	headerServerVersion  = "X-AlpineBits-Server-Version"
	headerAcceptEncoding = "X-AlpineBits-Server-Accept-Encoding"

	// maxBody bounds the body as it is sent.
	maxBody = alpinebits.MaxRequest + 1<<20
	// maxPlain bounds it after it was decompressed.
	maxPlain = maxBody
	// maxAction and maxParts bound the rest of the form.
	maxAction = 200
	maxParts  = 20
	// costOfByte is the memory that a byte of XML takes while a message is read.
	costOfByte = 12
)

// The texts of refusals before a message is read. The first is that of the standard.
const (
	unknownAction = "unknown or missing action"
	noCredentials = "user name or password is missing or wrong"
)

var errTooOften = apperr.New(apperr.TooMany, "rate_limited", "this connection calls too often")

// failure is a refusal in plain text.
type failure struct {
	status     int
	text       string
	retryAfter time.Duration // 0: nothing is said about it
}

func (f *failure) Error() string { return f.text }

func (f *failure) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if f.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(seconds(f.retryAfter)))
	}
	w.WriteHeader(f.status)
	// A client that is gone is told nothing.
	_, _ = io.WriteString(w, "ERROR:"+f.text)
}

// serve answers one call.
func (h *handlers) serve(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set(headerAcceptEncoding, "gzip")
	w.Header().Set(headerServerVersion, string(alpinebits.Versions[0]))
	w.Header().Set("Cache-Control", "no-store")
	conn, err := h.authenticate(w, r)
	if err == nil {
		err = h.charge(w.Header(), conn)
	}
	if err == nil {
		err = h.answer(w, r, conn)
	}
	return err
}

// refuse writes a refusal that the standard has words for.
func refuse(w http.ResponseWriter, err error) bool {
	refused, ok := ownWords(err)
	if ok {
		refused.write(w)
	}
	return ok
}

// ownWords returns a refusal that the system is told as the standard has it: its client
// reads texts, not the errors of our API. Anything else is a fault.
func ownWords(err error) (*failure, bool) {
	if refused, ok := errors.AsType[*failure](err); ok {
		return refused, true
	}
	e, ok := errors.AsType[*apperr.Error](err)
	switch {
	case ok && e.Kind == apperr.TooMany:
		return &failure{status: http.StatusTooManyRequests, text: e.Message, retryAfter: e.RetryAfter}, true
	case ok && e.Kind == apperr.Unavailable:
		return &failure{status: http.StatusServiceUnavailable, text: e.Message, retryAfter: e.RetryAfter}, true
	}
	return nil, false
}

// authenticate finds the connection.
func (h *handlers) authenticate(w http.ResponseWriter, r *http.Request) (connection.Connection, error) {
	username, password, sent := r.BasicAuth()
	if !sent {
		return connection.Connection{}, challenge(w)
	}
	conn, err := h.Service.Authenticate(r.Context(), username, password)
	refused, _ := errors.AsType[*apperr.Error](err)
	switch {
	case refused != nil && refused.Kind == apperr.Unauthorized:
		return conn, challenge(w)
	case errors.Is(err, connection.ErrElsewhere):
		if failed := h.Service.Reject(r.Context(), conn, "call", refused.Message); failed != nil {
			return conn, failed
		}
		err = &failure{status: http.StatusForbidden, text: refused.Message}
	}
	if conn.ID != 0 && h.Count != nil {
		request.WhenAnswered(r.Context(), func(a request.Answer) {
			// Key 0 is no key: calls of connections are counted by their endpoint.
			h.Count(auth.KeyUse{OwnerID: conn.OwnerID, Endpoint: Path, Failed: a.Failed, Bytes: a.Bytes})
		})
	}
	return conn, err
}

func challenge(w http.ResponseWriter) error {
	w.Header().Set("WWW-Authenticate", `Basic realm="AlpineBits", charset="UTF-8"`)
	return &failure{status: http.StatusUnauthorized, text: noCredentials}
}

// seconds rounds up.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// charge counts a call against the limit of its connection.
func (h *handlers) charge(head http.Header, conn connection.Connection) error {
	if h.Limit == nil {
		return nil
	}
	c := h.Limit.Take(conn.ID)
	reset := seconds(c.Reset)
	head.Set("RateLimit-Limit", strconv.Itoa(c.Limit))
	head.Set("RateLimit-Remaining", strconv.Itoa(c.Remaining))
	head.Set("RateLimit-Reset", strconv.Itoa(reset))
	if c.Allowed {
		return nil
	}
	return errTooOften.Withf("this connection may call %d times a minute; come back in %d seconds", c.Limit, reset).After(c.Reset)
}

// answer reads the call and answers it. What is refused here is in the sync log, too.
func (h *handlers) answer(w http.ResponseWriter, r *http.Request, conn connection.Connection) (err error) {
	call, done, err := h.receive(w, r, conn)
	defer done()
	if refused, ok := errors.AsType[*failure](err); ok {
		what := "call"
		if call.Action.Known() {
			what = string(call.Action)
		}
		if failed := h.Service.Reject(context.WithoutCancel(r.Context()), conn, what, refused.text); failed != nil {
			return failed
		}
	}
	if err != nil {
		return err
	}
	body, err := h.Service.Handle(r.Context(), conn, call)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	// A client that is gone is told nothing.
	_, _ = w.Write(body)
	return nil
}

// receive has the body arrive whole and wait for its turn, and reads the call. Call done in
// any case, when it is answered.
func (h *handlers) receive(w http.ResponseWriter, r *http.Request, conn connection.Connection) (call alpinebits.Call, done func(), err error) {
	arrived, err := h.server.Receive(w, r, httpx.Reception{Sender: admission.Sender{Account: conn.OwnerID}, Limit: maxBody})
	if err != nil {
		return call, func() {}, incomplete(err)
	}
	ctx := r.Context()
	done = func() { h.server.Dispose(ctx, arrived) }
	size, err := plainSize(r, arrived.Reader())
	if err != nil {
		return call, done, err
	}
	if err := arrived.Enter(ctx, costOfByte*size); err != nil {
		return call, done, err
	}
	plain, err := decompressed(r.Header.Get("Content-Encoding"), arrived.Reader())
	if err == nil {
		call, err = read(r, plain)
	}
	return call, done, err
}

// plainSize returns how large a body is once it is decompressed, without keeping it.
func plainSize(r *http.Request, arrived io.Reader) (int64, error) {
	body, err := decompressed(r.Header.Get("Content-Encoding"), arrived)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(io.Discard, body)
	if _, over := errors.AsType[*http.MaxBytesError](err); err != nil && !over {
		return 0, unreadable(err)
	}
	return n, nil // of one that is too large the reader says which field is
}

// incomplete tells what became of a body that did not arrive, in the words of the standard
// where they are for the sender to read.
func incomplete(err error) error {
	switch refused := apperr.Of(err); refused.Kind {
	case apperr.TooLarge:
		return &failure{status: http.StatusRequestEntityTooLarge, text: "the body is too large"}
	case apperr.Invalid:
		return unreadable(err)
	default:
		return err
	}
}

// read reads a call whose body has arrived.
func read(r *http.Request, plain io.Reader) (call alpinebits.Call, err error) {
	call.Version = alpinebits.Version(r.Header.Get(headerVersion))
	if call.Version == "" {
		return call, &failure{status: http.StatusBadRequest, text: "the header " + headerVersion + " is missing"}
	}
	mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "multipart/form-data" || params["boundary"] == "" {
		return call, &failure{status: http.StatusUnsupportedMediaType, text: "send the body as multipart/form-data"}
	}
	action, message, err := readForm(multipart.NewReader(plain, params["boundary"]))
	call.Action, call.Request = alpinebits.Action(action), message
	switch {
	case err != nil:
		return call, err
	case !call.Action.Known():
		return call, &failure{status: http.StatusBadRequest, text: unknownAction}
	case call.Action != alpinebits.ActionPing && !slices.Contains(alpinebits.Versions, call.Version):
		return call, &failure{status: http.StatusBadRequest, text: "this version is not supported; 2024-10, 2022-10 and 2020-10 are"}
	case message == nil:
		return call, &failure{status: http.StatusBadRequest, text: "the form has no request"}
	}
	return call, nil
}

// decompressed returns the body. What it unpacks to is bounded, too.
func decompressed(encoding string, arrived io.Reader) (io.Reader, error) {
	switch strings.ToLower(encoding) {
	case "", "identity":
		return arrived, nil
	case "gzip":
		z, err := gzip.NewReader(arrived)
		if err != nil {
			return nil, &failure{status: http.StatusBadRequest, text: "the body is not gzip, as Content-Encoding says"}
		}
		return http.MaxBytesReader(nil, io.NopCloser(z), maxPlain), nil
	}
	return nil, &failure{status: http.StatusUnsupportedMediaType, text: "the body may be compressed with gzip only"}
}

// readForm reads action and request, each as a value or as a file. Other fields are
// those of later versions and have no meaning here.
func readForm(form *multipart.Reader) (action string, message []byte, err error) {
	for range maxParts {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			return action, message, nil
		}
		if err != nil {
			return action, nil, unreadable(err)
		}
		var limit int
		switch part.FormName() {
		case "action":
			limit = maxAction
		case "request":
			limit = alpinebits.MaxRequest
		default:
			continue
		}
		content, err := io.ReadAll(io.LimitReader(part, int64(limit)+1))
		if err != nil {
			return action, nil, unreadable(err)
		}
		if len(content) > limit {
			return action, nil, &failure{status: http.StatusRequestEntityTooLarge, text: fmt.Sprintf("the field %s has more than %d bytes", part.FormName(), limit)}
		}
		if part.FormName() == "action" {
			action = strings.TrimSpace(string(content))
			continue
		}
		message = content
	}
	return action, nil, &failure{status: http.StatusBadRequest, text: fmt.Sprintf("the form has more than %d fields", maxParts)}
}

func unreadable(err error) error {
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return &failure{status: http.StatusRequestEntityTooLarge, text: "the body is too large"}
	}
	return &failure{status: http.StatusBadRequest, text: "the form is not well-formed multipart/form-data, or it ended early"}
}
