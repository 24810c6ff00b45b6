package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"

	"allot/internal/platform/files"
)

// List yields live blobs.
func (f *Folder) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		if err := checkPrefix(prefix); err != nil {
			yield(Info{}, err)
			return
		}
		f.walk(ctx, liveDir, prefix, func(name string, info Info, err error) bool {
			if strings.HasPrefix(path.Base(name), tempPrefix) {
				return true
			}
			return yield(info, err)
		})
	}
}

// walk calls visit for every file below dir whose path in it starts with prefix,
// also unfinished ones, until visit returns false.
func (f *Folder) walk(ctx context.Context, dir, prefix string, visit func(name string, info Info, err error) bool) {
	// Only the folder that the prefix names has to be read.
	start := path.Join(dir, prefix[:strings.LastIndex(prefix, "/")+1])
	err := fs.WalkDir(f.root.FS(), start, func(name string, d fs.DirEntry, err error) error {
		if err := errors.Join(ctx.Err(), ignoreMissing(err)); err != nil {
			return err
		}
		key := strings.TrimPrefix(name, dir+"/")
		if d == nil || !d.Type().IsRegular() || !strings.HasPrefix(key, prefix) {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return ignoreMissing(err) // deleted since the folder was read
		}
		if !visit(name, Info{Key: key, Size: info.Size(), ModTime: info.ModTime()}, nil) {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		visit("", Info{}, fmt.Errorf("list blobs: %w", err))
	}
}

// makeFolder creates dir and its parents, and syncs each of them.
func (f *Folder) makeFolder(dir string) error {
	if info, err := f.root.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	parent := path.Dir(dir)
	if parent != "." {
		if err := f.makeFolder(parent); err != nil {
			return err
		}
	}
	if err := f.root.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return files.SyncFolder(f.root, parent)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
