package partnerapidb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/exchange/partnerapi"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

// StatsStore is the tables of the statistics.
type StatsStore struct{ db *db.DB }

// NewStats makes a store on d.
func NewStats(d *db.DB) *StatsStore { return &StatsStore{d} }

var _ partnerapi.StatsStore = (*StatsStore)(nil)

type (
	dayRow struct {
		bun.BaseModel `bun:"table:apistats_days,alias:d"`
		partnerapi.Row
	}
	totalRow struct {
		bun.BaseModel `bun:"table:apistats_summaries,alias:s"`
		partnerapi.Total
	}
	labelRow struct {
		bun.BaseModel `bun:"table:apistats_keys,alias:k"`
		OwnerID       int64 `bun:"owner_id"`
		partnerapi.Label
		Date civil.Date `bun:"date"`
	}
)

// InTx runs fn in a transaction.
func (s *StatsStore) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// Begin notes that a process writes a batch; false if it, or a later one, is
// written already.
func (s *StatsStore) Begin(ctx context.Context, writer string, number int64, on civil.Date) (bool, error) {
	var got int64
	err := s.db.From(ctx).NewRaw("INSERT INTO apistats_writers (writer_id, batch, date) VALUES (?, ?, ?) "+
		"ON CONFLICT (writer_id) DO UPDATE SET batch = EXCLUDED.batch, date = EXCLUDED.date WHERE apistats_writers.batch < EXCLUDED.batch RETURNING batch",
		writer, number, on).Scan(ctx, &got)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, wrap(err, "begin batch %d", number)
}

// AddRows adds to what was counted before.
func (s *StatsStore) AddRows(ctx context.Context, rows []partnerapi.Row) error {
	list := make([]dayRow, len(rows))
	for i, r := range rows {
		list[i].Row = r
	}
	_, err := adding(s.db.From(ctx).NewInsert().Model(&list), "d").On("CONFLICT (owner_id, date, key_id, endpoint) DO UPDATE").Exec(ctx)
	return wrap(err, "add %d rows of statistics", len(rows))
}

// AddTotals does so for the summary.
func (s *StatsStore) AddTotals(ctx context.Context, totals []partnerapi.Total) error {
	list := make([]totalRow, len(totals))
	for i, t := range totals {
		list[i].Total = t
	}
	_, err := adding(s.db.From(ctx).NewInsert().Model(&list), "s").On("CONFLICT (owner_id, part, date, key_id, endpoint) DO UPDATE").Exec(ctx)
	return wrap(err, "add %d totals of statistics", len(totals))
}

// adding lets rows that are there grow.
func adding(q *bun.InsertQuery, alias string) *bun.InsertQuery {
	for _, column := range []string{"hits_ok", "hits_error", "bytes_transferred"} {
		q = q.Set("?0 = ?1.?0 + EXCLUDED.?0", bun.Ident(column), bun.Ident(alias))
	}
	return q
}

// Purge forgets at most so many records of each kind from before a day, and
// tells the most it found of one kind.
func (s *StatsStore) Purge(ctx context.Context, before civil.Date, most int) (int, error) {
	found := 0
	for _, of := range []struct{ table, key string }{
		{"apistats_days", "owner_id, date, key_id, endpoint"},
		{"apistats_summaries", "owner_id, part, date, key_id, endpoint"},
		{"apistats_keys", "owner_id, key_id"},
		{"apistats_writers", "writer_id"},
	} {
		res, err := s.db.From(ctx).NewRaw("DELETE FROM ?0 WHERE (?1) IN (SELECT ?1 FROM ?0 WHERE date < ?2 ORDER BY date LIMIT ?3)",
			bun.Ident(of.table), bun.Safe(of.key), before, most).Exec(ctx)
		if err != nil {
			return 0, fmt.Errorf("purge %s: %w", of.table, err)
		}
		n, err := res.RowsAffected()
		if err != nil {
			return 0, fmt.Errorf("purge %s: %w", of.table, err)
		}
		found = max(found, int(n))
	}
	return found, nil
}
