package identitytest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/settings"
	"allot/internal/platform/mailer"
	"allot/internal/testkit/audittest"
)

// TestMain runs many tests at once whatever the machine: those that await a
// letter wait more than they work.
func setupNotify(t *testing.T, options ...apptest.Option) *apptest.Env {
	t.Helper()
	return apptest.New(t, options...)
}

// approved is a notice to an account.
func approved(owner int64) notify.Notice {
	return notify.Notice{
		To: notify.Account(owner, auth.FactSheets), Kind: notify.PublicationApproved,
		Params: map[string]string{"property": "Hotel Poseidon"}, Link: "/properties/7/",
	}
}

func tell(t *testing.T, e *apptest.Env, n notify.Notice) {
	t.Helper()
	require.NoError(t, e.Notify.Send(apptest.Context(t), n))
}

func speak(t *testing.T, e *apptest.Env, w *apptest.Who, lang string) {
	t.Helper()
	_, err := e.Accounts.UpdateProfile(w.Context(t), w.Caller, account.ProfileInput{Language: &lang})
	require.NoError(t, err)
}

func titles(list []notify.Notification) []string {
	out := []string{}
	for _, n := range list {
		out = append(out, n.Title)
	}
	return out
}

// actionsNotify are what the audit trail knows of an object, oldest first.
func actionsNotify(t *testing.T, e *apptest.Env, owner int64, object string, id int64) []string {
	t.Helper()
	entries, err := audittest.Of(t.Context(), e.DB, owner, object, id)
	require.NoError(t, err)
	out := []string{}
	for _, entry := range entries {
		out = append(out, entry.Action)
	}
	return out
}

// twins does one thing many times at once.
func twins(t *testing.T, n int, fn func(i int) error) {
	t.Helper()
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() { errs[i] = fn(i) })
	}
	wg.Wait()
	require.NoError(t, errors.Join(errs...))
}

// postman counts messages and refuses as many as it is told to.
type postman struct {
	mu     sync.Mutex
	refuse []error
	sent   []mailer.Message
}

func (p *postman) Send(_ context.Context, m mailer.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.refuse) > 0 {
		err := p.refuse[0]
		p.refuse = p.refuse[1:]
		return err
	}
	p.sent = append(p.sent, m)
	return nil
}

func (p *postman) messages() []mailer.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]mailer.Message(nil), p.sent...)
}

// refuseMail is a user who does not want a kind by e-mail any more.
func refuseMail(t *testing.T, e *apptest.Env, w *apptest.Who, kind notify.Kind) {
	t.Helper()
	no := false
	_, err := e.Settings.UpdatePreferences(w.Context(t), w.Caller, settings.PreferencesInput{EmailNotifications: map[string]*bool{string(kind): &no}})
	require.NoError(t, err)
}

// mailAgain does what the e-mail job of a notification does, once more if it has run.
func mailAgain(t *testing.T, e *apptest.Env, n notify.Notification) error {
	t.Helper()
	return e.Notify.SendMail(t.Context(), n.OwnerID, n.UserID, n.ID)
}
