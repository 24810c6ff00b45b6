package mailing_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/billing"
	"allot/internal/mailing"
	"allot/internal/mailing/mailingdb"
	"allot/internal/platform/apperr"
	"allot/internal/platform/mailer"
	"allot/internal/settings"
)

func ptr[T any](v T) *T { return &v }

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
	*accounttest.Env
	post     *post
	mailings *mailing.Service
	made     sync.Map // how often the content was made, by language
}

const what = "leaflet"

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{Env: accounttest.New(t), post: &post{}}
	var err error
	b.mailings, err = mailing.New(mailing.Deps{
		Store: mailingdb.New(b.DB), Accounts: b.Accounts, Plans: b.Billing, Settings: b.Settings, Jobs: b.Queue, Audit: b.Audit,
		Mail: b.post, Now: b.Clock.Now, Logger: b.Log(),
	})
	require.NoError(t, err)
	b.mailings.Handle(what, func(_ context.Context, m mailing.Message) (mailing.Content, error) {
		n, _ := b.made.LoadOrStore(m.Language, new(int))
		*n.(*int)++
		return mailing.Content{Subject: "In " + m.Language, Paragraphs: []string{"Read this."}}, nil
	})
	return b
}

// list makes a mailing list of so many contacts whose addresses begin with name.
func (b *bundle) list(t *testing.T, who *accounttest.Who, name string, n int) int64 {
	t.Helper()
	l, err := b.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: &name})
	require.NoError(t, err)
	b.join(t, who, l.ID, name, 0, n)
	return l.ID
}

func (b *bundle) join(t *testing.T, who *accounttest.Who, list int64, name string, from, n int) {
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

func (b *bundle) send(t *testing.T, who *accounttest.Who, list int64) (int, error) {
	t.Helper()
	return b.mailings.Send(who.Context(t), who.Caller, mailing.Wish{ListID: list, What: what, About: map[string]int{"number": 7}})
}

func TestService_Send(t *testing.T) {
	t.Parallel()

	t.Run("a list that does not fit into the day's letters is refused whole", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		who := b.Manager(t)
		most, few, one := b.list(t, who, "most", 150), b.list(t, who, "few", 51), b.list(t, who, "one", 50)
		n, err := b.send(t, who, most)
		require.NoError(t, err)
		require.Equal(t, 150, n)
		_, err = b.send(t, who, few)
		require.ErrorIs(t, err, billing.ErrLetterLimit)
		require.Equal(t, 150, apperr.Of(err).Details["used"])
		_, err = b.send(t, who, one)
		require.NoError(t, err, "a smaller one still fits")
		b.Start(t)
		b.Settle(t)
		require.Len(t, b.post.to(), 200)
		require.NotContains(t, strings.Join(b.post.to(), " "), "few")
		entries, err := b.Audit.Of(t.Context(), who.User.ID, "property", 0)
		require.NoError(t, err)
		require.Len(t, entries, 2, "what was refused leaves nothing")
	})

	t.Run("however many are sent at once, the limit holds", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 30)
		b.Start(t)
		var wg sync.WaitGroup
		for range 12 {
			wg.Go(func() {
				if _, err := b.send(t, who, list); err != nil && !errors.Is(err, billing.ErrLetterLimit) {
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
		b := setup(t)
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
		b := setup(t)
		who := b.Manager(t)
		file := "email,first name,language\na@x.example,Ada,de\nb@x.example,Bob,\nc@x.example,Céline,fr\nd@x.example,Dora,de-AT\ngone@x.example,,\n"
		l, err := b.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: ptr("L")})
		require.NoError(t, err)
		_, err = b.Settings.ImportContacts(who.Context(t), who.Caller, strings.NewReader(file), settings.ImportInput{List: l.ID})
		require.NoError(t, err)
		link, err := b.Settings.UnsubscribeLink(who.User.ID, "gone@x.example", "en")
		require.NoError(t, err)
		_, err = b.Settings.Unsubscribe(t.Context(), strings.Trim(strings.TrimPrefix(link, accounttest.BaseURL+settings.UnsubscribePage), "/"))
		require.NoError(t, err)
		n, err := b.mailings.Send(who.Context(t), who.Caller, mailing.Wish{ListID: l.ID, What: what, Language: "tr"})
		require.NoError(t, err)
		require.Equal(t, 4, n, "who has unsubscribed is not written to")
		b.Start(t)
		b.Settle(t)
		got := map[string]string{}
		for _, m := range b.post.sent {
			got[m.To] = m.Subject
			require.Equal(t, "List-Unsubscribe=One-Click", m.Headers["List-Unsubscribe-Post"])
			address := strings.Trim(m.Headers["List-Unsubscribe"], "<>")
			require.True(t, strings.HasPrefix(address, accounttest.BaseURL+settings.UnsubscribePage), address)
			require.Contains(t, m.Text, address)
			require.Contains(t, m.HTML, address)
			sub, err := b.Settings.Subscription(t.Context(), strings.Trim(strings.TrimPrefix(address, accounttest.BaseURL+settings.UnsubscribePage), "/"))
			require.NoError(t, err)
			require.Equal(t, m.To, sub.Email)
			require.Equal(t, who.User.Email, m.ReplyTo)
		}
		require.Equal(t, map[string]string{"a@x.example": "In de", "b@x.example": "In tr", "c@x.example": "In tr", "d@x.example": "In de"}, got)
		for _, l := range []string{"de", "tr"} {
			n, _ := b.made.Load(l)
			require.Equal(t, 1, *n.(*int), "the content is made once for each language")
		}
	})

	t.Run("a list whose contacts have all unsubscribed is refused", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 1)
		link, err := b.Settings.UnsubscribeLink(who.User.ID, "a0@x.example", "en")
		require.NoError(t, err)
		_, err = b.Settings.Unsubscribe(t.Context(), strings.Trim(strings.TrimPrefix(link, accounttest.BaseURL+settings.UnsubscribePage), "/"))
		require.NoError(t, err)
		_, err = b.send(t, who, list)
		require.ErrorIs(t, err, mailing.ErrListEmpty)
		require.Contains(t, err.Error(), "unsubscribed")
	})
}

