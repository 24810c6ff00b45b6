package httpx

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/httpx/apidoc"
)

// JSONStream writes one JSON value while it is read from the database, so that
// memory does not grow with it. Refuse before: an error in it cuts the connection,
// so that the client sees that the response is incomplete.
type JSONStream func(ctx context.Context, w io.Writer) error

// RegisterJSONStream adds an operation that returns a stream, as JSON or XML; T is
// the type of the response in the document.
func RegisterJSONStream[I, T any](s *Server, op Op, h func(context.Context, *I) (JSONStream, error)) {
	op.Answers = schemaOf[T](op)
	registerWritten(s, op, h, func(hc huma.Context, stream JSONStream) {
		_, w := humachi.Unwrap(hc)
		s.sendJSON(hc, w, stream)
	})
}

func schemaOf[T any](op Op) func(*huma.OpenAPI) *huma.Schema {
	return func(doc *huma.OpenAPI) *huma.Schema {
		return doc.Components.Schemas.Schema(reflect.TypeFor[T](), true, op.Summary)
	}
}

func (s *Server) sendJSON(hc huma.Context, w http.ResponseWriter, stream JSONStream) {
	accepted := hc.Header("Accept") // which negotiate has made exact
	w.Header().Set("Content-Type", accepted)
	if accepted == apidoc.XMLType {
		stream = stream.asXML
	}
	s.write(hc, w, "answer", stream)
}

// asXML writes the stream converted to XML.
func (stream JSONStream) asXML(ctx context.Context, w io.Writer) error {
	read, write := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := stream(ctx, write)
		_ = write.CloseWithError(err)
		done <- err
	}()
	err := JSONToXML(w, read)
	_ = read.CloseWithError(err) // the writer must not wait for a reader that is gone
	return errors.Join(err, <-done)
}
