package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"
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

// walk visits every file below dir whose path in it starts with prefix,
// unfinished ones too, until visit returns false.
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

// makeFolder makes dir and what leads to it, each one lasting in its parent.
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
	return f.sync(parent)
}

// sync makes the names in a folder last: without it a rename may be undone by
// a power cut although the file's content was written.
func (f *Folder) sync(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func (f *Folder) removeIfThere(name string) error {
	return ignoreMissing(f.root.Remove(name))
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
