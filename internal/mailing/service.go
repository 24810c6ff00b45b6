package mailing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"allot/internal/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/auth"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
	"allot/internal/settings"
)

// Deps is what the service works with.
type Deps struct {
	Accounts *account.Service
	Settings *settings.Service
	Jobs     *jobs.Queue
	Audit    *audit.Trail
	Mail     mailer.Sender
	// InTx runs fn in a transaction.
	InTx func(ctx context.Context, fn func(ctx context.Context) error) error
}

// Service is the module's front.
type Service struct {
	Deps
	makers map[string]Maker
}

// New makes the service and declares its jobs.
func New(d Deps) (*Service, error) {
	s := &Service{Deps: d, makers: map[string]Maker{}}
	return s, errors.Join(
		jobs.Handle(s.Jobs, s.fanOut, jobs.Handling{InTx: true}),
		jobs.Handle(s.Jobs, s.sendMessage, jobs.Handling{}),
	)
}

// Handle names the maker of messages of a kind, before any job runs. The name is
// stored with jobs under way: never rename it.
func (s *Service) Handle(what string, m Maker) { s.makers[what] = m }

type (
	// mailingArgs becomes one message a contact of the list.
	mailingArgs struct {
		OwnerID  int64           `json:"owner_id"`
		UserID   int64           `json:"user_id"`
		ListID   int64           `json:"list_id"`
		What     string          `json:"what"`
		About    json.RawMessage `json:"about"`
		Note     string          `json:"note"`
		Language string          `json:"language"`
	}
	messageArgs struct {
		mailingArgs
		MailingID int64  `json:"mailing_id"`
		ContactID int64  `json:"contact_id"`
		To        string `json:"to"`
		Name      string `json:"name"`
	}
)

func (mailingArgs) Kind() string { return "mailing" }
func (messageArgs) Kind() string { return "mailing_message" }

// Send has a message written to every contact of a list of the caller's account,
// and tells how many those are.
func (s *Service) Send(ctx context.Context, who auth.Caller, w Wish) (recipients int, err error) {
	if err := w.check(); err != nil {
		return 0, err
	}
	if err := s.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
		return 0, err
	}
	list, err := s.Settings.MailingList(ctx, who.OwnerID, w.ListID)
	if err != nil {
		return 0, err
	}
	if list.ContactsCount == 0 {
		return 0, ErrListEmpty
	}
	if w.Language == "" {
		u, err := s.Accounts.User(ctx, who.UserID)
		if err != nil {
			return 0, err
		}
		w.Language = u.Language
	}
	about, err := json.Marshal(w.About)
	if err != nil {
		return 0, fmt.Errorf("encode what the mailing is about: %w", err)
	}
	args := mailingArgs{
		OwnerID: who.OwnerID, UserID: who.UserID, ListID: w.ListID, What: w.What, About: about, Note: w.Note, Language: lang.Match(w.Language),
	}
	err = s.InTx(ctx, func(ctx context.Context) error {
		if err := s.Jobs.Enqueue(ctx, args); err != nil {
			return err
		}
		return s.Audit.Record(ctx, audit.Change{Action: "send_" + w.What, ObjectType: "property", ObjectID: w.Property, After: args})
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
	maker, known := s.makers[j.Args.What]
	if !known {
		return jobs.Cancel(fmt.Errorf("nobody writes mailings of %q", j.Args.What))
	}
	content, err := maker(ctx, Message{OwnerID: j.Args.OwnerID, MailingID: j.Args.MailingID, Language: j.Args.Language, about: j.Args.About})
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	msg, err := s.message(ctx, j.Args, content)
	if err != nil {
		return err
	}
	if err := s.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send %s: %w", j.Args.What, err)
	}
	return nil
}

func (s *Service) message(ctx context.Context, m messageArgs, content Content) (mailer.Message, error) {
	sender, err := s.Accounts.User(ctx, m.UserID)
	if err != nil && !errors.Is(err, apperr.ErrNotFound) {
		return mailer.Message{}, err
	}
	company, err := s.Settings.CompanyName(ctx, m.OwnerID)
	if err != nil {
		return mailer.Message{}, err
	}
	// The id stays the same when the job is run again, so that the repeat can
	// be told from a second message.
	msg, err := write(m, content, company).Message(fmt.Sprintf("mailing-%d-%d", m.MailingID, m.ContactID), m.To)
	if err != nil {
		return mailer.Message{}, jobs.Cancel(fmt.Errorf("write %s: %w", m.What, err))
	}
	msg.ReplyTo = sender.Email
	msg.Attachments = content.Attachments
	return msg, nil
}
