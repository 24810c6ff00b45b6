package httpx

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
)

// smallBody is what an operation takes that is open to everybody, and the default of the
// others.
const smallBody = 64 << 10

// ListBody is what an operation takes that has a list of some hundred entries.
const ListBody = 512 << 10

// answerTime is left for the work that follows the last byte.
const answerTime = 2 * time.Minute

// Reception says how the body of a request is received.
type Reception struct {
	Sender admission.Sender // whose share it takes
	Limit  int64            // in bytes
	Scan   io.Writer        // sees what arrives and may refuse it; nil: nobody looks
}

// Receive reads the body of a request to its end, at the pace that is expected of senders.
// Handlers of protocols call it once they know who sends. Give the body to Dispose in the
// end.
func (s *Server) Receive(w http.ResponseWriter, r *http.Request, how Reception) (*admission.Body, error) {
	if r.ContentLength > how.Limit {
		return nil, tooLarge(how.Limit)
	}
	b, err := s.admission.Receive(r.Context(), how.Sender, admission.Incoming{
		Reader: pacedBody(w, r, how.Limit), Length: declared(r, how.Limit), Scan: how.Scan,
	})
	return b, readError(err, how.Limit)
}

// Dispose removes a body and lets the next one in.
func (s *Server) Dispose(ctx context.Context, b *admission.Body) {
	if err := b.Close(); err != nil {
		s.log.ErrorContext(ctx, "a request body stays in the temporary folder", "error", err)
	}
}

func declared(r *http.Request, limit int64) int64 {
	if r.ContentLength >= 0 {
		return r.ContentLength
	}
	return limit
}

// pacedBody returns the body with deadlines of its own, in place of that of the server for
// a whole request, which a large body on a slow line would miss.
func pacedBody(w http.ResponseWriter, r *http.Request, limit int64) io.Reader {
	const (
		slowest = 64 << 10 // bytes a second of a large body
		longest = 30 * time.Minute
	)
	conn := http.NewResponseController(w)
	return &admission.Pace{
		Reader: http.MaxBytesReader(w, r.Body, limit), Now: socketTime, Most: min(longest, time.Minute+time.Duration(limit/slowest)*time.Second),
		Deadline: func(at time.Time) {
			// Where there is no connection, as in tests, there is no deadline either.
			_ = conn.SetReadDeadline(at)
			if !at.IsZero() {
				_ = conn.SetWriteDeadline(at.Add(answerTime))
			}
		},
	}
}

// socketTime is the machine's: deadlines of connections do not follow a clock
// that was set ahead.
func socketTime() time.Time { return time.Now() } //nolint:forbidigo // see above

// readError tells what became of a body that did not arrive.
func readError(err error, limit int64) error {
	if err == nil {
		return nil
	}
	err = tooLargeError(err, limit)
	if _, refused := errors.AsType[*apperr.Error](err); refused {
		return err
	}
	// The client disconnected.
	return errBodyIncomplete
}

// tooLargeError is err, or the refusal of a body that was larger than the limit.
func tooLargeError(err error, limit int64) error {
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return tooLarge(limit)
	}
	return err
}

func tooLarge(limit int64) error {
	return errTooLarge.Withf("the request body is too large: at most %d bytes are accepted here", limit)
}
