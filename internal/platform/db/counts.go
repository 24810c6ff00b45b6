package db

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// Counts runs a query that selects an id and a number, and returns the numbers by id. what says
// in an error what was counted.
func (d *DB) Counts(ctx context.Context, what string, q *bun.SelectQuery) (map[int64]int, error) {
	var (
		ids     []int64
		numbers []int
	)
	if err := q.Scan(ctx, &ids, &numbers); err != nil {
		return nil, fmt.Errorf("count %s: %w", what, err)
	}
	counts := make(map[int64]int, len(ids))
	for i, id := range ids {
		counts[id] = numbers[i]
	}
	return counts, nil
}
