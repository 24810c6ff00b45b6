package db

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connector opens connections that send a query without arguments in one round
// trip. bun writes arguments into the text, so that nearly every text is new. By
// default pgx would prepare each, in vain, at the cost of two more round trips: one
// to prepare it and one to evict another from its cache. Queries with arguments
// (Statement, and those of the job queue) stay prepared.
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
	return &directConn{Conn: pg}, nil
}

type directConn struct {
	*stdlib.Conn

	queue *queue // of the transaction under way; nil if there is none
}

// direct is an option that pgx takes in the place of the first argument.
var direct = []driver.NamedValue{{Ordinal: 1, Value: pgx.QueryExecModeSimpleProtocol}}

// QueryContext runs a query, or several, after the statements that are queued.
func (c *directConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if list, several := togetherOf(args); several {
		return c.query(ctx, list)
	}
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		args = direct
	}
	return c.Conn.QueryContext(ctx, query, args)
}

// Config returns the configuration of the connection, to open another one beside
// the program's.
func (c *directConn) Config() *pgx.ConnConfig { return c.Conn.Conn().Config() }
