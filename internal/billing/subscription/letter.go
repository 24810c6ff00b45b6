package subscription

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/letter"
	"allot/internal/identity/notify"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

// letterArgs asks for a letter to the billing address of an account.
type letterArgs struct {
	OwnerID   int64         `json:"owner_id"`
	MessageID string        `json:"message_id"`
	To        string        `json:"to"`
	Letter    letter.Letter `json:"letter"`
	Bill      string        `json:"bill,omitempty"` // number of the bill that is attached
}

func (letterArgs) Kind() string { return "billing_letter" }

// Accounts returns whose job it is: it waits while that account is suspended.
func (a letterArgs) Accounts() []int64 { return []int64{a.OwnerID} }

// mailBilling sends a notice to the billing address too, which need not be that of a user, with
// the bill if there is one. Without a bill, users who are told anyway are not told twice. An
// account that has not confirmed its own address writes to nobody else.
func (s *Service) mailBilling(ctx context.Context, owner int64, n notify.Notice, b *Bill) error {
	address, err := s.AddressOf(ctx, owner)
	if err != nil || address.BillingEmail == "" {
		return err
	}
	err = s.deps.Accounts.RequireConfirmed(ctx, owner)
	if errors.Is(err, account.ErrEmailNotConfirmed) {
		return nil
	}
	if err != nil {
		return err
	}
	args := letterArgs{OwnerID: owner, To: address.BillingEmail, MessageID: fmt.Sprintf("billing-%d-%s-%s", owner, n.Kind, s.today())}
	if b != nil {
		args.MessageID = fmt.Sprintf("billing-%d-%s", b.ID, n.Kind)
		if b.Number != nil {
			args.Bill = *b.Number
		}
	}
	if args.Bill == "" {
		told, err := s.tells(ctx, owner, n.Kind, address.BillingEmail)
		if err != nil || told {
			return err
		}
	}
	if args.Letter, err = s.billingLetter(ctx, owner, n, address, args.Bill); err != nil {
		return err
	}
	return s.deps.Jobs.Enqueue(ctx, args)
}

// tells reports whether an address is that of a user who is sent the notice anyway.
func (s *Service) tells(ctx context.Context, owner int64, kind notify.Kind, email string) (bool, error) {
	users, err := s.deps.Accounts.UsersConcerned(ctx, owner, auth.Subscriptions, 0)
	i := slices.IndexFunc(users, func(u account.User) bool {
		return strings.EqualFold(u.Email, email) && u.EmailState != account.EmailPending
	})
	if err != nil || i < 0 {
		return false, err
	}
	return s.deps.Settings.WantsMail(ctx, users[i].ID, string(kind))
}

// billingLetter writes a notice in the language of the account. It has no link: whoever reads
// bills may have no account.
func (s *Service) billingLetter(ctx context.Context, owner int64, n notify.Notice, a Address, number string) (letter.Letter, error) {
	u, err := s.deps.Accounts.Account(ctx, owner)
	if err != nil {
		return letter.Letter{}, err
	}
	language := lang.Match(u.Language)
	l, err := notify.Letter(n, language)
	if err != nil {
		return letter.Letter{}, err
	}
	words := wordsIn(language)
	if number != "" {
		l.Paragraphs = append(l.Paragraphs, lang.Filler("number", number)(words.Attached))
	}
	l.Footer = lang.Filler("company", a.CompanyName)(words.Footer)
	return l, nil
}

func (s *Service) sendLetter(ctx context.Context, j jobs.Job[letterArgs]) error {
	a := j.Args
	msg, err := a.Letter.Message(a.MessageID, a.To, a.OwnerID)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write the letter to a billing address: %w", err))
	}
	if a.Bill != "" {
		b, err := s.store.Bill(ctx, a.OwnerID, a.Bill)
		if err != nil {
			return err
		}
		file, err := s.print(ctx, b, FormatPDF, lang.In(a.Letter.Language))
		if err != nil {
			return err
		}
		msg.Attachments = []mailer.Attachment{{Name: file.Name, ContentType: file.ContentType, Data: file.Data}}
	}
	if err := s.deps.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send the letter to a billing address: %w", err)
	}
	return nil
}
