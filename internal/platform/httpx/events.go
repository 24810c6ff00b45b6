package httpx

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/request"
)

// eventStream is the media type of server-sent events.
const eventStream = "text/event-stream"

// Event is one server-sent event.
type Event struct {
	ID   string // what the client sends as Last-Event-ID when it connects again
	Name string
	Data any // is sent as JSON
	// Retry is after which time the client connects again when the stream has ended;
	// 0 leaves it as it is.
	Retry time.Duration
}

// Events sends events until the stream ends or the context does, because the client
// has gone. An error before the first event is a normal error body; after it the
// stream just ends, and the client connects again.
type Events func(ctx context.Context, w *EventWriter) error

// RegisterEvents adds an operation that returns server-sent events. Clients connect
// again by themselves, so its requests are no activity of the user and do not prolong
// the session. HEAD returns the headers only.
func RegisterEvents[I any](s *Server, op Op, description string, h func(context.Context, *I) (Events, error)) {
	op.unattended = true
	op.document = func(o *huma.Operation) {
		documentWritten(o, description, eventStream, &huma.Schema{Type: huma.TypeString})
	}
	registerWritten(s, op, h, s.sendEvents)
}

func (s *Server) sendEvents(hc huma.Context, events Events) {
	r, w := humachi.Unwrap(hc)
	if r.Method == http.MethodHead {
		eventHeaders(w.Header())
		return
	}
	out := &EventWriter{server: s, op: opOf(hc), request: r, w: uncompressed(w), answered: func() {
		request.Begin(r.Context(), s.opt.Now())
		s.opt.Metrics.answered()
	}}
	out.conn = http.NewResponseController(out.w)
	// The server's time for reading a request goes on running, and its end would end
	// the request's context. Where there is no connection, as in tests, there is no
	// deadline either.
	_ = out.conn.SetReadDeadline(time.Time{})
	ctx := hc.Context()
	if s.opt.DB != nil {
		ctx = s.opt.DB.Later(ctx)
	}
	err := events(ctx, out)
	switch {
	case err == nil, out.broken || ctx.Err() != nil: // a client that goes is the usual end
	case !out.begun:
		s.writeError(w, r, hc.Operation().OperationID, err)
	default:
		s.log.ErrorContext(ctx, "events broken off", "operation", hc.Operation().OperationID, "error", err)
	}
}

func eventHeaders(h http.Header) {
	h.Set("Content-Type", eventStream)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx must not wait for more
}

const (
	// eventStalled is how long a client may take nothing: events are small, so all
	// buffers on the way are full by then.
	eventStalled = 10 * time.Second
	// eventHurry is the same when the program stops.
	eventHurry = time.Second
)

// EventWriter sends events to one client. One goroutine sends; Hurry may be called by
// others.
type EventWriter struct {
	server  *Server
	op      *Op
	request *http.Request
	w       http.ResponseWriter
	conn    *http.ResponseController
	// answered notes that the rest of the answer takes as long as the client listens.
	answered func()
	buf      []byte
	begun    bool // the headers are sent
	broken   bool // the connection is

	mu    sync.Mutex
	hurry bool
}

// Send sends some events at once.
func (e *EventWriter) Send(events ...Event) error {
	b := e.buf[:0]
	for _, event := range events {
		data, err := json.Marshal(event.Data)
		if err != nil {
			return fmt.Errorf("encode event %s: %w", event.Name, err)
		}
		if event.Retry > 0 {
			b = append(strconv.AppendInt(append(b, "retry: "...), event.Retry.Milliseconds(), 10), '\n')
		}
		b = append(append(append(b, "id: "...), event.ID...), '\n')
		b = append(append(append(b, "event: "...), event.Name...), '\n')
		b = append(append(append(b, "data: "...), data...), "\n\n"...)
	}
	e.buf = b
	return e.write(b)
}

// Ping sends a comment, which clients ignore, so that nobody on the way takes the
// connection for idle.
func (e *EventWriter) Ping() error { return e.write([]byte(": ping\n\n")) }

func (e *EventWriter) write(b []byte) error {
	if !e.begun {
		e.begun = true
		eventHeaders(e.w.Header())
		e.answered()
	}
	e.allow()
	_, err := e.w.Write(b)
	if err == nil {
		err = e.conn.Flush()
	}
	if err != nil {
		e.broken = true
		return fmt.Errorf("send events: %w", err)
	}
	return nil
}

// allow sets the time that the next write may take.
func (e *EventWriter) allow() {
	e.mu.Lock()
	defer e.mu.Unlock()
	within := eventStalled
	if e.hurry {
		within = eventHurry
	}
	// Where there is no connection, as in tests, there is no deadline either.
	_ = e.conn.SetWriteDeadline(socketTime().Add(within))
}

// Hurry gives a client that takes nothing a second more: the program stops.
func (e *EventWriter) Hurry() {
	e.mu.Lock()
	e.hurry = true
	e.mu.Unlock()
	e.allow()
}

// Caller finds the caller anew. It refuses when the session has ended or the rule of
// the operation does not admit the caller any more.
func (e *EventWriter) Caller(ctx context.Context) (request.Caller, error) {
	token, _ := sessionToken(e.request)
	who, err := e.server.opt.Recognize(ctx, token)
	if err == nil && e.op.Rule != nil {
		err = e.op.Rule.Admit(who)
	}
	return who, err
}
