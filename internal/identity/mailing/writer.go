package mailing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// messageArgs sends one deferred letter. MessageID is the same for every attempt, so that a
// repeat can be recognized.
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
	Document string          `json:"what"`
	About    json.RawMessage `json:"about"`
	Note     string          `json:"note"`
	Language string          `json:"language"`
}

// Accounts returns whose job it is: it waits while that account is suspended.
func (a mailingArgs) Accounts() []int64 { return []int64{a.OwnerID} }

func (mailingArgs) Kind() string { return "mailing" }
func (messageArgs) Kind() string { return "mailing_message" }

var (
	errNoContentFunc = errors.New("nobody writes mailings of this kind")
	errGone          = errors.New("what the mailing is about was deleted")
)

// lateError wraps the error of a letter that may be sent later.
type lateError struct{ error }

func (e *lateError) Unwrap() error { return e.error }

// writer writes the letters of one mailing. It keeps the content of each language.
type writer struct {
	*Service
	Mailing
	content  ContentFunc
	company  string
	replyTo  string
	contents map[string]Content
}

func (s *Service) newWriter(ctx context.Context, m Mailing) (*writer, error) {
	content, known := s.deps.Hooks.ContentFuncs()[m.Document]
	if !known {
		return nil, fmt.Errorf("%w: %q", errNoContentFunc, m.Document)
	}
	sender, err := s.deps.Accounts.User(ctx, m.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		sender, err = s.deps.Accounts.User(ctx, m.OwnerID) // the sub-user was removed
	}
	if err != nil {
		return nil, err
	}
	replyTo, err := s.deps.Accounts.ReplyAddress(ctx, sender)
	if err != nil {
		return nil, err
	}
	company, err := s.deps.Settings.CompanyName(ctx, m.OwnerID)
	if err != nil {
		return nil, err
	}
	return &writer{Service: s, Mailing: m, content: content, company: company, replyTo: replyTo, contents: map[string]Content{}}, nil
}

func (w *writer) args() mailingArgs {
	return mailingArgs{
		OwnerID: w.OwnerID, UserID: w.UserID, ListID: w.ListID, Document: w.Document, About: w.About, Note: w.Note, Language: w.Language,
	}
}

// languageOf returns the contact's language, if it is offered, else the sender's.
func (w *writer) languageOf(c settings.Contact) string {
	return lang.Match(c.Language, w.Language)
}

func nameOf(c settings.Contact) string { return strings.TrimSpace(c.FirstName + " " + c.LastName) }

// write sends one letter. Its error is a lateError if the letter may be sent later.
func (w *writer) write(ctx context.Context, m messageArgs) error {
	content, known := w.contents[m.Language]
	if !known {
		var err error
		content, err = w.content(ctx, Message{OwnerID: m.OwnerID, MailingID: m.MailingID, Language: m.Language, about: m.About})
		if errors.Is(err, apperr.ErrNotFound) {
			return errGone
		}
		if err != nil {
			return err
		}
		w.contents[m.Language] = content
	}
	link, err := w.deps.Settings.UnsubscribeLink(m.OwnerID, m.To, m.Language)
	if err != nil {
		return err
	}
	msg, err := compose(m, content, w.company, link).Message(m.MessageID, m.To, m.OwnerID)
	if err != nil {
		return err
	}
	msg.ReplyTo, msg.Attachments, msg.Unsubscribe = w.replyTo, content.Attachments, link
	if err := w.deps.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return err
		}
		return &lateError{fmt.Errorf("send %s: %w", m.Document, err)}
	}
	return nil
}

// sendLate sends a deferred letter, unless the contact has unsubscribed since.
func (s *Service) sendLate(ctx context.Context, j jobs.Job[messageArgs]) error {
	a := j.Args
	if a.MessageID == "" { // from a version that had a job for every letter
		a.MessageID = fmt.Sprintf("mailing-%d-%d", a.MailingID, a.ContactID)
	}
	gone, err := s.deps.Settings.HasUnsubscribed(ctx, a.OwnerID, a.To)
	if err != nil || gone {
		return err
	}
	w, err := s.newWriter(ctx, Mailing{OwnerID: a.OwnerID, UserID: a.UserID, Document: a.Document})
	if errors.Is(err, errNoContentFunc) {
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

// convert starts a mailing that was enqueued by a version without the mailings table.
func (s *Service) convert(ctx context.Context, j jobs.Job[mailingArgs]) error {
	a := j.Args
	if _, err := s.deps.Accounts.LockAccount(ctx, a.OwnerID); err != nil {
		return err
	}
	letters, err := s.deps.Settings.CountRecipients(ctx, a.OwnerID, a.ListID)
	if err != nil || letters == 0 {
		return err
	}
	return s.begin(ctx, &Mailing{
		OwnerID: a.OwnerID, UserID: a.UserID, ListID: a.ListID, Document: a.Document, About: a.About, Note: a.Note, Language: a.Language, Letters: letters,
	})
}
