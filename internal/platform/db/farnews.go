package db

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// newsChannel is that of LISTEN and NOTIFY.
	newsChannel = "allot_news"
	// newsPause is the time between two notifications of a process. PostgreSQL lets only one
	// transaction that notifies commit at a time, which would slow down all writes if theirs did: a
	// process notifies by itself after its commits, once for all of a moment.
	newsPause = 20 * time.Millisecond
	// newsPatience bounds one notification, and how long a silent connection is believed in.
	newsPatience = 30 * time.Second
	// newsRetry is the pause before listening is tried again.
	newsRetry = time.Second
)

// farNews carries news between the processes that share a PostgreSQL database.
type farNews struct {
	spread   func(topics ...string)
	everyone func()
	pool     *sql.DB
	connect  func(ctx context.Context) (*pgx.Conn, error)
	self     string // names this process, which has spread its own news already
	ears     func() // hears until the database is closed

	ctx  context.Context // ends with the database
	end  context.CancelFunc
	work sync.WaitGroup

	mu        sync.Mutex
	waiting   map[string]bool // topics to be told
	telling   bool
	listening bool
	closed    bool
	deaf      func(err error) // told once when it cannot listen; nil: nobody is
}

func newFarNews(n *news, pool *sql.DB, connect func(ctx context.Context) (*pgx.Conn, error)) *farNews {
	f := &farNews{spread: n.spread, everyone: n.spreadAll, pool: pool, connect: connect, self: rand.Text(), waiting: map[string]bool{}}
	f.ears = f.hearAll
	f.ctx, f.end = context.WithCancel(context.Background()) //nolint:forbidigo // it ends with the database, not with a request
	return f
}

// tell notifies the other processes soon.
func (f *farNews) tell(topic string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	f.waiting[topic] = true
	if !f.telling {
		f.telling = true
		f.work.Go(f.notify)
	}
}

// notify sends what waits until nothing does. What cannot be sent is dropped: whoever would hear
// it looks by himself, and what is wrong with the database others find out.
func (f *farNews) notify() {
	for {
		f.mu.Lock()
		topics := slices.Sorted(maps.Keys(f.waiting))
		clear(f.waiting)
		f.telling = len(topics) > 0
		f.mu.Unlock()
		if len(topics) == 0 {
			return
		}
		within, cancel := context.WithTimeout(context.WithoutCancel(f.ctx), newsPatience)
		_, _ = f.pool.ExecContext(within, "SELECT pg_notify($1, $2)", newsChannel, f.self+" "+strings.Join(topics, " "))
		cancel()
		select {
		case <-f.ctx.Done(): // the rest is sent at once
		case <-time.After(newsPause):
		}
	}
}

// listen begins to hear the other processes, once.
func (f *farNews) listen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.listening || f.closed {
		return
	}
	f.listening = true
	f.work.Go(f.ears)
}

// hearAll hears until the database is closed. A connection that breaks is made anew.
func (f *farNews) hearAll() {
	told := false
	for f.ctx.Err() == nil {
		err := f.hear()
		if f.ctx.Err() != nil {
			return
		}
		told = f.reportDeaf(err, told)
		select {
		case <-f.ctx.Done():
		case <-time.After(newsRetry):
		}
	}
}

// heardError ends a connection that has worked.
type heardError struct{ error }

func (e heardError) Unwrap() error { return e.error }

// reportDeaf tells of the first failure since the news could be heard.
func (f *farNews) reportDeaf(err error, told bool) bool {
	if _, heard := errors.AsType[heardError](err); heard {
		told = false
	}
	f.mu.Lock()
	deaf := f.deaf
	f.mu.Unlock()
	if !told && deaf != nil {
		deaf(err)
	}
	return true
}

// hear listens on a connection of its own until that breaks.
func (f *farNews) hear() error {
	conn, err := f.connect(f.ctx)
	if err != nil {
		return fmt.Errorf("connect to hear of other nodes: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(f.ctx)) }()
	if _, err := conn.Exec(f.ctx, "LISTEN "+newsChannel); err != nil {
		return fmt.Errorf("listen for other nodes: %w", err)
	}
	f.everyone() // what was told before was not heard
	for {
		if err := f.hearOne(conn); err != nil {
			return heardError{fmt.Errorf("hear of other nodes: %w", err)}
		}
	}
}

// hearOne waits for a notification. If none comes for long, it makes sure that the connection
// still works.
func (f *farNews) hearOne(conn *pgx.Conn) error {
	within, cancel := context.WithTimeout(f.ctx, newsPatience)
	defer cancel()
	note, err := conn.WaitForNotification(within)
	if err != nil {
		if f.ctx.Err() != nil || within.Err() == nil {
			return err
		}
		within, cancel := context.WithTimeout(f.ctx, newsPatience)
		defer cancel()
		return conn.Ping(within)
	}
	from, topics, _ := strings.Cut(note.Payload, " ")
	if from != f.self {
		f.spread(strings.Fields(topics)...)
	}
	return nil
}

// close sends what waits and ends the listening.
func (f *farNews) close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.end()
	f.work.Wait()
}
