package identitytest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/mailing"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/mailer"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

// post is a mail server in memory.
type post struct {
	mu     sync.Mutex
	sent   []mailer.Message
	tries  int
	refuse func(to string) error // nil: takes everything
}

func (p *post) tried() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tries
}

func (p *post) Send(_ context.Context, m mailer.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tries++
	if p.refuse != nil {
		if err := p.refuse(m.To); err != nil {
			return err
		}
	}
	p.sent = append(p.sent, m)
	return nil
}

func (p *post) refusing(why func(to string) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = why
}

// to lists the addresses of what was sent, in order.
func (p *post) to() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := []string{}
	for _, m := range p.sent {
		list = append(list, m.To)
	}
	return list
}

type bundle struct {
	*apptest.Env
	post *post
	made sync.Map // how often the content was made, by language
}

const what = "leaflet"

func setupMailing(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{post: &post{}}
	leaflet := func(_ context.Context, m mailing.Message) (mailing.Content, error) {
		n, _ := b.made.LoadOrStore(m.Language, new(atomic.Int64))
		n.(*atomic.Int64).Add(1)
		return mailing.Content{Subject: "In " + m.Language, Paragraphs: []string{"Read this."}}, nil
	}
	b.Env = apptest.New(t, apptest.With(func(d *mailing.Deps) {
		d.Mail, d.Hooks.ContentFuncs = b.post, func() map[string]mailing.ContentFunc { return map[string]mailing.ContentFunc{what: leaflet} }
	}))
	return b
}

// list makes a mailing list of so many contacts whose addresses begin with name.
func (b *bundle) list(t *testing.T, who *apptest.Who, name string, n int) int64 {
	t.Helper()
	l, err := b.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: &name})
	require.NoError(t, err)
	b.join(t, who, l.ID, name, 0, n)
	return l.ID
}

func (b *bundle) join(t *testing.T, who *apptest.Who, list int64, name string, from, n int) {
	t.Helper()
	var file strings.Builder
	file.WriteString("email\n")
	for i := range n {
		fmt.Fprintf(&file, "%s%d@x.example\n", name, from+i)
	}
	r, err := b.Settings.ImportContacts(who.Context(t), who.Caller, strings.NewReader(file.String()), settings.ImportInput{List: list})
	require.NoError(t, err)
	require.Equal(t, []int{n, 0}, []int{r.Created + r.Skipped, r.ErrorsTotal})
}

func (b *bundle) send(t *testing.T, who *apptest.Who, list int64) (int, error) {
	t.Helper()
	return b.Mailings.Send(who.Context(t), who.Caller, mailing.Request{ListID: list, Document: what, About: map[string]int{"number": 7}})
}

// down is the answer of a mail server that cannot be reached.
func down(string) error { return fmt.Errorf("no route to host: %w", mailer.ErrUnavailable) }

// await moves the time in steps until something has happened. Turns whose time
// has come run at once: the queue itself looks for them only every few seconds.
func (b *bundle) await(t *testing.T, step time.Duration, happened func() bool) {
	t.Helper()
	require.Eventually(t, func() bool {
		b.Clock.Advance(step)
		err := b.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.DB.From(ctx).ExecContext(ctx,
				"UPDATE river_job SET state = 'available' WHERE state = 'scheduled' AND kind = 'mailing_turn' AND scheduled_at <= ?", b.Clock.Now().UTC())
			return err
		})
		return err == nil && happened()
	}, 2*time.Minute, 20*time.Millisecond)
}

// nextTry waits until the mail server was asked to take more letters than before,
// and returns how many. The caller counts before it moves the time: the queue may be
// quicker than the test.
func (b *bundle) nextTry(t *testing.T, before int) int {
	t.Helper()
	b.await(t, 0, func() bool { return b.post.tried() > before })
	b.Settle(t)
	return b.post.tried()
}

