package app

import (
	"cmp"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"allot/internal/app/build"
	"allot/internal/exchange/bulkexport"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
)

// counters count what the modules tell of their work. No label has a value that a
// customer chose, and each has few values: docs/operations.md lists them.
type counters struct {
	writes          *prometheus.CounterVec
	cells           *prometheus.CounterVec
	logins          *prometheus.CounterVec
	mails           *prometheus.CounterVec
	mailSeconds     prometheus.Histogram
	webhooks        *prometheus.CounterVec
	webhookSeconds  prometheus.Histogram
	exports         *prometheus.CounterVec
	exportBytes     *prometheus.CounterVec
	exportSeconds   *prometheus.HistogramVec
	feeds           *prometheus.CounterVec
	feedBytes       *prometheus.CounterVec
	syncs           *prometheus.CounterVec
	syncItems       *prometheus.CounterVec
	jobRuns         *prometheus.CounterVec
	jobSeconds      *prometheus.HistogramVec
	transactions    *prometheus.CounterVec
	transactionTime prometheus.Histogram
	retries         prometheus.Counter
}

// buckets are the bounds of durations: from what the database takes to what a slow
// receiver does.
var buckets = []float64{.001, .005, .025, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120, 300}

func newCounters(reg prometheus.Registerer) *counters {
	vec := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		reg.MustRegister(v)
		return v
	}
	times := func(name, help string) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
		reg.MustRegister(h)
		return h
	}
	timesBy := func(name, help, label string) *prometheus.HistogramVec {
		h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, []string{label})
		reg.MustRegister(h)
		return h
	}
	c := &counters{
		writes:          vec("allot_writes_total", "Changes that were committed, as in the audit trail.", "object", "action"),
		cells:           vec("allot_availability_cells_total", "Room-days whose availability changed, by what the write was about.", "write"),
		logins:          vec("allot_logins_total", "Log-ins of people and of systems with a password.", "outcome"),
		mails:           vec("allot_mails_total", "Letters handed to the mail server or kept, by outcome.", "outcome"),
		mailSeconds:     times("allot_mail_duration_seconds", "Time to hand over a letter."),
		webhooks:        vec("allot_webhook_attempts_total", "Attempts to deliver a webhook, by outcome.", "outcome"),
		webhookSeconds:  times("allot_webhook_duration_seconds", "Time until the receiver of a webhook answered."),
		exports:         vec("allot_exports_total", "Bulk export files that were written or given up.", "target", "format", "outcome"),
		exportBytes:     vec("allot_export_bytes_total", "Bytes of bulk export files.", "target"),
		exportSeconds:   timesBy("allot_export_duration_seconds", "Time to write a bulk export file.", "target"),
		feeds:           vec("allot_feed_requests_total", "Requests with API keys, by feed and outcome.", "feed", "outcome"),
		feedBytes:       vec("allot_feed_bytes_total", "Bytes answered to requests with API keys, as they went out.", "feed"),
		syncs:           vec("allot_syncs_total", "Syncs with property management systems, and calls of theirs, that have ended.", "provider", "direction", "outcome"),
		syncItems:       vec("allot_sync_items_total", "Rows that syncs and calls of property management systems brought, by outcome.", "outcome"),
		jobRuns:         vec("allot_job_runs_total", "Runs of jobs, by kind and outcome.", "kind", "outcome"),
		jobSeconds:      timesBy("allot_job_duration_seconds", "Time that a run of a job took, by queue.", "queue"),
		transactions:    vec("allot_db_transactions_total", "Transactions that can write, by outcome.", "outcome"),
		transactionTime: times("allot_db_transaction_duration_seconds", "Time that transactions took, with the wait for a connection."),
		retries: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "allot_db_retries_total", Help: "Transactions that were run again because they lost a race.",
		}),
	}
	reg.MustRegister(c.retries)
	c.beginAtZero()
	return c
}

