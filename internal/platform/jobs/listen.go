package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"github.com/riverqueue/river/riverdriver"

	"allot/internal/platform/db"
)

// insertTopic is what the library listens to for jobs that were committed.
const insertTopic = "river_insert"

// leaderTopic is what it listens to for a leader that resigned.
const leaderTopic = "river_leadership"

// topic is told when jobs of a queue were committed.
func topic(queue string) string { return "jobs/" + queue }

// listening is the library's driver with a listener of ours: its drivers for database/sql have
// none, and its clients ask again and again then.
//
// The library would have jobs told of by the transaction that inserts them, and only if it has
// not done so a moment before. On PostgreSQL all transactions that notify commit one after the
// other, and of two at once the later might not be told of. db.Tell has neither fault, and a
// process that only serves requests wakes the workers of others by it.
type listening struct {
	riverdriver.Driver[*sql.Tx]
	db *db.DB
}

// SupportsListener makes the library listen.
func (listening) SupportsListener() bool { return true }

// SupportsListenNotify keeps the library from telling of jobs.
func (listening) SupportsListenNotify() bool { return false }

// GetListener returns what the library listens to.
func (l listening) GetListener(*riverdriver.GetListenenerParams) riverdriver.Listener {
	return &listener{db: l.db, told: map[QueueName]bool{}, some: make(chan struct{}, 1)}
}

// listener hears of the jobs of all queues.
type listener struct {
	db   *db.DB
	stop []func()

	mu   sync.Mutex
	told map[QueueName]bool
	some chan struct{} // has one when told has
}

// Connect begins to listen.
func (l *listener) Connect(context.Context) error {
	for name := range workers {
		l.stop = append(l.stop, l.db.Hear(topic(string(name)), func() { l.note(name) }))
	}
	return nil
}

// Close ends it.
func (l *listener) Close(context.Context) error {
	for _, stop := range l.stop {
		stop()
	}
	l.stop = nil
	return nil
}

func (l *listener) note(queue QueueName) {
	l.mu.Lock()
	l.told[queue] = true
	l.mu.Unlock()
	select {
	case l.some <- struct{}{}:
	default: // it is not read yet
	}
}

// next takes one of the queues that were told of.
func (l *listener) next() (queue QueueName, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for queue = range l.told {
		delete(l.told, queue)
		return queue, true
	}
	return "", false
}

// WaitForNotification waits for jobs.
func (l *listener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	for {
		if queue, found := l.next(); found {
			return &riverdriver.Notification{Topic: insertTopic, Payload: fmt.Sprintf(`{"queue": %q}`, queue)}, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-l.some:
		}
	}
}

// Listen does nothing: of what else the library can listen to, nothing is told.
func (*listener) Listen(context.Context, string) error { return nil }

// Unlisten does nothing.
func (*listener) Unlisten(context.Context, string) error { return nil }

// Ping does nothing: there is no connection that could break.
func (*listener) Ping(context.Context) error { return nil }

// Schema is for tests of the library.
func (*listener) Schema() string { return "" }

// SetAfterConnectExec is for tests of the library.
func (*listener) SetAfterConnectExec(string) {}
