package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"allot/internal/platform/stamp"
)

const idleTime = 5 * time.Minute

var errURL = errors.New("the database URL cannot be read: want postgres://user:password@host:5432/database, " +
	"with special characters of the password written as %XX")

// OpenPostgres connects to a PostgreSQL server. The URL may name several hosts;
// with target_session_attrs=read-write a fail-over is survived. connections bounds
// those of reading, writing, the job queue and what hears of other nodes together;
// zero means DefaultConnections.
func OpenPostgres(ctx context.Context, url string, connections int) (*DB, error) {
	connections = cmp.Or(connections, DefaultConnections)
	if connections < MinConnections {
		return nil, fmt.Errorf("%d connections to the database are too few, want at least %d", connections, MinConnections)
	}
	cfg, err := postgresConfig(url)
	if err != nil {
		return nil, err
	}
	writers := connections / 2
	writer := openPostgresPool(cfg, writers, readTimesInUTC)
	reader := openPostgresPool(cfg, connections-writers-1, onlyRead) // one listens
	d := &DB{engine: Postgres, writer: writer, reader: reader, turns: newTurns(writers), statements: &statements{}, caches: &caches{}, health: &health{}, topics: newTopics()}
	d.topics.notifier = newNotifier(d.topics, writer.DB, func(ctx context.Context) (*pgx.Conn, error) { return pgx.ConnectConfig(ctx, cfg.Copy()) })
	d.declareStamps()
	d.needed = stamp.NewCache[uint64]("needed_stamps", d, neededBytes, func(keys []stamp.Key) int { return 24 * len(keys) })
	if err := errors.Join(d.Ping(ctx), d.postgresEpoch(ctx)); err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

// postgresConfig is how every connection is made.
func postgresConfig(url string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errURL // the cause quotes the URL, and with it a password that confuses the parser
	}
	cfg.RuntimeParams["timezone"] = "UTC"
	if cfg.RuntimeParams["application_name"] == "" {
		cfg.RuntimeParams["application_name"] = "allot"
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = 10 * time.Second
	}
	cfg.DialFunc = wired(cfg.DialFunc)
	return cfg, nil
}

func openPostgresPool(cfg *pgx.ConnConfig, conns int, prepare func(context.Context, *pgx.Conn) error) *bun.DB {
	pool := sql.OpenDB(connector{stdlib.GetConnector(*cfg, stdlib.OptionAfterConnect(prepare), stdlib.OptionShouldPing(shouldPing))})
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(idleTime)
	return bun.NewDB(pool, postgresDialect{pgdialect.New()})
}

// onlyRead makes a connection one of the reading pool. It does so after the server was chosen: as a
// parameter of the connection it would make a primary look like a standby to target_session_attrs.
func onlyRead(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "SET default_transaction_read_only = on"); err != nil {
		return err
	}
	return readTimesInUTC(ctx, conn)
}

// readTimesInUTC makes pgx return times in UTC instead of the machine's time zone.
func readTimesInUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}
