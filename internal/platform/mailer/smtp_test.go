package mailer_test

import (
	"context"
	"encoding/base64"
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/mailer"
	"allot/internal/testkit/mailtest"
)

const sender = "Allot <allot@hotel.example>"

var sentAt = time.Date(2030, 5, 1, 10, 30, 0, 0, time.UTC)

func clock() time.Time { return sentAt }

func message() mailer.Message {
	return mailer.Message{ID: "invoice-12.3", To: "guest@example.com", Subject: "Your invoice", Text: "Hello\n"}
}

func newSMTP(t *testing.T, rawURL string) *mailer.SMTP {
	t.Helper()
	s, err := mailer.NewSMTP(rawURL, clock)
	require.NoError(t, err)
	return s
}

func TestSMTP_Try(t *testing.T) {
	t.Parallel()

	for name, options := range map[string][]mailtest.Option{
		"STARTTLS":     {mailtest.WithSTARTTLS()},
		"implicit TLS": {mailtest.WithTLS()},
		"none":         nil,
	} {
		t.Run("logs in and sends nothing: "+name, func(t *testing.T) {
			t.Parallel()
			server := mailtest.Start(t, append(options, mailtest.WithAuth("allot@hotel.example", "hunter2"))...)
			require.NoError(t, newSMTP(t, server.URL(sender)).Try(t.Context()))
			require.Empty(t, server.Messages())

			u, err := url.Parse(server.URL(sender))
			require.NoError(t, err)
			u.User = url.UserPassword("allot@hotel.example", "wrong-hunter3")
			wrong := newSMTP(t, u.String())
			err = wrong.Try(t.Context())
			require.ErrorContains(t, err, wrong.Server())
			require.NotContains(t, err.Error(), "hunter3")
		})
	}

	t.Run("tells a server that is not there, and one that says nothing", func(t *testing.T) {
		t.Parallel()
		silent, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		s := newSMTP(t, "smtp://"+silent.Addr().String()+"?from=allot@hotel.example")
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		require.ErrorIs(t, s.Try(ctx), context.DeadlineExceeded)
		require.NoError(t, silent.Close())
		require.ErrorContains(t, s.Try(t.Context()), "refused")
	})
}

