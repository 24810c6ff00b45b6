package picture

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"allot/internal/platform/apperr"
)

// ErrBusy refuses pictures while memory and queue are full.
var ErrBusy = apperr.New(apperr.Unavailable, "busy",
	"too many pictures are being worked on right now; try again in a moment").After(5 * time.Second)

// Gate bounds the memory of all pictures that are processed at once, because a
// small file can decode to some hundred megabytes. Small pictures are processed
// concurrently, a large one alone. A bounded queue waits in the order of calls,
// with the files on disk; further callers are refused at once.
type Gate struct {
	memory  *semaphore.Weighted
	size    int64
	queue   int64
	waiting atomic.Int64
}

// NewGate returns a Gate for memory bytes, with queue places to wait.
func NewGate(memory int64, queue int) *Gate {
	return &Gate{memory: semaphore.NewWeighted(memory), size: memory, queue: int64(queue)}
}

// Result is the picture that Use makes: one that fits a square of Side pixels, or
// is that square.
type Result struct {
	Side   int
	Square bool
}

func (res Result) of(p *Picture) *Picture {
	if res.Square {
		return p.Square(res.Side)
	}
	return p.Fit(res.Side, res.Side)
}

// Use reads an upload, scales it down and calls use with the result, which is not
// valid afterwards. It waits for memory until ctx ends, and refuses with ErrBusy if
// the queue is full.
func (g *Gate) Use(ctx context.Context, upload io.ReadSeeker, limits Limits, want Result, use func(*Picture) error) error {
	m, err := measure(upload, limits)
	if err != nil {
		return err
	}
	memory := min(g.size, want.memory(m))
	if err := g.acquire(ctx, memory); err != nil {
		return err
	}
	defer g.release(memory)
	p, err := m.reduce(upload, want)
	if err != nil {
		return err
	}
	collect(memory)
	return use(p)
}

// EncodeSmall scales an upload within the limits Small down and returns the encoded
// result and its extension.
func (g *Gate) EncodeSmall(ctx context.Context, upload io.ReadSeeker, want Result) (data []byte, ext string, err error) {
	var out bytes.Buffer
	err = g.Use(ctx, upload, Small, want, func(p *Picture) error {
		ext, err = p.Encode(&out, smallQuality)
		return err
	})
	return out.Bytes(), ext, err
}

// memory returns the bytes for the file, its pixels, the result, a rotated copy and
// one on white.
func (res Result) memory(m measured) int64 {
	const copies = 3
	side := int64(res.Side)
	return m.size + m.memory + copies*bytesRGBA*min(m.pixels, side*side)
}

// reduce returns only the small picture, so that the large one can be collected.
func (m measured) reduce(upload io.ReadSeeker, want Result) (*Picture, error) {
	data := make([]byte, m.size)
	err := fromStart(upload, func() error { _, err := io.ReadFull(upload, data); return err })
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	p, err := m.format.read(data)
	if err != nil {
		return nil, err
	}
	return want.of(p), nil
}

func (g *Gate) acquire(ctx context.Context, memory int64) error {
	if g.memory.TryAcquire(memory) {
		return nil
	}
	if g.waiting.Add(1) > g.queue {
		g.waiting.Add(-1)
		return ErrBusy
	}
	defer g.waiting.Add(-1)
	if err := g.memory.Acquire(ctx, memory); err != nil {
		return fmt.Errorf("wait for memory for a picture: %w", err)
	}
	return nil
}

// release frees the memory before the next picture gets it.
func (g *Gate) release(memory int64) {
	collect(memory)
	g.memory.Release(memory)
}

// collect runs the garbage collector after a large picture. By itself it would wait
// until the heap has doubled.
func collect(memory int64) {
	const large = 16_000_000
	if memory >= large {
		runtime.GC()
	}
}
