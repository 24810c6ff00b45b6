package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"runtime"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // the driver registers itself

	"allot/internal/platform/stamp"
)

// sqliteReaders is how many connections read. SQLite's Go translation takes a lock of the
// process for every piece of memory. With many more readers than processors they queue for
// it: beside a flood of reads on two processors somebody's write took 213 ms with 64
// readers, 107 ms with 8, 20 ms with 4 (the median), at the same number of reads a second.
func sqliteReaders() int { return min(max(4, runtime.GOMAXPROCS(0)), 8) }

// OpenSQLite opens or creates the database file. One connection writes, and
// BEGIN IMMEDIATE makes every transaction a writer from its first statement, so
// none fails half-way because another one wrote first.
func OpenSQLite(ctx context.Context, file string) (*DB, error) {
	if err := makePrivate(file); err != nil {
		return nil, err
	}
	// A small write puts a dozen pages into the log. Folding it into the file
	// after a thousand, as is the default, would cost an fsync every hundred
	// writes; 8,000 pages are 32 MB.
	writer, err := openSQLitePool(file, 1,
		"journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)", "journal_size_limit(67108864)", "wal_autocheckpoint(8000)")
	if err != nil {
		return nil, err
	}
	// The writer comes first: it creates the file and switches it to WAL, which
	// a read-only connection cannot.
	if err := writer.PingContext(ctx); err != nil {
		_ = writer.Close()
		return nil, fmt.Errorf("open SQLite database: %w", err)
	}
	reader, err := openSQLitePool(file, sqliteReaders(), "query_only(1)")
	if err != nil {
		_ = writer.Close()
		return nil, err
	}
	return &DB{engine: SQLite, writer: writer, reader: reader, turns: newTurns(1), statements: &statements{}, caches: &caches{}, commits: &commits{raised: map[stamp.Key]int64{}}, health: &health{}, topics: newTopics(), epoch: newEpoch()}, nil
}

// LookSQLite opens an existing database file for reading only, also while a server
// has it. It leaves the folder as it is: without a write-ahead log the file is read
// as one that nobody changes, because SQLite would make the files of the log.
func LookSQLite(ctx context.Context, file string) (*DB, error) {
	q := url.Values{"mode": {"ro"}}
	if info, err := os.Stat(file + "-wal"); err != nil || info.Size() == 0 {
		q.Set("immutable", "1")
	}
	pool, err := openSQLite(file, 1, q, "query_only(1)")
	if err != nil {
		return nil, err
	}
	if err := pool.PingContext(ctx); err != nil {
		_ = pool.Close()
		return nil, fmt.Errorf("open SQLite database: %w", err)
	}
	return &DB{engine: SQLite, writer: pool, reader: pool, turns: newTurns(1), statements: &statements{}, caches: &caches{}, commits: &commits{raised: map[stamp.Key]int64{}}, health: &health{}, topics: newTopics(), epoch: newEpoch()}, nil
}

func openSQLitePool(file string, conns int, pragmas ...string) (*bun.DB, error) {
	return openSQLite(file, conns, url.Values{"_txlock": {"immediate"}}, pragmas...)
}

func openSQLite(file string, conns int, q url.Values, pragmas ...string) (*bun.DB, error) {
	q.Set("_time_format", "sqlite")
	q.Set("_timezone", "UTC") // times are compared as text, so all are written in one zone
	q.Add("_pragma", "busy_timeout(10000)")
	for _, p := range pragmas {
		q.Add("_pragma", p)
	}
	pool, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("open SQLite database: %w", err)
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	return bun.NewDB(pool, sqliteDialect{sqlitedialect.New()}), nil
}

// makePrivate lets nobody else on the machine read the database: SQLite would make
// it as the umask says, and its log and its index of the log like the file itself.
// A file that is there must not be opened here: closing it again would end the
// locks that another handle of this process has on it.
func makePrivate(file string) error {
	made, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		err = made.Close()
	case errors.Is(err, fs.ErrExist):
		err = nil
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, missing := os.Stat(file + suffix)
		if missing == nil && info.Mode().Perm()&0o077 != 0 {
			err = errors.Join(err, os.Chmod(file+suffix, 0o600))
		}
	}
	if err != nil {
		return fmt.Errorf("open SQLite database: %w", err)
	}
	return nil
}
