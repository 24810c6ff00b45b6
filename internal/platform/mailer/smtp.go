package mailer

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// sendTimeout bounds a whole delivery, so that a silent server cannot hold a
// worker.
const sendTimeout = time.Minute

// SMTP is the Sender that uses a mail server, with a connection for each message.
type SMTP struct {
	server *server
	now    func() time.Time
}

var _ Sender = (*SMTP)(nil)

// NewSMTP parses smtp://user:password@host:587?from=address, or smtps://. With
// smtp:// the server must offer STARTTLS, unless it runs on this machine or
// tls=none is given; ca_file names certificates to trust instead of the
// system's. Errors do not contain the URL.
func NewSMTP(rawURL string, now func() time.Time) (*SMTP, error) {
	s, err := parseURL(rawURL)
	if err != nil {
		return nil, err
	}
	return &SMTP{server: s, now: now}, nil
}

// Send delivers one message. It may be delivered twice if the connection
// breaks before the server's last answer: both have the same Message-ID.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := compose(s.server.from, m, s.now())
	if err != nil {
		return err
	}
	// Ending this context closes the connection: the client itself heeds a
	// context only while it dials, and leaves the connection open when the
	// log-in fails.
	lifetime, end := context.WithCancel(ctx)
	defer end()
	client, err := gomail.NewClient(s.server.host, s.options(lifetime)...)
	if err != nil {
		return fmt.Errorf("set up mail client: %s", s.redact(err.Error()))
	}
	err = client.DialAndSendWithContext(ctx, msg)
	// An error after the message was accepted, while disconnecting, does not matter.
	if err == nil || msg.IsDelivered() {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("send mail %s: %w", m.ID, ctx.Err())
	}
	return &sendError{text: fmt.Sprintf("send mail %s: %s", m.ID, s.redact(err.Error())), meaning: meaning(err)}
}

// Server is the host and port of the mail server.
func (s *SMTP) Server() string {
	return net.JoinHostPort(s.server.host, strconv.Itoa(s.server.port))
}

// Try connects, encrypts and logs in as Send does, and sends nothing.
func (s *SMTP) Try(ctx context.Context) error {
	lifetime, end := context.WithCancel(ctx)
	defer end()
	client, err := gomail.NewClient(s.server.host, s.options(lifetime)...)
	if err != nil {
		return fmt.Errorf("set up mail client: %s", s.redact(err.Error()))
	}
	if err := client.DialWithContext(ctx); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("mail server %s does not answer: %w", s.Server(), ctx.Err())
		}
		return &sendError{text: fmt.Sprintf("mail server %s: %s", s.Server(), s.redact(err.Error())), meaning: meaning(err)}
	}
	_ = client.Close() // it has answered
	return nil
}

func (s *SMTP) options(lifetime context.Context) []gomail.Option {
	policy := gomail.NoTLS
	if s.server.security == tlsStart {
		policy = gomail.TLSMandatory
	}
	options := []gomail.Option{
		gomail.WithPort(s.server.port),
		gomail.WithTimeout(sendTimeout),
		gomail.WithTLSPolicy(policy),
		gomail.WithTLSConfig(s.server.tls),
		gomail.WithHELO(hostOf(s.server.from)),
		gomail.WithDialContextFunc(func(ctx context.Context, _, _ string) (net.Conn, error) {
			conn, err := s.dial(ctx)
			if err != nil {
				return nil, err
			}
			context.AfterFunc(lifetime, func() { _ = conn.Close() })
			return conn, nil
		}),
	}
	if s.server.user == "" {
		return options
	}
	mechanisms := []gomail.SMTPAuthType{gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1}
	if s.server.security == tlsNone {
		mechanisms = append(mechanisms, gomail.SMTPAuthCramMD5, gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc)
	} else {
		mechanisms = append(mechanisms, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5)
	}
	return append(options, gomail.WithUsername(s.server.user), gomail.WithPassword(s.server.pass),
		gomail.WithOpportunisticSMTPAuth(mechanisms...))
}

func (s *SMTP) dial(ctx context.Context) (net.Conn, error) {
	address := s.Server()
	if s.server.security == tlsImplicit {
		return (&tls.Dialer{Config: s.server.tls}).DialContext(ctx, "tcp", address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", address)
}

// sendError wraps the meaning of an error, not its cause, which may contain the
// password if the server echoed it.
type sendError struct {
	text    string
	meaning error
}

func (e *sendError) Error() string { return e.text }
func (e *sendError) Unwrap() error { return e.meaning }

// meaning classifies an error by the step that failed; nil is a temporary refusal
// of this message. A refused log-in is not permanent: the mail must be sent once
// the setting is corrected.
func meaning(err error) error {
	var e *gomail.SendError
	if !errors.As(err, &e) {
		return ErrUnavailable
	}
	permanent := e.ErrorCode() >= 500 && e.ErrorCode() <= 599
	switch e.Reason { //nolint:exhaustive // the others are no answers of a server
	case gomail.ErrSMTPMailFrom:
		if permanent {
			return ErrRefused
		}
	case gomail.ErrSMTPRcptTo:
		switch {
		case !permanent:
			return nil
		case aboutRecipient(e.EnhancedStatusCode()):
			return ErrRecipientRefused
		}
		return ErrRefused
	case gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		if permanent {
			return ErrRefused
		}
		return nil
	case gomail.ErrWriteContent:
		return nil
	}
	return ErrUnavailable
}

// aboutRecipient reports whether the enhanced code (RFC 3463) of a refused
// recipient is about its address: many servers refuse a sender, or apply a quota,
// only when the recipient is named. Without a code the recipient is the likely reason.
func aboutRecipient(code string) bool {
	_, code, _ = strings.Cut(code, ".")
	subject, detail, _ := strings.Cut(code, ".")
	switch subject {
	case "", "0", "2": // none, undefined, the mailbox
		return true
	case "1": // addresses, of which 7 and 8 are the sender's
		return detail != "7" && detail != "8"
	default:
		return false
	}
}

// redact removes the password, in every form in which it is sent, from a text
// that may contain what a server echoed.
func (s *SMTP) redact(text string) string {
	if s.server.pass == "" {
		return text
	}
	plain := "\x00" + s.server.user + "\x00" + s.server.pass
	for _, form := range []string{
		base64.StdEncoding.EncodeToString([]byte(plain)),
		base64.StdEncoding.EncodeToString([]byte(s.server.pass)), s.server.pass,
	} {
		text = strings.ReplaceAll(text, form, "[password]")
	}
	return text
}
