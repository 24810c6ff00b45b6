package stopsale

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/platform/civil"
	"allot/internal/platform/mailer"
)

// Mailing is a request to send the chart of a property with the sender's note.
type Mailing struct {
	ListID     int64
	PropertyID int64
	Window     Window
	Note       string
	Language   string // empty: the sender's
}

// chartDocument names the mailings of this module.
const chartDocument = "stop_sale"

// chartMailing identifies the chart of a mailing.
type chartMailing struct {
	PropertyID int64 `json:"property_id"`
	// Months are those chosen when the mailing was requested.
	Months civil.Range `json:"months"`
}

// Send mails the chart of a property to every contact of a list and returns how
// many those are.
func (s *Service) Send(ctx context.Context, who auth.Caller, m Mailing) (recipients int, err error) {
	p, err := s.property(ctx, who, m.PropertyID)
	if err != nil {
		return 0, err
	}
	months, err := s.months(p, m.Window)
	if err != nil {
		return 0, err
	}
	return s.deps.Mailings.Send(ctx, who, mailing.Request{
		ListID: m.ListID, Note: m.Note, Language: m.Language, Document: chartDocument, Property: m.PropertyID,
		About: chartMailing{PropertyID: m.PropertyID, Months: months},
	})
}

// makeMessage writes a message of a mailing.
func (s *Service) makeMessage(ctx context.Context, m mailing.Message) (mailing.Content, error) {
	var about chartMailing
	if err := m.About(&about); err != nil {
		return mailing.Content{}, err
	}
	p, err := s.deps.Properties.Get(ctx, m.OwnerID, about.PropertyID)
	if err != nil {
		return mailing.Content{}, err
	}
	doc, err := s.mailedChart(ctx, p, m, about.Months)
	if err != nil {
		return mailing.Content{}, err
	}
	c := texts[m.Language].Fill("property", p.Name)
	c.Attachments = []mailer.Attachment{{Name: doc.Name, ContentType: "application/pdf", Data: doc.Data}}
	return c, nil
}
