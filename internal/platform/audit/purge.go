package audit

import (
	"context"
	"fmt"
	"time"
)

const (
	// purgeBatch bounds the entries that one transaction deletes: on SQLite every
	// write waits for it.
	purgeBatch = 500
	// purgeMost bounds one run; the next one deletes the rest.
	purgeMost = 200_000
)

// Purge deletes entries older than the given days, oldest first, in batches of one
// transaction each, and returns how many.
func (t *Trail) Purge(ctx context.Context, days int) (deleted int, err error) {
	before := t.now().UTC().AddDate(0, 0, -days)
	for deleted < purgeMost {
		n, err := t.purgeBatch(ctx, before)
		deleted += n
		if err != nil || n < purgeBatch {
			return deleted, err
		}
	}
	return deleted, nil
}

func (t *Trail) purgeBatch(ctx context.Context, before time.Time) (n int, err error) {
	err = t.db.InTx(ctx, func(ctx context.Context) error {
		old := t.db.From(ctx).NewSelect().Model((*Entry)(nil)).Column("id").
			Where("created_at < ?", before).Order("created_at").Limit(purgeBatch)
		res, err := t.db.From(ctx).NewDelete().Model((*Entry)(nil)).Where("id IN (?)", old).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete old entries of the trail: %w", err)
		}
		rows, err := res.RowsAffected()
		n = int(rows)
		return err
	})
	return n, err
}
