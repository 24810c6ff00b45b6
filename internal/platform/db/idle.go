package db

import (
	"context"
	"crypto/tls"
	"net"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// trusted is how long a connection may be idle before the server is asked whether it still works,
	// although nothing says otherwise: a firewall forgets connections without telling anybody.
	trusted = 30 * time.Second
	// trustedUnseen is that where the program cannot look at its sockets.
	trustedUnseen = time.Second
)

// shouldPing decides whether the server is asked if a connection still works, before it is used again. A
// server that stops closes its connections, which the socket shows without a round trip.
func shouldPing(_ context.Context, p stdlib.ShouldPingParams) bool {
	if !canPeek {
		return p.IdleDuration > trustedUnseen
	}
	return p.IdleDuration > trusted || !silent(p.Conn.PgConn().Conn())
}

// silent reports whether a connection is open as far as the socket knows, and nothing has come in on it. What
// comes in while nothing was asked is the server's farewell.
func silent(conn net.Conn) bool {
	if secured, ok := conn.(*tls.Conn); ok {
		conn = secured.NetConn()
	}
	if w, ok := conn.(wire); ok {
		conn = w.Conn
	}
	socket, ok := conn.(syscall.Conn)
	return ok && empty(socket)
}
