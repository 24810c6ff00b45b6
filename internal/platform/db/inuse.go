package db

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// InUse returns which of the file keys a row of the model has in one of the
// columns. Rows without a file have an empty key, which no index holds.
func (d *DB) InUse(ctx context.Context, model any, keys []string, columns ...string) (map[string]bool, error) {
	used := map[string]bool{}
	if len(keys) == 0 {
		return used, nil
	}
	for _, column := range columns {
		var found []string
		err := d.From(ctx).NewSelect().Model(model).ColumnExpr("DISTINCT ?", bun.Ident(column)).
			Where("? IN (?) AND ? <> ''", bun.Ident(column), bun.List(keys), bun.Ident(column)).Scan(ctx, &found)
		if err != nil {
			return nil, fmt.Errorf("select files in use by %s: %w", column, err)
		}
		for _, k := range found {
			used[k] = true
		}
	}
	return used, nil
}
