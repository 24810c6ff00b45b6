package mcphttp

import (
	"bytes"
	"errors"
	"net/http"
)

// maxRecorded bounds the answer that is kept to be cut.
const maxRecorded = 4 << 20

var errOver = errors.New("the answer is too large for a tool")

// recorder keeps the answer of an operation.
type recorder struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
	over   bool
}

// serve runs the operation. An answer that breaks off, because it is too large here,
// leaves as a panic.
func (w *recorder) serve(op http.Handler, r *http.Request) {
	defer func() {
		if v := recover(); v != nil && !w.over {
			panic(v)
		}
	}()
	op.ServeHTTP(w, r)
}

// Header returns the headers of the answer.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader keeps the first status.
func (w *recorder) WriteHeader(status int) {
	if !w.wrote {
		w.status, w.wrote = status, true
	}
}

// Write keeps a part of the answer.
func (w *recorder) Write(p []byte) (int, error) {
	w.wrote = true
	if w.body.Len()+len(p) > maxRecorded {
		w.over = true
		return 0, errOver
	}
	return w.body.Write(p)
}
