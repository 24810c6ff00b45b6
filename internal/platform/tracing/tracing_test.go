package tracing_test

import (
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"allot/internal/platform/tracing"
)

func options(env map[string]string) tracing.Options {
	return tracing.Options{Getenv: func(name string) string { return env[name] }, Version: "1.2.3", Logger: slog.New(slog.DiscardHandler)}
}

func TestNew(t *testing.T) {
	t.Parallel()

	t.Run("without an address there is no tracer, and that costs nothing", func(t *testing.T) {
		t.Parallel()
		for _, env := range []map[string]string{
			nil,
			{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318", "OTEL_SDK_DISABLED": "true"},
			{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318", "OTEL_TRACES_EXPORTER": "none"},
		} {
			none, err := tracing.New(t.Context(), options(env))
			require.NoError(t, err)
			require.Nil(t, none)
			require.NoError(t, none.Shutdown(t.Context()))
		}
	})

	t.Run("settings that are not understood are refused, without their secrets", func(t *testing.T) {
		t.Parallel()
		for name, value := range map[string]string{
			"OTEL_EXPORTER_OTLP_ENDPOINT":        "collector:4318",
			"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "ftp://user:hunter2@x",
			"OTEL_EXPORTER_OTLP_PROTOCOL":        "grpc",
			"OTEL_EXPORTER_OTLP_COMPRESSION":     "zstd",
			"OTEL_EXPORTER_OTLP_TIMEOUT":         "10s",
			"OTEL_EXPORTER_OTLP_HEADERS":         "hunter2",
			"OTEL_EXPORTER_OTLP_CERTIFICATE":     "/nowhere.pem",
		} {
			env := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x:4318", name: value}
			_, err := tracing.New(t.Context(), options(env))
			require.ErrorContains(t, err, name)
			require.NotContains(t, err.Error(), "hunter2")
		}
	})
}

// A nil tracer is what every request passes when nothing is traced.
func TestTracer_nilAllocatesNothing(t *testing.T) { //nolint:paralleltest // other tests allocate too
	var none *tracing.Tracer
	ctx := t.Context()
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c, span := none.Request(ctx, nil)
		none.Operation(c, "listThings")
		c, tx := none.Transaction(c)
		tx.EndAs("committed")
		none.Answered(c, tracing.Answer{Method: "GET", Route: "/api/things/", Status: 200})
		_, job := none.Job(c, tracing.Job{Kind: "greet"})
		job.End(nil)
		_, call := none.Call(c, "mail")
		call.Fail("failed")
		span.End(nil)
		_ = none.ID(c) + none.Carry(c)
	}))
}

func TestTracer_sends(t *testing.T) {
	t.Parallel()
	type received struct {
		path, auth string
		data       *tracepb.TracesData
	}
	got := make(chan received, 10)
	var busy atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if busy.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		unzipped, err := gzip.NewReader(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		raw, _ := io.ReadAll(unzipped)
		d := &tracepb.TracesData{}
		if proto.Unmarshal(raw, d) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		got <- received{r.URL.Path, r.Header.Get("Authorization"), d}
	}))
	defer server.Close()
	tr, err := tracing.New(t.Context(), options(map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL + "/", "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Basic%20abc, x-other=1",
		"OTEL_EXPORTER_OTLP_COMPRESSION": "gzip", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
	}))
	require.NoError(t, err)
	ctx, span := tr.Request(t.Context(), nil)
	tr.Answered(ctx, tracing.Answer{Method: "GET", Route: "/api/things/{id}/", Status: 503, Refusal: "database_unavailable", RequestID: "req-1"})
	span.End(nil)
	require.NoError(t, tr.Shutdown(t.Context()), "a busy collector is asked again")

	r := <-got
	require.Equal(t, "/v1/traces", r.path)
	require.Equal(t, "Basic abc", r.auth)
	sent := r.data.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans()[0]
	require.Equal(t, "GET /api/things/{id}/", sent.GetName())
	require.Equal(t, tracepb.Status_STATUS_CODE_ERROR, sent.GetStatus().GetCode())
	require.Contains(t, r.data.GetResourceSpans()[0].String(), "1.2.3")
}

func recorded() (*tracing.Tracer, *tracetest.SpanRecorder) {
	rec := tracetest.NewSpanRecorder()
	return tracing.Of(sdk.NewTracerProvider(sdk.WithSpanProcessor(rec))), rec
}

func TestTracer_Job(t *testing.T) {
	t.Parallel()
	tr, rec := recorded()
	ctx, request := tr.Request(t.Context(), nil)
	carried := tr.Carry(ctx)
	require.NotEmpty(t, carried)
	for attempt := range 2 {
		_, job := tr.Job(context.WithoutCancel(t.Context()), tracing.Job{Kind: "greet", Attempt: attempt + 1, Carried: carried})
		job.EndAs("done")
	}
	request.End(nil)
	spans := rec.Ended()
	first, second, asked := spans[0], spans[1], spans[2]
	require.Equal(t, asked.SpanContext().SpanID(), first.Parent().SpanID(), "the first attempt is a part of the request's trace")
	require.NotEqual(t, asked.SpanContext().TraceID(), second.SpanContext().TraceID())
	require.Equal(t, asked.SpanContext().SpanID(), second.Links()[0].SpanContext.SpanID(), "later ones are linked to it")
}

func TestTracer_Request_parent(t *testing.T) {
	t.Parallel()
	tr, rec := recorded()
	from := http.Header{"Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}
	for _, h := range []http.Header{from, nil} {
		_, span := tr.Request(t.Context(), h)
		span.End(nil)
	}
	require.Equal(t, "0af7651916cd43dd8448eb211c80319c", rec.Ended()[0].SpanContext().TraceID().String())
	require.False(t, rec.Ended()[1].Parent().IsValid())
}

func TestTracer_Transaction_needsASpan(t *testing.T) {
	t.Parallel()
	tr, rec := recorded()
	_, span := tr.Transaction(t.Context())
	span.EndAs("committed")
	require.Empty(t, rec.Ended(), "what looks for work every moment is not traced")
}
