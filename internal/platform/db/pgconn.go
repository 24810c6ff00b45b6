package db

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connector opens connections that send a query without arguments in one round
// trip. bun writes the arguments into the text, so that nearly every text is
// new: left alone, pgx would prepare each for the next time, which never comes,
// and pay for it with two more round trips: one to prepare it and one to throw
// an older one out of its cache. Queries with real arguments (Statement, and
// those of the job queue) stay prepared.
type connector struct{ driver.Connector }

// Connect opens a connection.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	pg, ok := conn.(*stdlib.Conn)
	if !ok {
		return nil, fmt.Errorf("connection is a %T, not pgx's own", conn)
	}
	return &directConn{pg}, nil
}

type directConn struct{ *stdlib.Conn }

// direct is an option that pgx takes in the place of the first argument.
var direct = []driver.NamedValue{{Ordinal: 1, Value: pgx.QueryExecModeSimpleProtocol}}

// QueryContext runs a query.
func (c *directConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if len(args) == 0 {
		args = direct
	}
	return c.Conn.QueryContext(ctx, query, args)
}

// Config is how the connection was made, for whoever wants another one beside
// the program's.
func (c *directConn) Config() *pgx.ConnConfig { return c.Conn.Conn().Config() }
