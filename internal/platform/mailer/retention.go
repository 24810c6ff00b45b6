package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"allot/internal/platform/files"
)

const (
	unknownSize = -1
	// shrinkTo is the size to which a full folder shrinks, in percent of its bound,
	// so that not every new message has to remove others.
	shrinkTo = 90
	// withAttachment is the size from which a file counts as one with an
	// attachment: letters without one have some ten kilobytes.
	withAttachment = 64 << 10
)

// keptFile is a file of the folder; it may still be being written.
type keptFile struct {
	name    string
	size    int64
	changed time.Time
}

// Bound limits the folder to maxBytes; 0 means no limit. If it is full, the oldest
// messages with attachments are removed first, then the oldest of the others.
func (f *Folder) Bound(maxBytes int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.maxBytes = maxBytes
}

// Purge removes messages stored before a time, and what exceeds the bound. It
// counts the folder again, because other processes may have changed it.
func (f *Folder) Purge(ctx context.Context, before time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	kept, err := f.files()
	if err != nil {
		return err
	}
	old := func(k keptFile) bool { return k.changed.Before(before) }
	for _, k := range kept {
		if err := ctx.Err(); err != nil {
			return err
		}
		if old(k) {
			if err := f.remove(k); err != nil {
				return err
			}
		}
	}
	return f.shrink(slices.DeleteFunc(kept, old))
}

// added counts a new message and removes others if the folder is full.
func (f *Folder) added(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.maxBytes == 0 {
		return nil
	}
	if f.size != unknownSize {
		info, err := f.root.Stat(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("count kept mail: %w", err)
		}
		if err == nil {
			f.size += info.Size()
		}
		if f.size <= f.maxBytes {
			return nil
		}
	}
	kept, err := f.files()
	if err != nil {
		return err
	}
	return f.shrink(kept)
}

// shrink counts the files and removes some if they exceed the bound.
func (f *Folder) shrink(kept []keptFile) error {
	f.size = 0
	for _, k := range kept {
		f.size += k.size
	}
	if f.maxBytes == 0 || f.size <= f.maxBytes {
		return nil
	}
	slices.SortFunc(kept, func(a, b keptFile) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), a.changed.Compare(b.changed), cmp.Compare(a.name, b.name))
	})
	for _, k := range kept {
		if f.size <= f.maxBytes/100*shrinkTo {
			break
		}
		if strings.HasPrefix(k.name, unfinished) {
			continue // still being written
		}
		if err := f.remove(k); err != nil {
			return err
		}
		f.size -= k.size
	}
	return nil
}

// rank is lower for what is removed first.
func (k keptFile) rank() int {
	if k.size >= withAttachment {
		return 0
	}
	return 1
}

func (f *Folder) files() ([]keptFile, error) {
	entries, err := fs.ReadDir(f.root.FS(), mailDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list kept mail: %w", err)
	}
	list := make([]keptFile, 0, len(entries))
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() {
			list = append(list, keptFile{e.Name(), info.Size(), info.ModTime()})
		}
	}
	return list, nil
}

func (f *Folder) remove(k keptFile) error {
	if err := files.Remove(f.root, path.Join(mailDir, k.name)); err != nil {
		return fmt.Errorf("remove kept mail: %w", err)
	}
	return nil
}
