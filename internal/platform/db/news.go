package db

import (
	"context"
	"slices"
	"sync"
)

// news tells of what was committed to whoever waits for it, so that nobody has to look again and
// again: at once in this process and, on PostgreSQL, a moment later in all others.
type news struct {
	mu   sync.Mutex
	ears map[string][]*ear
	far  *farNews // nil on SQLite, where one process has the data
}

// ear is one who hears a topic.
type ear struct{ fn func() }

// Tell has whoever hears a topic called once the transaction of ctx has committed, never if it
// rolls back.
func (d *DB) Tell(ctx context.Context, topic string) {
	d.AfterCommit(ctx, func() {
		d.news.spread(topic)
		if d.news.far != nil {
			d.news.far.tell(topic)
		}
	})
}

// Hear calls fn, which must not block, after transactions that have told the topic, at times once
// for several. It is also called when others may have told it unheard. What is told can be lost
// together with the process that tells it, so whoever hears looks by himself too, now and then.
func (d *DB) Hear(topic string, fn func()) (stop func()) {
	n, mine := d.news, &ear{fn}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ears[topic] = append(n.ears[topic], mine)
	if n.far != nil {
		n.far.listen()
	}
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.ears[topic] = slices.DeleteFunc(n.ears[topic], func(e *ear) bool { return e == mine })
	}
}

func newNews() *news { return &news{ears: map[string][]*ear{}} }

// spread calls those who hear one of the topics in this process.
func (n *news) spread(topics ...string) {
	for _, topic := range topics {
		n.mu.Lock()
		ears := slices.Clone(n.ears[topic])
		n.mu.Unlock()
		for _, e := range ears {
			e.fn()
		}
	}
}

// spreadAll calls everybody who hears anything.
func (n *news) spreadAll() {
	n.mu.Lock()
	topics := make([]string, 0, len(n.ears))
	for topic := range n.ears {
		topics = append(topics, topic)
	}
	n.mu.Unlock()
	n.spread(topics...)
}

// close ends what tells and hears other processes.
func (n *news) close() {
	if n.far != nil {
		n.far.close()
	}
}
