package allotment

import (
	"context"
	"fmt"

	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/chart"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// ErrNoMailingGroup refuses to mail a calendar that has no mailing group.
var ErrNoMailingGroup = apperr.New(apperr.Conflict, "no_mailing_group", "the calendar has no mailing group: choose a mailing list for it first")

// chartDocument names the mailings of this module.
const chartDocument = "calendar"

// chartMailing identifies the chart of a mailing.
type chartMailing struct {
	PropertyID int64 `json:"property_id"`
	CalendarID int64 `json:"calendar_id"`
	// Months are those chosen when the mailing was requested.
	Months civil.Range `json:"months"`
}

// ChartMail says which days of a chart to send, with which note and in which
// language.
type ChartMail struct {
	From, To civil.Date
	Note     string
	Language string // empty: the sender's
}

// SendChart mails the chart of a calendar to every contact of a list and returns
// how many those are.
func (s *Service) SendChart(ctx context.Context, who auth.Caller, calendar, list int64, w ChartMail) (recipients int, err error) {
	v, err := s.View(ctx, who, calendar, months(w.From, w.To))
	if err != nil {
		return 0, err
	}
	return s.deps.Mailings.Send(ctx, who, mailing.Request{
		ListID: list, Note: w.Note, Language: w.Language, Document: chartDocument, Property: v.PropertyID,
		About: chartMailing{PropertyID: v.PropertyID, CalendarID: calendar, Months: v.Season},
	})
}

// SendMasterChart is SendChart for the Master of a property.
func (s *Service) SendMasterChart(ctx context.Context, who auth.Caller, property, list int64, w ChartMail) (recipients int, err error) {
	master, err := s.masterOf(ctx, who, property)
	if err != nil {
		return 0, err
	}
	return s.SendChart(ctx, who, master, list, w)
}

// SendPartner is SendChart to the calendar's own mailing group.
func (s *Service) SendPartner(ctx context.Context, who auth.Caller, calendar int64, w ChartMail) (recipients int, err error) {
	c, err := s.calendar(ctx, who, calendar)
	if err != nil {
		return 0, err
	}
	if c.MailingGroup == nil {
		return 0, ErrNoMailingGroup
	}
	return s.SendChart(ctx, who, calendar, *c.MailingGroup, w)
}

// makeMessage writes a message of a mailing. All messages in a language share one
// stored chart.
func (s *Service) makeMessage(ctx context.Context, m mailing.Message) (mailing.Content, error) {
	var about chartMailing
	if err := m.About(&about); err != nil {
		return mailing.Content{}, err
	}
	snap, err := s.Snapshot(ctx, m.OwnerID, about.PropertyID, about.Months)
	if err != nil {
		return mailing.Content{}, err
	}
	place, found := snap.CalendarAt(about.CalendarID)
	if !found {
		return mailing.Content{}, apperr.ErrNotFound
	}
	v := reading.View{Snapshot: snap, Calendar: place, Season: about.Months}
	p, err := s.deps.Properties.Get(ctx, m.OwnerID, about.PropertyID)
	if err != nil {
		return mailing.Content{}, err
	}
	reader := lang.In(m.Language)
	key := fmt.Sprintf("%s/calendars/%d-%s.pdf", property.Folder(p.ID), m.MailingID, m.Language)
	doc, err := chart.Once(ctx, s.deps.Blobs, key, blankChart(p, v, reader).FileName(), func() (chart.Document, error) {
		return s.draw(ctx, v, reader)
	})
	if err != nil {
		return mailing.Content{}, err
	}
	c := texts[m.Language].Fill("property", p.Name, "calendar", snap.Calendars[place].Name)
	c.Attachments = []mailer.Attachment{{Name: doc.Name, ContentType: "application/pdf", Data: doc.Data}}
	return c, nil
}
