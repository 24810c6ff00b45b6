package db

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// notifyChannel is that of LISTEN and NOTIFY.
	notifyChannel = "allot_topics"
	// notifyPause is the time between two notifications of a process. PostgreSQL lets only one
	// transaction that notifies commit at a time, which would slow down all writes if theirs did: a
	// process notifies by itself after its commits, once for all of a moment.
	notifyPause = 20 * time.Millisecond
	// notifyPatience bounds one notification, and how long a silent connection is believed in.
	notifyPatience = 30 * time.Second
	// notifyRetry is the pause before listening is tried again.
	notifyRetry = time.Second
)

// notifier carries what is told between the processes that share a PostgreSQL database.
type notifier struct {
	call    func(topics ...string)
	callAll func()
	pool    *sql.DB
	connect func(ctx context.Context) (*pgx.Conn, error)
	process string // names this process, which has called its own listeners already
	run     func() // listens until the database is closed

	ctx  context.Context // ends with the database
	end  context.CancelFunc
	work sync.WaitGroup

	mu        sync.Mutex
	waiting   map[string]bool // topics to be told
	telling   bool
	listening bool
	closed    bool
	failed    func(err error) // told when it cannot listen; nil: nobody is
}

func newNotifier(n *topics, pool *sql.DB, connect func(ctx context.Context) (*pgx.Conn, error)) *notifier {
	f := &notifier{call: n.call, callAll: n.callAll, pool: pool, connect: connect, process: rand.Text(), waiting: map[string]bool{}}
	f.run = f.listenAlways
	f.ctx, f.end = context.WithCancel(context.Background()) //nolint:forbidigo // it ends with the database, not with a request
	return f
}

// tell notifies the other processes soon.
func (f *notifier) tell(topic string) {
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
func (f *notifier) notify() {
	for {
		f.mu.Lock()
		topics := slices.Sorted(maps.Keys(f.waiting))
		clear(f.waiting)
		f.telling = len(topics) > 0
		f.mu.Unlock()
		if len(topics) == 0 {
			return
		}
		within, cancel := context.WithTimeout(context.WithoutCancel(f.ctx), notifyPatience)
		_, _ = f.pool.ExecContext(within, "SELECT pg_notify($1, $2)", notifyChannel, f.process+" "+strings.Join(topics, " "))
		cancel()
		select {
		case <-f.ctx.Done(): // the rest is sent at once
		case <-time.After(notifyPause):
		}
	}
}

// listen begins to hear the other processes, once.
func (f *notifier) listen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.listening || f.closed {
		return
	}
	f.listening = true
	f.work.Go(f.run)
}

// listenAlways listens until the database is closed. A connection that breaks is made anew.
func (f *notifier) listenAlways() {
	for reported := false; f.ctx.Err() == nil; {
		listened, err := f.listenOnce()
		if f.ctx.Err() != nil {
			return
		}
		if listened || !reported {
			f.report(err)
			reported = true
		}
		select {
		case <-f.ctx.Done():
		case <-time.After(notifyRetry):
		}
	}
}

func (f *notifier) report(err error) {
	f.mu.Lock()
	failed := f.failed
	f.mu.Unlock()
	if failed != nil {
		failed(err)
	}
}

// listenOnce listens on a connection of its own until that breaks.
func (f *notifier) listenOnce() (listened bool, err error) {
	conn, err := f.connect(f.ctx)
	if err != nil {
		return false, fmt.Errorf("connect to hear of other nodes: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(f.ctx)) }()
	if _, err := conn.Exec(f.ctx, "LISTEN "+notifyChannel); err != nil {
		return false, fmt.Errorf("listen for other nodes: %w", err)
	}
	f.callAll() // what was told before was not heard
	for {
		if err := f.receive(conn); err != nil {
			return true, fmt.Errorf("hear of other nodes: %w", err)
		}
	}
}

// receive waits for a notification. If none comes for long, it makes sure that the connection
// still works.
func (f *notifier) receive(conn *pgx.Conn) error {
	within, cancel := context.WithTimeout(f.ctx, notifyPatience)
	defer cancel()
	note, err := conn.WaitForNotification(within)
	if err != nil {
		if f.ctx.Err() != nil || within.Err() == nil {
			return err
		}
		within, cancel := context.WithTimeout(f.ctx, notifyPatience)
		defer cancel()
		return conn.Ping(within)
	}
	from, topics, _ := strings.Cut(note.Payload, " ")
	if from != f.process {
		f.call(strings.Fields(topics)...)
	}
	return nil
}

// close sends what waits and ends the listening.
func (f *notifier) close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.end()
	f.work.Wait()
}
