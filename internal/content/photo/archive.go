package photo

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"unicode"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/fold"
)

// ErrGalleryEmpty refuses an archive without photos.
var ErrGalleryEmpty = apperr.New(apperr.Conflict, "gallery_empty", "the gallery has no photos to download")

// Archive is a gallery as one ZIP file, which is created while it is written.
type Archive struct {
	Name string // of the file
	Size int64  // in bytes, exactly

	photos []Photo
	blobs  blob.Store
}

// Archive prepares the gallery of a property for download. It checks every file first, because
// a download that has begun cannot report a missing one.
func (s *Service) Archive(ctx context.Context, who auth.Caller, id int64) (*Archive, error) {
	p, err := s.deps.Properties.Own(ctx, who, id)
	if err != nil {
		return nil, err
	}
	photos, err := s.store.Photos(ctx, who.OwnerID, id)
	if err != nil {
		return nil, err
	}
	return s.ArchiveOf(ctx, p, photos)
}

// ArchiveOf is Archive for given photos, such as those of an earlier version.
func (s *Service) ArchiveOf(ctx context.Context, p property.Property, photos []Photo) (*Archive, error) {
	if len(photos) == 0 {
		return nil, ErrGalleryEmpty
	}
	if err := s.checkFiles(ctx, p.ID, photos); err != nil {
		return nil, err
	}
	a := &Archive{Name: p.Name + " photos.zip", photos: photos, blobs: s.deps.Blobs}
	var err error
	a.Size, err = a.measure(ctx)
	return a, err
}

// checkFiles reports a file that is missing or has another size than its photo. One listing
// costs less than a request for each.
func (s *Service) checkFiles(ctx context.Context, propertyID int64, photos []Photo) error {
	sizes := map[string]int64{}
	for info, err := range s.deps.Blobs.List(ctx, property.Folder(propertyID)+"/photos/") {
		if err != nil {
			return err
		}
		sizes[info.Key] = info.Size
	}
	for _, p := range photos {
		if size, ok := sizes[p.Key]; !ok || size != p.Bytes {
			return fmt.Errorf("file %s of photo %d has %d bytes (there: %t), not %d", p.Key, p.ID, size, ok, p.Bytes)
		}
	}
	return nil
}

// Write streams the archive.
func (a *Archive) Write(ctx context.Context, w io.Writer) error {
	return a.write(w, func(out io.Writer, p Photo) error {
		f, err := a.blobs.Open(ctx, p.Key)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		n, err := io.Copy(out, f)
		if err == nil && n != p.Bytes {
			err = fmt.Errorf("the file has %d bytes, not %d", n, p.Bytes)
		}
		return err
	})
}

// measure returns the size of the archive by writing it with zeros in place of the pictures.
func (a *Archive) measure(ctx context.Context) (int64, error) {
	zeros := make([]byte, 1<<20)
	var size counter
	err := a.write(&size, func(out io.Writer, p Photo) error {
		for left := p.Bytes; left > 0 && ctx.Err() == nil; left -= min(left, int64(len(zeros))) {
			if _, err := out.Write(zeros[:min(left, int64(len(zeros)))]); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	return int64(size), err
}

// counter adds up what is written to it.
type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// write stores the pictures uncompressed, since they do not become smaller, with size and
// checksum before each: readers that work on a stream need them there.
func (a *Archive) write(w io.Writer, content func(io.Writer, Photo) error) error {
	z := zip.NewWriter(w)
	for i, p := range a.photos {
		out, err := z.CreateRaw(a.header(i, p))
		if err == nil {
			err = content(out, p)
		}
		if err != nil {
			return fmt.Errorf("add photo %d to the archive: %w", p.ID, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("finish the archive: %w", err)
	}
	return nil
}

func (a *Archive) header(i int, p Photo) *zip.FileHeader {
	const utf8Names, reader = 1 << 11, 20 // names are UTF-8; version 2.0 can read it
	h := &zip.FileHeader{
		Name: a.entryName(i, p), Method: zip.Store, Flags: utf8Names, ReaderVersion: reader,
		CRC32: uint32(p.Checksum), CompressedSize64: uint64(p.Bytes), UncompressedSize64: uint64(p.Bytes),
	}
	h.SetModTime(p.CreatedAt) //nolint:staticcheck // CreateRaw writes only the old fields
	return h
}

// entryName returns a name such as "01-exterior-the-old-mill.jpg": the number keeps the order
// of the gallery and makes the name unique.
func (a *Archive) entryName(i int, p Photo) string {
	digits := max(2, len(strconv.Itoa(len(a.photos))))
	name := fmt.Sprintf("%0*d-%s", digits, i+1, p.Category)
	if s := slug(p.Caption); s != "" {
		name += "-" + s
	}
	return name + path.Ext(p.Key)
}

// slug returns a caption as part of a file name: letters and digits of any script, separated by
// hyphens.
func slug(caption string) string {
	const longest = 60
	words := strings.FieldsFunc(fold.Fold(caption), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == unicode.ReplacementChar
	})
	s := []rune(strings.Join(words, "-"))
	return strings.TrimSuffix(string(s[:min(len(s), longest)]), "-")
}