func TestSMTP_Send(t *testing.T) {
	t.Parallel()

	t.Run("delivers over a plain loopback connection", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t)
		require.NoError(t, newSMTP(t, server.URL(sender)).Send(t.Context(), message()))
		got := server.Messages()
		require.Len(t, got, 1)
		require.Equal(t, "allot@hotel.example", got[0].From)
		require.Equal(t, []string{"guest@example.com"}, got[0].To)
		require.False(t, got[0].TLS)
		require.Empty(t, got[0].User)
		require.Equal(t, "Hello\n", got[0].Parse(t).Text)
	})

	for name, options := range map[string][]mailtest.Option{
		"logs in after STARTTLS":                    {mailtest.WithSTARTTLS()},
		"logs in over implicit TLS":                 {mailtest.WithTLS()},
		"logs in without encryption on one machine": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := mailtest.Start(t, append(options, mailtest.WithAuth("allot@hotel.example", "pä:ss/w@rd %"))...)
			s := newSMTP(t, server.URL(sender))
			require.NoError(t, s.Send(t.Context(), message()))
			require.NoError(t, s.Send(t.Context(), message()))
			got := server.Messages()
			require.Len(t, got, 2)
			require.Equal(t, "allot@hotel.example", got[1].User)
			require.Equal(t, server.CAFile != "", got[1].TLS)
		})
	}

	t.Run("does not send in the clear when STARTTLS is asked for and not offered", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t, mailtest.WithAuth("user", "pass"))
		err := newSMTP(t, server.URL(sender)+"&tls=starttls").Send(t.Context(), message())
		require.ErrorContains(t, err, "STARTTLS")
		require.False(t, mailer.IsPermanent(err))
		require.Empty(t, server.Messages())
	})

	t.Run("does not trust a certificate that nobody vouches for", func(t *testing.T) {
		t.Parallel()
		for _, option := range []mailtest.Option{mailtest.WithSTARTTLS(), mailtest.WithTLS()} {
			server := mailtest.Start(t, option)
			u, err := url.Parse(server.URL(sender))
			require.NoError(t, err)
			query := u.Query()
			query.Del("ca_file")
			u.RawQuery = query.Encode()
			err = newSMTP(t, u.String()).Send(t.Context(), message())
			require.ErrorContains(t, err, "certificate")
			require.Empty(t, server.Messages())
		}
	})

	t.Run("tells a refusal for good from one for now", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t, mailtest.WithRefusal(func(to string) error {
			switch to {
			case "gone@example.com":
				return mailtest.Refusal(550, "no such mailbox")
			case "full@example.com":
				return mailtest.Refusal(451, "try later")
			default:
				return nil
			}
		}))
		s := newSMTP(t, server.URL(sender))
		m := message()
		m.To = "gone@example.com"
		err := s.Send(t.Context(), m)
		require.ErrorContains(t, err, "no such mailbox")
		require.True(t, mailer.IsPermanent(err))
		m.To = "full@example.com"
		err = s.Send(t.Context(), m)
		require.ErrorContains(t, err, "try later")
		require.False(t, mailer.IsPermanent(err))
	})

	t.Run("tells what concerns one recipient from what concerns all", func(t *testing.T) {
		t.Parallel()
		refusal := func(code int, enhanced smtp.EnhancedCode) error {
			return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: "no"}
		}
		for name, c := range map[string]struct {
			answer    error
			want      error // nil: none of them
			permanent bool
		}{
			"unknown mailbox":         {refusal(550, smtp.EnhancedCode{5, 1, 1}), mailer.ErrRecipientRefused, true},
			"full mailbox":            {refusal(552, smtp.EnhancedCode{5, 2, 2}), mailer.ErrRecipientRefused, true},
			"no code":                 {refusal(550, smtp.NoEnhancedCode), mailer.ErrRecipientRefused, true},
			"undefined code":          {refusal(550, smtp.EnhancedCode{5, 0, 0}), mailer.ErrRecipientRefused, true},
			"sender named with it":    {refusal(553, smtp.EnhancedCode{5, 1, 8}), mailer.ErrRefused, true},
			"quota":                   {refusal(550, smtp.EnhancedCode{5, 4, 5}), mailer.ErrRefused, true},
			"not allowed to relay":    {refusal(554, smtp.EnhancedCode{5, 7, 1}), mailer.ErrRefused, true},
			"try this one later":      {refusal(451, smtp.EnhancedCode{4, 7, 1}), nil, false},
			"mailbox full, for today": {refusal(452, smtp.EnhancedCode{4, 2, 2}), nil, false},
		} {
			server := mailtest.Start(t, mailtest.WithRefusal(func(string) error { return c.answer }))
			err := newSMTP(t, server.URL(sender)).Send(t.Context(), message())
			require.Error(t, err, name)
			for _, meaning := range []error{mailer.ErrUnavailable, mailer.ErrRefused, mailer.ErrRecipientRefused} {
				require.Equal(t, errors.Is(c.want, meaning), errors.Is(err, meaning), "%s: %v", name, meaning)
			}
			require.Equal(t, c.permanent, mailer.IsPermanent(err), name)
		}
	})

	t.Run("keeps trying after a refused log-in, and does not show the password", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t, mailtest.WithSTARTTLS(), mailtest.WithAuth("user", "right"))
		err := newSMTP(t, strings.Replace(server.URL(sender), ":right@", ":wr0ngsecret@", 1)).Send(t.Context(), message())
		require.ErrorContains(t, err, "535")
		require.ErrorIs(t, err, mailer.ErrUnavailable)
		require.False(t, mailer.IsPermanent(err))
		require.NotContains(t, err.Error(), "wr0ngsecret")
		require.NotContains(t, err.Error(), base64.StdEncoding.EncodeToString([]byte("\x00user\x00wr0ngsecret")))
	})

	t.Run("hides the password from a server that echoes it", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t, mailtest.WithAuth("user", "ech0secret"), mailtest.WithRefusal(func(string) error {
			return mailtest.Refusal(550, "you said ech0secret and "+base64.StdEncoding.EncodeToString([]byte("ech0secret")))
		}))
		err := newSMTP(t, server.URL(sender)).Send(t.Context(), message())
		require.ErrorContains(t, err, "you said [password] and [password]")
	})

	t.Run("counts a server that cannot be reached as a refusal for now", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.NoError(t, listener.Close())
		err = newSMTP(t, "smtp://"+listener.Addr().String()+"?from=a@b.example").Send(t.Context(), message())
		require.ErrorIs(t, err, mailer.ErrUnavailable)
		require.False(t, mailer.IsPermanent(err))
	})

	t.Run("gives up on a silent server when the caller does", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer listener.Close()
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			conn, err := listener.Accept()
			if err == nil {
				defer conn.Close()
				cancel()
				_, _ = conn.Read(make([]byte, 1)) // ends when the client hangs up
			}
		}()
		err = newSMTP(t, "smtp://"+listener.Addr().String()+"?from=a@b.example").Send(ctx, message())
		require.ErrorIs(t, err, context.Canceled)
	})

	t.Run("counts a message as sent that the server took before it hung up", func(t *testing.T) {
		t.Parallel()
		addr, served := hangUpAfterData(t)
		require.NoError(t, newSMTP(t, "smtp://"+addr+"?from=a@b.example").Send(t.Context(), message()))
		require.NoError(t, <-served)
	})

	t.Run("refuses an invalid message for good, before it calls anyone", func(t *testing.T) {
		t.Parallel()
		m := message()
		m.Subject = "a\r\nBcc: all@example.com"
		err := newSMTP(t, "smtp://127.0.0.1:1?from=a@b.example").Send(t.Context(), m)
		require.ErrorIs(t, err, mailer.ErrInvalid)
		require.True(t, mailer.IsPermanent(err))
	})
}

// hangUpAfterData is a server that accepts a message and is gone.
func hangUpAfterData(t *testing.T) (string, <-chan error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	done := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			done <- err
			return
		}
		defer conn.Close()
		done <- speak(conn)
	}()
	return listener.Addr().String(), done
}

func speak(conn net.Conn) error {
	if _, err := conn.Write([]byte("220 here\r\n")); err != nil {
		return err
	}
	var input strings.Builder
	buf := make([]byte, 4096)
	for {
		n, err := conn.Read(buf)
		if err != nil {
			return err
		}
		input.Write(buf[:n])
		text := input.String()
		switch {
		case strings.Contains(text, "\r\n.\r\n"):
			_, err = conn.Write([]byte("250 taken\r\n"))
			return err
		case strings.HasSuffix(text, "DATA\r\n"):
			_, err = conn.Write([]byte("354 go\r\n"))
		case strings.HasSuffix(text, "\r\n") && !strings.Contains(text, "DATA\r\n"):
			_, err = conn.Write([]byte("250 fine\r\n"))
		}
		if err != nil {
			return err
		}
	}
}
