package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxMetricsLines is what a scrape may cost, whatever was called.
const maxMetricsLines = 3000

// Every route is called in every way that ends in another class of status.
func TestMetrics_areFewWithEveryRouteCalled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ok(w.hotel, get, "/api/auth/session/", nil) // before somebody logs out
	for _, o := range readDocument(t).operations() {
		path, query := w.filled(o.path, 0), ""
		if o.path == "/api/live/" {
			query = "?once=true" // else it would not end
		}
		for _, token := range []string{"", w.hotel, w.operator, w.admin} {
			w.sent(token, o.method, path+query, nil)
		}
		w.sent(w.hotel, o.method, path+"?dry_run=1", nil)
	}
	rec := httptest.NewRecorder()
	w.app.adminHandler().ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	require.Equal(t, http.StatusOK, rec.Code)
	lines := strings.Count(rec.Body.String(), "\n")
	t.Logf("%d lines", lines)
	require.Less(t, lines, maxMetricsLines)
	require.Contains(t, rec.Body.String(), `allot_http_requests_total{class="2xx",method="GET",route="/api/auth/session"}`)
	require.Contains(t, rec.Body.String(), `allot_http_request_duration_seconds_bucket{area="auth",le="0.001"}`)
}
