package tracing

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"

	"github.com/uptrace/bun"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// Statements is a hook that makes a span of each statement inside of a span.
// system is the name that OpenTelemetry has for the database product.
func (t *Tracer) Statements(system string) bun.QueryHook {
	return statements{t, attribute.String("db.system.name", system)}
}

type statements struct {
	*Tracer
	system attribute.KeyValue
}

type statementKey struct{}

// BeforeQuery starts the span.
func (s statements) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context {
	if !recording(ctx) {
		return ctx
	}
	inner, span := s.tracer.Start(ctx, "statement", trace.WithSpanKind(trace.SpanKindClient))
	return context.WithValue(inner, statementKey{}, span)
}

// AfterQuery ends it.
func (s statements) AfterQuery(ctx context.Context, e *bun.QueryEvent) {
	span, ours := ctx.Value(statementKey{}).(trace.Span)
	if !ours || trace.SpanFromContext(ctx) != span {
		return
	}
	text := WithoutValues(e.Query)
	operation, _, _ := strings.Cut(text, " ")
	name := operation
	if m := table.FindStringSubmatch(text); m != nil {
		name += " " + m[1]
		span.SetAttributes(attribute.String("db.collection.name", m[1]))
	}
	span.SetName(name)
	span.SetAttributes(s.system, attribute.String("db.operation.name", operation), attribute.String("db.query.text", text))
	if e.Err != nil && !errors.Is(e.Err, sql.ErrNoRows) {
		Span{span}.fail("database")
	}
	span.End()
}

var table = regexp.MustCompile(`(?:FROM|INTO|UPDATE)\s+"?([a-z_][a-z0-9_]*)"?`)

// maxText bounds the text of a statement: that of a write of a thousand rows would be
// as long as they are.
const maxText = 2000

// WithoutValues returns the text of a statement with ? for every value in it, and one
// ? for a list of them.
func WithoutValues(query string) string {
	b := make([]byte, 0, min(len(query), maxText))
	for i := 0; i < len(query) && len(b) < maxText; {
		switch c := query[i]; {
		case c == '\'':
			i = afterText(query, i)
			b = addValue(b)
		case isDigit(c), c == '?', c == '$': // $1
			for i++; i < len(query) && (isWordByte(query[i]) || query[i] == '.'); {
				i++
			}
			b = addValue(b)
		case isWordByte(c):
			start := i
			for i < len(query) && isWordByte(query[i]) {
				i++
			}
			b = append(b, query[start:i]...)
		case c == '"': // a name
			end := strings.IndexByte(query[i+1:], '"')
			if end < 0 {
				return string(b) // cut off: what follows could be anything
			}
			b = append(b, query[i:i+end+2]...)
			i += end + 2
		case c == '\n', c == '\t':
			b = append(b, ' ')
			i++
		default:
			b = append(b, c)
			i++
		}
	}
	return manyRows.ReplaceAllString(string(b), "$1")
}

// manyRows matches a row, and those after it that look the same.
var manyRows = regexp.MustCompile(`(\((?:\?|NULL|TRUE|FALSE|DEFAULT|, )*\))(?:,\s*\((?:\?|NULL|TRUE|FALSE|DEFAULT|, )*\))+`)

// addValue adds a ?, unless one is the entry before in a list.
func addValue(b []byte) []byte {
	if before, found := bytes.CutSuffix(bytes.TrimRight(b, " "), []byte(",")); found && bytes.HasSuffix(before, []byte("?")) {
		return before
	}
	return append(b, '?')
}

// afterText returns the index after the text that begins at i. A quote inside of it is
// doubled.
func afterText(query string, i int) int {
	for i++; i < len(query); i++ {
		if query[i] != '\'' {
			continue
		}
		if i+1 < len(query) && query[i+1] == '\'' {
			i++
			continue
		}
		return i + 1
	}
	return i
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool {
	return c == '_' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