func TestMailingService_Send(t *testing.T) {
	t.Parallel()

	t.Run("a list that does not fit into the day's letters is refused whole", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		most, few, one := b.list(t, who, "most", 150), b.list(t, who, "few", 51), b.list(t, who, "one", 50)
		n, err := b.send(t, who, most)
		require.NoError(t, err)
		require.Equal(t, 150, n)
		_, err = b.send(t, who, few)
		require.ErrorIs(t, err, plan.ErrLetterLimit)
		require.Equal(t, 150, apperr.Of(err).Details["used"])
		_, err = b.send(t, who, one)
		require.NoError(t, err, "a smaller one still fits")
		b.Start(t)
		b.Settle(t)
		require.Len(t, b.post.to(), 200)
		require.NotContains(t, strings.Join(b.post.to(), " "), "few")
		entries, err := audittest.Of(t.Context(), b.DB, who.User.ID, "property", 0)
		require.NoError(t, err)
		require.Len(t, entries, 2, "what was refused leaves nothing")
	})

	t.Run("however many are sent at once, the limit holds", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 30)
		b.Start(t)
		var wg sync.WaitGroup
		for range 12 {
			wg.Go(func() {
				if _, err := b.send(t, who, list); err != nil && !errors.Is(err, plan.ErrLetterLimit) {
					t.Errorf("send: %v", err)
				}
			})
		}
		wg.Wait()
		b.Settle(t)
		require.Len(t, b.post.to(), 180)
	})

	t.Run("who joins the list meanwhile gets no letter that was not counted", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 60)
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.join(t, who, list, "late", 0, 300)
		b.Start(t)
		b.Settle(t)
		require.Len(t, b.post.to(), 60)
	})

	t.Run("letters are in the contact's language, else in the sender's, and say how to unsubscribe", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		file := "email,first name,language\na@x.example,Ada,de\nb@x.example,Bob,\nc@x.example,Céline,fr\nd@x.example,Dora,de-AT\ngone@x.example,,\n"
		l, err := b.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: ptr("L")})
		require.NoError(t, err)
		_, err = b.Settings.ImportContacts(who.Context(t), who.Caller, strings.NewReader(file), settings.ImportInput{List: l.ID})
		require.NoError(t, err)
		link, err := b.Settings.UnsubscribeLink(who.User.ID, "gone@x.example", "en")
		require.NoError(t, err)
		_, err = b.Settings.Unsubscribe(t.Context(), strings.Trim(strings.TrimPrefix(link, apptest.BaseURL+settings.UnsubscribePage), "/"))
		require.NoError(t, err)
		n, err := b.Mailings.Send(who.Context(t), who.Caller, mailing.Request{ListID: l.ID, Document: what, Language: "tr"})
		require.NoError(t, err)
		require.Equal(t, 4, n, "who has unsubscribed is not written to")
		b.Start(t)
		b.Settle(t)
		got := map[string]string{}
		for _, m := range b.post.sent {
			got[m.To] = m.Subject
			address := m.Unsubscribe
			require.True(t, strings.HasPrefix(address, apptest.BaseURL+settings.UnsubscribePage), address)
			require.Contains(t, m.Text, address)
			require.Contains(t, m.HTML, address)
			sub, err := b.Settings.Subscription(t.Context(), strings.Trim(strings.TrimPrefix(address, apptest.BaseURL+settings.UnsubscribePage), "/"))
			require.NoError(t, err)
			require.Equal(t, m.To, sub.Email)
			require.Equal(t, who.User.Email, m.ReplyTo)
		}
		require.Equal(t, map[string]string{"a@x.example": "In de", "b@x.example": "In tr", "c@x.example": "In tr", "d@x.example": "In de"}, got)
		for _, l := range []string{"de", "tr"} {
			n, _ := b.made.Load(l)
			require.EqualValues(t, 1, n.(*atomic.Int64).Load(), "the content is made once for each language")
		}
	})

	t.Run("a list whose contacts have all unsubscribed is refused", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 1)
		link, err := b.Settings.UnsubscribeLink(who.User.ID, "a0@x.example", "en")
		require.NoError(t, err)
		_, err = b.Settings.Unsubscribe(t.Context(), strings.Trim(strings.TrimPrefix(link, apptest.BaseURL+settings.UnsubscribePage), "/"))
		require.NoError(t, err)
		_, err = b.send(t, who, list)
		require.ErrorIs(t, err, mailing.ErrListEmpty)
		require.Contains(t, err.Error(), "unsubscribed")
	})
}

