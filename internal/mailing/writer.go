package mailing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
	"allot/internal/settings"
)

// messageArgs is one letter that could not go when its turn was. MessageID stays
// the same, so that a repeat can be told from a second letter.
type messageArgs struct {
	mailingArgs
	MailingID int64  `json:"mailing_id"`
	ContactID int64  `json:"contact_id"`
	To        string `json:"to"`
	Name      string `json:"name"`
	MessageID string `json:"message_id"`
}

// mailingArgs is what the letters of a mailing share.
type mailingArgs struct {
	OwnerID  int64           `json:"owner_id"`
	UserID   int64           `json:"user_id"`
	ListID   int64           `json:"list_id"`
	What     string          `json:"what"`
	About    json.RawMessage `json:"about"`
	Note     string          `json:"note"`
	Language string          `json:"language"`
}

func (mailingArgs) Kind() string { return "mailing" }
func (messageArgs) Kind() string { return "mailing_message" }

var (
	errNoMaker = errors.New("nobody writes mailings of this kind")
	errGone    = errors.New("what the mailing is about was deleted")
)

// lateError is why a letter may still go later.
type lateError struct{ error }

func (e *lateError) Unwrap() error { return e.error }

// writer writes the letters of one mailing. What all of them carry is made once
// for each language.
type writer struct {
	*Service
	Mailing
	maker    Maker
	company  string
	replyTo  string
	contents map[string]Content
}

func (s *Service) newWriter(ctx context.Context, m Mailing) (*writer, error) {
	maker, known := s.Hooks.Makers()[m.What]
	if !known {
		return nil, fmt.Errorf("%w: %q", errNoMaker, m.What)
	}
	sender, err := s.Accounts.User(ctx, m.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		sender, err = s.Accounts.User(ctx, m.OwnerID) // a colleague who has left
	}
	if err != nil {
		return nil, err
	}
	replyTo, err := s.Accounts.ReplyAddress(ctx, sender)
	if err != nil {
		return nil, err
	}
	company, err := s.Settings.CompanyName(ctx, m.OwnerID)
	if err != nil {
		return nil, err
	}
	return &writer{Service: s, Mailing: m, maker: maker, company: company, replyTo: replyTo, contents: map[string]Content{}}, nil
}

func (w *writer) args() mailingArgs {
	return mailingArgs{
		OwnerID: w.OwnerID, UserID: w.UserID, ListID: w.ListID, What: w.What, About: w.About, Note: w.Note, Language: w.Language,
	}
}

// languageOf is the contact's own language, if we speak it, else the sender's.
func (w *writer) languageOf(c settings.Contact) string {
	return lang.Match(c.Language, w.Language)
}

func nameOf(c settings.Contact) string { return strings.TrimSpace(c.FirstName + " " + c.LastName) }

// write sends one letter. An error is a lateError if sending it later may help.
func (w *writer) write(ctx context.Context, m messageArgs) error {
	content, known := w.contents[m.Language]
	if !known {
		var err error
		content, err = w.maker(ctx, Message{OwnerID: m.OwnerID, MailingID: m.MailingID, Language: m.Language, about: m.About})
		if errors.Is(err, apperr.ErrNotFound) {
			return errGone
		}
		if err != nil {
			return err
		}
		w.contents[m.Language] = content
	}
	link, err := w.Settings.UnsubscribeLink(m.OwnerID, m.To, m.Language)
	if err != nil {
		return err
	}
	msg, err := compose(m, content, w.company, link).Message(m.MessageID, m.To)
	if err != nil {
		return err
	}
	msg.ReplyTo, msg.Attachments = w.replyTo, content.Attachments
	msg.Headers = map[string]string{"List-Unsubscribe": "<" + link + ">", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
	if err := w.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return err
		}
		return &lateError{fmt.Errorf("send %s: %w", m.What, err)}
	}
	return nil
}

// sendLate sends a letter that could not go before, unless the contact has
// unsubscribed since.
func (s *Service) sendLate(ctx context.Context, j jobs.Job[messageArgs]) error {
	a := j.Args
	if a.MessageID == "" { // of a version that made a job of every letter
		a.MessageID = fmt.Sprintf("mailing-%d-%d", a.MailingID, a.ContactID)
	}
	gone, err := s.Settings.HasUnsubscribed(ctx, a.OwnerID, a.To)
	if err != nil || gone {
		return err
	}
	w, err := s.newWriter(ctx, Mailing{OwnerID: a.OwnerID, UserID: a.UserID, What: a.What})
	if errors.Is(err, errNoMaker) {
		return jobs.Cancel(err)
	}
	if err != nil {
		return err
	}
	err = w.write(ctx, a)
	switch {
	case errors.Is(err, errGone):
		return nil
	case mailer.IsPermanent(err):
		return jobs.Cancel(err)
	}
	return err
}

// convert takes over a mailing that a version without mailings had accepted.
func (s *Service) convert(ctx context.Context, j jobs.Job[mailingArgs]) error {
	a := j.Args
	if _, err := s.Accounts.LockAccount(ctx, a.OwnerID); err != nil {
		return err
	}
	letters, err := s.Settings.CountRecipients(ctx, a.OwnerID, a.ListID)
	if err != nil || letters == 0 {
		return err
	}
	return s.begin(ctx, &Mailing{
		OwnerID: a.OwnerID, UserID: a.UserID, ListID: a.ListID, What: a.What, About: a.About, Note: a.Note, Language: a.Language, Letters: letters,
	})
}
