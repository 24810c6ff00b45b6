package allotmentdb

import (
	"context"
	"strings"
)

// leastSpan is on how many consecutive days rows must be alike to be updated together: that
// takes SQLite half as long as to replace them one by one, and nothing if they are not stored.
const leastSpan = 8

// spanUpdate is the statement that sets the rows of consecutive days to the same values.
func spanUpdate[R any](table string, columns []column[R]) string {
	var sets, keys []string
	for _, c := range columns {
		switch {
		case c.date != nil:
			keys = append(keys, c.name+" >= ?", c.name+" <= ?")
		case c.key:
			keys = append(keys, c.name+" = ?")
		case !c.fixed:
			sets = append(sets, c.name+" = ?")
		}
	}
	return "UPDATE " + table + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(keys, " AND ")
}

// saveSpans writes the rows that are alike on consecutive days, if all of them are stored
// already, and returns the others.
func (b *batch[R]) saveSpans(ctx context.Context, rows []R) (others []R, err error) {
	for rest := rows; len(rest) > 0; {
		span := rest[:b.span(rest)]
		rest = rest[len(span):]
		if len(span) >= leastSpan {
			updated, err := b.update.Affect(ctx, b.updateArgs(span)...)
			if err != nil {
				return nil, err
			}
			if updated == int64(len(span)) {
				continue
			}
		}
		if len(span) == len(rows) {
			return rows, nil
		}
		others = append(others, span...)
	}
	return others, nil
}

// span counts the first rows that are alike on consecutive days.
func (b *batch[R]) span(rows []R) int {
	n := 1
	for n < len(rows) && b.continues(&rows[n-1], &rows[n]) {
		n++
	}
	return n
}

// continues reports whether a row is what the one before it is, a day later.
func (b *batch[R]) continues(before, r *R) bool {
	for _, c := range b.columns {
		switch {
		case c.number != nil && c.number(before) != c.number(r),
			c.text != nil && c.text(before) != c.text(r),
			c.date != nil && c.date(before)+1 != c.date(r):
			return false
		}
	}
	return true
}

// updateArgs returns the arguments of the update of a span, in the order of its statement.
func (b *batch[R]) updateArgs(span []R) []any {
	first, last := &span[0], &span[len(span)-1]
	var sets, keys []any
	for _, c := range b.columns {
		switch {
		case c.date != nil:
			keys = append(keys, c.value(first), c.value(last))
		case c.key:
			keys = append(keys, c.value(first))
		case !c.fixed:
			sets = append(sets, c.value(first))
		}
	}
	return append(sets, keys...)
}
