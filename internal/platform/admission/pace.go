package admission

import (
	"errors"
	"io"
	"os"
	"time"

	"allot/internal/platform/apperr"
)

// A sender must keep up leastBytes in each window of time that we spend on reading.
const (
	leastBytes = 10 * kib
	window     = 10 * time.Second
)

// ErrSlow ends a body that arrives too slowly.
var ErrSlow = apperr.New(apperr.Timeout, "body_timeout", "the request body arrived too slowly: at least 1 kB a second is expected")

// Pace reads a body from a connection and ends it if it comes too slowly. The time that a
// body waits for its turn does not count.
type Pace struct {
	io.Reader
	// Deadline ends a read of the connection at a time; zero: it may take as long as it
	// likes.
	Deadline func(time.Time)
	Now      func() time.Time
	// Most is how long the whole body may take.
	Most time.Duration

	spent, total time.Duration
	got          int
}

func (p *Pace) Read(b []byte) (int, error) {
	before := p.Now()
	p.Deadline(before.Add(min(window-p.spent, p.Most-p.total)))
	n, err := p.Reader.Read(b)
	took := p.Now().Sub(before)
	p.spent, p.total, p.got = p.spent+took, p.total+took, p.got+n
	switch {
	case errors.Is(err, io.EOF):
		// net/http now listens for the client going away, and would take a deadline for
		// that.
		p.Deadline(time.Time{})
		return n, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, ErrSlow
	case err != nil:
		return n, err
	case p.got >= leastBytes:
		p.got, p.spent = 0, 0
	}
	if p.spent >= window || p.total >= p.Most {
		return n, ErrSlow
	}
	return n, nil
}
