package audit

import (
	"context"
	"fmt"

	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

// Tally counts the changes of a user to a type of object on a day in UTC.
type Tally struct {
	Date       civil.Date `bun:"date"`
	UserID     int64      `bun:"user_id"`
	ObjectType string     `bun:"object_type"`
	Count      int        `bun:"count"`
}

// Tallies counts the changes of an account in a range of days, in the order of
// days. It needs the index by time only, not the rows, which may be large.
func (t *Trail) Tallies(ctx context.Context, owner int64, season civil.Range) ([]Tally, error) {
	day := "substr(created_at, 1, 10)" // times are text there, all in UTC
	if t.db.Engine() == db.Postgres {
		day = "(created_at AT TIME ZONE 'UTC')::date"
	}
	var list []Tally
	q := t.db.From(ctx).NewSelect().Model((*Entry)(nil)).ColumnExpr(day+" AS date").ColumnExpr("user_id, object_type, COUNT(*) AS count").
		Where("owner_id = ?", owner)
	err := Filter{From: season.From, To: season.To}.narrow(q).GroupExpr("1, 2, 3").OrderExpr("1, 2, 3").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("count the trail of account %d: %w", owner, err)
	}
	return list, nil
}
