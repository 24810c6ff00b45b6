package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"allot/internal/platform/stamp"
)

const (
	// stateFor is how long figures from the database are shown before they are read
	// again: several scrapers cost no more than one.
	stateFor = 10 * time.Second
	// stateWithin bounds reading them.
	stateWithin = 2 * time.Second
)

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

var (
	stateOK          = gauge("allot_state_ok", "1 if the figures that come from the database could be read, else 0.")
	jobsByState      = gauge("allot_jobs", "Jobs by state.", "state")
	queueJobs        = gauge("allot_queue_jobs", "Jobs that are due and not yet running, by queue.", "queue")
	queueOldest      = gauge("allot_queue_oldest_job_seconds", "How long the oldest job of a queue has been due.", "queue")
	outboxEvents     = gauge("allot_outbox_events", "Events that wait to be relayed to their subscribers.")
	outboxOldest     = gauge("allot_outbox_oldest_event_seconds", "How long the oldest of them has waited.")
	webhookWaiting   = gauge("allot_webhook_deliveries", "Webhook deliveries that wait: due now, or for their next attempt.", "state")
	webhookOldest    = gauge("allot_webhook_oldest_due_seconds", "How long the oldest webhook delivery has been due.")
	webhookEndpoints = gauge("allot_webhook_endpoints", "Webhook endpoints: active, or disabled because they failed.", "state")
	databaseBytes    = gauge("allot_database_bytes", "Bytes that the database takes.")
	freeBytes        = gauge("allot_data_free_bytes", "Bytes that are free on the disk of the data folder.")
	bannedAddresses  = gauge("allot_banned_addresses", "Client addresses that are shut out now because of failed log-ins.")
	eventStreams     = gauge("allot_event_streams", "Dashboards that listen for changes.")
	cacheHits        = gauge("allot_cache_hits_total", "Answers from a cache.", "cache")
	cacheMisses      = gauge("allot_cache_misses_total", "Questions that a cache had no current answer for.", "cache")
	cacheEntries     = gauge("allot_cache_entries", "Entries of a cache.", "cache")
	cacheBytes       = gauge("allot_cache_bytes", "About how many bytes a cache takes.", "cache")
)

// stateCollector reads figures when it is asked for them, so that an idle program
// reads none. If the database does not answer, the other metrics are still there.
type stateCollector struct {
	app *App

	mu      sync.Mutex
	readAt  time.Time
	figures []prometheus.Metric
}

func newStateCollector(a *App) *stateCollector { return &stateCollector{app: a} }

// Describe sends nothing: which figures there are depends on what can be read.
func (c *stateCollector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the figures.
func (c *stateCollector) Collect(ch chan<- prometheus.Metric) {
	for _, m := range c.current() {
		ch <- m
	}
	ch <- value(bannedAddresses, float64(c.app.bans.Count()))
	ch <- value(eventStreams, float64(c.app.Live.Open()))
	if free, err := c.app.dir.Free(); err == nil {
		ch <- value(freeBytes, float64(free))
	}
	c.caches(ch)
}

// current returns the figures from the database, read a moment ago at most.
func (c *stateCollector) current() []prometheus.Metric {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.readAt.IsZero() || now.Sub(c.readAt) >= stateFor {
		ctx, cancel := context.WithTimeout(context.Background(), stateWithin) // the interface brings no context
		defer cancel()
		c.figures, c.readAt = c.read(ctx), now
	}
	return c.figures
}

func value(d *prometheus.Desc, v float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
}

// read reads what it can.
func (c *stateCollector) read(ctx context.Context) []prometheus.Metric {
	var list []prometheus.Metric
	add := func(d *prometheus.Desc, v float64, labels ...string) { list = append(list, value(d, v, labels...)) }
	err := errors.Join(c.readJobs(ctx, add), c.readOutbox(ctx, add), c.readWebhooks(ctx, add), c.readSize(ctx, add))
	ok := 1.0
	if err != nil {
		ok = 0
		c.app.log.WarnContext(ctx, "some metrics could not be read", "error", err)
	}
	add(stateOK, ok)
	return list
}

type addFigure func(d *prometheus.Desc, v float64, labels ...string)

// age returns how long ago a time is in seconds, and 0 for none.
func (c *stateCollector) age(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return max(0, c.app.now().Sub(t).Seconds())
}

func (c *stateCollector) readJobs(ctx context.Context, add addFigure) error {
	counts, err := c.app.Queue.Counts(ctx)
	if err != nil {
		return err
	}
	for _, state := range []string{"available", "cancelled", "completed", "discarded", "retryable", "running", "scheduled"} {
		add(jobsByState, float64(counts[state]), state)
	}
	backlogs, err := c.app.Queue.Backlogs(ctx)
	for _, b := range backlogs {
		add(queueJobs, float64(b.Jobs), string(b.Queue))
		add(queueOldest, c.age(b.Oldest), string(b.Queue))
	}
	return err
}

func (c *stateCollector) readOutbox(ctx context.Context, add addFigure) error {
	n, oldest, err := c.app.Events.Waiting(ctx)
	if err != nil {
		return err
	}
	add(outboxEvents, float64(n))
	add(outboxOldest, c.age(oldest))
	return nil
}

func (c *stateCollector) readWebhooks(ctx context.Context, add addFigure) error {
	b, err := c.app.Webhooks.Backlog(ctx)
	if err != nil {
		return err
	}
	add(webhookWaiting, float64(b.Due), "due")
	add(webhookWaiting, float64(b.Pending-b.Due), "later")
	add(webhookOldest, c.age(b.OldestDue))
	add(webhookEndpoints, float64(b.Active), "active")
	add(webhookEndpoints, float64(b.Disabled), "disabled")
	return nil
}

func (c *stateCollector) readSize(ctx context.Context, add addFigure) error {
	n, err := c.app.DB.Size(ctx)
	if err == nil {
		add(databaseBytes, float64(n))
	}
	return err
}

// caches sends the use of all caches, added up where two have one name.
func (c *stateCollector) caches(ch chan<- prometheus.Metric) {
	sums := map[string]stamp.Usage{}
	for _, one := range c.app.DB.Caches() {
		u := one.Usage()
		s := sums[u.Name]
		sums[u.Name] = stamp.Usage{Hits: s.Hits + u.Hits, Misses: s.Misses + u.Misses, Entries: s.Entries + u.Entries, Bytes: s.Bytes + u.Bytes}
	}
	for name, s := range sums {
		ch <- prometheus.MustNewConstMetric(cacheHits, prometheus.CounterValue, float64(s.Hits), name)
		ch <- prometheus.MustNewConstMetric(cacheMisses, prometheus.CounterValue, float64(s.Misses), name)
		ch <- value(cacheEntries, float64(s.Entries), name)
		ch <- value(cacheBytes, float64(s.Bytes), name)
	}
}