// One account's long lists do not hold up another's short one.
func TestService_TakesTurns(t *testing.T) {
	t.Parallel()
	b := setup(t)
	many, small := b.Manager(t), b.Manager(t)
	b.Grant(t, many, billing.Gold)
	long, short := b.list(t, many, "long", 600), b.list(t, small, "short", 10)
	for range 3 { // 1,800 letters, and several mailings give no larger share
		_, err := b.send(t, many, long)
		require.NoError(t, err)
	}
	_, err := b.send(t, small, short)
	require.NoError(t, err)
	b.Start(t)
	b.Settle(t)
	sent := b.post.to()
	require.Len(t, sent, 1810)
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
		b := setup(t)
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
		require.Eventually(t, func() bool { return len(b.post.to()) == 59 }, 20*time.Second, 5*time.Millisecond)
		b.post.refusing(nil)
		require.Eventually(t, func() bool {
			b.Clock.Advance(2 * time.Minute)
			return len(b.post.to()) == 60
		}, 20*time.Second, 20*time.Millisecond)
		require.Equal(t, "a7@x.example", b.post.to()[59])
	})

	t.Run("a mail server that is down is tried again, and nobody is written to twice or left out", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.ExpectLogs()
		who := b.Manager(t)
		list := b.list(t, who, "a", 60)
		b.post.refusing(func(string) error { return errors.New("no route to host") })
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		require.Eventually(t, func() bool { return b.post.tried() == 3 }, 20*time.Second, 5*time.Millisecond, "a turn gives up after a few")
		b.post.refusing(nil)
		require.Eventually(t, func() bool {
			b.Clock.Advance(10 * time.Minute)
			return len(b.post.to()) >= 60
		}, 20*time.Second, 20*time.Millisecond)
		b.Settle(t)
		seen := map[string]bool{}
		for _, to := range b.post.to() {
			require.False(t, seen[to], to)
			seen[to] = true
		}
		require.Len(t, seen, 60)
	})

	t.Run("an address that is refused for good is left out", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
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
