package apistatsdb

import (
	"context"

	"github.com/uptrace/bun"

	"allot/internal/apistats"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Rows is a page of an account's rows: the newest day first, then by key and
// endpoint.
func (s *Store) Rows(ctx context.Context, owner int64, f apistats.Filter, req page.Request) ([]apistats.Row, int, error) {
	var rows []apistats.Row
	q := narrow(s.db.From(ctx).NewSelect().Model((*dayRow)(nil)).Where("owner_id = ?", owner), f)
	if !f.From.IsZero() {
		q = q.Where("date >= ?", f.From)
	}
	if !f.To.IsZero() {
		q = q.Where("date <= ?", f.To)
	}
	count, err := q.OrderExpr("date DESC, key_id, endpoint").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx, &rows)
	return rows, int(count), wrap(err, "select statistics of %d", owner)
}

// DayRows are all of a day, by key and endpoint.
func (s *Store) DayRows(ctx context.Context, owner int64, f apistats.Filter, day civil.Date) ([]apistats.Row, error) {
	var rows []apistats.Row
	q := s.db.From(ctx).NewSelect().Model((*dayRow)(nil)).Where("owner_id = ? AND date = ?", owner, day)
	err := narrow(q, f).OrderExpr("key_id, endpoint").Scan(ctx, &rows)
	return rows, wrap(err, "select statistics of %d", owner)
}

func narrow(q *bun.SelectQuery, f apistats.Filter) *bun.SelectQuery {
	if f.KeyID != 0 {
		q = q.Where("key_id = ?", f.KeyID)
	}
	if f.Endpoint != "" {
		q = q.Where("endpoint = ?", f.Endpoint)
	}
	return q
}

// Days are the totals of each day with calls, in order.
func (s *Store) Days(ctx context.Context, owner int64, season civil.Range) ([]apistats.Row, error) {
	return s.sums(ctx, owner, apistats.PartDay, "date", season)
}

// Keys are the totals of a season by key.
func (s *Store) Keys(ctx context.Context, owner int64, season civil.Range) ([]apistats.Row, error) {
	return s.sums(ctx, owner, apistats.PartKey, "key_id", season)
}

// Endpoints are the totals of a season by endpoint.
func (s *Store) Endpoints(ctx context.Context, owner int64, season civil.Range) ([]apistats.Row, error) {
	return s.sums(ctx, owner, apistats.PartEndpoint, "endpoint", season)
}

func (s *Store) sums(ctx context.Context, owner int64, part apistats.Part, by string, season civil.Range) ([]apistats.Row, error) {
	var rows []apistats.Row
	q := s.db.From(ctx).NewSelect().Model((*totalRow)(nil)).ColumnExpr("?", bun.Ident(by))
	for _, column := range []string{"hits_ok", "hits_error", "bytes_transferred"} {
		q = q.ColumnExpr("CAST(SUM(?0) AS BIGINT) AS ?0", bun.Ident(column))
	}
	err := q.Where("owner_id = ? AND part = ? AND date BETWEEN ? AND ?", owner, part, season.From, season.To).
		GroupExpr("?", bun.Ident(by)).OrderExpr("?", bun.Ident(by)).Scan(ctx, &rows)
	return rows, wrap(err, "sum statistics of %d by %s", owner, by)
}

// InsertLabel keeps what a key was called.
func (s *Store) InsertLabel(ctx context.Context, owner int64, l apistats.Label, on civil.Date) error {
	_, err := s.db.From(ctx).NewInsert().Model(&labelRow{OwnerID: owner, Label: l, Date: on}).Exec(ctx)
	return wrap(err, "insert label of key %d", l.KeyID)
}

// Labels are those of revoked keys of an account.
func (s *Store) Labels(ctx context.Context, owner int64, keys []int64) ([]apistats.Label, error) {
	var list []apistats.Label
	err := s.db.From(ctx).NewSelect().Model((*labelRow)(nil)).Column("key_id", "name", "token_prefix").
		Where("owner_id = ? AND key_id IN (?)", owner, bun.List(keys)).Scan(ctx, &list)
	return list, wrap(err, "select labels of keys of %d", owner)
}
