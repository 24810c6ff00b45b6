package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options are the circumstances of a Tracer.
type Options struct {
	// Getenv reads a variable. What the SDK reads by itself, such as the sampler,
	// it reads from the process.
	Getenv  func(name string) string
	Version string
	Logger  *slog.Logger
}

// Tracer starts spans. A nil Tracer starts none.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// On reports whether the variables ask for traces.
func On(getenv func(name string) string) bool {
	switch {
	case strings.EqualFold(getenv("OTEL_SDK_DISABLED"), "true"), strings.EqualFold(getenv("OTEL_TRACES_EXPORTER"), "none"):
		return false
	}
	return getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
}

// New returns a Tracer, or nil if the variables do not ask for traces. It refuses
// settings that it does not understand. It connects to nothing yet. Shut it down.
func New(ctx context.Context, o Options) (*Tracer, error) {
	if !On(o.Getenv) {
		return nil, nil
	}
	client, err := newClient(o.Getenv)
	if err != nil {
		return nil, err
	}
	exporter, err := otlptrace.New(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("start sending traces: %w", err)
	}
	// What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say comes last and wins.
	res, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "allot"), attribute.String("service.version", o.Version)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	// The SDK reports what it cannot return to this process-wide function only.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		o.Logger.WarnContext(context.WithoutCancel(ctx), "traces not sent", "error", err)
	}))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(res))
	return Of(provider), nil
}

// Of returns a Tracer with a provider of the caller's, for tests.
func Of(provider *sdk.TracerProvider) *Tracer {
	return &Tracer{provider: provider, tracer: provider.Tracer("allot")}
}

// Shutdown sends what waits, until ctx ends.
func (t *Tracer) Shutdown(ctx context.Context) error {
	if t == nil {
		return nil
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last traces: %w", err)
	}
	return nil
}

// Span is a piece of work under way. The zero Span records nothing.
type Span struct{ span trace.Span }

// End ends the span. An error marks it as failed; its text is not recorded, because
// it may quote what somebody typed.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.fail(fmt.Sprintf("%T", err))
	}
	s.span.End()
}

// Fail marks the span as failed for a reason that is one of few.
func (s Span) Fail(reason string) {
	if s.span != nil {
		s.fail(reason)
	}
}

// EndAs ends the span with an outcome that is one of few.
func (s Span) EndAs(outcome string) {
	if s.span == nil {
		return
	}
	s.span.SetAttributes(attribute.String("allot.outcome", outcome))
	s.span.End()
}

// recording reports whether ctx belongs to a span that is sent.
func recording(ctx context.Context) bool { return trace.SpanFromContext(ctx).IsRecording() }

// ID returns the id of the trace that ctx belongs to, or an empty text.
func (t *Tracer) ID(ctx context.Context) string {
	if t == nil {
		return ""
	}
	c := trace.SpanContextFromContext(ctx)
	if !c.HasTraceID() {
		return ""
	}
	return c.TraceID().String()
}

var w3c propagation.TraceContext

// Carry returns the place of ctx in its trace, for a job that continues it.
func (t *Tracer) Carry(ctx context.Context) string {
	if t == nil || !recording(ctx) {
		return ""
	}
	carrier := propagation.MapCarrier{}
	w3c.Inject(ctx, carrier)
	return carrier["traceparent"]
}
