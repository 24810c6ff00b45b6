package invoice

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"

	"allot/internal/identity/account"
	"allot/internal/identity/letter"
	"allot/internal/invoicing/invoicepdf"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

//go:embed letters
var letterFiles embed.FS

// letterText is the letters about invoices in one language. {company} is the issuer,
// {number}, {amount} and {due} are the invoice's.
type letterText struct {
	Sent    letterKind                  `json:"sent"`
	Remind  map[ReminderType]letterKind `json:"reminder"`
	Early   letterKind                  `json:"early"` // a reminder before the due date
	Note    string                      `json:"note"`  // introduces the notes of the invoice
	Action  string                      `json:"action"`
	Closing string                      `json:"closing"`
	Footer  string                      `json:"footer"`
}

type letterKind struct {
	Subject string `json:"subject"`
	Body    string `json:"body"`
}

var texts = lang.Texts[letterText](letterFiles, "letters")

// letterArgs asks for the letter with an invoice.
type letterArgs struct {
	OwnerID   int64  `json:"owner_id"`
	InvoiceID string `json:"invoice_id"`
	UserID    int64  `json:"user_id"` // who sends it; 0: the system
	To        string `json:"to"`
	// Reminder is empty for the invoice itself.
	Reminder ReminderType `json:"reminder,omitempty"`
}

func (letterArgs) Kind() string { return "invoice_letter" }

// Accounts returns whose job it is: it waits while that account is suspended.
func (a letterArgs) Accounts() []int64 { return []int64{a.OwnerID} }

// mail asks for a letter in the transaction of the move.
func (s *Service) mail(ctx context.Context, v Invoice, args letterArgs) error {
	args.OwnerID, args.InvoiceID = v.OwnerID, v.ID
	return s.deps.Jobs.Enqueue(ctx, args)
}

// sendLetter writes to the recipient, with the invoice as a file: in the recipient's
// language, or in the sender's if nothing is known of the recipient.
func (s *Service) sendLetter(ctx context.Context, j jobs.Job[letterArgs]) error {
	v, err := s.store.Invoice(ctx, j.Args.OwnerID, j.Args.InvoiceID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // its account is gone
	}
	if err != nil {
		return err
	}
	if v.Status == StatusCancelled || j.Args.Reminder != "" && (!v.Status.Open() || v.Disputed) {
		return nil // cancelled, paid or disputed since
	}
	sender, err := s.sender(ctx, j.Args)
	if err != nil {
		return err
	}
	reader, err := s.recipient(ctx, v, sender)
	if err != nil {
		return err
	}
	file, err := s.attachment(ctx, v, reader)
	if err != nil {
		return err
	}
	accounts := []int64{v.OwnerID}
	if v.PartnerID != nil {
		accounts = append(accounts, *v.PartnerID)
	}
	msg, err := s.compose(v, reader, j.Args).Message(letterID(v, j.Args.Reminder), j.Args.To, accounts...)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write the letter with an invoice: %w", err))
	}
	msg.Attachments = []mailer.Attachment{file}
	if msg.ReplyTo, err = s.deps.Accounts.ReplyAddress(ctx, sender); err != nil {
		return err
	}
	if err := s.deps.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send the letter with an invoice: %w", err)
	}
	return nil
}

// letterID stays the same when the job runs again, so that mail programs recognize the
// repeat.
func letterID(v Invoice, r ReminderType) string {
	id := "invoice-" + v.ID
	if r != "" {
		id += "-" + string(r)
	}
	return id
}

// sender returns who sends a letter: the manager for a colleague who has left and for
// the system.
func (s *Service) sender(ctx context.Context, args letterArgs) (account.User, error) {
	if args.UserID != 0 {
		u, err := s.deps.Accounts.User(ctx, args.UserID)
		if !errors.Is(err, apperr.ErrNotFound) {
			return u, err
		}
	}
	return s.deps.Accounts.User(ctx, args.OwnerID)
}

// recipient returns how the recipient reads: an outsider as the sender's language does.
func (s *Service) recipient(ctx context.Context, v Invoice, sender account.User) (lang.Format, error) {
	if v.PartnerID == nil {
		return lang.In(sender.Language), nil
	}
	u, err := s.deps.Accounts.Account(ctx, *v.PartnerID)
	if err != nil {
		return lang.Format{}, err
	}
	return s.deps.Settings.Format(ctx, u.ID, u.Language)
}

func (s *Service) compose(v Invoice, reader lang.Format, args letterArgs) letter.Letter {
	t := texts[reader.Language]
	kind := t.Sent
	switch {
	case args.Reminder != "" && s.now().Before(v.OverdueAt):
		kind = t.Early
	case args.Reminder != "":
		kind = t.Remind[args.Reminder]
	}
	sum := v.summary()
	fill := lang.Filler("company", sum.From, "number", v.InvoiceNumber,
		"amount", invoicepdf.Amount(reader, v.TotalAmount, v.Currency), "due", reader.Long(v.DueDate))
	l := letter.Letter{
		Language: reader.Language, Subject: strings.Join(strings.Fields(fill(kind.Subject)), " "), Greeting: letter.Greeting(reader.Language, ""),
		Paragraphs: []string{fill(kind.Body)}, Closing: t.Closing, Footer: fill(t.Footer),
	}
	if v.Notes != "" && args.Reminder == "" {
		l.Paragraphs = append(l.Paragraphs, fill(t.Note), v.Notes)
	}
	if path := "/invoices/" + v.ID + "/"; v.PartnerID != nil && s.deps.Serves(path) {
		l.Action = &letter.Action{Label: t.Action, URL: s.deps.LinkBase() + path}
	}
	return l
}
