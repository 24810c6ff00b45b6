package db_test

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Whoever asks after the server has ended all connections, as it does when it restarts, notices nothing.
func TestIdle_endedByTheServer(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	if d.Engine() != db.Postgres {
		t.Skip("one process has the data")
	}
	other := dbtest.Beside(t, d)
	asked := func() {
		var n int
		require.NoError(t, d.SQL().QueryRowContext(t.Context(), "SELECT 1").Scan(&n))
		require.NoError(t, d.From(t.Context()).NewRaw("SELECT 1").Scan(t.Context(), &n))
	}
	for range 3 {
		asked()
		// It answers once the others have closed their sockets.
		_, err := other.SQL().ExecContext(t.Context(), "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		require.NoError(t, err)
	}
	asked()
}

// To look at a connection waits for nobody, least of all for a read that pgx has left behind on it.
func TestIdle_look(t *testing.T) {
	t.Parallel()
	if !db.CanPeek {
		t.Skip("the server is asked here")
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, listener.Close()) }()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
	require.NoError(t, err)
	server, err := listener.Accept()
	require.NoError(t, err)

	read := make(chan error, 1)
	go func() {
		_, err := conn.Read(make([]byte, 1))
		read <- err
	}()
	silent := make(chan bool, 1)
	go func() {
		for range 1000 { // the read has begun at some time
			if !db.Silent(conn) {
				silent <- false
			}
		}
		silent <- true
	}()
	select {
	case is := <-silent:
		require.True(t, is)
	case <-time.After(time.Minute):
		t.Error("it waits for the read")
	}
	_, err = server.Write([]byte("!"))
	require.NoError(t, err)
	require.NoError(t, <-read)
	require.NoError(t, server.Close())
	require.Eventually(t, func() bool { return !db.Silent(conn) }, time.Minute, time.Millisecond, "the server has closed it")
	require.NoError(t, conn.Close())
}
