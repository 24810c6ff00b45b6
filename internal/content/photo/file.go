package photo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"hash/crc32"
	"io"

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
// modules that show pictures of a property. They are written once Pictures is free again: a
// bucket that is slow must not keep others from their pictures. Files that no record uses are
// deleted, so a module that stores files reports which it uses (property.Hooks).
func (s *Service) StoreUpload(ctx context.Context, folder string, upload io.ReadSeeker) (f Files, err error) {
	var main, medium, small encoded
	err = s.deps.Pictures.Use(ctx, upload, picture.Photo, picture.Result{Side: mainSize}, func(p *picture.Picture) (err error) {
		f.width, f.height = p.Width(), p.Height()
		if main.ext, err = p.Encode(&main.content, mainQuality); err != nil {
			return err
		}
		scaled := p.Fit(mediumWidth, mediumHeight)
		if scaled != p || main.ext != thumbExt { // else it is small enough
			if err := medium.thumb(scaled); err != nil {
				return err
			}
		}
		return small.thumb(scaled.Fit(smallWidth, smallHeight))
	})
	if err != nil {
		return Files{}, err
	}
	if f.main, err = s.put(ctx, folder, &main); err != nil {
		return Files{}, err
	}
	f.medium = f.main
	if medium.ext != "" {
		if f.medium, err = s.put(ctx, folder, &medium); err != nil {
			return Files{}, err
		}
	}
	f.small, err = s.put(ctx, folder, &small)
	return f, err
}

// encoded is a file that is not stored yet.
type encoded struct {
	ext     string
	content bytes.Buffer
}

func (e *encoded) thumb(p *picture.Picture) error {
	e.ext = thumbExt
	return p.JPEG(&e.content, thumbQuality)
}

func (s *Service) put(ctx context.Context, folder string, e *encoded) (f file, err error) {
	f = file{
		key:      blob.ContentKey(folder, sha256.Sum256(e.content.Bytes()), e.ext),
		checksum: int64(crc32.ChecksumIEEE(e.content.Bytes())),
	}
	f.bytes, err = s.deps.Blobs.Put(ctx, f.key, &e.content)
	return f, err
}
