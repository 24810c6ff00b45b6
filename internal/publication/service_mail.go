package publication

import (
	"context"

	"allot/internal/auth"
	"allot/internal/mailing"
)

// What is sent. It is stored with jobs under way: never rename it.
type what string

const (
	whatSheet   what = "sheet"
	whatGallery what = "gallery"
)

// Mailing is a wish to send something out. The note is the sender's own words.
type Mailing struct {
	ListID     int64
	PropertyID int64
	Note       string
	Language   string // empty: the sender's
}

// Sent is what becomes of a mailing: one message each to so many.
type Sent struct {
	Recipients int `json:"recipients"`
	Version    int `json:"version"`
}

// mailed is what a mailing is about.
type mailed struct {
	PropertyID    int64 `json:"property_id"`
	PublicationID int64 `json:"publication_id"`
}

// SendSheet mails the published sheet as a PDF to every contact of a list.
func (s *Service) SendSheet(ctx context.Context, who auth.Caller, m Mailing) (Sent, error) {
	return s.send(ctx, who, m, whatSheet)
}

// SendGallery mails the published photos to every contact of a list: as a ZIP
// file, or as a link if that would be too large for a mailbox.
func (s *Service) SendGallery(ctx context.Context, who auth.Caller, m Mailing) (Sent, error) {
	return s.send(ctx, who, m, whatGallery)
}

func (s *Service) send(ctx context.Context, who auth.Caller, m Mailing, kind what) (Sent, error) {
	v, err := s.published(ctx, who, m.PropertyID)
	if err != nil {
		return Sent{}, err
	}
	if kind == whatGallery && len(v.Snapshot.Photos) == 0 {
		return Sent{}, ErrNotPublished.Withf("the published version of this property has no photos")
	}
	recipients, err := s.Mailings.Send(ctx, who, mailing.Request{
		ListID: m.ListID, Note: m.Note, Language: m.Language, What: string(kind), Property: m.PropertyID,
		About: mailed{PropertyID: m.PropertyID, PublicationID: v.ID},
	})
	return Sent{Recipients: recipients, Version: v.Number()}, err
}

// maker makes the messages of one kind.
func (s *Service) maker(kind what) mailing.Maker {
	return func(ctx context.Context, m mailing.Message) (mailing.Content, error) {
		var about mailed
		if err := m.About(&about); err != nil {
			return mailing.Content{}, err
		}
		v, err := s.store.Version(ctx, m.OwnerID, about.PublicationID)
		if err != nil {
			return mailing.Content{}, err
		}
		c := texts[m.Language].Letters[kind].Fill("{property}", v.Snapshot.Property.Name)
		err = s.attach(ctx, v, kind, m.Language, &c)
		return c, err
	}
}
