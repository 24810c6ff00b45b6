package identitytest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/mailer"
)

const subject = "The fact sheet of Hotel Poseidon is published"

var errCrash = errors.New("crash")

// forgetful is a store that goes down before a sent e-mail is written down.
type forgetful struct {
	notify.Store
	times int
}

func (s *forgetful) SetMailed(ctx context.Context, owner, user, id int64, at time.Time) error {
	if s.times > 0 {
		s.times--
		return errCrash
	}
	return s.Store.SetMailed(ctx, owner, user, id, at)
}

// mailAll runs the jobs of notifications, as the queue does.
func mailAll(t *testing.T, e *apptest.Env, lists ...[]notify.Notification) {
	t.Helper()
	for _, list := range lists {
		require.NotEmpty(t, list)
		for _, n := range list {
			require.NoError(t, mailAgain(t, e, n))
		}
	}
}

func TestService_mail(t *testing.T) {
	t.Parallel()

	t.Run("one message goes to each recipient, in the user's language, with a button", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		e.Start(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		speak(t, e, c, "de")
		tell(t, e, approved(m.User.ID))
		letters := e.Letters(t, m.User.Email)
		require.Len(t, letters, 2)
		require.Equal(t, subject, letters[1].Subject)
		require.Contains(t, letters[1].Text, "Hello Anna Petrou,")
		require.Contains(t, letters[1].Text, "Open in Allot:\n"+apptest.BaseURL+"/properties/7/")
		require.Contains(t, letters[1].Text, "You choose in your preferences")

		german := e.Letters(t, c.User.Email)
		require.Len(t, german, 2)
		require.Equal(t, "Die Hotelbeschreibung von Hotel Poseidon ist veröffentlicht", german[1].Subject)
		require.Contains(t, german[1].Text, "Guten Tag Jan Berg,")
		require.Contains(t, german[1].HTML, `<html lang="de">`)
	})

	t.Run("without a link there is no button", func(t *testing.T) {
		t.Parallel()
		post := &postman{}
		e := setupNotify(t, apptest.With(func(d *notify.Deps) { d.Mail = post }))
		m := e.Manager(t)
		n := approved(m.User.ID)
		n.Link = ""
		tell(t, e, n)
		mailAll(t, e, e.Told(t, m))
		require.Len(t, post.messages(), 1)
		require.NotContains(t, post.messages()[0].Text, "Open in Allot")
	})

	t.Run("a user's choice at the time of sending counts", func(t *testing.T) {
		t.Parallel()
		post := &postman{}
		e := setupNotify(t, apptest.With(func(d *notify.Deps) { d.Mail = post }))
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		refuseMail(t, e, m, notify.PublicationDeclined) // another kind
		tell(t, e, approved(m.User.ID))
		refuseMail(t, e, c, notify.PublicationApproved) // after it was told
		mailAll(t, e, e.Told(t, m), e.Told(t, c))
		require.Len(t, post.messages(), 1)
		require.Equal(t, m.User.Email, post.messages()[0].To)
		require.Len(t, e.Told(t, c), 1, "the notification itself is there all the same")
	})

	t.Run("whoever has dismissed it or was removed gets no e-mail", func(t *testing.T) {
		t.Parallel()
		post := &postman{}
		e := setupNotify(t, apptest.With(func(d *notify.Deps) { d.Mail = post }))
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		tell(t, e, approved(m.User.ID))
		dismissed, removed := e.Told(t, m), e.Told(t, c)
		_, err := e.Notify.Dismiss(m.Context(t), m.Caller, notify.Dismissal{All: true})
		require.NoError(t, err)
		require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
		mailAll(t, e, dismissed, removed)
		require.Empty(t, post.messages())
	})

	t.Run("what failed is sent later, and what was sent is not sent again", func(t *testing.T) {
		t.Parallel()
		post := &postman{refuse: []error{errors.New("the server is away")}}
		e := setupNotify(t, apptest.With(func(d *notify.Deps) { d.Mail = post }))
		e.ExpectLogs()
		e.Start(t)
		m := e.Manager(t)
		tell(t, e, approved(m.User.ID))
		e.Settle(t)
		require.Empty(t, post.messages())
		e.Clock.Advance(11 * time.Second)
		require.Eventually(t, func() bool { return len(post.messages()) > 0 }, 2*time.Minute, 10*time.Millisecond)
		e.Settle(t)
		n := e.Told(t, m)[0]
		require.Len(t, post.messages(), 1)
		require.Equal(t, fmt.Sprintf("notify-%d", n.ID), post.messages()[0].ID)
		require.Equal(t, e.Clock.Now(), n.MailedAt.UTC())
		require.NoError(t, mailAgain(t, e, n))
		require.Len(t, post.messages(), 1)
	})

	t.Run("a repeat after a crash has the same message id", func(t *testing.T) {
		t.Parallel()
		post := &postman{}
		e := setupNotify(t, apptest.With(func(d *notify.Deps) { d.Mail, d.Store = post, &forgetful{Store: d.Store, times: 1} }))
		m := e.Manager(t)
		tell(t, e, approved(m.User.ID))
		n := e.Told(t, m)[0]
		require.ErrorIs(t, mailAgain(t, e, n), errCrash)
		require.NoError(t, mailAgain(t, e, n))
		require.NoError(t, mailAgain(t, e, n))
		list := post.messages()
		require.Len(t, list, 2)
		require.Equal(t, list[0].ID, list[1].ID)
	})

	t.Run("what the server refuses for good is not tried again", func(t *testing.T) {
		t.Parallel()
		post := &postman{refuse: []error{mailer.ErrInvalid}}
		e := setupNotify(t, apptest.With(func(d *notify.Deps) { d.Mail = post }))
		e.ExpectLogs()
		e.Start(t)
		m := e.Manager(t)
		tell(t, e, approved(m.User.ID))
		e.Settle(t)
		e.Clock.Advance(24 * time.Hour)
		e.Settle(t)
		require.Empty(t, post.messages())
	})

	t.Run("without an answer about the user's choice nothing is sent yet", func(t *testing.T) {
		t.Parallel()
		post, boom := &postman{}, errors.New("boom")
		e := setupNotify(t, apptest.With(func(d *notify.Deps) {
			d.Mail = post
			d.WantsMail = func(context.Context, int64, string) (bool, error) { return true, boom }
		}))
		m := e.Manager(t)
		tell(t, e, approved(m.User.ID))
		require.ErrorIs(t, mailAgain(t, e, e.Told(t, m)[0]), boom)
		require.Empty(t, post.messages())
	})
}

