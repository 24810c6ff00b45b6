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

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx/apidoc"
)

// streamField is the form field that holds the file of an operation that
// streams.
const streamField = "file"

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

// readStream passes the body to the operation: the raw body, or the field "file" of a
// form. The operation works on it while it arrives, so that it takes no memory or disk, or
// gets it once it is whole.
func (s *Server) readStream(ctx huma.Context, next func(huma.Context)) {
	op := opOf(ctx)
	r, w := humachi.Unwrap(ctx)
	if r.ContentLength > op.MaxBody {
		s.refuse(ctx, tooLarge(op.MaxBody)) // before a part of it has been worked on
		return
	}
	body, done, err := s.streamBody(ctx.Context(), w, r, op)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	defer done()
	stream, err := openStream(r, body, op)
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	next(huma.WithContext(ctx, context.WithValue(ctx.Context(), streamKey{}, stream)))
}

// streamBody waits for the turn of a body. Call done in the end.
func (s *Server) streamBody(ctx context.Context, w http.ResponseWriter, r *http.Request, op *Op) (body io.Reader, done func(), err error) {
	if op.CostOfByte == 0 {
		done, err = s.admission.Stream(ctx, admission.SenderOf(ctx))
		return pacedBody(w, r, op.MaxBody), done, err
	}
	arrived, err := s.Receive(w, r, Reception{Sender: admission.SenderOf(ctx), Limit: op.MaxBody})
	if err != nil {
		return nil, nil, err
	}
	done = func() { s.Dispose(ctx, arrived) }
	if err := arrived.Enter(ctx, op.CostOfByte*arrived.Size); err != nil {
		done()
		return nil, nil, err
	}
	return arrived.Reader(), done, nil
}

func openStream(r *http.Request, body io.Reader, op *Op) (*Stream, error) {
	mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case mediaType == "multipart/form-data":
		boundary, err := boundaryOf(r)
		if err != nil {
			return nil, err
		}
		return filePart(multipart.NewReader(io.TeeReader(body, newFormScan(boundary)), boundary), op.MaxBody)
	case r.Header.Get("Content-Type") == "", slices.Contains(op.Stream, mediaType):
		return &Stream{Reader: streamReader{body, op.MaxBody}, Type: mediaType}, nil
	}
	return nil, errUnsupportedType.Withf("send the file as %s, or in the field %q of multipart/form-data", strings.Join(op.Stream, " or "), streamField)
}

func filePart(parts *multipart.Reader, limit int64) (*Stream, error) {
	p, err := parts.NextPart()
	switch {
	case errors.Is(err, io.EOF):
		return nil, apperr.Field(streamField, "is required: the file")
	case err != nil:
		return nil, formError(tooLargeError(err, limit))
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

// documentStream documents the file as the raw body and as a form. It comes after
// huma has looked at the operation, which would read a form itself.
func documentStream(o *huma.Operation, op *Op) {
	if len(op.Stream) == 0 {
		return
	}
	content := map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Properties: map[string]*huma.Schema{streamField: apidoc.Binary("The file")}, Required: []string{streamField},
		AdditionalProperties: false,
	}}}
	for _, t := range op.Stream {
		content[t] = &huma.MediaType{Schema: apidoc.Binary("")}
	}
	o.RequestBody = &huma.RequestBody{Required: true, Content: content}
}
