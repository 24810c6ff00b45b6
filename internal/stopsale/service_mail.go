package stopsale

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/auth"
	"allot/internal/platform/civil"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// ErrListEmpty refuses a mailing to nobody.
var ErrListEmpty = apperr.New(apperr.Conflict, "list_empty", "the mailing list has no contacts")

const maxNote = 2000

// Mailing is a wish to send the chart of a property out. The note is the
// sender's own words.
type Mailing struct {
	ListID     int64
	PropertyID int64
	Window     Window
	Note       string
	Language   string // empty: the sender's
}

type (
	// mailingArgs becomes one message a contact of the list.
	mailingArgs struct {
		OwnerID    int64 `json:"owner_id"`
		UserID     int64 `json:"user_id"`
		ListID     int64 `json:"list_id"`
		PropertyID int64 `json:"property_id"`
		// Months are those of the moment when it was asked for.
		Months   civil.Range `json:"months"`
		Note     string      `json:"note"`
		Language string      `json:"language"`
	}
	messageArgs struct {
		mailingArgs
		MailingID int64  `json:"mailing_id"`
		ContactID int64  `json:"contact_id"`
		To        string `json:"to"`
		Name      string `json:"name"`
	}
)

func (mailingArgs) Kind() string { return "stopsale_mailing" }
func (messageArgs) Kind() string { return "stopsale_message" }

func (s *Service) declareJobs() error {
	return errors.Join(
		jobs.Handle(s.Jobs, s.fanOut, jobs.Handling{InTx: true}),
		jobs.Handle(s.Jobs, s.sendMessage, jobs.Handling{}),
	)
}

// Send mails the chart of a property to every contact of a list, and tells how
// many those are.
func (s *Service) Send(ctx context.Context, who auth.Caller, m Mailing) (recipients int, err error) {
	m.Note = strings.TrimSpace(m.Note)
	if utf8.RuneCountInString(m.Note) > maxNote {
		return 0, apperr.Field("message", "must have at most %d characters", maxNote)
	}
	p, err := s.property(ctx, who, m.PropertyID)
	if err != nil {
		return 0, err
	}
	months, err := s.months(p, m.Window)
	if err != nil {
		return 0, err
	}
	list, err := s.Settings.MailingList(ctx, who.OwnerID, m.ListID)
	if err != nil {
		return 0, err
	}
	if list.ContactsCount == 0 {
		return 0, ErrListEmpty
	}
	if m.Language == "" {
		u, err := s.Accounts.User(ctx, who.UserID)
		if err != nil {
			return 0, err
		}
		m.Language = u.Language
	}
	args := mailingArgs{
		OwnerID: who.OwnerID, UserID: who.UserID, ListID: m.ListID, PropertyID: m.PropertyID, Months: months,
		Note: m.Note, Language: lang.Match(m.Language),
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Jobs.Enqueue(ctx, args); err != nil {
			return err
		}
		return s.Audit.Record(ctx, audit.Change{Action: "send_stop_sale", ObjectType: "property", ObjectID: m.PropertyID, After: args})
	})
	return list.ContactsCount, err
}

// fanOut makes one job a recipient, all of them or, if it fails, none.
func (s *Service) fanOut(ctx context.Context, j jobs.Job[mailingArgs]) error {
	const batch = 500
	for after := int64(0); ; {
		contacts, err := s.Settings.ListRecipients(ctx, j.Args.OwnerID, j.Args.ListID, after, batch)
		if err != nil {
			return err
		}
		messages := make([]jobs.Args, len(contacts))
		for i, c := range contacts {
			messages[i] = messageArgs{
				mailingArgs: j.Args, MailingID: j.ID, ContactID: c.ID, To: c.Email,
				Name: strings.TrimSpace(c.FirstName + " " + c.LastName),
			}
			after = c.ID
		}
		if err := s.Jobs.EnqueueAll(ctx, messages); err != nil {
			return err
		}
		if len(contacts) < batch {
			return nil
		}
	}
}

func (s *Service) sendMessage(ctx context.Context, j jobs.Job[messageArgs]) error {
	p, err := s.Properties.Get(ctx, j.Args.OwnerID, j.Args.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // the property was deleted meanwhile
	}
	if err != nil {
		return err
	}
	sender, err := s.Accounts.User(ctx, j.Args.UserID)
	if err != nil && !errors.Is(err, apperr.ErrNotFound) {
		return err
	}
	company, err := s.Settings.CompanyName(ctx, j.Args.OwnerID)
	if err != nil {
		return err
	}
	doc, err := s.mailed(ctx, p, j.Args)
	if err != nil {
		return err
	}
	// The id stays the same when the job is run again, so that the repeat can
	// be told from a second message.
	msg, err := write(j.Args, p.Name, company).Message(fmt.Sprintf("stopsale-%d-%d", j.Args.MailingID, j.Args.ContactID), j.Args.To)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write stop sale letter: %w", err))
	}
	msg.ReplyTo = sender.Email
	msg.Attachments = []mailer.Attachment{{Name: doc.Name, ContentType: "application/pdf", Data: doc.Data}}
	if err := s.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send stop sale: %w", err)
	}
	return nil
}
