package mailer

import (
	"bytes"
	"fmt"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// compose builds the mail that is sent or stored in a file.
func compose(from *mail.Address, m Message, now time.Time) (*gomail.Msg, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	to, _ := parseAddress("to", m.To) // Validate has refused what is no address
	msg.FromMailAddress(from)
	msg.ToMailAddress(to)
	if m.ReplyTo != "" {
		replyTo, _ := parseAddress("reply to", m.ReplyTo)
		msg.ReplyToMailAddress(replyTo)
	}
	setHeaders(msg, from, m, now)
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	for _, a := range m.Attachments {
		msg.AttachReadSeeker(a.Name, bytes.NewReader(a.Data),
			gomail.WithFileContentType(gomail.ContentType(a.ContentType)))
	}
	return msg, nil
}

func setHeaders(msg *gomail.Msg, from *mail.Address, m Message, now time.Time) {
	msg.Subject(m.Subject)
	msg.SetDateWithValue(now)
	msg.SetMessageIDWithValue(fmt.Sprintf("%s@%s", m.ID, hostOf(from)))
	// Automatic replies such as holiday notices must not be sent back.
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.Unsubscribe+">")
		msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
}

func hostOf(a *mail.Address) string {
	return a.Address[strings.LastIndexByte(a.Address, '@')+1:]
}
