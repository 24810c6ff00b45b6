package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/mailtest"
)

// With a mail server configured, letters really go out, over TLS and signed in.
func TestProgram_SendsMail(t *testing.T) {
	t.Parallel()
	smtp := mailtest.Start(t, mailtest.WithSTARTTLS(), mailtest.WithAuth("allot", "post office"))
	s := newSite(t, "ALLOT_SMTP_URL="+smtp.URL("Allot <no-reply@allot.example>"), "ALLOT_BASE_URL=https://allot.example",
		"ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword)
	p := s.start(t)
	p.register("anna@poseidon.example")
	require.Eventually(t, func() bool { return len(smtp.Messages()) == 1 }, 2*time.Minute, 20*time.Millisecond)
	m := smtp.Messages()[0]
	require.True(t, m.TLS)
	require.Equal(t, "allot", m.User)
	require.Equal(t, []string{"anna@poseidon.example"}, m.To)
	letter := m.Parse(t)
	require.Equal(t, "Confirm your e-mail address for Allot", letter.Subject, "where letters really go out, addresses are confirmed")
	require.Contains(t, letter.Text, "https://allot.example/email-confirm/#token=")
	require.Contains(t, letter.HTML, "https://allot.example/email-confirm/#token=")

	staff := p.login("staff@allot.example").token()
	a := p.call(http.MethodGet, "/api/admin/mail/", staff, nil)
	require.EqualValues(t, 0, a.body["count"], "nothing is kept when it is sent")
	require.NotContains(t, p.logged(), "post office")
}
