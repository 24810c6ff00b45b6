package live_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/insight/live"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/apperr"
)

// turn is a little more than the time between two readings.
const turn = 600 * time.Millisecond

func TestService_Run(t *testing.T) {
	t.Parallel()

	t.Run("nothing is read while nobody listens, and all keys at once while somebody does", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			time.Sleep(time.Hour)
			require.Zero(t, b.read())
			_, _, leaveOne := b.follow(t, manager(1), "", 5, 6)
			_, _, leaveTwo := b.follow(t, manager(2), "", 6, 7)
			require.Equal(t, 2, b.read(), "each reads once when it begins")
			time.Sleep(10 * time.Second)
			synctest.Wait()
			require.InDelta(t, 22, b.read(), 1, "two a second, however many listen")
			require.Equal(t, b.Watchers(), b.readKeys())
			leaveOne()
			leaveTwo()
			synctest.Wait()
			require.Zero(t, b.Open())
			require.Zero(t, b.Watchers())
			before := b.read()
			time.Sleep(time.Hour)
			require.Equal(t, before, b.read())
			c, _, _ := b.follow(t, manager(1), "", 5)
			b.raise(reading.Availability, 5)
			time.Sleep(turn)
			synctest.Wait()
			require.Equal(t, []string{`hello {"resumed":false}`, `availability {"property":5}`}, c.text(t), "it reads again")
		})
	})

	t.Run("a database that is away is logged once, and changes are told when it is back", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			c, _, _ := b.follow(t, manager(1), "", 5)
			c.text(t)
			b.fail(errors.New("no connection"))
			time.Sleep(time.Minute)
			b.raise(reading.Availability, 5)
			time.Sleep(time.Minute)
			synctest.Wait()
			require.Equal(t, 1, b.logged("no connection"))
			b.fail(nil)
			time.Sleep(turn)
			synctest.Wait()
			require.Equal(t, []string{`availability {"property":5}`}, c.text(t))
		})
	})
}

func TestService_Follow(t *testing.T) {
	t.Parallel()

	t.Run("each change has its event, in one order", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			c, _, _ := b.follow(t, manager(1), "", 6, 5, 6, 9)
			require.Equal(t, []string{`hello {"resumed":false}`}, c.text(t))
			b.raise(notify.News, notify.NewsID)
			b.raise(notify.Inbox, 1)
			b.raise(account.Invoices, 1)
			b.raise(account.Rooming, 1)
			b.raise(account.Draft, 1)
			b.raise(account.Content, 1)
			b.raise(account.StopSale, 1)
			b.raise(reading.Availability, 6, 5, 7, 9)
			time.Sleep(turn)
			synctest.Wait()
			require.Equal(t, []string{
				`availability {"property":5}`, `availability {"property":6}`, "stop_sale {}", "content {}", "rooming {}", "invoices {}",
				"notifications {}", "announcements {}",
			}, c.text(t))
			b.raise(notify.Inbox, 2)
			b.raise(account.Rooming, 2)
			time.Sleep(turn)
			synctest.Wait()
			require.Empty(t, c.text(t), "of others nothing is told")
		})
	})

	t.Run("a client that takes nothing is told once of what changed often, and others do not wait", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			slow, _, _ := b.follow(t, manager(1), "", 5, 6)
			fast, _, _ := b.follow(t, manager(2), "", 5)
			slow.text(t)
			fast.text(t)
			gate := make(chan struct{})
			slow.set(func() { slow.gate = gate })
			for range 100 {
				b.raise(reading.Availability, 5, 6)
				time.Sleep(turn)
			}
			synctest.Wait()
			require.Len(t, fast.text(t), 100)
			slow.set(func() { slow.gate = nil })
			close(gate)
			time.Sleep(turn)
			synctest.Wait()
			five, six := `availability {"property":5}`, `availability {"property":6}`
			require.Equal(t, []string{five, six, five, six}, slow.text(t), "what it was being sent, and once what came meanwhile")
		})
	})

	t.Run("it hears something every 20 seconds and ends after ten minutes at most, at different times", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			began := time.Now()
			c, done, _ := b.follow(t, manager(1), "")
			_, other, _ := b.follow(t, manager(1), "")
			time.Sleep(time.Minute + time.Second)
			synctest.Wait()
			require.Equal(t, 3, c.pinged())
			require.NoError(t, <-other)
			first := time.Since(began)
			require.NoError(t, <-done)
			require.LessOrEqual(t, time.Since(began), 10*time.Minute)
			require.Greater(t, first, 9*time.Minute-time.Second)
			require.NotEqual(t, first, time.Since(began))
			require.Equal(t, []string{`hello {"resumed":false}`, `bye {"reason":"time"}`}, c.text(t))
			synctest.Wait()
			require.Zero(t, b.Open())
		})
	})

	t.Run("the eleventh stream of a user ends the oldest, which comes back later", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			others, _, _ := b.follow(t, manager(2), "")
			oldest, done, _ := b.follow(t, manager(1), "")
			for range 10 {
				b.follow(t, manager(1), "")
			}
			require.NoError(t, <-done)
			list := oldest.messages()
			require.Equal(t, "bye", list[len(list)-1].Event)
			require.Equal(t, time.Minute, list[len(list)-1].Retry)
			require.Equal(t, []string{`hello {"resumed":false}`, `bye {"reason":"replaced"}`}, oldest.text(t))
			require.Equal(t, 11, b.Open())
			require.Len(t, others.text(t), 1)
		})
	})

	t.Run("a full process refuses, until somebody leaves", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			b.SetLimits(2, 3)
			_, _, leave := b.follow(t, manager(1), "")
			b.follow(t, manager(2), "")
			b.follow(t, manager(3), "")
			c, done, _ := b.follow(t, manager(4), "")
			err := <-done
			require.ErrorIs(t, err, live.ErrFull)
			require.Positive(t, apperr.Of(err).RetryAfter)
			require.Empty(t, c.messages())
			leave()
			synctest.Wait()
			c, _, _ = b.follow(t, manager(4), "")
			require.Len(t, c.messages(), 1)
		})
	})

	t.Run("a stop ends all streams at once, also that of a client that takes nothing", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			began := time.Now()
			c, done, _ := b.follow(t, manager(1), "", 5)
			stuck, stuckDone, _ := b.follow(t, manager(2), "", 5)
			stuck.set(func() { stuck.gate = make(chan struct{}) })
			c.text(t)
			b.raise(reading.Availability, 5)
			time.Sleep(turn)
			synctest.Wait()
			b.raise(account.Draft, 1)
			b.Close()
			require.NoError(t, <-done)
			require.ErrorIs(t, <-stuckDone, errGone)
			require.Equal(t, turn, time.Since(began))
			require.Equal(t, []string{`availability {"property":5}`, `bye {"reason":"stopping"}`}, c.text(t))
			late, done, _ := b.follow(t, manager(1), "")
			require.NoError(t, <-done)
			require.Equal(t, []string{`hello {"resumed":false}`, `bye {"reason":"stopping"}`}, late.text(t))
		})
	})
}

