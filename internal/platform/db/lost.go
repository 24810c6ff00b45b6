package db

import (
	"context"
	"errors"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
)

const lostText = "connection to the database lost: "

// lostError is a broken connection. pgx returns the network's error, such as an
// unexpected end, which could not be told from a broken upload.
type lostError struct{ err error }

func (e *lostError) Error() string { return lostText + e.err.Error() }

func (e *lostError) Unwrap() error { return e.err }

// wire is the network connection below one to PostgreSQL.
type wire struct{ net.Conn }

func (w wire) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	return n, lost(err)
}

func (w wire) Write(b []byte) (int, error) {
	n, err := w.Conn.Write(b)
	return n, lost(err)
}

// lost leaves a deadline as it is: pgx sets one to end a statement whose caller is
// gone.
func lost(err error) error {
	if err == nil {
		return nil
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return err
	}
	return &lostError{err}
}

// wired makes the connections of dial return a lostError when they break.
func wired(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return wire{conn}, nil
	}
}
