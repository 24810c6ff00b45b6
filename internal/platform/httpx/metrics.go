package httpx

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"allot/internal/platform/logging"
)

// Metrics counts requests by the route's pattern, never by path.
type Metrics struct {
	inFlight prometheus.Gauge
	duration *prometheus.HistogramVec
}

// NewMetrics registers the request metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "allot_http_requests_in_flight", Help: "Requests being answered.",
		}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "allot_http_request_duration_seconds", Help: "Time to answer a request.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"method", "route", "status"}),
	}
	reg.MustRegister(m.inFlight, m.duration)
	return m
}

func (m *Metrics) begin() { m.inFlight.Inc() }

func (m *Metrics) end(a logging.Answered) {
	m.inFlight.Dec()
	m.duration.WithLabelValues(a.Method, a.Route, strconv.Itoa(a.Status)).Observe(a.Took.Seconds())
}
