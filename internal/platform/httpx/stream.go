package httpx

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
)

// streamField is the form field that holds the file of an operation that
// streams.
const streamField = "file"

const (
	// streamPause is how long a sender may say nothing.
	streamPause = 30 * time.Second
	// streamTotal ends an upload that moves, but never arrives.
	streamTotal = 30 * time.Minute
	// answerTime is left for the work that follows the last byte.
	answerTime = 2 * time.Minute
)

// Stream is an uploaded file while it arrives. Its errors are refusals that can be
// returned.
type Stream struct {
	io.Reader
	Name string // as the client calls it, empty for a raw body
	// Type is the media type of the file, empty where a form does not say it.
	Type string
}

type streamKey struct{}

// StreamFrom returns the file of an operation with Op.Stream.
func StreamFrom(ctx context.Context) *Stream {
	s, _ := ctx.Value(streamKey{}).(*Stream)
	return s
}

// readStream passes the body to the operation while it arrives: the raw body, or the
// field "file" of a form, so that a file takes no memory or disk.
func (s *Server) readStream(ctx huma.Context, next func(huma.Context)) {
	op := opOf(ctx)
	r, w := humachi.Unwrap(ctx)
	if r.ContentLength > op.MaxBody {
		s.refuse(ctx, tooLarge(op.MaxBody)) // before a part of it has been worked on
		return
	}
	moving := newMovingBody(w, r.Body)
	r.Body = http.MaxBytesReader(w, moving, op.MaxBody)
	stream, err := openStream(r, op)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	next(huma.WithContext(ctx, context.WithValue(ctx.Context(), streamKey{}, stream)))
}

func openStream(r *http.Request, op *Op) (*Stream, error) {
	mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case mediaType == "multipart/form-data":
		parts, err := r.MultipartReader()
		if err != nil {
			return nil, errForm
		}
		return filePart(parts, op.MaxBody)
	case r.Header.Get("Content-Type") == "", slices.Contains(op.Stream, mediaType):
		return &Stream{Reader: streamReader{r.Body, op.MaxBody}, Type: mediaType}, nil
	}
	return nil, errUnsupportedType.Withf("send the file as %s, or in the field %q of multipart/form-data", strings.Join(op.Stream, " or "), streamField)
}

// filePart returns the file of a form without other parts.
func filePart(parts *multipart.Reader, limit int64) (*Stream, error) {
	p, err := parts.NextPart()
	switch {
	case errors.Is(err, io.EOF):
		return nil, apperr.Field(streamField, "is required: the file")
	case err != nil:
		return nil, formError(err, limit)
	case p.FormName() != streamField:
		return nil, unknownPart(p)
	}
	kind, _, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
	if err != nil {
		kind = ""
	}
	return &Stream{Reader: streamReader{&lastPart{p, parts}, limit}, Name: printable(p.FileName()), Type: kind}, nil
}

// lastPart is the file of a form. It ends with a refusal if another part follows.
type lastPart struct {
	*multipart.Part
	parts *multipart.Reader
}

func (l *lastPart) Read(p []byte) (int, error) {
	n, err := l.Part.Read(p)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	next, more := l.parts.NextPart()
	switch {
	case more == nil:
		return n, unknownPart(next)
	case errors.Is(more, io.EOF):
		return n, err
	}
	return n, more
}

// unknownPart refuses a part of a form other than the file.
func unknownPart(p *multipart.Part) error {
	var bad apperr.Fields
	if p.FormName() == streamField {
		bad.Check(false, streamField, "must be sent once")
	} else {
		bad.Unknown("", p.FormName(), []string{streamField})
	}
	return bad.Err()
}

// streamReader turns read errors into refusals.
type streamReader struct {
	r     io.Reader
	limit int64
}

func (s streamReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	_, refused := errors.AsType[*apperr.Error](err)
	if err != nil && !refused && (!errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
		err = readError(err, s.limit)
	}
	return n, err
}

// movingBody replaces the server's deadline for a whole request, which a large file
// on a slow line would miss, by one for each read.
type movingBody struct {
	io.ReadCloser
	ctl *http.ResponseController
	end time.Time
}

func newMovingBody(w http.ResponseWriter, body io.ReadCloser) *movingBody {
	return &movingBody{ReadCloser: body, ctl: http.NewResponseController(w), end: socketTime().Add(streamTotal)}
}

func (b *movingBody) Read(p []byte) (int, error) {
	by := socketTime().Add(streamPause)
	if by.After(b.end) {
		by = b.end
	}
	// Without a connection, as in a test that calls the handler, there is
	// nothing to move.
	_ = b.ctl.SetReadDeadline(by)
	_ = b.ctl.SetWriteDeadline(by.Add(answerTime))
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		// net/http now listens for the client going away, and would take the
		// deadline for that.
		_ = b.ctl.SetReadDeadline(time.Time{})
	}
	return n, err
}

// socketTime is the machine's: deadlines of connections do not follow a clock
// that was set ahead.
func socketTime() time.Time { return time.Now() } //nolint:forbidigo // see above

// documentStream documents the file as the raw body and as a form. It comes after
// huma has looked at the operation, which would read a form itself.
func documentStream(o *huma.Operation, op *Op) {
	if len(op.Stream) == 0 {
		return
	}
	content := map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Properties: map[string]*huma.Schema{streamField: binary("The file")}, Required: []string{streamField},
		AdditionalProperties: false,
	}}}
	for _, t := range op.Stream {
		content[t] = &huma.MediaType{Schema: binary("")}
	}
	o.RequestBody = &huma.RequestBody{Required: true, Content: content}
}
