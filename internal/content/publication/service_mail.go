package publication

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
)

// document names what is sent. It is stored with mailings: never rename a value.
type document string

const (
	documentSheet   document = "sheet"
	documentGallery document = "gallery"
)

// Mailing is a request to mail a document to a list. The note is added by the sender.
type Mailing struct {
	ListID     int64
	PropertyID int64
	Note       string
	Language   string // empty: the sender's
}

// Sent is the result of a mailing: how many recipients get which version.
type Sent struct {
	Recipients int `json:"recipients"`
	Version    int `json:"version"`
}

// mailed is the content of mailing.Request.About.
type mailed struct {
	PropertyID    int64 `json:"property_id"`
	PublicationID int64 `json:"publication_id"`
}

// SendSheet mails the published sheet as a PDF to every contact of a list.
func (s *Service) SendSheet(ctx context.Context, who auth.Caller, m Mailing) (Sent, error) {
	return s.send(ctx, who, m, documentSheet)
}

// SendGallery mails the published photos to every contact of a list: as a ZIP
// file, or as a link if that would be too large for a mailbox.
func (s *Service) SendGallery(ctx context.Context, who auth.Caller, m Mailing) (Sent, error) {
	return s.send(ctx, who, m, documentGallery)
}

func (s *Service) send(ctx context.Context, who auth.Caller, m Mailing, kind document) (Sent, error) {
	v, err := s.published(ctx, who, m.PropertyID)
	if err != nil {
		return Sent{}, err
	}
	if kind == documentGallery && len(v.Snapshot.Photos) == 0 {
		return Sent{}, ErrNotPublished.Withf("the published version of this property has no photos")
	}
	recipients, err := s.deps.Mailings.Send(ctx, who, mailing.Request{
		ListID: m.ListID, Note: m.Note, Language: m.Language, Document: string(kind), Property: m.PropertyID,
		About: mailed{PropertyID: m.PropertyID, PublicationID: v.ID},
	})
	return Sent{Recipients: recipients, Version: v.Number()}, err
}

// content returns the function that makes the content of letters with a document.
func (s *Service) content(kind document) mailing.ContentFunc {
	return func(ctx context.Context, m mailing.Message) (mailing.Content, error) {
		var about mailed
		if err := m.About(&about); err != nil {
			return mailing.Content{}, err
		}
		v, err := s.store.Version(ctx, m.OwnerID, about.PublicationID)
		if err != nil {
			return mailing.Content{}, err
		}
		c := texts[m.Language].Letters[kind].Fill("property", v.Snapshot.Property.Name)
		err = s.attach(ctx, v, kind, m.Language, &c)
		return c, err
	}
}
