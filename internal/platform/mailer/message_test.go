package mailer_test

import (
	"net/mail"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/mailer"
	"allot/internal/testkit/mailtest"
)

func TestMessage_composed(t *testing.T) {
	t.Parallel()

	t.Run("carries Greek and Turkish in name, subject, texts and file name", func(t *testing.T) {
		t.Parallel()
		f := setupFolder(t)
		m := mailer.Message{
			ID: "stop-7", To: "Ξενοδοχείο Ήλιος <info@ilios.example>", ReplyTo: "Güneş Oteli <ön@gunes.example>",
			Subject:     "Κλείσιμο διαθεσιμότητας – Şişli’de ığüşöç İĞÜŞÖÇ, a subject that is longer than one header line may be",
			Text:        "Καλημέρα,\nİyi günler ığüşöç.\n",
			HTML:        "<p>Καλημέρα, İyi günler</p>",
			Attachments: []mailer.Attachment{{Name: "Fatura ığüş.pdf", ContentType: "application/pdf", Data: []byte("%PDF\x00\xff")}},
			Unsubscribe: "https://allot.example/u/1",
		}
		require.NoError(t, f.Send(t.Context(), m))
		raw := f.raw(t, "stop-7")
		for line := range strings.SplitSeq(raw, "\r\n") {
			require.LessOrEqual(t, len(line), 998)
		}
		require.NotContains(t, strings.ReplaceAll(raw, "\r\n", ""), "\n", "every line ends with CR LF")
		p := mailtest.Parse(t, []byte(raw))
		require.Equal(t, m.Subject, p.Subject)
		require.Equal(t, m.Text, p.Text)
		require.Equal(t, m.HTML, p.HTML)
		require.Equal(t, map[string][]byte{"Fatura ığüş.pdf": []byte("%PDF\x00\xff")}, p.Attachments)
		to, err := p.Header.AddressList("To")
		require.NoError(t, err)
		require.Equal(t, []*mail.Address{{Name: "Ξενοδοχείο Ήλιος", Address: "info@ilios.example"}}, to)
		require.Equal(t, "<https://allot.example/u/1>", p.Header.Get("List-Unsubscribe"))
		require.Equal(t, "List-Unsubscribe=One-Click", p.Header.Get("List-Unsubscribe-Post"))
	})

	t.Run("has its Message-ID from the id, and the sender's clock", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t)
		s := newSMTP(t, server.URL(sender))
		require.NoError(t, s.Send(t.Context(), message()))
		require.NoError(t, s.Send(t.Context(), message()))
		for _, got := range server.Messages() {
			p := got.Parse(t)
			require.Equal(t, "<invoice-12.3@hotel.example>", p.Header.Get("Message-ID"))
			require.Equal(t, "auto-generated", p.Header.Get("Auto-Submitted"))
			date, err := p.Header.Date()
			require.NoError(t, err)
			require.True(t, date.Equal(sentAt))
		}
	})
}