// One account's long lists do not hold up another's short one.
func TestService_TakesTurns(t *testing.T) {
	t.Parallel()
	b := setupMailing(t)
	many, small := b.Manager(t), b.Manager(t)
	b.Grant(t, many, plan.Gold)
	long, short := b.list(t, many, "long", 200), b.list(t, small, "short", 10)
	for range 3 { // 600 letters, and several mailings give no larger share
		_, err := b.send(t, many, long)
		require.NoError(t, err)
	}
	_, err := b.send(t, small, short)
	require.NoError(t, err)
	b.Start(t)
	b.Settle(t)
	sent := b.post.to()
	require.Len(t, sent, 610)
	last := 0
	for i, to := range sent {
		if strings.HasPrefix(to, "short") {
			last = i
		}
	}
	require.Less(t, last, 150, "letters that went before the last of the short list")
}

func TestService_Failures(t *testing.T) {
	t.Parallel()

	t.Run("an address that fails for now is tried again and holds up no other", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 60)
		b.post.refusing(func(to string) error {
			if to == "a7@x.example" {
				return errors.New("451 try later")
			}
			return nil
		})
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		require.Eventually(t, func() bool { return len(b.post.to()) == 59 }, 2*time.Minute, 5*time.Millisecond)
		b.post.refusing(nil)
		require.Eventually(t, func() bool {
			b.Clock.Advance(2 * time.Minute)
			return len(b.post.to()) == 60
		}, 2*time.Minute, 20*time.Millisecond)
		require.Equal(t, "a7@x.example", b.post.to()[59])
	})

	t.Run("a mail server that is down is tried again, and nobody is written to twice or left out", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		list := b.list(t, who, "a", 60)
		b.post.refusing(down)
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		require.Eventually(t, func() bool { return b.post.tried() == 1 }, 2*time.Minute, 5*time.Millisecond, "a turn ends at the first")
		b.Settle(t)
		require.Equal(t, 1, b.post.tried())
		b.post.refusing(nil)
		require.Eventually(t, func() bool {
			b.Clock.Advance(10 * time.Minute)
			return len(b.post.to()) >= 60
		}, 2*time.Minute, 20*time.Millisecond)
		b.Settle(t)
		seen := map[string]bool{}
		for _, to := range b.post.to() {
			require.False(t, seen[to], to)
			seen[to] = true
		}
		require.Len(t, seen, 60)
	})

	t.Run("a server that takes only so many letters gets a pause", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		list := b.list(t, who, "a", 60)
		b.post.refusing(func(string) error { return errors.New("451 try later") })
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		require.Eventually(t, func() bool { return b.post.tried() == 3 }, 2*time.Minute, 5*time.Millisecond, "a turn ends after a few")
		b.Settle(t)
		require.Equal(t, 3, b.post.tried())
		b.post.refusing(nil)
		b.await(t, 10*time.Minute, func() bool { return len(b.post.to()) >= 60 })
		b.Settle(t)
		require.Len(t, b.post.to(), 60)
	})

	t.Run("many addresses in a row that fail for now do not stop the mailing", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		list := b.list(t, who, "bad", 21)
		b.join(t, who, list, "good", 0, 30)
		b.post.refusing(func(to string) error {
			if strings.HasPrefix(to, "bad") {
				return errors.New("451 try later")
			}
			return nil
		})
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		b.await(t, time.Minute, func() bool { return len(b.post.to()) == 30 })
	})

	t.Run("a mail server that is down for a day delays a mailing and those behind it", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		first, second := b.list(t, who, "first", 30), b.list(t, who, "second", 30)
		b.post.refusing(down)
		for _, list := range []int64{first, second} {
			_, err := b.send(t, who, list)
			require.NoError(t, err)
		}
		b.Start(t)
		tried := 0
		for range 8 { // more than a job has attempts
			tried = b.nextTry(t, tried)
			b.Clock.Advance(3 * time.Hour)
		}
		_, dead, err := b.Queue.Dead(t.Context(), 1, 0)
		require.NoError(t, err)
		require.Zero(t, dead)
		b.post.refusing(nil)
		b.await(t, time.Hour, func() bool { return len(b.post.to()) >= 60 })
		b.Settle(t)
		require.Len(t, b.post.to(), 60)
		require.True(t, strings.HasPrefix(b.post.to()[0], "first"))
	})

	t.Run("after three days without a letter a mailing is given up and the next one starts", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		first, second := b.list(t, who, "first", 30), b.list(t, who, "second", 30)
		b.post.refusing(func(to string) error {
			if strings.HasPrefix(to, "first") {
				return down(to)
			}
			return nil
		})
		for _, list := range []int64{first, second} {
			_, err := b.send(t, who, list)
			require.NoError(t, err)
		}
		b.Start(t)
		tried := 0
		for range 3 {
			tried = b.nextTry(t, tried)
			b.Clock.Advance(22 * time.Hour)
		}
		b.nextTry(t, tried)
		require.Empty(t, b.post.to())
		b.Clock.Advance(5 * time.Hour)
		b.await(t, time.Minute, func() bool { return len(b.post.to()) == 30 })
		require.True(t, strings.HasPrefix(b.post.to()[0], "second"))
		entries, _, err := b.Audit.List(t.Context(), who.User.ID, audit.Filter{Action: "give_up"}, page.Request{Page: 1, Size: 10})
		require.NoError(t, err)
		require.Len(t, entries, 1)
		require.Equal(t, "mailing", entries[0].ObjectType)
		var gaveUp []string
		for _, line := range b.ExpectLogs() {
			if strings.HasPrefix(line, "mailing given up") {
				gaveUp = append(gaveUp, line)
			}
		}
		require.Len(t, gaveUp, 1)
		require.Contains(t, gaveUp[0], "no route to host")
	})

	t.Run("a mailing whose job is lost goes on by itself", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 30)
		for range 2 {
			_, err := b.send(t, who, list)
			require.NoError(t, err)
		}
		require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.DB.From(ctx).ExecContext(ctx, "DELETE FROM river_job WHERE kind = 'mailing_turn'")
			return err
		}))
		b.Clock.Advance(3 * time.Hour)
		b.Start(t)
		b.await(t, 0, func() bool { return len(b.post.to()) >= 60 })
		b.Settle(t)
		require.Len(t, b.post.to(), 60)
	})

	t.Run("a mailing whose job waits for long is started a second time and nobody is written to twice", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 60)
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Clock.Advance(3 * time.Hour)
		b.Start(t)
		b.Settle(t)
		seen := map[string]int{}
		for _, to := range b.post.to() {
			seen[to]++
		}
		require.Len(t, seen, 60)
		require.LessOrEqual(t, len(b.post.to()), 61, "two jobs that begin at the same moment may write one letter both")
	})

	t.Run("a server that refuses everybody for good is asked slowly", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		list := b.list(t, who, "a", 60)
		b.post.refusing(func(string) error { return fmt.Errorf("550 5.4.5 over the quota: %w", mailer.ErrRefused) })
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		b.Settle(t)
		require.Equal(t, 10, b.post.tried())
		tried := 10
		for _, pause := range []time.Duration{time.Minute, time.Minute, 2 * time.Minute} {
			b.Clock.Advance(pause)
			tried = b.nextTry(t, tried)
		}
		require.Equal(t, 13, b.post.tried(), "one a pause")
		require.Regexp(t, "mailing pauses .* error=550 5.4.5 over the quota", strings.Join(b.ExpectLogs(), "\n"))
		b.post.refusing(nil)
		b.await(t, 4*time.Minute, func() bool { return len(b.post.to()) == 47 })
	})

	t.Run("many unknown addresses in a row are left out without a pause", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		list := b.list(t, who, "gone", 60)
		b.join(t, who, list, "a", 0, 5)
		b.post.refusing(func(to string) error {
			if strings.HasPrefix(to, "gone") {
				return fmt.Errorf("550 5.1.1 unknown: %w", mailer.ErrRecipientRefused)
			}
			return nil
		})
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		b.Settle(t)
		require.Len(t, b.post.to(), 5)
	})

	t.Run("an address that is refused for good is left out", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		b.ExpectLogs()
		who := b.Manager(t)
		list := b.list(t, who, "a", 30)
		b.post.refusing(func(to string) error {
			if strings.HasPrefix(to, "a1") {
				return mailer.ErrInvalid
			}
			return nil
		})
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		b.Settle(t)
		require.Len(t, b.post.to(), 19)
	})
}

func TestService_Send_language(t *testing.T) {
	t.Parallel()
	b := setupMailing(t)
	who := b.Manager(t)
	list := b.list(t, who, "L", 1)
	_, err := b.Mailings.Send(who.Context(t), who.Caller, mailing.Request{ListID: list, Document: what, Language: "fr"})
	require.ErrorIs(t, err, apperr.ErrValidation, "nobody gets English instead")
}
