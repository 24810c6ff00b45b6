// Package files writes files in the data folder so that they survive a crash.
package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// Create writes a new file that only its owner can read, and syncs it to disk. It
// refuses a name that exists with fs.ErrExist.
func Create(root *os.Root, name string, write func(io.Writer) error) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Sync(), f.Close())
}

// SyncFolder syncs the names in a folder to disk: without it a crash may undo a
// rename although the content of the file was synced. Windows refuses to sync
// folders and needs no such call.
func SyncFolder(root *os.Root, name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Remove removes a file if it exists.
func Remove(root *os.Root, name string) error {
	if err := root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Reader returns a reader that reads from r until ctx ends, and then fails.
func Reader(ctx context.Context, r io.Reader) io.Reader { return contextReader{ctx, r} }

type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