// beginAtZero makes the series whose first event may be the one that matters: without
// an earlier value, rate() does not see it.
func (c *counters) beginAtZero() {
	for vec, values := range map[*prometheus.CounterVec][]string{
		c.logins:       {loginOK, loginFailed},
		c.mails:        mailOutcomes,
		c.webhooks:     webhookOutcomes,
		c.syncItems:    {itemsOK, itemsFailed},
		c.transactions: {string(db.Committed), string(db.RolledBack), string(db.Failed)},
	} {
		for _, v := range values {
			vec.WithLabelValues(v)
		}
	}
	for _, kind := range []allotment.WriteKind{
		allotment.WriteDays, allotment.WriteBlock, allotment.WriteUnits, allotment.WriteRooming, allotment.WriteContract, allotment.WriteShare,
		allotment.WriteCalendar, allotment.WriteRoom, allotment.WriteRelease,
	} {
		c.cells.WithLabelValues(string(kind))
	}
}

const (
	loginOK, loginFailed = "ok", "failed"
	itemsOK, itemsFailed = "ok", "failed"
	outcomeFailed        = "failed"
)

// wrote counts a change of the audit trail. The parts of the fact sheet are one object.
func (c *counters) wrote(object, action string) {
	object, _, _ = strings.Cut(object, ".")
	c.writes.WithLabelValues(object, action).Inc()
	if object == "session" && action == "login" {
		c.logins.WithLabelValues(loginOK).Inc()
	}
}

func (c *counters) changed(kind allotment.WriteKind, cells int) {
	c.cells.WithLabelValues(cmp.Or(string(kind), "other")).Add(float64(cells))
}

func (c *counters) exported(x bulkexport.Export) {
	c.exports.WithLabelValues(string(x.Target), string(x.Format), string(x.Status)).Inc()
	c.exportBytes.WithLabelValues(string(x.Target)).Add(float64(x.Size))
	if x.StartedAt != nil && x.FinishedAt != nil {
		c.exportSeconds.WithLabelValues(string(x.Target)).Observe(x.FinishedAt.Sub(*x.StartedAt).Seconds())
	}
}

// fed counts a request with an API key. The pattern of its path is one of a few.
func (c *counters) fed(u auth.KeyUse) {
	feed := strings.Trim(strings.Replace(strings.TrimPrefix(u.Endpoint, "/api/v1/"), "{token}/", "", 1), "/")
	outcome := "ok"
	if u.Failed {
		outcome = outcomeFailed
	}
	c.feeds.WithLabelValues(feed, outcome).Inc()
	c.feedBytes.WithLabelValues(feed).Add(float64(u.Bytes))
}

func (c *counters) synced(p connection.Provider, e connection.SyncLog) {
	c.syncs.WithLabelValues(string(p), string(e.Direction), string(e.Status)).Inc()
	c.syncItems.WithLabelValues(itemsOK).Add(float64(e.ItemsOK))
	c.syncItems.WithLabelValues(itemsFailed).Add(float64(e.ItemsFailed))
}

func (c *counters) ran(r jobs.Run) {
	c.jobRuns.WithLabelValues(r.Kind, string(r.Outcome)).Inc()
	c.jobSeconds.WithLabelValues(r.Queue).Observe(r.Took.Seconds())
}

// observer counts transactions.
func (c *counters) observer(log *slog.Logger) db.Observer {
	return db.Observer{
		Ended: func(o db.Outcome, took time.Duration) {
			c.transactions.WithLabelValues(string(o)).Inc()
			c.transactionTime.Observe(took.Seconds())
		},
		Retried: c.retries.Inc,
		ListenFailed: func(err error) {
			log.Warn("other nodes cannot be heard, their work is found some seconds later", "error", err)
		},
	}
}

// registerCollectors adds what is read when somebody asks for the metrics.
func (a *App) registerCollectors() {
	a.metrics.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		buildInfo(a.DB.Engine()), newStateCollector(a))
	for name, pool := range a.DB.Pools() {
		a.metrics.MustRegister(collectors.NewDBStatsCollector(pool, name))
	}
}

// buildInfo says which program runs.
func buildInfo(engine db.Engine) prometheus.Collector {
	b := build.Current()
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "allot_build_info", Help: "The program that runs; its value is 1.",
		ConstLabels: prometheus.Labels{"version": b.Version, "commit": cmp.Or(b.Commit, "unknown"), "go": b.Go, "engine": string(engine)},
	})
	g.Set(1)
	return g
}
