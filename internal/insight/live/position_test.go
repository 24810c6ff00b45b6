package live_test

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/notify"
	"allot/internal/insight/live"
	"allot/internal/inventory/allotment/reading"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	one, two := live.New(live.Deps{Epoch: "one"}), live.New(live.Deps{Epoch: "two"})
	for _, clock := range []int64{0, 1, 255, 1 << 40, math.MaxInt64} {
		id := one.IDOf(clock)
		got, ok := one.ClockOf(id)
		require.True(t, ok)
		require.Equal(t, clock, got)
		require.Regexp(t, `^[A-Za-z0-9_-]{20}$`, id)
		_, ok = two.ClockOf(id)
		require.False(t, ok, "of another history")
		for i := range id {
			other := []byte(id)
			if other[i] = 'A'; id[i] == 'A' {
				other[i] = 'B'
			}
			got, ok := one.ClockOf(string(other))
			require.False(t, ok, "%s is read as %d", other, got)
		}
	}
	for _, bad := range []string{"", "x", "\x00", "AQAAAAAAAAAAAAAAAAAA", one.IDOf(1) + "A", one.IDOf(1)[1:]} {
		_, ok := one.ClockOf(bad)
		require.False(t, ok, bad)
	}
}

// A client that was cut off anywhere in a batch is told of the rest when it comes back.
func TestService_Follow_cutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := setup(t)
		c, _, leave := b.follow(t, manager(1), "", 5, 6, 7)
		start := c.messages()[0].ID
		b.raise(reading.Availability, 5, 6, 7)
		b.raise(notify.Inbox, 1)
		time.Sleep(turn)
		synctest.Wait()
		leave()
		batch := c.messages()[1:]
		require.Len(t, batch, 4)
		require.Equal(t, []string{start, start, start}, []string{batch[0].ID, batch[1].ID, batch[2].ID})
		b.raise(account.Draft, 1)
		all := []string{`hello {"resumed":true}`, `availability {"property":5}`, `availability {"property":6}`, `availability {"property":7}`, "content {}", "notifications {}"}
		for i, known := range []string{start, batch[0].ID, batch[1].ID, batch[2].ID, batch[3].ID} {
			want := all
			if i == 4 {
				want = []string{all[0], "content {}"}
			}
			again, _, leave := b.follow(t, manager(1), known, 5, 6, 7)
			list := again.messages()
			require.Equal(t, known, list[0].ID)
			last := list[len(list)-1].ID
			require.Equal(t, want, again.text(t))
			leave()
			once := &client{who: manager(1)}
			w, err := b.Watch(t.Context(), once.who, []int64{5, 6, 7})
			require.NoError(t, err)
			require.NoError(t, b.Poll(t.Context(), w, known, once))
			require.Equal(t, want, once.text(t))
			require.NoError(t, b.Poll(t.Context(), w, last, once))
			require.Equal(t, []string{`hello {"resumed":true}`}, once.text(t), "nothing is left")
		}
		for _, unknown := range []string{"", "nonsense", b.IDOf(1000), live.New(live.Deps{Epoch: "two"}).IDOf(1)} {
			again, _, leave := b.follow(t, manager(1), unknown, 5)
			require.Equal(t, []string{`hello {"resumed":false}`}, again.text(t))
			leave()
		}
	})
}

// Clients that leave and come back while everything is written to are told of each last
// write: whoever reads when told has read what is there.
func TestService_Follow_losesNothing(t *testing.T) {
	t.Parallel()
	const properties, writers, writes, clients = 20, 4, 3000, 6
	b := &bundle{source: newSource()}
	b.Service = live.New(live.Deps{Portfolios: houses{}, Versions: &versions{}, Stamps: b.source, Epoch: "one", Every: time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	var loop, writing, listening sync.WaitGroup
	loop.Go(func() { b.Run(ctx) })
	ids := make([]int64, properties)
	for i := range ids {
		ids[i] = 100 + int64(i)
	}
	var sum sync.Mutex
	data := map[int64]int{} // what is stored
	read := func(id int64) int {
		sum.Lock()
		defer sum.Unlock()
		return data[id]
	}
	done := make(chan struct{})
	for i := range clients {
		listening.Go(func() {
			w, err := b.Watch(ctx, manager(int64(i+1)), ids)
			if err != nil {
				t.Error(err)
				return
			}
			known := map[int64]int{} // what the client has read
			since := ""
			for over := false; !over; {
				select {
				case <-done:
					over = true
				default:
				}
				c := &reader{client: client{who: manager(int64(i + 1))}, told: func(m live.Message) {
					since = m.ID
					switch {
					case m.Event == "hello" && !resumed(m):
						for _, id := range ids {
							known[id] = read(id)
						}
					case m.Event == "availability":
						known[propertyOf(m)] = read(propertyOf(m))
					}
				}}
				if over {
					if err := b.Poll(ctx, w, since, c); err != nil {
						t.Error(err)
					}
					continue
				}
				within, leave := context.WithTimeout(ctx, time.Duration(rand.IntN(5_000))*time.Microsecond)
				c.most = rand.IntN(12)
				err := b.Follow(within, w, since, c)
				if err != nil && c.most > 0 {
					t.Error(err)
				}
				leave()
			}
			for _, id := range ids {
				if known[id] != read(id) {
					t.Errorf("client %d knows %d of property %d, want %d", i, known[id], id, read(id))
				}
			}
		})
	}
	for range writers {
		writing.Go(func() {
			for range writes {
				id := ids[rand.IntN(len(ids))]
				sum.Lock()
				data[id]++
				sum.Unlock()
				b.raise(reading.Availability, id) // as at a commit
			}
		})
	}
	writing.Wait()
	close(done)
	listening.Wait()
	cancel()
	loop.Wait()
	require.Zero(t, b.Open())
}

// reader is a client that is cut off after some messages.
type reader struct {
	client
	most int
	told func(live.Message)
}

func (r *reader) Send(list []live.Message) error {
	for _, m := range list {
		if r.most--; r.most == 0 {
			return errGone
		}
		r.told(m)
	}
	return nil
}

func (r *reader) Hurry() {}

func resumed(m live.Message) bool { return textOf(m) == "{true}" }
