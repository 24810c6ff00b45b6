package tracing

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Request starts the span of a request. from has the headers of a proxy that is
// trusted, whose trace is continued; nil: a stranger could otherwise decide what is
// recorded.
func (t *Tracer) Request(ctx context.Context, from http.Header) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	if from != nil {
		ctx = w3c.Extract(ctx, propagation.HeaderCarrier(from))
	}
	ctx, span := t.tracer.Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
	return ctx, Span{span}
}

// Answer is how a request ended.
type Answer struct {
	Method, Route string // the pattern, never the path
	RequestID     string
	Status        int
	Refusal       string // its code, or empty
}

// Answered completes the span of the request in ctx.
func (t *Tracer) Answered(ctx context.Context, a Answer) {
	if t == nil {
		return
	}
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.SetName(a.Method + " " + a.Route)
	span.SetAttributes(
		attribute.String("http.request.method", a.Method), attribute.String("http.route", a.Route),
		attribute.Int("http.response.status_code", a.Status), attribute.String("allot.request_id", a.RequestID))
	if a.Refusal != "" {
		span.SetAttributes(attribute.String("error.type", a.Refusal))
	}
	if a.Status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}

// Operation names the operation that answers the request in ctx.
func (t *Tracer) Operation(ctx context.Context, id string) {
	if t != nil {
		trace.SpanFromContext(ctx).SetAttributes(attribute.String("allot.operation", id))
	}
}

// Job is a run of a job.
type Job struct {
	Kind, Queue string
	ID          int64
	Attempt     int
	RequestID   string
	Carried     string // from Carry of the request that asked for it, or empty
}

// Job starts the span of a job. Its first attempt continues the trace of the request
// that asked for it. Later ones may run hours after that: they begin a trace of their
// own with a link.
func (t *Tracer) Job(ctx context.Context, j Job) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("messaging.system", "river"), attribute.String("messaging.destination.name", j.Queue),
		attribute.Int64("allot.job_id", j.ID), attribute.Int("allot.attempt", j.Attempt))}
	if j.RequestID != "" {
		options = append(options, trace.WithAttributes(attribute.String("allot.request_id", j.RequestID)))
	}
	if j.Carried != "" {
		from := w3c.Extract(ctx, propagation.MapCarrier{"traceparent": j.Carried})
		if j.Attempt <= 1 {
			ctx = from
		} else {
			options = append(options, trace.WithLinks(trace.LinkFromContext(from)))
		}
	}
	ctx, span := t.tracer.Start(ctx, "job "+j.Kind, options...)
	return ctx, Span{span}
}

// Call starts the span of a call to another system. Nothing about the trace is sent
// to that system: it is somebody else's.
func (t *Tracer) Call(ctx context.Context, name string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient))
	return ctx, Span{span}
}

// Transaction starts the span of a transaction, if ctx belongs to a span: what looks
// for work every moment would fill the collector.
func (t *Tracer) Transaction(ctx context.Context) (context.Context, Span) {
	if t == nil || !recording(ctx) {
		return ctx, Span{}
	}
	ctx, span := t.tracer.Start(ctx, "transaction")
	return ctx, Span{span}
}

func (s Span) fail(reason string) {
	s.span.SetAttributes(attribute.String("error.type", reason))
	s.span.SetStatus(codes.Error, "")
}
