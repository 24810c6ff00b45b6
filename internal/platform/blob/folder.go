package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sync"
	"syscall"
	"time"
)

// The folders inside the data folder. A blob keeps its key as its path in both.
const (
	liveDir  = "blobs/live"
	trashDir = "blobs/trash"
)

// tempPrefix starts the names of unfinished files. No key has a segment that
// starts with a dot, so the two never meet.
const tempPrefix = ".put-"

// Folder is the Store inside the data folder.
type Folder struct {
	root *os.Root
	now  func() time.Time
	// moving is held while a blob takes or leaves its place, so that a look at
	// its age and its removal are one step.
	moving sync.Mutex
}

var _ Store = (*Folder)(nil)

// NewFolder keeps blobs under "blobs" in the data folder, which stays the
// caller's to close.
func NewFolder(dataDir *os.Root, now func() time.Time) *Folder {
	return &Folder{root: dataDir, now: now}
}

// Put writes beside the target and renames, so that readers see the old blob
// or the new one.
func (f *Folder) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := CheckKey(key); err != nil {
		return 0, err
	}
	target := livePath(key)
	if err := f.makeFolder(path.Dir(target)); err != nil {
		return 0, fmt.Errorf("make folder of blob %s: %w", key, err)
	}
	temp := path.Join(path.Dir(target), tempPrefix+rand.Text())
	size, err := f.writeTemp(ctx, temp, r)
	if err == nil {
		err = f.place(temp, target)
	}
	if err != nil {
		return 0, errors.Join(fmt.Errorf("put blob %s: %w", key, err), f.removeIfThere(temp))
	}
	if err := f.sync(path.Dir(target)); err != nil {
		return 0, fmt.Errorf("make blob %s lasting: %w", key, err)
	}
	return size, nil
}

// place puts a finished file where readers look. Its time is that of the
// service's clock, which whoever sweeps goes by, not that of the file system.
func (f *Folder) place(temp, target string) error {
	f.moving.Lock()
	defer f.moving.Unlock()
	now := f.now()
	if err := f.root.Chtimes(temp, now, now); err != nil {
		return err
	}
	return f.root.Rename(temp, target)
}

func (f *Folder) writeTemp(ctx context.Context, name string, r io.Reader) (int64, error) {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	size, err := io.Copy(file, &contextReader{ctx: ctx, r: r})
	if err == nil {
		err = file.Sync()
	}
	return size, errors.Join(err, file.Close(), ctx.Err())
}

// Open opens a live blob.
func (f *Folder) Open(ctx context.Context, key string) (*Object, error) {
	return f.open(ctx, key, livePath)
}

func (f *Folder) open(ctx context.Context, key string, place func(string) string) (*Object, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if CheckKey(key) != nil {
		return nil, ErrNotFound
	}
	file, err := f.root.Open(place(key))
	if err != nil {
		return nil, missing("open", key, err)
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(missing("open", key, err), file.Close())
	}
	return &Object{ReadSeekCloser: file, Info: Info{Key: key, Size: info.Size(), ModTime: info.ModTime()}}, nil
}

// Stat looks at a live blob.
func (f *Folder) Stat(ctx context.Context, key string) (Info, error) {
	if err := ctx.Err(); err != nil {
		return Info{}, err
	}
	if CheckKey(key) != nil {
		return Info{}, ErrNotFound
	}
	info, err := f.root.Stat(livePath(key))
	if err != nil || !info.Mode().IsRegular() {
		return Info{}, missing("look at", key, err)
	}
	return Info{Key: key, Size: info.Size(), ModTime: info.ModTime()}, nil
}

func livePath(key string) string { return path.Join(liveDir, key) }

// missing turns "no such file", and a folder in place of a file (no error),
// into ErrNotFound.
func missing(verb, key string, err error) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return ErrNotFound
	}
	return fmt.Errorf("%s blob %s: %w", verb, key, err)
}

// contextReader ends a copy when the caller is gone.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
