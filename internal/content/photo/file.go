package photo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"hash/crc32"
	"io"
	"path"

	"allot/internal/content/property"
	"allot/internal/platform/blob"
	"allot/internal/platform/picture"
)

const (
	// MaxBytes bounds an uploaded file.
	MaxBytes = picture.PhotoBytes

	// mainSize is the longer side of the main picture, more than any screen or
	// brochure needs.
	mainSize                  = 4096
	mediumWidth, mediumHeight = 1200, 900
	smallWidth, smallHeight   = 400, 300

	mainQuality  = 90 // partners print it
	thumbQuality = 82
	thumbExt     = ".jpg"
)

// file is a stored file.
type file struct {
	key             string
	bytes, checksum int64
}

// Files are the files of one upload, and the size of the main picture.
type Files struct {
	main, medium, small file
	width, height       int
}

// Apply sets the files of a photo.
func (f Files) Apply(p *Photo) {
	p.Key, p.MediumKey, p.SmallKey = f.main.key, f.medium.key, f.small.key
	p.Width, p.Height, p.Bytes, p.Checksum = f.width, f.height, f.main.bytes, f.main.checksum
}

// folderOf returns the folder of the files of a gallery.
func folderOf(propertyID int64) string { return property.Folder(propertyID) + "/photos" }

// StoreUpload stores an upload in its three sizes, each under the hash of its content, for
// modules that show pictures of a property. It holds its share of Pictures until they are
// written, because they are in memory until then. Files that no record uses are deleted, so a
// module that stores files reports which it uses (property.Hooks).
func (s *Service) StoreUpload(ctx context.Context, folder string, upload io.ReadSeeker) (f Files, err error) {
	err = s.deps.Pictures.Use(ctx, upload, picture.Photo, picture.Result{Side: mainSize}, func(main *picture.Picture) (err error) {
		f.width, f.height = main.Width(), main.Height()
		f.main, err = s.put(ctx, folder, func(w io.Writer) (string, error) { return main.Encode(w, mainQuality) })
		if err != nil {
			return err
		}
		medium := main.Fit(mediumWidth, mediumHeight)
		f.medium = f.main
		if medium != main || path.Ext(f.main.key) != thumbExt { // else it is small enough
			if f.medium, err = s.putThumb(ctx, folder, medium); err != nil {
				return err
			}
		}
		f.small, err = s.putThumb(ctx, folder, medium.Fit(smallWidth, smallHeight))
		return err
	})
	return f, err
}

func (s *Service) putThumb(ctx context.Context, folder string, p *picture.Picture) (file, error) {
	return s.put(ctx, folder, func(w io.Writer) (string, error) { return thumbExt, p.JPEG(w, thumbQuality) })
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
	f.bytes, err = s.deps.Blobs.Put(ctx, f.key, &content)
	return f, err
}
