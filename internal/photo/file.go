package photo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"hash/crc32"
	"io"

	"allot/internal/platform/blob"
	"allot/internal/platform/picture"
	"allot/internal/property"
)

const (
	// MaxBytes bounds an uploaded file: 20 MB in the larger of its two senses,
	// so that nobody with a file of 20 MB is refused.
	MaxBytes = 20 << 20

	// mainSize is more than any screen or brochure shows; a file straight from
	// a camera is scaled down to it.
	mainSize                  = 4096
	mediumWidth, mediumHeight = 1200, 900
	smallWidth, smallHeight   = 400, 300

	mainQuality  = 90 // it is what partners print
	thumbQuality = 82
)

// file is one that has been stored.
type file struct {
	key             string
	bytes, checksum int64
}

// Files are those of one upload, and the size of the main picture.
type Files struct {
	main, medium, small file
	width, height       int
}

// Apply makes them the files of a photo.
func (f Files) Apply(p *Photo) {
	p.Key, p.MediumKey, p.SmallKey = f.main.key, f.medium.key, f.small.key
	p.Width, p.Height, p.Bytes, p.Checksum = f.width, f.height, f.main.bytes, f.main.checksum
}

// folderOf is where the files of a gallery lie.
func folderOf(propertyID int64) string { return property.Folder(propertyID) + "/photos" }

// Keep stores an upload in its three sizes, each under the name of its content,
// for whoever shows pictures of a property. It stays at the gate until they are
// written: so long they are in memory. What no record shows is swept away, so
// whoever keeps files says which (property.Hooks).
func (s *Service) Keep(ctx context.Context, folder string, upload io.ReadSeeker) (f Files, err error) {
	err = s.Pictures.Use(ctx, upload, picture.Limits{MaxBytes: MaxBytes}, picture.Result{Side: mainSize}, func(main *picture.Picture) error {
		f.width, f.height = main.Width(), main.Height()
		medium := main.Fit(mediumWidth, mediumHeight)
		small := medium.Fit(smallWidth, smallHeight)
		for _, size := range []struct {
			file   *file
			encode func(io.Writer) (ext string, err error)
		}{
			{&f.small, func(w io.Writer) (string, error) { return ".jpg", small.JPEG(w, thumbQuality) }},
			{&f.medium, func(w io.Writer) (string, error) { return ".jpg", medium.JPEG(w, thumbQuality) }},
			{&f.main, func(w io.Writer) (string, error) { return encodeMain(main, w) }},
		} {
			if *size.file, err = s.put(ctx, folder, size.encode); err != nil {
				return err
			}
		}
		return nil
	})
	return f, err
}

// encodeMain keeps transparency, as logos and maps have it.
func encodeMain(p *picture.Picture, w io.Writer) (ext string, err error) {
	if p.Opaque() {
		return ".jpg", p.JPEG(w, mainQuality)
	}
	return ".png", p.PNG(w)
}

func (s *Service) put(ctx context.Context, folder string, encode func(io.Writer) (ext string, err error)) (file, error) {
	var content bytes.Buffer
	ext, err := encode(&content)
	if err != nil {
		return file{}, err
	}
	f := file{
		key:      blob.ContentKey(folder, sha256.Sum256(content.Bytes()), ext),
		checksum: int64(crc32.ChecksumIEEE(content.Bytes())),
	}
	f.bytes, err = s.Blobs.Put(ctx, f.key, &content)
	return f, err
}
