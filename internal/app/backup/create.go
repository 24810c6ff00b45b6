package backup

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"allot/internal/app/datadir"
	"allot/internal/platform/blob"
	"allot/internal/platform/db"
)

// Source is the folder to back up.
type Source struct {
	Dir     *datadir.Dir // datadir.Look is enough, while the server has it locked
	Version string       // of the program
	BlobsIn string       // the bucket of the blobs; empty: they are in the folder
	Now     func() time.Time
}

// Create writes an archive of the folder to w. The server may run meanwhile:
// everything committed before the call is in the archive. The blob store must not
// purge what was deleted since the call began.
func Create(ctx context.Context, src Source, w io.Writer, progress func(Progress)) (err error) {
	m := Manifest{Format: format, AllotVersion: src.Version, CreatedAt: src.Now().UTC(), Engine: string(db.SQLite), BlobsIn: src.BlobsIn}
	snap, err := takeSnapshot(ctx, src)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snap.remove()) }()
	m.SchemaVersion = snap.schema

	a, err := newArchive(w, src.Dir.Root(), m, progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	root := src.Dir.Root()
	if err := addFile(ctx, a, root, snap.name, databaseName); err != nil {
		return err
	}
	if err := addFile(ctx, a, root, keyName, keyName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // the key may be a setting instead of a file
	}
	if err := addMail(ctx, a, root); err != nil {
		return err
	}
	if src.BlobsIn == "" {
		if err := addBlobs(ctx, a, blob.NewFolder(root, src.Now)); err != nil {
			return err
		}
	}
	return a.finish()
}

func addFile(ctx context.Context, a *archive, root *os.Root, path, name string) error {
	f, err := root.Open(path)
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	return a.add(ctx, name, info.Size(), info.ModTime(), f)
}

// addMail adds the stored messages. Unfinished ones have other names.
func addMail(ctx context.Context, a *archive, root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), "mail")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list kept mail: %w", err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !mailName.MatchString(e.Name()) {
			continue
		}
		path := mailPrefix + e.Name()
		if err := addFile(ctx, a, root, path, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// addBlobs adds all blobs, also deleted ones, which the snapshot may refer to.
func addBlobs(ctx context.Context, a *archive, store *blob.Folder) error {
	// A blob that is deleted meanwhile comes twice. Half of a hash identifies it and
	// takes little memory.
	seen := map[[16]byte]struct{}{}
	for info, err := range store.All(ctx) {
		if err != nil {
			return fmt.Errorf("list blobs: %w", err)
		}
		sum := sha256.Sum256([]byte(info.Key))
		id := [16]byte(sum[:16])
		if _, ok := seen[id]; ok {
			continue
		}
		seen[id] = struct{}{}
		if err := addBlob(ctx, a, store, info.Key); err != nil {
			return err
		}
	}
	return nil
}

func addBlob(ctx context.Context, a *archive, store *blob.Folder, key string) error {
	o, err := store.OpenAny(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil // purged since it was listed, so no row has referred to it for long
	}
	if err != nil {
		return fmt.Errorf("back up blob %s: %w", key, err)
	}
	defer func() { _ = o.Close() }()
	return a.add(ctx, blobsPrefix+key, o.Size, o.ModTime, o)
}
