package backup

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"allot/internal/platform/blob"
	"allot/internal/platform/files"
)

// listName is the file with the list of unpacked files, for compare.
const listName = "unpacked.jsonl"

type unpacker struct {
	root     *os.Root
	blobs    *blob.Folder
	list     *os.File
	lines    *json.Encoder
	progress func(Progress)
	done     Progress
}

// unpack writes the archive into dir and returns its manifest. It refuses an
// archive that differs from the manifest.
func unpack(ctx context.Context, r io.Reader, dir string, opt Options) (_ Manifest, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Manifest{}, fmt.Errorf("open %s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	list, err := root.OpenFile(listName, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Manifest{}, fmt.Errorf("make a list: %w", err)
	}
	defer func() { err = errors.Join(err, list.Close()) }()
	u := &unpacker{
		root: root, blobs: blob.NewFolder(root, opt.Now),
		list: list, lines: json.NewEncoder(list), progress: opt.Progress,
	}
	if err := u.readAll(ctx, r); err != nil {
		return Manifest{}, err
	}
	m, err := u.compare(ctx)
	if err != nil {
		return Manifest{}, err
	}
	return m, u.settle()
}

// readAll unpacks all files and reads to the end of the archive, where the checksum
// is.
func (u *unpacker) readAll(ctx context.Context, r io.Reader) error {
	in := bufio.NewReader(files.Reader(ctx, r))
	zip, err := gzip.NewReader(in)
	if err != nil {
		return damaged(ctx, err)
	}
	zip.Multistream(false)
	entries := tar.NewReader(zip)
	for last := ""; ; {
		h, err := entries.Next()
		if errors.Is(err, io.EOF) && last == manifestName {
			break
		}
		if err != nil {
			return damaged(ctx, err)
		}
		if last == manifestName {
			return fmt.Errorf("%w: %q comes after the manifest", ErrDamaged, h.Name)
		}
		if err := u.one(ctx, h, entries); err != nil {
			return err
		}
		last = h.Name
	}
	if _, err := io.Copy(io.Discard, zip); err != nil {
		return damaged(ctx, err)
	}
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: something follows its end", ErrDamaged)
	}
	return nil
}

// checkHeader refuses what is not a plain file under a name that Create writes.
func checkHeader(h *tar.Header) error {
	if h.Typeflag != tar.TypeReg {
		return fmt.Errorf("%q is not a plain file", h.Name)
	}
	for record := range h.PAXRecords {
		// Other records could make a small archive unpack into a huge sparse file.
		if record != "path" && record != "size" {
			return fmt.Errorf("%q has the record %q", h.Name, record)
		}
	}
	return checkName(h.Name)
}

func (u *unpacker) one(ctx context.Context, h *tar.Header, r io.Reader) error {
	if err := checkHeader(h); err != nil {
		return damaged(ctx, err)
	}
	sum := sha256.New()
	source := &errorReader{r: io.TeeReader(r, sum)}
	size, err := u.write(ctx, h.Name, source)
	if source.err != nil {
		return damaged(ctx, fmt.Errorf("read %s: %w", h.Name, source.err))
	}
	if err == nil && strings.HasPrefix(h.Name, mailPrefix) {
		err = u.root.Chtimes(h.Name, h.ModTime, h.ModTime) // staff see it as the date of the mail
	}
	if err != nil {
		return err
	}
	if h.Name == manifestName {
		return nil
	}
	if err := u.lines.Encode(file{h.Name, size, hex.EncodeToString(sum.Sum(nil))}); err != nil {
		return fmt.Errorf("write list: %w", err)
	}
	u.done = Progress{h.Name, u.done.Files + 1, u.done.Bytes + size}
	if u.progress != nil {
		u.progress(u.done)
	}
	return nil
}

func (u *unpacker) write(ctx context.Context, name string, r io.Reader) (int64, error) {
	if key, ok := strings.CutPrefix(name, blobsPrefix); ok {
		return u.writeBlob(ctx, key, r)
	}
	if strings.HasPrefix(name, mailPrefix) {
		if err := u.root.MkdirAll("mail", 0o700); err != nil {
			return 0, fmt.Errorf("make mail folder: %w", err)
		}
	}
	var size int64
	err := files.Create(u.root, name, func(w io.Writer) (err error) {
		size, err = io.Copy(w, r)
		return err
	})
	if errors.Is(err, os.ErrExist) {
		return 0, fmt.Errorf("%w: %q comes twice", ErrDamaged, name)
	}
	if err != nil {
		return 0, fmt.Errorf("unpack %s: %w", name, err)
	}
	return size, nil
}

func (u *unpacker) writeBlob(ctx context.Context, key string, r io.Reader) (int64, error) {
	_, err := u.blobs.Stat(ctx, key)
	switch {
	case err == nil:
		return 0, fmt.Errorf("%w: blob %q comes twice", ErrDamaged, key)
	case !errors.Is(err, blob.ErrNotFound):
		return 0, err
	}
	return u.blobs.Put(ctx, key, r)
}

// settle removes the temporary files and syncs the folders.
func (u *unpacker) settle() error {
	var err error
	for _, name := range []string{listName, manifestName} {
		err = errors.Join(err, u.root.Remove(name))
	}
	for _, dir := range []string{"mail", "."} {
		if failed := files.SyncFolder(u.root, dir); !errors.Is(failed, os.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	if err != nil {
		return fmt.Errorf("finish unpacking: %w", err)
	}
	return nil
}

// errorReader stores the error of reading, as opposed to one of writing.
type errorReader struct {
	r   io.Reader
	err error
}

func (b *errorReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		b.err = err
	}
	return n, err
}
