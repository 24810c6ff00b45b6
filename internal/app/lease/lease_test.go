package lease_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/lease"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func setup(t *testing.T) *db.DB {
	t.Helper()
	if dbtest.Engine() != db.Postgres {
		t.Skip("SQLite has one process, which the lock on the data folder sees to")
	}
	return dbtest.New(t)
}

func node(place string) lease.Node {
	return lease.Node{ID: "node-a", Place: place, Host: "reception", PID: 7}
}

func claim(ctx context.Context, d *db.DB, n lease.Node) (*lease.Lease, error) {
	return lease.Claim(ctx, d, n, func() {})
}

// keep renews a lease until the test ends and tells what became of it.
func keep(t *testing.T, l *lease.Lease) <-chan error {
	t.Helper()
	ended := make(chan error, 1)
	var work sync.WaitGroup
	work.Go(func() { ended <- l.Keep(t.Context(), func(err error) { t.Errorf("not renewed: %v", err) }) })
	t.Cleanup(work.Wait)
	return ended
}

// expire lets the time of the lease be over, as if its process had been killed long ago.
func expire(t *testing.T, d *db.DB) {
	t.Helper()
	_, err := d.SQL().ExecContext(t.Context(), "UPDATE node_leases SET expires_at = now() - interval '1 second'")
	require.NoError(t, err)
}

func TestClaim(t *testing.T) {
	t.Parallel()

	t.Run("a copy of the data folder does not start beside the living node", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		l, err := claim(t.Context(), d, node("folder"))
		require.NoError(t, err)
		ended := keep(t, l)
		_, err = claim(t.Context(), d, node("copy of the folder"))
		require.ErrorIs(t, err, lease.ErrTaken)
		require.ErrorContains(t, err, "process 7 on reception")
		require.ErrorContains(t, err, "delete the file node.id")
		require.Empty(t, ended, "the living node goes on")
		other := node("copy of the folder")
		other.ID = "node-b"
		_, err = claim(t.Context(), d, other)
		require.NoError(t, err, "another node is not concerned")
	})

	t.Run("of many that start at once one becomes the node", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		results := make(chan error, 5)
		for _, place := range []string{"a", "b", "c", "d", "e"} {
			go func() {
				l, err := claim(ctx, d, node(place))
				results <- err
				if err == nil {
					_ = l.Keep(ctx, func(error) {})
				}
			}()
		}
		won := 0
		for range cap(results) {
			err := <-results
			if err == nil {
				won++
				continue
			}
			require.ErrorIs(t, err, lease.ErrTaken)
		}
		require.Equal(t, 1, won)
	})

	t.Run("a killed process is followed at once in its own folder", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		_, err := claim(t.Context(), d, node("folder"))
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // less than a lease lasts
		defer cancel()
		_, err = claim(ctx, d, node("folder"))
		require.NoError(t, err)
	})

	t.Run("a folder that moved to another machine waits until the lease is over", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		_, err := claim(t.Context(), d, node("old machine"))
		require.NoError(t, err)
		claimed, waits := make(chan error, 1), make(chan struct{})
		go func() {
			_, err := lease.Claim(t.Context(), d, node("new machine"), func() { close(waits) })
			claimed <- err
		}()
		select {
		case err := <-claimed:
			t.Fatalf("it did not wait: %v", err)
		case <-waits:
		}
		// Whoever waits compares the time of the lease, so it is not moved: the row goes.
		_, err = d.SQL().ExecContext(t.Context(), "DELETE FROM node_leases")
		require.NoError(t, err)
		require.NoError(t, <-claimed)
	})

	t.Run("an expired lease, and one whose folder cannot be told, are claimed as they should", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		_, err := claim(t.Context(), d, node(""))
		require.NoError(t, err)
		expire(t, d)
		_, err = claim(t.Context(), d, node(""))
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = claim(ctx, d, node(""))
		require.Error(t, err, "two unknown places are not the same place")
		require.Error(t, ctx.Err(), "it waited for the lease: %v", err)
	})
}

func TestLease_Keep(t *testing.T) {
	t.Parallel()

	t.Run("a process that was away for too long learns that another one took its place", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		l, err := claim(t.Context(), d, node("folder"))
		require.NoError(t, err)
		expire(t, d)
		_, err = claim(t.Context(), d, node("folder")) // in the same place, too
		require.NoError(t, err)
		require.ErrorIs(t, <-keep(t, l), lease.ErrTaken)
	})

	t.Run("a process that was away for too long goes on if nobody took its place", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		l, err := claim(t.Context(), d, node("folder"))
		require.NoError(t, err)
		expire(t, d)
		ended := keep(t, l)
		require.Eventually(t, func() bool {
			var alive bool
			err := d.From(t.Context()).NewRaw("SELECT expires_at > now() FROM node_leases WHERE node_id = 'node-a'").Scan(t.Context(), &alive)
			return err == nil && alive
		}, 2*time.Minute, 100*time.Millisecond)
		require.Empty(t, ended)
	})

	t.Run("a released lease is free at once, and only its holder can release it", func(t *testing.T) {
		t.Parallel()
		d := setup(t)
		l, err := claim(t.Context(), d, node("folder"))
		require.NoError(t, err)
		require.NoError(t, l.Release(t.Context()))
		next, err := claim(t.Context(), d, node("copy"))
		require.NoError(t, err)
		require.NoError(t, l.Release(t.Context()), "late, and without effect")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = claim(ctx, d, node("folder"))
		require.Error(t, err)
		require.True(t, ctx.Err() != nil || errors.Is(err, lease.ErrTaken), "the driver has words of its own for a deadline: %v", err)
		require.NoError(t, next.Release(t.Context()))
	})
}
