package override

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/letter"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

//go:embed letters
var letterFiles embed.FS

// letterText is the letter that asks a hotel for its approval, in one language.
// {company} stands for the partner, {property} for the property.
type letterText struct {
	Subject    string          `json:"subject"`
	What       map[Kind]string `json:"what"`
	Paragraphs []string        `json:"paragraphs"`
	Action     string          `json:"action"`
	Closing    string          `json:"closing"`
	Footer     string          `json:"footer"`
}

var letters = lang.Texts[letterText](letterFiles, "letters")

// composeLetter writes the letter for one user.
func composeLetter(a Approval, u account.User, link string) letter.Letter {
	language := lang.Match(u.Language)
	t := letters[language]
	fill := lang.Filler("company", a.Company, "property", a.PropertyName)
	l := letter.Letter{
		Language: language, Subject: fill(t.Subject), Greeting: letter.Greeting(language, u.Salutation()), Paragraphs: []string{fill(t.What[a.Kind])},
		Action: &letter.Action{Label: t.Action, URL: link}, Closing: t.Closing, Footer: t.Footer,
	}
	for _, p := range t.Paragraphs {
		l.Paragraphs = append(l.Paragraphs, fill(p))
	}
	return l
}

// letterArgs is the job that sends one user a letter about one override.
type letterArgs struct {
	HotelID int64 `json:"hotel_id"`
	// OperatorID is zero in jobs of earlier versions.
	OperatorID int64 `json:"operator_id,omitempty"`
	UserID     int64 `json:"user_id"`
	OverrideID int64 `json:"wish_id"`
	Revision   int   `json:"revision"`
}

func (letterArgs) Kind() string { return "override_letter" }

// Accounts returns both sides: the letter waits while the operator, who has it sent, or the
// hotel, whose user gets it, is suspended.
func (a letterArgs) Accounts() []int64 { return []int64{a.HotelID, a.OperatorID} }

// requestApproval notifies the hotel's users with the partner permission that
// an override waits: in the dashboard, and by a letter with a link to decide.
// No letter is sent while the partner is over its limit of letters.
func (s *Service) requestApproval(ctx context.Context, ov Override) error {
	card, err := s.deps.Publications.Card(ctx, ov.PropertyID)
	if err != nil {
		return err
	}
	company, err := s.deps.Settings.CompanyName(ctx, ov.OperatorID)
	if err != nil {
		return err
	}
	err = s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Account(ov.HotelID, auth.PartnerConnections).About(ov.PropertyID), Kind: notify.OverrideWaiting,
		Params: map[string]string{"property": card.Name, "company": company}, Link: approvalsLink,
	})
	if err != nil {
		return err
	}
	byMail, err := s.deps.Contracts.CountNotice(ctx, ov.OperatorID, ov.HotelID)
	if err != nil || !byMail {
		return err
	}
	users, err := s.deps.Accounts.UsersConcerned(ctx, ov.HotelID, auth.PartnerConnections, ov.PropertyID)
	if err != nil {
		return err
	}
	mails := make([]jobs.Args, len(users))
	for i, u := range users {
		mails[i] = letterArgs{HotelID: ov.HotelID, OperatorID: ov.OperatorID, UserID: u.ID, OverrideID: ov.ID, Revision: ov.Revision}
	}
	return s.deps.Jobs.EnqueueAll(ctx, mails)
}

// sendLetter sends one user the letter about an override. It sends nothing if
// the override no longer waits in this revision.
func (s *Service) sendLetter(ctx context.Context, j jobs.Job[letterArgs]) error {
	u, err := s.deps.Accounts.User(ctx, j.Args.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if u.EmailState == account.EmailPending {
		return nil // an unconfirmed address may belong to somebody else, and the link allows a decision
	}
	ov, err := s.store.HotelOverride(ctx, j.Args.HotelID, j.Args.OverrideID)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && (ov.Revision != j.Args.Revision || ov.Status != StatusWaiting) {
		return nil
	}
	if err != nil {
		return err
	}
	list, err := s.approvals(ctx, []Override{ov})
	if err != nil {
		return err
	}
	address, err := s.seal(link{HotelID: ov.HotelID, UserID: u.ID, OverrideID: ov.ID, Revision: ov.Revision, Until: s.now().Add(linkLife)})
	if err != nil {
		return err
	}
	// The id stays the same when the job runs again, so that mail programs
	// recognize the repeat.
	msg, err := composeLetter(list[0], u, address).Message(fmt.Sprintf("override-%d-%d-%d", ov.ID, ov.Revision, u.ID), u.Email, ov.HotelID, ov.OperatorID)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write letter about override %d: %w", ov.ID, err))
	}
	if err := s.deps.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send letter about override %d: %w", ov.ID, err)
	}
	return nil
}
