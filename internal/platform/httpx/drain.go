package httpx

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	// freeDrain is how much of each refused body is read at once.
	freeDrain = 1 << 20
	// drainRate is how many bytes a second are read beyond that, of all refused bodies together:
	// whoever sends many large ones waits for himself, and others do not notice.
	drainRate = 64 << 20
	// drainPart is read between two waits.
	drainPart = 256 << 10
	// drainPatience ends it: the connection is closed then.
	drainPatience = 30 * time.Second
)

// drain reads the rest of the body before the response is sent. Many clients read
// only after they have sent everything: to them a refusal in the middle of an
// upload would look like a broken connection.
func drain(next http.Handler) http.Handler {
	var shared pace
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
			shared.discard(r.Context(), b.ReadCloser)
		}
	})
}

// pace is when the next part of a refused body may be read.
type pace struct {
	mu   sync.Mutex
	next time.Time
}

// discard reads a body to its end, at the pace that all share.
func (p *pace) discard(ctx context.Context, body io.Reader) {
	ctx, cancel := context.WithTimeout(ctx, drainPatience)
	defer cancel()
	_, err := io.CopyN(io.Discard, body, freeDrain)
	for err == nil && p.wait(ctx) {
		_, err = io.CopyN(io.Discard, body, drainPart)
	}
}

// wait waits for the turn of one part; it returns false if ctx ends before.
func (p *pace) wait(ctx context.Context) bool {
	now := time.Now() //nolint:forbidigo // how long it takes, not when
	p.mu.Lock()
	if p.next.Before(now) {
		p.next = now
	}
	mine := p.next
	p.next = p.next.Add(drainPart * time.Second / drainRate)
	p.mu.Unlock()
	turn := time.NewTimer(mine.Sub(now))
	defer turn.Stop()
	select {
	case <-turn.C:
		return true
	case <-ctx.Done():
		return false
	}
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
