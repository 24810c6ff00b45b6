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
	for begin, end := 0, 0; begin < len(rows); begin = end {
		for end = begin + 1; end < len(rows) && b.continues(&rows[end-1], &rows[end]); end++ {
		}
		if span := rows[begin:end]; len(span) >= leastSpan {
			updated, err := b.span.Affect(ctx, b.spanArgs(span)...)
			if err != nil {
				return nil, err
			}
			if updated == int64(len(span)) {
				continue
			}
		}
		if begin == 0 && end == len(rows) {
			return rows, nil
		}
		others = append(others, rows[begin:end]...)
	}
	return others, nil
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

// spanArgs returns the arguments of an update, in the order of its statement.
func (b *batch[R]) spanArgs(span []R) []any {
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
