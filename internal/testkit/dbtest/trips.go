package dbtest

import (
	"bytes"
	"context"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
)

// Trips counts how often a program asks PostgreSQL and waits for the answer, as the network sees
// it. What tells other nodes of a commit is left out: it is sent by itself, at times once for
// several commits.
type Trips struct{ n atomic.Int64 }

// Count returns how many there were.
func (t *Trips) Count() int64 { return t.n.Load() }

// NewCounted is New with a count of round trips; on SQLite there are none.
func NewCounted(tb testing.TB) (*db.DB, *Trips) {
	tb.Helper()
	trips := &Trips{}
	if Engine() != db.Postgres {
		return New(tb), trips
	}
	address, err := url.Parse(postgresCopy(tb))
	require.NoError(tb, err)
	address.Host = trips.proxy(tb, address.Host)
	d, err := db.Open(tb.Context(), address.String(), "", 0)
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = d.Close() })
	return d, trips
}

// proxy returns an address that leads to the server, past the counter.
func (t *Trips) proxy(tb testing.TB, server string) string {
	tb.Helper()
	l, err := new(net.ListenConfig).Listen(tb.Context(), "tcp", "127.0.0.1:0")
	require.NoError(tb, err)
	var work sync.WaitGroup
	tb.Cleanup(work.Wait)
	tb.Cleanup(func() { _ = l.Close() })
	work.Go(func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := new(net.Dialer).DialContext(context.WithoutCancel(tb.Context()), "tcp", server)
			if err != nil {
				_ = from.Close()
				continue
			}
			var asked atomic.Bool
			work.Go(func() {
				pass(from, to, func(b []byte) { asked.Store(!bytes.Contains(b, []byte("allot_topics"))) })
			})
			work.Go(func() {
				pass(to, from, func([]byte) {
					if asked.CompareAndSwap(true, false) {
						t.n.Add(1)
					}
				})
			})
		}
	})
	return l.Addr().String()
}

// pass passes on what comes from one side, and closes both when that ends.
func pass(from, to net.Conn, see func([]byte)) {
	defer func() { _, _ = from.Close(), to.Close() }()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			see(buf[:n])
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
