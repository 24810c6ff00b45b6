package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"
	"syscall"
	"time"

	"allot/internal/platform/files"
)

// trashMark is the suffix of every file in the trash. No key contains it, so that
// the file of "a" does not conflict with the folder of "a/b".
const trashMark = "~"

func trashPath(key string) string { return path.Join(trashDir, key) + trashMark }

// Delete moves the blob to the trash until Purge, so that a backup that took its
// snapshot of the database before can still copy it.
func (f *Folder) Delete(ctx context.Context, key string) error {
	return f.delete(ctx, key, func(fs.FileInfo) bool { return true })
}

// DeleteOld moves the blob to the trash unless it was put since before.
func (f *Folder) DeleteOld(ctx context.Context, key string, before time.Time) error {
	return f.delete(ctx, key, func(info fs.FileInfo) bool { return info.ModTime().Before(before) })
}

func (f *Folder) delete(ctx context.Context, key string, doomed func(fs.FileInfo) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := CheckKey(key); err != nil {
		return err
	}
	live, trash := livePath(key), trashPath(key)
	info, err := f.root.Stat(live)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || err == nil && !info.Mode().IsRegular() {
		return nil
	}
	if err == nil {
		err = f.makeFolder(path.Dir(trash))
	}
	if err == nil {
		err = ignoreMissing(f.moveToTrash(live, trash, doomed))
	}
	if err != nil {
		return fmt.Errorf("delete blob %s: %w", key, err)
	}
	return nil
}

func (f *Folder) moveToTrash(live, trash string, doomed func(fs.FileInfo) bool) error {
	f.moving.Lock()
	defer f.moving.Unlock()
	info, err := f.root.Stat(live)
	if err != nil || !doomed(info) {
		return err
	}
	// The time is set first: otherwise a crash between the two steps would leave a
	// blob in the trash that Purge removes too early.
	now := f.now()
	if err := f.root.Chtimes(live, now, now); err != nil {
		return err
	}
	if err := f.root.Rename(live, trash); err != nil {
		return err
	}
	return errors.Join(files.SyncFolder(f.root, path.Dir(trash)), files.SyncFolder(f.root, path.Dir(live)))
}

// All yields every live blob and every one in the trash. A blob that is deleted
// meanwhile may come twice. OpenAny opens what All yields.
func (f *Folder) All(ctx context.Context) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		// Live first: blobs move from live to trash and never back.
		for info, err := range f.List(ctx, "") {
			if !yield(info, err) || err != nil {
				return
			}
		}
		f.walk(ctx, trashDir, "", func(_ string, info Info, err error) bool {
			if err != nil {
				return yield(Info{}, err)
			}
			info.Key = strings.TrimSuffix(info.Key, trashMark)
			if _, err := f.Stat(ctx, info.Key); !errors.Is(err, ErrNotFound) {
				return err == nil || yield(Info{}, err)
			}
			return yield(info, nil)
		})
	}
}

// OpenAny opens the live blob of key, or else the one in the trash.
func (f *Folder) OpenAny(ctx context.Context, key string) (*Object, error) {
	o, err := f.open(ctx, key, livePath)
	if errors.Is(err, ErrNotFound) {
		return f.open(ctx, key, trashPath)
	}
	return o, err
}

// Purge removes blobs that were deleted before olderThan, and unfinished files of
// that age that other processes left. No running backup may be older.
func (f *Folder) Purge(ctx context.Context, olderThan time.Time) error {
	var failed error
	remove := func(name string, info Info, err error) bool {
		if err == nil && info.ModTime.Before(olderThan) {
			err = files.Remove(f.root, name)
		}
		failed = errors.Join(failed, err)
		return true
	}
	f.walk(ctx, trashDir, "", remove)
	f.walk(ctx, liveDir, "", func(name string, info Info, err error) bool {
		_, writing := f.writing.Load(name)
		if err == nil && (writing || !strings.HasPrefix(path.Base(name), tempPrefix)) {
			return true
		}
		return remove(name, info, err)
	})
	if failed != nil {
		return fmt.Errorf("purge blobs: %w", failed)
	}
	return nil
}
