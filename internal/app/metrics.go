package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"allot/internal/platform/jobs"
)

var jobsDesc = prometheus.NewDesc("allot_jobs", "Jobs by state.", []string{"state"}, nil)

// jobsCollector counts jobs when it is asked, so that an idle program does not.
type jobsCollector struct{ queue *jobs.Queue }

func (jobsCollector) Describe(ch chan<- *prometheus.Desc) { ch <- jobsDesc }

func (c jobsCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second) // the interface brings no context
	defer cancel()
	counts, err := c.queue.Counts(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(jobsDesc, err)
		return
	}
	for state, n := range counts {
		ch <- prometheus.MustNewConstMetric(jobsDesc, prometheus.GaugeValue, float64(n), state)
	}
}
