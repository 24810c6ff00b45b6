package connection

import (
	"context"
	"io"
)

// Remote calls other systems. Its errors are texts for the log, without credentials.
type Remote interface {
	// Pull fetches a file, of which at most MaxPull bytes are read.
	Pull(ctx context.Context, address string, as Login, accept string) (io.ReadCloser, error)
	// Push sends JSON.
	Push(ctx context.Context, address string, as Login, write func(w io.Writer) error) error
}

// Login is what a call shows of its sender: a user name and password, or a header.
type Login struct {
	Username, Password string
	Header, Value      string
}

// MaxPull bounds the bytes of a fetched file.
const MaxPull = 64 << 20
