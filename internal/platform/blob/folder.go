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

	"allot/internal/platform/files"
)

// The folders inside the data folder. In both, the path of a blob is its key.
const (
	liveDir  = "blobs/live"
	trashDir = "blobs/trash"
)

// tempPrefix is the prefix of unfinished files. No key has a segment that starts
// with a dot.
const tempPrefix = ".put-"

// Folder is the Store inside the data folder.
type Folder struct {
	root *os.Root
	now  func() time.Time
	// moving is held while a blob is renamed, so that its age cannot change between
	// the check and the removal.
	moving  sync.Mutex
	writing sync.Map // unfinished files of this process; their times are the system's, not those of now
}

var _ Storage = (*Folder)(nil)

// NewFolder stores blobs under "blobs" in the data folder, which the caller closes.
func NewFolder(dataDir *os.Root, now func() time.Time) *Folder {
	return &Folder{root: dataDir, now: now}
}

// Put writes a temporary file and renames it, so that readers see the old blob or
// the new one.
func (f *Folder) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := CheckKey(key); err != nil {
		return 0, err
	}
	target := livePath(key)
	if err := f.makeFolder(path.Dir(target)); err != nil {
		return 0, fmt.Errorf("make folder of blob %s: %w", key, err)
	}
	temp := path.Join(path.Dir(target), tempPrefix+rand.Text())
	f.writing.Store(temp, true)
	defer f.writing.Delete(temp)
	size, err := f.writeTemp(ctx, temp, r)
	if err == nil {
		err = f.place(temp, target)
	}
	if err != nil {
		return 0, errors.Join(fmt.Errorf("put blob %s: %w", key, err), files.Remove(f.root, temp))
	}
	if err := files.SyncFolder(f.root, path.Dir(target)); err != nil {
		return 0, fmt.Errorf("make blob %s lasting: %w", key, err)
	}
	return size, nil
}

// place renames a finished file to its target. It sets the time of the product's
// clock, which Sweep and DeleteOld compare with.
func (f *Folder) place(temp, target string) error {
	f.moving.Lock()
	defer f.moving.Unlock()
	now := f.now()
	if err := f.root.Chtimes(temp, now, now); err != nil {
		return err
	}
	return f.root.Rename(temp, target)
}

func (f *Folder) writeTemp(ctx context.Context, name string, r io.Reader) (size int64, err error) {
	err = files.Create(f.root, name, func(w io.Writer) error {
		size, err = io.Copy(w, files.Reader(ctx, r))
		return err
	})
	return size, errors.Join(err, ctx.Err())
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
		return nil, missing(key, err)
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(missing(key, err), file.Close())
	}
	return &Object{ReadSeekCloser: file, Info: Info{Key: key, Size: info.Size(), ModTime: info.ModTime()}}, nil
}

// Stat looks at a live blob.
func (f *Folder) Stat(ctx context.Context, key string) (Info, error) {
	o, err := f.Open(ctx, key)
	if err != nil {
		return Info{}, err
	}
	return o.Info, o.Close()
}

// Reachable looks at the data folder, which may be on a disk of the network.
func (f *Folder) Reachable(context.Context) error {
	if _, err := f.root.Stat("."); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return nil
}

func livePath(key string) string { return path.Join(liveDir, key) }

// missing returns ErrNotFound for "no such file", and for nil, which stands for a
// folder in place of a file.
func missing(key string, err error) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return ErrNotFound
	}
	return fmt.Errorf("open blob %s: %w", key, err)
}
