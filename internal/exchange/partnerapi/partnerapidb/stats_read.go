package partnerapidb

import (
	"context"

	"github.com/uptrace/bun"

	"allot/internal/exchange/partnerapi"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Rows is a page of an account's rows: the newest day first, then by key and
// endpoint.
func (s *StatsStore) Rows(ctx context.Context, owner int64, f partnerapi.Filter, req page.Request) ([]partnerapi.Row, int, error) {
	var rows []partnerapi.Row
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
func (s *StatsStore) DayRows(ctx context.Context, owner int64, f partnerapi.Filter, day civil.Date) ([]partnerapi.Row, error) {
	var rows []partnerapi.Row
	q := s.db.From(ctx).NewSelect().Model((*dayRow)(nil)).Where("owner_id = ? AND date = ?", owner, day)
	err := narrow(q, f).OrderExpr("key_id, endpoint").Scan(ctx, &rows)
	return rows, wrap(err, "select statistics of %d", owner)
}

func narrow(q *bun.SelectQuery, f partnerapi.Filter) *bun.SelectQuery {
	if f.KeyID != 0 {
		q = q.Where("key_id = ?", f.KeyID)
	}
	if f.Endpoint != "" {
		q = q.Where("endpoint = ?", f.Endpoint)
	}
	return q
}

// Days are the totals of each day with calls, in order.
func (s *StatsStore) Days(ctx context.Context, owner int64, season civil.Range) ([]partnerapi.Row, error) {
	return s.sums(ctx, owner, partnerapi.PartDay, "date", season)
}

// Keys are the totals of a season by key.
func (s *StatsStore) Keys(ctx context.Context, owner int64, season civil.Range) ([]partnerapi.Row, error) {
	return s.sums(ctx, owner, partnerapi.PartKey, "key_id", season)
}

// Endpoints are the totals of a season by endpoint.
func (s *StatsStore) Endpoints(ctx context.Context, owner int64, season civil.Range) ([]partnerapi.Row, error) {
	return s.sums(ctx, owner, partnerapi.PartEndpoint, "endpoint", season)
}

func (s *StatsStore) sums(ctx context.Context, owner int64, part partnerapi.Part, by string, season civil.Range) ([]partnerapi.Row, error) {
	var rows []partnerapi.Row
	q := s.db.From(ctx).NewSelect().Model((*totalRow)(nil)).ColumnExpr("?", bun.Ident(by))
	for _, column := range []string{"hits_ok", "hits_error", "bytes_transferred"} {
		q = q.ColumnExpr("CAST(SUM(?0) AS BIGINT) AS ?0", bun.Ident(column))
	}
	err := q.Where("owner_id = ? AND part = ? AND date BETWEEN ? AND ?", owner, part, season.From, season.To).
		GroupExpr("?", bun.Ident(by)).OrderExpr("?", bun.Ident(by)).Scan(ctx, &rows)
	return rows, wrap(err, "sum statistics of %d by %s", owner, by)
}

// InsertLabel keeps what a key was called.
func (s *StatsStore) InsertLabel(ctx context.Context, owner int64, l partnerapi.Label, on civil.Date) error {
	_, err := s.db.From(ctx).NewInsert().Model(&labelRow{OwnerID: owner, Label: l, Date: on}).Exec(ctx)
	return wrap(err, "insert label of key %d", l.KeyID)
}

// Labels are those of revoked keys of an account.
func (s *StatsStore) Labels(ctx context.Context, owner int64, keys []int64) ([]partnerapi.Label, error) {
	var list []partnerapi.Label
	err := s.db.From(ctx).NewSelect().Model((*labelRow)(nil)).Column("key_id", "name", "token_prefix").
		Where("owner_id = ? AND key_id IN (?)", owner, bun.List(keys)).Scan(ctx, &list)
	return list, wrap(err, "select labels of keys of %d", owner)
}
