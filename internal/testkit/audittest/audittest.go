// Package audittest reads the audit trail for tests.
package audittest

import (
	"context"
	"fmt"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
)

// Of lists the changes of one object of an account, oldest first. Its id is a number or a text.
func Of(ctx context.Context, d *db.DB, owner int64, objectType string, objectID any) ([]audit.Entry, error) {
	entries := []audit.Entry{}
	err := d.From(ctx).NewSelect().Model(&entries).
		Where("owner_id = ? AND object_type = ? AND object_id = ?", owner, objectType, fmt.Sprint(objectID)).
		Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the trail of %s %v: %w", objectType, objectID, err)
	}
	return entries, nil
}
