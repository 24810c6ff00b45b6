package db_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// heard returns a channel that has one when a topic was told.
func heard(t *testing.T, d *db.DB, topic string) <-chan struct{} {
	t.Helper()
	told := make(chan struct{}, 1)
	stop := d.Hear(topic, func() {
		select {
		case told <- struct{}{}:
		default:
		}
	})
	t.Cleanup(stop)
	return told
}

// comes requires that something is told.
func comes(t *testing.T, told <-chan struct{}) {
	t.Helper()
	select {
	case <-told:
	case <-time.After(time.Minute):
		t.Fatal("nothing was told")
	}
}

// silent requires that nothing was told until now.
func silent(t *testing.T, told <-chan struct{}) {
	t.Helper()
	select {
	case <-told:
		t.Fatal("something was told")
	default:
	}
}

func tell(t *testing.T, d *db.DB, topics ...string) {
	t.Helper()
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		for _, topic := range topics {
			d.Tell(ctx, topic)
		}
		return nil
	}))
}

var errRefused = errors.New("refused")

func TestTell(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	other := dbtest.Beside(t, d)
	here, there, elsewhere := heard(t, d, "post"), heard(t, other, "post"), heard(t, other, "milk")
	if d.Engine() == db.Postgres { // both begin to listen, and hear that they may have missed something
		for _, told := range []<-chan struct{}{here, there, elsewhere} {
			comes(t, told)
		}
	}

	require.ErrorIs(t, d.InTx(t.Context(), func(ctx context.Context) error {
		d.Tell(ctx, "post")
		return errRefused
	}), errRefused)
	silent(t, here)

	tell(t, d, "post")
	comes(t, here)
	comes(t, there)

	// What follows at once is told, too, and only to those who wait for it.
	for range 3 {
		tell(t, d, "post")
		comes(t, here)
	}
	comes(t, there)
	tell(t, d, "post", "milk")
	comes(t, elsewhere)
}

// A connection that breaks is made anew, and what was told meanwhile is not lost.
func TestTell_afterALostConnection(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	if d.Engine() != db.Postgres {
		t.Skip("one process has the data")
	}
	failed := make(chan error, 10)
	other := dbtest.Beside(t, d).Observed(db.Observer{ListenFailed: func(err error) { failed <- err }}, nil)
	there := heard(t, other, "post")
	comes(t, there)
	for range 2 {
		_, err := d.SQL().ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'")
		require.NoError(t, err)
		require.Error(t, <-failed)
		comes(t, there)
		tell(t, d, "post")
		comes(t, there)
	}
}

// What was told before a database is closed is sent all the same.
func TestTell_beforeTheEnd(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	other := dbtest.Beside(t, d)
	if d == other {
		t.Skip("one process has the data")
	}
	here := heard(t, d, "post")
	comes(t, here)
	tell(t, other, "milk")
	tell(t, other, "post")
	require.NoError(t, other.Close())
	comes(t, here)
}
