package db

import (
	"context"
	"slices"
	"sync"
)

// topics tell of what was committed to whoever waits for it, so that nobody has to look again and
// again: at once in this process and, on PostgreSQL, a moment later in all others.
type topics struct {
	mu        sync.Mutex
	listeners map[string][]*listener
	notifier  *notifier // nil on SQLite, where one process has the data
}

// listener is one who hears a topic.
type listener struct{ fn func() }

// Tell has whoever hears a topic called once the transaction of ctx has committed, never if it
// rolls back.
func (d *DB) Tell(ctx context.Context, topic string) {
	d.AfterCommit(ctx, func() {
		d.topics.call(topic)
		if d.topics.notifier != nil {
			d.topics.notifier.tell(topic)
		}
	})
}

// Hear calls fn, which must not block, after transactions that have told the topic, at times once
// for several. It is also called when others may have told it unheard. What is told can be lost
// together with the process that tells it, so whoever hears looks by himself too, now and then.
func (d *DB) Hear(topic string, fn func()) (stop func()) {
	n, mine := d.topics, &listener{fn}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.listeners[topic] = append(n.listeners[topic], mine)
	if n.notifier != nil {
		n.notifier.listen()
	}
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.listeners[topic] = slices.DeleteFunc(n.listeners[topic], func(e *listener) bool { return e == mine })
	}
}

func newTopics() *topics { return &topics{listeners: map[string][]*listener{}} }

// call calls those who hear one of the topics in this process.
func (n *topics) call(topics ...string) {
	for _, topic := range topics {
		n.mu.Lock()
		listeners := slices.Clone(n.listeners[topic])
		n.mu.Unlock()
		for _, e := range listeners {
			e.fn()
		}
	}
}

// callAll calls everybody who hears anything.
func (n *topics) callAll() {
	n.mu.Lock()
	topics := make([]string, 0, len(n.listeners))
	for topic := range n.listeners {
		topics = append(topics, topic)
	}
	n.mu.Unlock()
	n.call(topics...)
}

// close ends what tells and hears other processes.
func (n *topics) close() {
	if n.notifier != nil {
		n.notifier.close()
	}
}
