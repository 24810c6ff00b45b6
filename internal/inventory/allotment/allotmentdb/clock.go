package allotmentdb

import (
	"context"
	"fmt"
	"sync"

	"allot/internal/platform/db"
)

// clock tells when a property moved, on SQLite, where one process writes and one
// transaction at a time. A number is drawn in the transaction and published once
// that can be seen: whatever moved before the last published number was there to
// be read, and whatever is under way gets a later one.
type clock struct {
	mu        sync.Mutex
	seeded    bool
	drawn     int64
	published int64
}

// seed goes on where the last process stopped. Nothing is drawn before.
func (c *clock) seed(ctx context.Context, d *db.DB) error {
	if c.seeded {
		return nil
	}
	var last int64
	err := d.From(ctx).NewRaw("SELECT coalesce((SELECT moved FROM allotment_properties WHERE moved > c.moved ORDER BY moved DESC LIMIT 1), c.moved)"+
		" FROM allotment_clock c WHERE c.id = 1").Scan(ctx, &last)
	if err != nil {
		return fmt.Errorf("read the clock of availability: %w", err)
	}
	c.seeded, c.drawn, c.published = true, last, last
	return nil
}

// draw gives the transaction of ctx its number. It is published last of all, after
// those who keep something in memory were told to forget it.
func (c *clock) draw(ctx context.Context, d *db.DB) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.seed(ctx, d); err != nil {
		return 0, err
	}
	c.drawn++
	n := c.drawn
	d.AfterCommit(ctx, func() { c.publish(n) })
	return n, nil
}

// publish is not called where a commit failed that may have happened all the same:
// the next one goes for both.
func (c *clock) publish(n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.published = max(c.published, n)
}

// read is a number that only what is not there to be read yet will have, or a
// later one.
func (c *clock) read(ctx context.Context, d *db.DB) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.seed(ctx, d); err != nil {
		return 0, err
	}
	return c.published + 1, nil
}
