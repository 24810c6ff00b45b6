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

// SMTP is the Sender that hands messages to a mail server, one connection each.
type SMTP struct {
	server *server
	now    func() time.Time
}

var _ Sender = (*SMTP)(nil)

// NewSMTP reads smtp://user:password@host:587?from=address, or smtps://. With
// smtp:// the server must offer STARTTLS, unless it runs on this machine or
// tls=none is given; ca_file names certificates to trust instead of the
// system's. Errors do not show the URL.
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
	// A server that took the message and then fumbles its goodbye has taken it.
	if err == nil || msg.IsDelivered() {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("send mail %s: %w", m.ID, ctx.Err())
	}
	return &sendError{text: fmt.Sprintf("send mail %s: %s", m.ID, s.redact(err.Error())), meaning: meaning(err)}
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
	address := net.JoinHostPort(s.server.host, strconv.Itoa(s.server.port))
	if s.server.security == tlsImplicit {
		return (&tls.Dialer{Config: s.server.tls}).DialContext(ctx, "tcp", address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", address)
}

// sendError does not wrap its cause, which may hold what the server echoed, but
// only what it means.
type sendError struct {
	text    string
	meaning error
}

func (e *sendError) Error() string { return e.text }
func (e *sendError) Unwrap() error { return e.meaning }

// meaning sorts what went wrong by how far the message had come; nil is a
// refusal of this message for now. A refused log-in is not for good: it goes away
// when the operator corrects the setting, and the mail must still be there then.
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

// aboutRecipient reads the enhanced code (RFC 3463) of a refused recipient. Many
// servers refuse a sender, or everybody beyond a quota, only when the recipient is
// named. Without a code the recipient is the likely reason.
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

// redact takes the password out of a text in every form that it has on the
// wire, in case a server answers with what it was sent.
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
