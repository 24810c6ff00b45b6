// Package mailer sends mail, or stores it as files if no mail server is set.
//
// It owns the form of a message: its headers and its Message-ID;
// callers own the content and the retries. Text from users never becomes
// a header, an address or a link of its own.
package mailer

import (
	"context"
	"errors"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"unicode/utf8"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// ErrInvalid refuses a message that cannot be sent.
var ErrInvalid = apperr.New(apperr.Invalid, "mail_invalid", "the message is not valid")

// What a mail server's answer means for other messages.
var (
	// ErrUnavailable means that the server takes no message now, for any recipient:
	// it cannot be reached, or refuses the log-in or, temporarily, the sender.
	ErrUnavailable = errors.New("the mail server takes no messages")
	// ErrRefused is a permanent refusal that may apply to every recipient: of the
	// sender, of the content, or because of a quota.
	ErrRefused = errors.New("the mail server refuses the message")
	// ErrRecipientRefused is a permanent refusal of this recipient's address.
	ErrRecipientRefused = errors.New("the mail server refuses the recipient")
)

// Sender sends messages. Callers try again unless the error IsPermanent.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Message is one mail to one recipient, so that a refusal is always about one
// address.
type Message struct {
	// ID is chosen by the caller: letters, digits, '-', '_', '.'. It becomes the
	// Message-ID, so that a message sent twice can be recognised.
	ID          string
	To          string // "a@b.example" or "Name <a@b.example>"
	ReplyTo     string // the same, or empty
	Subject     string
	Text        string
	HTML        string // empty: text only
	Attachments []Attachment
	// Unsubscribe is the address that ends such messages with one click (RFC 8058);
	// empty: none.
	Unsubscribe string
	// Accounts are those that the message is from or to. They are not sent, but kept with the
	// message, because an account is told when staff read its mail.
	Accounts []int64
}

// Attachment is a file attached to a message.
type Attachment struct {
	Name        string
	ContentType string
	Data        []byte
}

// IsPermanent reports whether sending the same message again is useless: it is
// not valid, or the server refused it permanently.
func IsPermanent(err error) bool {
	return errors.Is(err, ErrInvalid) || errors.Is(err, ErrRefused) || errors.Is(err, ErrRecipientRefused)
}

var (
	idPattern   = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$`)
	keptPattern = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,159}$`) // an id and the name of a database
)

// Validate refuses messages that cannot be sent, or whose fields could add
// headers, with ErrInvalid.
func (m Message) Validate() error {
	if !idPattern.MatchString(m.ID) {
		return ErrInvalid.Withf("the message id %q is not made of letters, digits, '-', '_' and '.'", m.ID)
	}
	if _, err := parseAddress("to", m.To); err != nil {
		return err
	}
	if m.ReplyTo != "" {
		if _, err := parseAddress("reply to", m.ReplyTo); err != nil {
			return err
		}
	}
	if m.Subject == "" || !oneLine(m.Subject) {
		return ErrInvalid.Withf("the subject must be one line of text")
	}
	if m.Text == "" || !utf8.ValidString(m.Text) || !utf8.ValidString(m.HTML) {
		return ErrInvalid.Withf("the message needs a plain text, in UTF-8")
	}
	if !oneLine(m.Unsubscribe) || strings.ContainsAny(m.Unsubscribe, " <>") {
		return ErrInvalid.Withf("the address to unsubscribe at must be one word")
	}
	return m.checkAttachments()
}

func (m Message) checkAttachments() error {
	for _, a := range m.Attachments {
		if a.Name == "" || !oneLine(a.Name) || strings.ContainsAny(a.Name, `/\`) {
			return ErrInvalid.Withf("the attachment name %q is not a file name", a.Name)
		}
		if kind, _, err := mime.ParseMediaType(a.ContentType); err != nil || !oneLine(a.ContentType) ||
			!strings.Contains(kind, "/") {
			return ErrInvalid.Withf("the attachment %q has no valid content type", a.Name)
		}
	}
	return nil
}

// maxAddress is the longest address that SMTP carries (RFC 5321).
const maxAddress = 254

func parseAddress(name, text string) (*mail.Address, error) {
	wrong := ErrInvalid.Withf("the %s address %q is not valid, want name@host", name, text)
	if !oneLine(text) || len(text) > 1000 {
		return nil, wrong
	}
	a, err := mail.ParseAddress(text)
	if err != nil || len(a.Address) > maxAddress || !oneLine(a.Name) || !oneLine(a.Address) {
		return nil, wrong
	}
	local, host, _ := strings.Cut(a.Address, "@")
	// Quoted local parts are legal and in practice only used to confuse.
	if local == "" || strings.ContainsAny(a.Address, " \"()<>[],;:\\") || !field.IsHost(host) {
		return nil, wrong
	}
	return a, nil
}

// oneLine refuses control characters: a line end would start another header.
func oneLine(text string) bool { return utf8.ValidString(text) && field.IsLine(text) }
