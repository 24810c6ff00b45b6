package httpx

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/klauspost/compress/gzhttp"

	"allot/internal/platform/httpx/apidoc"
)

// Prepared is a response whose bytes are cached, or made at most once for many
// callers. A caller that has them already gets 304 without any being made.
type Prepared struct {
	// Tag identifies the state of the content, such as the version of the data and the
	// filters: letters, digits and -._ only. Equal tags mean equal bytes to one caller
	// and release; the caller is part of the ETag already.
	Tag string
	// Body returns the JSON, which must not be changed.
	Body func(ctx context.Context) ([]byte, error)
	// Gzip returns the same, compressed. Without it each response is compressed when
	// sent.
	Gzip func(ctx context.Context) ([]byte, error)
	// Stream, instead of both, writes a response that is too large to be cached.
	Stream JSONStream
	// StreamGzip writes the same as a gzip stream. Without it the response is
	// compressed when sent.
	StreamGzip JSONStream
}

// Bytes returns a function for Prepared that returns b.
func Bytes(b []byte) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return b, nil }
}

// revalidate lets the client cache the response, but revalidate it each time.
var revalidate = []string{"private, no-cache"}

var knownParam = &huma.Param{
	Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
	Description: "ETag of the answer that the caller has: answered with 304 while it is right",
}

// RegisterPrepared adds an operation that returns prepared bytes, as JSON or XML; T
// is the type of the response in the document.
func RegisterPrepared[I, T any](s *Server, op Op, h func(context.Context, *I) (*Prepared, error)) {
	op.Answers = schemaOf[T](op)
	op.document = func(o *huma.Operation) {
		o.Parameters = append(o.Parameters, knownParam)
		o.Responses["200"].Headers = map[string]*huma.Param{"ETag": {
			Schema: &huma.Schema{Type: huma.TypeString}, Description: "Names this answer for If-None-Match",
		}}
	}
	registerWritten(s, op, h, s.sendPrepared)
}

func (s *Server) sendPrepared(hc huma.Context, p *Prepared) {
	ctx := hc.Context()
	r, w := humachi.Unwrap(hc)
	asXML := r.Header.Get("Accept") == apidoc.XMLType
	etag := s.etag(ctx, p.Tag, asXML)
	if TagMatches(r.Header["If-None-Match"], etag) {
		notModified(w, etag)
		return
	}
	if p.Stream != nil {
		validators(w.Header(), etag)
		s.sendStream(hc, p.Stream, p.StreamGzip)
		return
	}
	get, zipped := p.Body, p.Gzip != nil && !asXML && acceptsGzip(r.Header["Accept-Encoding"])
	if zipped {
		get = p.Gzip
	}
	body, err := get(ctx)
	if err != nil {
		s.writeError(w, r, hc.Operation().OperationID, err)
		return
	}
	validators(w.Header(), etag)
	if asXML {
		s.sendStream(hc, writes(body), nil)
		return
	}
	if zipped {
		w.Header().Set("Content-Encoding", "gzip")
		w = uncompressed(w)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	allowSending(w, len(body))
	_, _ = w.Write(body) // an error means that the client disconnected
}

// sendStream sends a response while it is made, as a gzip stream if there is one
// and the client accepts it.
func (s *Server) sendStream(hc huma.Context, plain, zipped JSONStream) {
	r, w := humachi.Unwrap(hc)
	switch {
	case r.Method == http.MethodHead:
		w.Header()["Content-Type"] = r.Header["Accept"] // which negotiate has made exact
	case zipped != nil && r.Header.Get("Accept") != apidoc.XMLType && acceptsGzip(r.Header["Accept-Encoding"]):
		w.Header().Set("Content-Encoding", "gzip")
		s.sendJSON(hc, uncompressed(w), zipped)
	default:
		s.sendJSON(hc, w, plain)
	}
}

// notModified sends 304. The policies are those of the response that the client has:
// HTTP wants them left out (RFC 9110, 15.4.5).
func notModified(w http.ResponseWriter, etag string) {
	maps.DeleteFunc(w.Header(), func(name string, _ []string) bool { return policies[name] != nil })
	validators(w.Header(), etag)
	w.WriteHeader(http.StatusNotModified)
}

// validators sets the headers that a response and its 304 have in common.
func validators(h http.Header, etag string) {
	h["Etag"] = []string{etag}
	h["Cache-Control"] = revalidate
}

// uncompressed returns the writer below the compressing one, for bytes that are
// compressed already.
func uncompressed(w http.ResponseWriter) http.ResponseWriter {
	switch c := w.(type) {
	case *gzhttp.GzipResponseWriter:
		return c.Unwrap()
	case gzhttp.GzipResponseWriterWithCloseNotify:
		return c.Unwrap()
	}
	return w
}

// allowSending extends the deadline for a large response on a slow line; the server's
// own is for small ones.
func allowSending(w http.ResponseWriter, size int) {
	const slowest, start = 64 << 10, 2 * time.Minute // bytes a second
	const large = 1 << 20
	if size > large {
		// Where there is no connection, as in tests, there is no deadline either.
		_ = http.NewResponseController(w).SetWriteDeadline(socketTime().Add(start + time.Duration(size/slowest)*time.Second))
	}
}

// acceptsGzip reports whether the client accepts gzip, by name or by *.
func acceptsGzip(accepted []string) bool {
	const unsaid = -1.0
	named, others := unsaid, unsaid
	for _, line := range accepted {
		for part := range strings.SplitSeq(line, ",") {
			coding, params, _ := strings.Cut(part, ";")
			switch strings.ToLower(strings.TrimSpace(coding)) {
			case "gzip", "x-gzip":
				named = max(named, quality(params))
			case "*":
				others = quality(params)
			}
		}
	}
	if named == unsaid {
		named = others
	}
	return named > 0
}
