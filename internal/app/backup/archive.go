package backup

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"allot/internal/platform/files"
)

// archive writes files and the manifest's list of them. The list is on disk, because
// a folder may have too many blobs for memory.
type archive struct {
	zip      *gzip.Writer
	tar      *tar.Writer
	root     *os.Root
	manifest *os.File
	name     string // of the manifest's file
	created  time.Time
	progress func(Progress)
	done     Progress
}

func newArchive(w io.Writer, root *os.Root, m Manifest, progress func(Progress)) (*archive, error) {
	head, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	name := scratchPrefix + rand.Text() + ".json"
	spool, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make a file for the manifest: %w", err)
	}
	// Photos do not shrink, and text does at any level.
	zip, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
	a := &archive{
		zip: zip, tar: tar.NewWriter(zip), root: root, manifest: spool, name: name,
		created: m.CreatedAt, progress: progress,
	}
	if _, err := fmt.Fprintf(spool, `%s,"files":[`, head[:len(head)-1]); err != nil {
		return nil, errors.Join(fmt.Errorf("write manifest: %w", err), a.close())
	}
	return a, nil
}

func (a *archive) add(ctx context.Context, name string, size int64, modified time.Time, r io.Reader) error {
	if err := a.writeHeader(name, size, modified); err != nil {
		return err
	}
	sum := sha256.New()
	// Of a file that grew meanwhile only the first size bytes are copied.
	n, err := io.Copy(io.MultiWriter(a.tar, sum), io.LimitReader(files.Reader(ctx, r), size))
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	if n != size {
		return fmt.Errorf("back up %s: it has %d bytes where there were %d", name, n, size)
	}
	if err := a.list(file{name, size, hex.EncodeToString(sum.Sum(nil))}); err != nil {
		return err
	}
	a.done = Progress{name, a.done.Files + 1, a.done.Bytes + size}
	if a.progress != nil {
		a.progress(a.done)
	}
	return nil
}

func (a *archive) list(f file) error {
	line, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode manifest: %w", err)
	}
	separator := ",\n"
	if a.done.Files == 0 {
		separator = "\n"
	}
	if _, err := a.manifest.WriteString(separator + string(line)); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	return nil
}

// finish writes the manifest and closes the archive.
func (a *archive) finish() error {
	if _, err := a.manifest.WriteString("]}\n"); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	size, err := a.manifest.Seek(0, io.SeekCurrent)
	if err != nil {
		return fmt.Errorf("read manifest: %w", err)
	}
	if err := a.writeHeader(manifestName, size, a.created); err != nil {
		return err
	}
	if _, err := io.Copy(a.tar, io.NewSectionReader(a.manifest, 0, size)); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	if err := errors.Join(a.tar.Close(), a.zip.Close()); err != nil {
		return fmt.Errorf("finish backup: %w", err)
	}
	return nil
}

func (a *archive) writeHeader(name string, size int64, modified time.Time) error {
	err := a.tar.WriteHeader(&tar.Header{
		Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: modified.UTC().Truncate(time.Second),
	})
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	return nil
}

func (a *archive) close() error {
	return errors.Join(a.manifest.Close(), a.root.Remove(a.name))
}
