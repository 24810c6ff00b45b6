package ratecontractdb

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"allot/internal/partners/ratecontract"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// RateContracts lists what the reader may see, newest first, without the rows.
// Earlier pages are skipped without reading more than the searched columns.
func (s *Store) RateContracts(
	ctx context.Context, reader ratecontract.Reader, f ratecontract.Filter, ended ratecontract.Ended, req page.Request,
) ([]ratecontract.RateContract, int, error) {
	var rows []contractRow
	chosen := s.matching(ctx, reader, f, ended).Column("id").OrderExpr("id DESC").Limit(req.Limit()).Offset(req.Offset())
	err := s.readable(ctx, reader).Model(&rows).Column(contractColumns...).Where("id IN (?)", chosen).OrderExpr("id DESC").Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select rate contracts of %d: %w", reader.Account, err)
	}
	list := contractsOf(rows)
	n, known := req.Count(len(rows))
	if known {
		return list, n, nil
	}
	all, err := s.matching(ctx, reader, f, ended).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count rate contracts of %d: %w", reader.Account, err)
	}
	return list, int(all), nil
}

// readable selects what a reader may see: a hotel's own contracts, or an
// operator's without drafts.
func (s *Store) readable(ctx context.Context, reader ratecontract.Reader) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect()
	if reader.Operator {
		return q.Where("partner_id = ? AND status <> ?", reader.Account, ratecontract.StatusDraft)
	}
	if len(reader.Only) > 0 {
		q = q.Where("property_id IN (?)", bun.List(reader.Only))
	}
	return q.Where("owner_id = ?", reader.Account)
}

func (s *Store) matching(ctx context.Context, reader ratecontract.Reader, f ratecontract.Filter, ended ratecontract.Ended) *bun.SelectQuery {
	q := s.readable(ctx, reader).Model((*contractRow)(nil))
	if f.PropertyID != 0 {
		q = q.Where("property_id = ?", f.PropertyID)
	}
	if f.PartnerID != 0 {
		q = q.Where("partner_id = ?", f.PartnerID)
	}
	for word := range strings.FieldsSeq(fold.Fold(f.Text)) {
		q = s.db.Contains(q, "search", word)
	}
	return withStatus(q, f.Status, ended)
}

// withStatus selects the contracts with an effective status today, like
// RateContract.EffectiveStatus.
func withStatus(q *bun.SelectQuery, status ratecontract.Status, ended ratecontract.Ended) *bun.SelectQuery {
	over, args := "end_date < ?", []any{ended.Before}
	if len(ended.IDs) > 0 {
		over, args = "(end_date < ? OR id IN (?))", []any{ended.Before, bun.List(ended.IDs)}
	}
	switch status {
	case ratecontract.StatusDraft:
		return q.Where("status = ?", ratecontract.StatusDraft)
	case ratecontract.StatusActive:
		return q.Where("status = ?", ratecontract.StatusActive).Where("NOT "+over, args...)
	case ratecontract.StatusEnded:
		return q.Where("(status = ? OR (status = ? AND "+over+"))",
			append([]any{ratecontract.StatusEnded, ratecontract.StatusActive}, args...)...)
	}
	return q
}
