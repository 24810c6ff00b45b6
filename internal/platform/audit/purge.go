package audit

import (
	"context"
	"fmt"
	"time"
)

const (
	// purgeBatch is how many entries one transaction deletes: on SQLite every
	// write waits for it.
	purgeBatch = 500
	// purgeMost bounds one run. What is left then is old enough to wait for the
	// next one.
	purgeMost = 200_000
)

// Purge deletes entries that are older than so many days, oldest first, a batch a
// transaction, and tells how many. Nothing younger is touched.
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
