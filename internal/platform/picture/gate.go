package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
)

// ErrBusy refuses pictures of a sender of which too many wait, or have waited too long.
var ErrBusy = apperr.New(apperr.Unavailable, "busy",
	"too many pictures are being worked on right now; try again in a moment").After(5 * time.Second)

// Gate bounds the memory of all pictures that are processed at once, because a
// small file can decode to some hundred megabytes. Small pictures are processed
// concurrently, a large one alone. Senders get their turns one after another; what
// waits is on disk, and beyond a bound of each sender it is refused at once.
type Gate struct{ memory *admission.Pictures }

// NewGate returns a Gate for memory bytes, with queue places to wait for each sender.
func NewGate(memory int64, queue int) *Gate {
	return &Gate{admission.NewPictures(memory, queue)}
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

// Use reads an upload, scales it down and calls encode with the result, which is not
// valid afterwards. It waits for memory, and refuses with ErrBusy if too much of the
// sender waits. encode must wait for nobody: all others wait for it.
func (g *Gate) Use(ctx context.Context, upload io.ReadSeeker, limits Limits, want Result, encode func(*Picture) error) error {
	m, err := measure(upload, limits)
	if err != nil {
		return err
	}
	memory := want.memory(m)
	leave, err := g.memory.Enter(ctx, memory)
	switch {
	case errors.Is(err, admission.ErrBusy):
		return ErrBusy
	case err != nil:
		return fmt.Errorf("wait for memory for a picture: %w", err)
	}
	defer leave()
	defer collect(memory) // before the next picture gets the memory
	p, err := m.reduce(upload, want)
	if err != nil {
		return err
	}
	collect(memory)
	return encode(p)
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

// collect runs the garbage collector after a large picture. By itself it would wait
// until the heap has doubled.
func collect(memory int64) {
	const large = 16_000_000
	if memory >= large {
		runtime.GC()
	}
}
