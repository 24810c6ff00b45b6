package property

import (
	"context"
	"io"

	"allot/internal/platform/blob"
	"allot/internal/platform/picture"
)

const logoSize = 800

// Logo changes the logo of a property: to an upload, to none, or not at all.
type Logo struct {
	Upload io.ReadSeeker
	Clear  bool
}

// logoFile is an encoded logo; without data there is none.
type logoFile struct {
	extension string
	data      []byte
}

// readLogo decodes the upload and encodes it again, or refuses it.
func (s *Service) readLogo(ctx context.Context, l Logo) (logoFile, error) {
	if l.Upload == nil {
		return logoFile{}, nil
	}
	data, ext, err := s.deps.Pictures.EncodeSmall(ctx, l.Upload, picture.Result{Side: logoSize})
	return logoFile{ext, data}, err
}

// storeLogo stores the picture under the hash of its content. If the change is refused later,
// sweepFiles deletes it.
func (s *Service) storeLogo(ctx context.Context, owner, id int64, f logoFile) (key string, err error) {
	if f.data == nil {
		return "", nil
	}
	// Nothing is stored in the folder of a property of another account.
	if _, err := s.store.Property(ctx, owner, id); err != nil {
		return "", err
	}
	return blob.PutContent(ctx, s.deps.Blobs, Folder(id)+"/logo", f.extension, f.data)
}
