package override

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"

	"allot/internal/account"
	"allot/internal/auth"
	"allot/internal/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

//go:embed letters
var letterFiles embed.FS

// letterText asks a hotel for its approval in one language. {company} is
// the partner.
type letterText struct {
	Subject    string          `json:"subject"`
	What       map[Kind]string `json:"what"`
	Paragraphs []string        `json:"paragraphs"`
	Action     string          `json:"action"`
	Closing    string          `json:"closing"`
	Footer     string          `json:"footer"`
}

var letters = lang.Texts[letterText](letterFiles, "letters")

// write composes the letter for one reader.
func write(a Approval, u account.User, link string) mailer.Letter {
	language := lang.Match(u.Language)
	t := letters[language]
	fill := strings.NewReplacer("{company}", a.Company, "{property}", a.PropertyName).Replace
	l := mailer.Letter{
		Language: language, Subject: fill(t.Subject), Greeting: mailer.Greeting(language, u.Salutation()), Paragraphs: []string{fill(t.What[a.Kind])},
		Action: &mailer.Action{Label: t.Action, URL: link}, Closing: t.Closing, Footer: t.Footer,
	}
	for _, p := range t.Paragraphs {
		l.Paragraphs = append(l.Paragraphs, fill(p))
	}
	return l
}

// letterArgs is one letter to one user about one wish.
type letterArgs struct {
	HotelID  int64 `json:"hotel_id"`
	UserID   int64 `json:"user_id"`
	WishID   int64 `json:"wish_id"`
	Revision int   `json:"revision"`
}

func (letterArgs) Kind() string { return "override_letter" }

// askHotel tells everybody of the hotel whom partners concern that a wish waits:
// in the dashboard, and by a letter with a link to decide by, as long as the partner
// has not sent too many.
func (s *Service) askHotel(ctx context.Context, w Wish) error {
	card, err := s.Publications.Card(ctx, w.PropertyID)
	if err != nil {
		return err
	}
	company, err := s.Settings.CompanyName(ctx, w.OperatorID)
	if err != nil {
		return err
	}
	err = s.Notify.Tell(ctx, notify.Notice{
		To: notify.Account(w.HotelID, auth.PartnerConnections).About(w.PropertyID), Kind: notify.OverrideWaiting,
		Params: map[string]string{"property": card.Name, "company": company}, Link: approvalsLink,
	})
	if err != nil {
		return err
	}
	byMail, err := s.Contracts.CountNews(ctx, w.OperatorID, w.HotelID)
	if err != nil || !byMail {
		return err
	}
	users, err := s.Accounts.UsersConcerned(ctx, w.HotelID, auth.PartnerConnections, w.PropertyID)
	if err != nil {
		return err
	}
	mails := make([]jobs.Args, len(users))
	for i, u := range users {
		mails[i] = letterArgs{HotelID: w.HotelID, UserID: u.ID, WishID: w.ID, Revision: w.Revision}
	}
	return s.Jobs.EnqueueAll(ctx, mails)
}

// sendLetter writes to one user, unless there is nothing to decide any more.
func (s *Service) sendLetter(ctx context.Context, j jobs.Job[letterArgs]) error {
	u, err := s.Accounts.User(ctx, j.Args.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if u.EmailState == account.EmailPending {
		return nil // the address may be a stranger's, and the link decides
	}
	w, err := s.store.HotelWish(ctx, j.Args.HotelID, j.Args.WishID)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && (w.Revision != j.Args.Revision || w.Status != StatusWaiting) {
		return nil
	}
	if err != nil {
		return err
	}
	list, err := s.approvals(ctx, []Wish{w})
	if err != nil {
		return err
	}
	address, err := s.seal(link{HotelID: w.HotelID, UserID: u.ID, WishID: w.ID, Revision: w.Revision, Until: s.now().Add(linkLife)})
	if err != nil {
		return err
	}
	// The id stays the same when the job is run again, so that the repeat can
	// be told from a second message.
	msg, err := write(list[0], u, address).Message(fmt.Sprintf("override-%d-%d-%d", w.ID, w.Revision, u.ID), u.Email)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write letter about override %d: %w", w.ID, err))
	}
	if err := s.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send letter about override %d: %w", w.ID, err)
	}
	return nil
}
