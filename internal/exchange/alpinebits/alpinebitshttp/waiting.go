package alpinebitshttp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	// largeAtOnce is how many large messages are read at the same time. The XML of one
	// takes more than ten times its size in memory.
	largeAtOnce = 3
	// smallBody is up to where a body is kept in memory and, if it is not compressed, does
	// not wait.
	smallBody = 64 << 10
)

// waiting is a body that has arrived whole. A large one waits on disk until few enough
// others are being read: many at once, or slow ones, take no memory.
type waiting struct {
	io.Reader
	file *os.File // nil: it is small
	gate chan struct{}
	in   bool
}

// arrived reads a body to its end and waits for its turn. A compressed one may be large
// inside and always waits. An error of the body itself, such as one that is too large,
// is told when it is read again. Close it.
func (h *handlers) arrived(ctx context.Context, body io.Reader, compressed bool) (*waiting, error) {
	start := make([]byte, smallBody)
	n, err := io.ReadFull(body, start)
	if err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = io.EOF
		}
		w := &waiting{Reader: io.MultiReader(bytes.NewReader(start[:n]), broken{err}), gate: h.large}
		if !compressed {
			return w, nil
		}
		return w.enter(ctx)
	}
	f, err := os.CreateTemp("", "alpinebits-*")
	if err != nil {
		return nil, fmt.Errorf("make a file for a message: %w", err)
	}
	w := &waiting{file: f, gate: h.large}
	if _, err := f.Write(start); err != nil {
		return nil, errors.Join(fmt.Errorf("keep a message: %w", err), w.Close())
	}
	_, err = io.Copy(f, body)
	if err == nil {
		err = io.EOF
	}
	w.Reader = io.MultiReader(f, broken{err})
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, errors.Join(fmt.Errorf("read a message again: %w", err), w.Close())
	}
	return w.enter(ctx)
}

// enter waits until few enough others are being read.
func (w *waiting) enter(ctx context.Context) (*waiting, error) {
	select {
	case w.gate <- struct{}{}:
		w.in = true
		return w, nil
	case <-ctx.Done():
		return nil, errors.Join(fmt.Errorf("wait to read a message: %w", ctx.Err()), w.Close())
	}
}

// Close removes the file and lets the next message in.
func (w *waiting) Close() error {
	if w.in {
		<-w.gate
	}
	if w.file == nil {
		return nil
	}
	return errors.Join(w.file.Close(), os.Remove(w.file.Name()))
}

// broken is the end of a body: how it ended when it arrived.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }
