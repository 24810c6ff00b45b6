package httpx_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"allot/internal/platform/httpx"
	"allot/internal/platform/tracing"
)

func TestServer_Trace(t *testing.T) {
	t.Parallel()
	const parent = "Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	traced := func(t *testing.T, change ...func(*httpx.Options)) (*bundle, *tracetest.SpanRecorder) {
		t.Helper()
		rec := tracetest.NewSpanRecorder()
		tracer := tracing.Of(sdk.NewTracerProvider(sdk.WithSpanProcessor(rec)))
		return setup(t, append(change, func(o *httpx.Options) { o.Tracer = tracer })...), rec
	}
	attributes := func(span sdk.ReadOnlySpan) map[string]string {
		found := map[string]string{}
		for _, a := range span.Attributes() {
			found[string(a.Key)] = a.Value.String()
		}
		return found
	}

	t.Run("a request is a span with pattern, operation, status and request id, and nothing of the path", func(t *testing.T) {
		t.Parallel()
		b, rec := traced(t)
		b.do(http.MethodGet, "/api/things/4711/", "", "Authorization: Token "+manager, "X-Request-Id: req-1")
		span := rec.Ended()[0]
		got := attributes(span)
		require.True(t, strings.HasPrefix(span.Name(), "GET /api/things/{id}"), span.Name())
		require.Equal(t, "200", got["http.response.status_code"])
		require.Equal(t, "req-1", got["allot.request_id"])
		require.NotEmpty(t, got["allot.operation"])
		for key, value := range got {
			require.NotContains(t, value, "4711", key)
		}
		require.Contains(t, b.log.String(), `"trace_id":"`+span.SpanContext().TraceID().String()+`"`)
	})

	t.Run("a refusal is named by its code, in the span and in the metrics", func(t *testing.T) {
		t.Parallel()
		b, rec := traced(t)
		b.do(http.MethodGet, "/api/things/7/", "", noToken)
		require.Equal(t, "not_authenticated", attributes(rec.Ended()[0])["error.type"])
		require.Regexp(t, `allot_refusals_total.*not_authenticated`, b.metrics())
	})

	t.Run("a trace is continued for a trusted proxy only", func(t *testing.T) {
		t.Parallel()
		b, rec := traced(t)
		b.do(http.MethodGet, "/api/things/7/", "", parent)
		require.False(t, rec.Ended()[0].Parent().IsValid())

		b, rec = traced(t, func(o *httpx.Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} }) // of httptest
		b.do(http.MethodGet, "/api/things/7/", "", parent)
		require.Equal(t, "0af7651916cd43dd8448eb211c80319c", rec.Ended()[0].SpanContext().TraceID().String())
	})
}
