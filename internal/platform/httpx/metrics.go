package httpx

import (
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"allot/internal/platform/logging"
)

// Metrics counts requests by the route's pattern, never by path. There are
// hundreds of routes, so a route has few lines: how many requests ended in which
// class of status, and how long they took together. The distribution of times is
// kept for areas of the API, and the exact status for the whole.
type Metrics struct {
	inFlight prometheus.Gauge
	requests *prometheus.CounterVec
	statuses *prometheus.CounterVec
	seconds  *prometheus.SummaryVec
	duration *prometheus.HistogramVec
	refusals *prometheus.CounterVec
}

// NewMetrics registers the request metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "allot_http_requests_in_flight", Help: "Requests being answered.",
		}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "allot_http_requests_total", Help: "Requests answered, by route and class of status.",
		}, []string{"method", "route", "class"}),
		statuses: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "allot_http_responses_total", Help: "Requests answered, by status.",
		}, []string{"status"}),
		seconds: prometheus.NewSummaryVec(prometheus.SummaryOpts{
			Name: "allot_http_route_duration_seconds", Help: "Time to answer the requests of a route, in all.",
		}, []string{"method", "route"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "allot_http_request_duration_seconds", Help: "Time to answer a request, by area of the API.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"area"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "allot_refusals_total", Help: "Requests refused, by the code of the refusal.",
		}, []string{"code"}),
	}
	reg.MustRegister(m.inFlight, m.requests, m.statuses, m.seconds, m.duration, m.refusals)
	return m
}

func (m *Metrics) begin() { m.inFlight.Inc() }

// answered notes that a request is not being answered any more.
func (m *Metrics) answered() { m.inFlight.Dec() }

// end counts a finished request. refusal is the code of a refusal, which is one of the
// few hundred of the program, or empty.
func (m *Metrics) end(a logging.Answered, refusal string) {
	status := strconv.Itoa(a.Status)
	m.requests.WithLabelValues(a.Method, a.Route, status[:1]+"xx").Inc()
	m.statuses.WithLabelValues(status).Inc()
	m.seconds.WithLabelValues(a.Method, a.Route).Observe(a.Took.Seconds())
	m.duration.WithLabelValues(area(a.Route)).Observe(a.Took.Seconds())
	if refusal != "" {
		m.refusals.WithLabelValues(refusal).Inc()
	}
}

// area returns the part of the API that a route belongs to: the segment after
// /api/, or "other" for pages and files.
func area(route string) string {
	rest, isAPI := strings.CutPrefix(route, "/api/")
	name, _, _ := strings.Cut(rest, "/")
	if !isAPI || name == "" {
		return "other"
	}
	return name
}
