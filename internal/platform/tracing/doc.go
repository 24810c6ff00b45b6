// Package tracing sends OpenTelemetry traces, if the standard variables name a
// collector (OTEL_EXPORTER_OTLP_ENDPOINT).
//
// Its rules: without that variable there is no Tracer, and every function accepts a
// nil one at no cost. A span has route patterns, operation names, the text of
// statements without values, and the request id. It never has a path, a token, an
// address, or anything else about a person or an account.
package tracing
