package outbox

import (
	"context"
	"fmt"
	"time"

	"allot/internal/platform/db"
)

// Event returns a stored event; apperr.ErrNotFound if it is not kept any more.
func (o *Outbox) Event(ctx context.Context, id int64) (ev Stored, err error) {
	err = o.db.From(ctx).NewSelect().Model(&ev).Where("id = ?", id).Scan(ctx)
	return ev, db.Found(err, "read event %d", id)
}

// Between returns the next events of an account from a time on and before another,
// oldest first. The events of the first moment up to the id are left out: the caller
// has read them.
func (o *Outbox) Between(ctx context.Context, owner int64, from, to time.Time, after int64, limit int) ([]Stored, error) {
	var list []Stored
	err := o.db.From(ctx).NewSelect().Model(&list).
		Where("owner_id = ? AND created_at >= ? AND created_at < ?", owner, from, to).
		Where("(created_at > ? OR id > ?)", from, after).
		Order("created_at", "id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("read events of %d: %w", owner, err)
	}
	return list, nil
}
