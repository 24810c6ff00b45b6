package httpx

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

const (
	// freeDrain is how much of each refused body is read at once.
	freeDrain = 1 << 20
	// drainRate is how many bytes a second are read beyond that, of all refused bodies of one client
	// address together: whoever sends many large ones waits for himself, and others do not notice.
	drainRate = 64 << 20
	// drainPart is read between two waits.
	drainPart = 256 << 10
	// drainPatience ends it: the connection is closed then.
	drainPatience = 30 * time.Second
)

// drain reads the rest of the body before the response is sent. Many clients read
// only after they have sent everything: to them a refusal in the middle of an
// upload would look like a broken connection. addressOf tells who sends a request.
func drain(addressOf func(r *http.Request) netip.Addr) func(next http.Handler) http.Handler {
	all := paces{byAddress: map[netip.Addr]*pace{}}
	return func(next http.Handler) http.Handler { return all.drain(next, addressOf) }
}

func (p *paces) drain(next http.Handler, addressOf func(r *http.Request) netip.Addr) http.Handler {
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
			p.discard(r.Context(), addressOf(r), b.ReadCloser)
		}
	})
}

// paces are those of the client addresses whose bodies are read just now.
type paces struct {
	mu        sync.Mutex
	byAddress map[netip.Addr]*pace
}

// pace is when the next part of a refused body of an address may be read.
type pace struct {
	next   time.Time
	bodies int
}

// discard reads a body to its end, at the pace of its sender.
func (p *paces) discard(ctx context.Context, from netip.Addr, body io.Reader) {
	if _, err := io.CopyN(io.Discard, body, freeDrain); err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, drainPatience)
	defer cancel()
	mine := p.begin(from)
	defer p.end(from)
	for err := error(nil); err == nil && p.wait(ctx, mine); {
		_, err = io.CopyN(io.Discard, body, drainPart)
	}
}

func (p *paces) begin(from netip.Addr) *pace {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byAddress[from] == nil {
		p.byAddress[from] = &pace{}
	}
	p.byAddress[from].bodies++
	return p.byAddress[from]
}

func (p *paces) end(from netip.Addr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byAddress[from].bodies--; p.byAddress[from].bodies == 0 {
		delete(p.byAddress, from)
	}
}

// wait waits for the turn of one part; it returns false if ctx ends before.
func (p *paces) wait(ctx context.Context, mine *pace) bool {
	now := time.Now() //nolint:forbidigo // how long it takes, not when
	p.mu.Lock()
	if mine.next.Before(now) {
		mine.next = now
	}
	turn := time.NewTimer(mine.next.Sub(now))
	mine.next = mine.next.Add(drainPart * time.Second / drainRate)
	p.mu.Unlock()
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
