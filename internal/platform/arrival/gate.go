// Package arrival has large request bodies wait on disk for their turn. Read into
// values, a body takes many times its size in memory: without turns, a few dozen
// callers at once could take all of it.
package arrival

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sync/semaphore"

	"allot/internal/platform/apperr"
)

// small is up to where a body is kept in memory and has no turn to wait for.
const small = 64 << 10

// onDisk is how many bytes may wait on disk at one gate.
const onDisk = 256 << 20

// ErrFull means that too many large bodies are waiting.
var ErrFull = apperr.New(apperr.Unavailable, "busy", "too many large requests are waiting; try again in a moment").After(5 * time.Second)

// Gate lets bodies in as long as those inside are not too large together.
type Gate struct {
	inside, waiting *semaphore.Weighted
	most            int64
}

// NewGate makes a gate for a number of bytes at once. A body that is larger is inside
// alone.
func NewGate(bytesAtOnce int64) *Gate {
	return &Gate{inside: semaphore.NewWeighted(bytesAtOnce), waiting: semaphore.NewWeighted(onDisk), most: bytesAtOnce}
}

// Body is a body that has arrived whole, and has its turn until it is closed.
type Body struct {
	io.Reader
	Size int64

	gate  *Gate
	file  *os.File // nil: the body is small
	taken int64    // of the bytes that the gate lets in
}

// Pass reads a body to its end, so that a slow sender holds up nobody, and waits for
// its turn. It counts for least bytes at least, such as one that is compressed; a
// small body that counts for no more is let in at once. An error of the body itself is
// told when the Body is read. Close it.
func (g *Gate) Pass(ctx context.Context, r io.Reader, least int64) (*Body, error) {
	start := make([]byte, small)
	n, err := fill(start, r)
	if err != nil {
		b := &Body{Reader: io.MultiReader(bytes.NewReader(start[:n]), ending{err}), Size: int64(n), gate: g}
		if least <= small {
			return b, nil
		}
		return b.enter(ctx, least)
	}
	b := &Body{gate: g}
	if b.file, err = os.CreateTemp("", "body-*"); err != nil {
		return nil, fmt.Errorf("make a file for a body: %w", err)
	}
	if err := b.keep(start, r); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b.enter(ctx, least)
}

// fill is io.ReadFull with the reader's own error, which says how the body ended.
func fill(p []byte, r io.Reader) (n int, err error) {
	for n < len(p) && err == nil {
		var more int
		more, err = r.Read(p[n:])
		n += more
	}
	if n == len(p) {
		err = nil // if it ended here, the next read says so
	}
	return n, err
}

// keep writes the body to the file, as far as there is room for it.
func (b *Body) keep(start []byte, rest io.Reader) error {
	var ended error
	for part := start; ended == nil; {
		if !b.gate.waiting.TryAcquire(int64(len(part))) {
			return ErrFull
		}
		b.Size += int64(len(part))
		if _, err := b.file.Write(part); err != nil {
			return fmt.Errorf("keep a body: %w", err)
		}
		var n int
		n, ended = rest.Read(start)
		part = start[:n]
		if ended != nil && n > 0 {
			rest, ended = ending{ended}, nil
		}
	}
	if _, err := b.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read a body again: %w", err)
	}
	b.Reader = io.MultiReader(b.file, ending{ended})
	return nil
}

func (b *Body) enter(ctx context.Context, least int64) (*Body, error) {
	wanted := min(max(b.Size, least), b.gate.most)
	if err := b.gate.inside.Acquire(ctx, wanted); err != nil {
		return nil, errors.Join(fmt.Errorf("wait to read a body: %w", err), b.Close())
	}
	b.taken = wanted
	return b, nil
}

// Bytes reads what is left.
func (b *Body) Bytes() ([]byte, error) {
	var all bytes.Buffer
	all.Grow(int(b.Size) + bytes.MinRead)
	_, err := all.ReadFrom(b)
	return all.Bytes(), err
}

// Close removes the file and lets the next body in.
func (b *Body) Close() error {
	b.gate.inside.Release(b.taken)
	b.taken = 0
	if b.file == nil {
		return nil
	}
	b.gate.waiting.Release(b.Size)
	b.Size = 0
	return errors.Join(b.file.Close(), os.Remove(b.file.Name()))
}

// ending is how a body ended when it arrived.
type ending struct{ err error }

func (e ending) Read([]byte) (int, error) { return 0, e.err }
