package httpx

import (
	"io"
	"net/http"
)

// Attachment is the Content-Disposition of a file.
func Attachment(name string) string { return attachment(name) }

// CostOf returns what the body of a POST is admitted with.
func CostOf(s *Server, path string, body []byte) int64 {
	for _, o := range s.operations {
		if o.path == path {
			scan := newScan(s, o.build().op)
			_, _ = scan.Write(body)
			return scan.Cost()
		}
	}
	return 0
}

// NewFormScan returns what looks at a form while it arrives.
func NewFormScan(boundary string) io.Writer { return newFormScan(boundary) }

// SmallCost is up to where a body enters beside large ones.
const SmallCost = 4 << 20

// PacedBody returns the body of a request with the deadlines of its connection.
func PacedBody(w http.ResponseWriter, r *http.Request, limit int64) io.Reader {
	return pacedBody(w, r, limit)
}

// Drain reads what is left of refused bodies.
var Drain = drain
