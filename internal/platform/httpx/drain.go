package httpx

import (
	"io"
	"net/http"
	"strings"
)

// maxDrain bounds how much of a refused body is read. It is more than any operation
// accepts.
const maxDrain = 96 << 20

// drain reads the rest of the body before the response is sent. Many clients read
// only after they have sent everything: to them a refusal in the middle of an
// upload would look like a broken connection.
func drain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		b := &startedBody{ReadCloser: r.Body}
		r.Body = b
		next.ServeHTTP(w, r)
		// A client that asked first is told no and sends nothing; reading would
		// ask it to.
		if b.started || !strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
			_, _ = io.CopyN(io.Discard, b.ReadCloser, maxDrain)
		}
	})
}

// startedBody records whether reading has begun.
type startedBody struct {
	io.ReadCloser
	started bool
}

func (b *startedBody) Read(p []byte) (int, error) {
	b.started = true
	return b.ReadCloser.Read(p)
}