func TestMessage_Validate(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(m *mailer.Message){
		"refuses a subject with a line end":       func(m *mailer.Message) { m.Subject = "a\nBcc: x@y.example" },
		"refuses a subject with a bare CR":        func(m *mailer.Message) { m.Subject = "a\rb" },
		"refuses an empty subject":                func(m *mailer.Message) { m.Subject = "" },
		"refuses a subject that is not UTF-8":     func(m *mailer.Message) { m.Subject = "\xff" },
		"refuses a recipient with a line end":     func(m *mailer.Message) { m.To = "a@b.example\r\nBcc: x@y.example" },
		"refuses a folded recipient":              func(m *mailer.Message) { m.To = "A\r\n <a@b.example>" },
		"refuses two recipients":                  func(m *mailer.Message) { m.To = "a@b.example, c@d.example" },
		"refuses an address without a host":       func(m *mailer.Message) { m.To = "a" },
		"refuses an address with an empty label":  func(m *mailer.Message) { m.To = "a@b..example" },
		"refuses a quoted local part":             func(m *mailer.Message) { m.To = `"a b"@c.example` },
		"refuses an address literal":              func(m *mailer.Message) { m.To = "a@[127.0.0.1]" },
		"refuses a line end hidden in a name":     func(m *mailer.Message) { m.To = "=?utf-8?q?a=0D=0Ab?= <a@b.example>" },
		"refuses an address longer than SMTP has": func(m *mailer.Message) { m.To = strings.Repeat("a", 250) + "@b.example" },
		"refuses a wrong reply address":           func(m *mailer.Message) { m.ReplyTo = "nobody\n" },
		"refuses a message without text":          func(m *mailer.Message) { m.Text = "" },
		"refuses an id with a path":               func(m *mailer.Message) { m.ID = "../a" },
		"refuses an empty id":                     func(m *mailer.Message) { m.ID = "" },
		"refuses an id with a line end":           func(m *mailer.Message) { m.ID = "a\n" },
		"refuses a link with a line end":          func(m *mailer.Message) { m.Unsubscribe = "https://b.example/\r\nBcc:c" },
		"refuses a second link":                   func(m *mailer.Message) { m.Unsubscribe = "https://b.example/>,<https://c.example/" },
		"refuses an attachment with a path": func(m *mailer.Message) {
			m.Attachments = []mailer.Attachment{{Name: "../a.pdf", ContentType: "application/pdf"}}
		},
		"refuses an attachment with a wrong type": func(m *mailer.Message) {
			m.Attachments = []mailer.Attachment{{Name: "a.pdf", ContentType: "pdf\r\nX: y"}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := message()
			require.NoError(t, m.Validate())
			change(&m)
			err := m.Validate()
			require.ErrorIs(t, err, mailer.ErrInvalid)
			require.Equal(t, apperr.Invalid, apperr.Of(err).Kind)
			require.ErrorIs(t, setupFolder(t).Send(t.Context(), m), mailer.ErrInvalid)
		})
	}
}

// FuzzMessage_headers sends what passes the checks and reads it back: no input
// may add, drop or change a header.
func FuzzMessage_headers(f *testing.F) {
	f.Add("a@b.example", "c@d.example", "Subject", "value")
	f.Add("Name <a@b.example>", "", "Θέμα İĞÜ "+strings.Repeat("long ", 30), "x")
	f.Add("a@b.example\r\nBcc: x@y.example", "", "a\r\n\r\nbody", "b\n c")
	f.Add("=?utf-8?q?=0D=0A?= <a@b.example>", "", "=?utf-8?q?=0D=0ABcc:_x@y.example?=", "=?x?=")
	f.Fuzz(func(t *testing.T, to, replyTo, subject, link string) {
		m := mailer.Message{
			ID: "fuzz", To: to, ReplyTo: replyTo, Subject: subject, Text: "body", Unsubscribe: link,
		}
		dir := t.TempDir()
		root, err := os.OpenRoot(dir)
		require.NoError(t, err)
		defer root.Close()
		folder, err := mailer.NewFolder(root, sender, clock)
		require.NoError(t, err)
		if err := folder.Send(t.Context(), m); err != nil {
			require.ErrorIs(t, err, mailer.ErrInvalid)
			return
		}
		raw, err := root.ReadFile("mail/fuzz.eml")
		require.NoError(t, err)
		msg, err := mail.ReadMessage(strings.NewReader(string(raw)))
		require.NoError(t, err, "%q", raw)
		want := []string{
			"Auto-Submitted", "Content-Transfer-Encoding", "Content-Type", "Date", "From", "Message-Id",
			"Mime-Version", "Subject", "To",
		}
		if link != "" {
			want = append(want, "List-Unsubscribe", "List-Unsubscribe-Post")
		}
		if replyTo != "" {
			want = append(want, "Reply-To")
		}
		got := []string{}
		for name, values := range msg.Header {
			require.Len(t, values, 1)
			got = append(got, name)
		}
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, got, "%q", raw)
		list, err := msg.Header.AddressList("To")
		require.NoError(t, err, "%q", raw)
		require.Len(t, list, 1)
		asked, err := mail.ParseAddress(to)
		require.NoError(t, err)
		require.Equal(t, asked.Address, list[0].Address)
	})
}
