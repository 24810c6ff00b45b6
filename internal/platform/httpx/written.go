package httpx

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/apperr"
)

// registerWritten adds an operation whose response is written by send.
func registerWritten[I, T any](s *Server, op Op, h func(context.Context, *I) (T, error), send func(huma.Context, T)) {
	Register(s, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		out, err := h(ctx, in)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) { send(hc, out) }}, nil
	})
}

// documentWritten documents a response that huma does not write.
func documentWritten(o *huma.Operation, description, contentType string, schema *huma.Schema) {
	o.Responses = map[string]*huma.Response{"200": {
		Description: description, Content: map[string]*huma.MediaType{contentType: {Schema: schema}},
	}}
}

// write sends a response while fn makes it. After an error it cuts the connection,
// so that the client sees that the response is incomplete.
func (s *Server) write(hc huma.Context, w http.ResponseWriter, what string, fn func(context.Context, io.Writer) error) {
	ctx := hc.Context()
	out := &patientWriter{w: w, conn: http.NewResponseController(w)}
	// The server's time for reading a request goes on running, and its end
	// would end the request's context. Where there is no connection, as in
	// tests, there is no deadline either.
	_ = out.conn.SetReadDeadline(time.Time{})
	err := fn(ctx, out)
	if err == nil {
		return
	}
	if out.err == nil && ctx.Err() == nil { // not just a client that hung up
		level := slog.LevelError
		if errors.Is(err, apperr.ErrNotFound) {
			level = slog.LevelInfo // it was there at the start: somebody deleted it meanwhile
		}
		s.log.Log(ctx, level, what+" broken off", "operation", hc.Operation().OperationID, "error", err) //nolint:sloglint // what is a download or an answer
	}
	panic(http.ErrAbortHandler)
}

// writes returns a function for write that writes data.
func writes(data []byte) JSONStream {
	return func(_ context.Context, w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// stalled is how long a client may read nothing while it gets a response.
const stalled = time.Minute

// patientWriter gives every write a deadline of its own: a download may take hours
// while the client keeps reading.
type patientWriter struct {
	w    io.Writer
	conn *http.ResponseController
	err  error // of the connection
}

func (p *patientWriter) Write(b []byte) (int, error) {
	_ = p.conn.SetWriteDeadline(socketTime().Add(stalled))
	n, err := p.w.Write(b)
	if err != nil {
		p.err = err
	}
	return n, err
}
