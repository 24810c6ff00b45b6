package publication

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"allot/internal/content/photo"
	"allot/internal/identity/auth"
	"allot/internal/identity/letter"
	"allot/internal/identity/mailing"
	"allot/internal/platform/apperr"
	"allot/internal/platform/mailer"
	"allot/internal/platform/secret"
)

const (
	// maxAttached leaves room for the growth by encoding.
	maxAttached = 7 << 20
	// linkLife is how long the link to a large gallery is valid.
	linkLife = 30 * 24 * time.Hour
	// linkPath is the path of the link.
	linkPath = "/api/info/shared-photos/"
	// linkRecord is the purpose that binds the encrypted value: values for other
	// purposes do not open here.
	linkRecord = "publication/gallery"
)

// attach adds the document to the content of a letter: a file or, if that is too large for a
// mailbox, a link.
func (s *Service) attach(ctx context.Context, v Version, kind document, language string, c *mailing.Content) error {
	if kind == documentSheet {
		doc, err := s.sheetFile(ctx, v, language)
		if err != nil {
			return err
		}
		c.Attachments = []mailer.Attachment{{Name: doc.Name, ContentType: "application/pdf", Data: doc.Data}}
		return nil
	}
	archive, err := s.archive(ctx, v)
	if err != nil {
		return err
	}
	if archive.Size > s.deps.MaxAttached {
		path, err := s.linkTo(v)
		if err != nil {
			return err
		}
		c.Action = &letter.Action{Label: texts[language].Download, URL: s.deps.LinkBase() + path}
		return nil
	}
	var file bytes.Buffer
	if err := archive.Write(ctx, &file); err != nil {
		return err
	}
	c.Attachments = []mailer.Attachment{{Name: archive.Name, ContentType: "application/zip", Data: file.Bytes()}}
	return nil
}

func (s *Service) archive(ctx context.Context, v Version) (*photo.Archive, error) {
	photos := make([]photo.Photo, len(v.Snapshot.Photos))
	for i, p := range v.Snapshot.Photos {
		photos[i] = p.galleryPhoto()
	}
	return s.deps.Photos.ArchiveOf(ctx, v.Snapshot.Property, photos)
}

// galleryLink is the content of a link to a gallery.
type galleryLink struct {
	OwnerID       int64     `json:"o"`
	PublicationID int64     `json:"p"`
	Until         time.Time `json:"u"`
}

// GalleryLink returns the path of a link to the published photos of a property of the
// caller, as letters have it.
func (s *Service) GalleryLink(ctx context.Context, who auth.Caller, propertyID int64) (path string, err error) {
	v, err := s.published(ctx, who, propertyID)
	if err != nil {
		return "", err
	}
	return s.linkTo(v)
}

func (s *Service) linkTo(v Version) (path string, err error) {
	raw, err := json.Marshal(galleryLink{OwnerID: v.OwnerID, PublicationID: v.ID, Until: s.now().Add(linkLife)})
	if err != nil {
		return "", fmt.Errorf("write link: %w", err)
	}
	return linkPath + s.deps.Box.Seal(raw, linkRecord) + "/", nil
}

// SharedGallery returns the gallery of a link that was mailed to a partner. An expired or
// invalid link is not found.
func (s *Service) SharedGallery(ctx context.Context, sealed string) (*photo.Archive, error) {
	raw, err := s.deps.Box.Open(sealed, linkRecord)
	if errors.Is(err, secret.ErrUnreadable) {
		return nil, apperr.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	var l galleryLink
	if err := json.Unmarshal(raw, &l); err != nil {
		return nil, fmt.Errorf("read link: %w", err)
	}
	if s.now().After(l.Until) {
		return nil, apperr.ErrNotFound.Withf("this link has expired: ask the hotel for a new one")
	}
	v, err := s.store.Version(ctx, l.OwnerID, l.PublicationID)
	if err != nil {
		return nil, err
	}
	return s.archive(ctx, v)
}
