package apptest

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/notify"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/testkit/mailtest"
)

// patience bounds every wait; tick is how often is looked meanwhile.
const (
	patience = 2 * time.Minute
	tick     = 5 * time.Millisecond
)

// Start runs queue and outbox until the test ends.
func (e *Env) Start(tb testing.TB) {
	tb.Helper()
	ctx, cancel := context.WithCancel(tb.Context())
	done, sent := make(chan struct{}), make(chan struct{})
	require.NoError(tb, e.Queue.Start(context.WithoutCancel(ctx))) // Stop ends it: work under way is not cut off
	go func() {
		defer close(done)
		e.Events.Run(ctx)
	}()
	go func() {
		defer close(sent)
		e.Webhooks.Run(ctx)
	}()
	tb.Cleanup(func() {
		cancel()
		<-done
		<-sent
		last, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), patience)
		defer cancel()
		require.NoError(tb, e.Queue.Stop(last))
	})
}

// Settle waits until every event was told of and every job that is due is done.
func (e *Env) Settle(tb testing.TB) {
	tb.Helper()
	require.Eventually(tb, func() bool {
		// The order matters: an event becomes a job in one transaction.
		waiting, err := e.DB.From(tb.Context()).NewSelect().Model((*outbox.Stored)(nil)).Where("relayed_at IS NULL").Exists(tb.Context())
		if err != nil || waiting {
			return false
		}
		idle, err := e.Queue.Idle(tb.Context())
		return err == nil && idle
	}, patience, tick, "jobs or events are still under way")
}

// Letters settles and returns what was sent to an address, oldest first.
func (e *Env) Letters(tb testing.TB, to string) []mailtest.Parsed {
	tb.Helper()
	e.Settle(tb)
	kept, _, err := e.KeptMail.List(tb.Context(), "", 1000, 0)
	require.NoError(tb, err)
	var letters []mailtest.Parsed
	for i := len(kept) - 1; i >= 0; i-- {
		letter, err := e.KeptMail.Read(kept[i].ID)
		require.NoError(tb, err)
		require.NotEmpty(tb, letter.Accounts, "no account would be told that staff read %s", kept[i].ID)
		f, err := e.KeptMail.Open(kept[i].ID)
		require.NoError(tb, err)
		data, err := io.ReadAll(f)
		require.NoError(tb, err)
		require.NoError(tb, f.Close())
		if p := mailtest.Parse(tb, data); p.Header.Get("To") == "<"+to+">" {
			letters = append(letters, p)
		}
	}
	return letters
}

// Told lists what a user was told, newest first.
func (e *Env) Told(tb testing.TB, w *Who) []notify.Notification {
	tb.Helper()
	list, _, err := e.Notify.Notifications(w.Context(tb), w.Caller, notify.Filter{}, page.Request{Size: page.MaxSize})
	require.NoError(tb, err)
	return list
}
