package httpx

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// JSONStream writes one JSON value while it is read from the database, so that
// memory does not grow with it. Refuse before: an error in it cuts the connection,
// so that the client sees that the response is incomplete.
type JSONStream func(ctx context.Context, w io.Writer) error

type jsonStreamResponse struct{ Body func(huma.Context) }

// RegisterJSONStream adds an operation that returns a stream, as JSON or XML; T is
// the type of the response in the document.
func RegisterJSONStream[I, T any](s *Server, op Op, h func(context.Context, *I) (JSONStream, error)) {
	op.Answers = s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, op.Summary)
	Register(s, op, func(ctx context.Context, in *I) (*jsonStreamResponse, error) {
		stream, err := h(ctx, in)
		if err != nil {
			return nil, err
		}
		return &jsonStreamResponse{Body: func(hc huma.Context) { //nolint:contextcheck // it is in hc
			_, w := humachi.Unwrap(hc)
			s.sendJSON(hc, w, stream)
		}}, nil
	})
}

// documentStreamed documents both formats of the response.
func documentStreamed(schema *huma.Schema) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {
		Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
}

func (s *Server) sendJSON(hc huma.Context, w http.ResponseWriter, stream JSONStream) {
	out := &patientWriter{w: w, conn: http.NewResponseController(w)}
	_ = out.conn.SetReadDeadline(time.Time{}) // as in send
	var err error
	if hc.Header("Accept") == xmlType {
		w.Header().Set("Content-Type", xmlType)
		err = streamXML(hc.Context(), out, stream)
	} else {
		w.Header().Set("Content-Type", "application/json")
		err = stream(hc.Context(), out)
	}
	if err == nil {
		return
	}
	if out.err == nil && hc.Context().Err() == nil { // not just a client that hung up
		s.log.ErrorContext(hc.Context(), "answer broken off", "operation", hc.Operation().OperationID, "error", err)
	}
	panic(http.ErrAbortHandler)
}

// streamXML converts the stream to XML.
func streamXML(ctx context.Context, w io.Writer, stream JSONStream) error {
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