func TestService_Follow_rights(t *testing.T) {
	t.Parallel()
	scoped := auth.Caller{UserID: 3, OwnerID: 1, AccountType: auth.Accommodation, Flags: []auth.Flag{auth.StopSales, auth.Rooming}, PropertyIDs: []int64{5}}

	t.Run("a sign of life changes nothing", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := setup(t)
			c, _, _ := b.follow(t, scoped, "", 5)
			c.text(t)
			for range 3 {
				b.raise(account.Access, 3)
				time.Sleep(turn)
			}
			b.raise(account.Content, 1)
			b.raise(reading.Availability, 5)
			time.Sleep(turn)
			synctest.Wait()
			require.Equal(t, []string{`availability {"property":5}`, "content {}"}, c.text(t))
		})
	})

	for name, change := range map[string]func(c *client){
		"the session has ended":      func(c *client) { c.refused = apperr.ErrNotAuthenticated },
		"the property is taken away": func(c *client) { c.who.PropertyIDs = []int64{6} },
		"a permission is taken away": func(c *client) { c.who.Flags = []auth.Flag{auth.StopSales} },
		"a permission is granted":    func(c *client) { c.who.Flags = append(c.who.Flags, auth.Invoicing) },
	} {
		t.Run("the stream ends and tells nothing more if "+name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := setup(t)
				c, done, _ := b.follow(t, scoped, "", 5)
				known := c.messages()[0].ID
				c.text(t)
				c.set(func() { change(c) })
				b.raise(reading.Availability, 5)
				b.raise(account.Access, 3)
				require.NoError(t, <-done)
				require.Equal(t, known, c.messages()[0].ID, "whoever may be told comes back and is told")
				require.Equal(t, []string{`bye {"reason":"access"}`}, c.text(t))
			})
		})
	}
}

func TestService_Watch(t *testing.T) {
	t.Parallel()
	b := live.New(live.Deps{Portfolios: houses{}, Stamps: newSource()})
	clerk := auth.Caller{UserID: 3, OwnerID: 1, AccountType: auth.Accommodation, Flags: []auth.Flag{auth.StopSales}, PropertyIDs: []int64{5}}
	many := make([]int64, 101)
	for i := range many {
		many[i] = int64(i + 1)
	}
	_, err := b.Watch(t.Context(), manager(1), many)
	require.Equal(t, "property", apperr.Of(err).Fields[0].Field)
	_, err = b.Watch(t.Context(), manager(1), many[:100])
	require.NoError(t, err)
	_, err = b.Watch(t.Context(), manager(1), []int64{5, 999})
	require.ErrorIs(t, err, apperr.ErrNotFound)
	_, err = b.Watch(t.Context(), clerk, []int64{6})
	require.ErrorIs(t, err, auth.ErrScope)
	clerk.Flags = nil
	_, err = b.Watch(t.Context(), clerk, []int64{5})
	require.ErrorIs(t, err, apperr.ErrForbidden)
	_, err = b.Watch(t.Context(), clerk, nil)
	require.NoError(t, err, "without properties everybody may listen")
}