func TestService_clean(t *testing.T) {
	t.Parallel()

	t.Run("read notifications go after 90 days, unread ones after a year", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		const day = 24 * time.Hour
		tell(t, e, approved(m.User.ID))
		tell(t, e, approved(m.User.ID))
		_, err := e.Notify.SetRead(m.Context(t), m.Caller, e.Told(t, m)[0].ID, true)
		require.NoError(t, err)

		left := func(after time.Duration) int {
			e.Clock.Advance(after)
			require.NoError(t, e.Notify.Clean(t.Context()))
			return len(e.Told(t, m))
		}
		require.Equal(t, 2, left(90*day))
		require.Equal(t, 1, left(time.Microsecond))
		require.False(t, e.Told(t, m)[0].IsRead)
		require.Equal(t, 1, left(275*day-time.Microsecond))
		require.Equal(t, 0, left(time.Microsecond))
	})

	t.Run("more than one batch goes in one run", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		fill(t, e, m, 2*notify.CleanBatch+1, e.Clock.Now().Add(-400*24*time.Hour))
		tell(t, e, approved(m.User.ID))
		require.NoError(t, e.Notify.Clean(t.Context()))
		require.Len(t, e.Told(t, m), 1)
	})

	t.Run("the program does it by itself", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		fill(t, e, m, 1, e.Clock.Now().Add(-400*24*time.Hour))
		e.Start(t)
		require.Eventually(t, func() bool { return len(e.Told(t, m)) == 0 }, 2*time.Minute, 10*time.Millisecond)
	})
}
