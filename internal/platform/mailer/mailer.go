// Package mailer sends mail, or keeps it as files where no mail server is set.
//
// It owns the form of a message: its headers, its Message-ID and the one layout
// that every letter shares. What a letter says, and when to try again, is the
// caller's matter. The rule it keeps: text from users never becomes a header,
// an address or a link of its own.
package mailer

import (
	"context"
	"errors"
	"mime"
	"net/mail"
	"net/textproto"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"allot/internal/platform/apperr"
)

// ErrInvalid is the refusal of a message that no server could take.
var ErrInvalid = apperr.New(apperr.Invalid, "mail_invalid", "the message is not valid")

// What a mail server's answer means for other messages.
var (
	// ErrUnavailable is a server that takes no message now, whoever it is for:
	// it cannot be reached, or refuses the log-in or, for now, the sender.
	ErrUnavailable = errors.New("the mail server takes no messages")
	// ErrRefused is a refusal for good that may hold for every recipient: of the
	// sender, of what the message says, or because of a quota.
	ErrRefused = errors.New("the mail server refuses the message")
	// ErrRecipientRefused is a refusal for good of this recipient's address.
	ErrRecipientRefused = errors.New("the mail server refuses the recipient")
)

// Sender takes a message off the caller's hands. An error that IsPermanent is
// not worth another try.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Message is one mail to one recipient: a list becomes one message each, so
// that a refusal is always about one address.
type Message struct {
	// ID is the caller's own: letters, digits, '-', '_', '.'. It becomes the
	// Message-ID, so that a message sent twice can be recognised.
	ID          string
	To          string // "a@b.example" or "Name <a@b.example>"
	ReplyTo     string // the same, or empty
	Subject     string
	Text        string
	HTML        string // empty: text only
	Attachments []Attachment
	// Headers may add List-Unsubscribe, List-Unsubscribe-Post and X- fields.
	Headers map[string]string
}

// Attachment is a file that travels with a message.
type Attachment struct {
	Name        string
	ContentType string
	Data        []byte
}

// IsPermanent tells whether sending the same message again is useless: it is
// not valid, or the server refused it for good.
func IsPermanent(err error) bool {
	return errors.Is(err, ErrInvalid) || errors.Is(err, ErrRefused) || errors.Is(err, ErrRecipientRefused)
}

var (
	idPattern     = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$`)
	keptPattern   = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,159}$`) // an id and the name of a database
	headerPattern = regexp.MustCompile(`^X-[A-Za-z0-9-]{1,60}$`)
)

// Validate refuses messages that could not be sent, or that would say more
// than their fields do.
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
	return errors.Join(m.checkHeaders(), m.checkAttachments())
}

func (m Message) checkHeaders() error {
	for name, value := range m.Headers {
		known := slices.Contains([]string{"List-Unsubscribe", "List-Unsubscribe-Post"}, name)
		if !known && !headerPattern.MatchString(name) {
			return ErrInvalid.Withf("the header %q may not be set", name)
		}
		if !oneLine(value) || textproto.TrimString(value) == "" {
			return ErrInvalid.Withf("the header %s must be one line of text", name)
		}
	}
	return nil
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

func parseAddress(field, text string) (*mail.Address, error) {
	wrong := ErrInvalid.Withf("the %s address %q is not valid, want name@host", field, text)
	if !oneLine(text) || len(text) > 1000 {
		return nil, wrong
	}
	a, err := mail.ParseAddress(text)
	if err != nil || len(a.Address) > maxAddress || !oneLine(a.Name) || !oneLine(a.Address) {
		return nil, wrong
	}
	local, host, _ := strings.Cut(a.Address, "@")
	// Quoted local parts are legal and in practice only used to confuse.
	if local == "" || strings.ContainsAny(a.Address, " \"()<>[],;:\\") || !validHost(host) {
		return nil, wrong
	}
	return a, nil
}

func validHost(host string) bool {
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return false
			}
		}
	}
	return true
}

// oneLine refuses control characters, line ends above all: in a header they
// would start another header.
func oneLine(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}
