package contractdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/contract"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type versionRow struct {
	bun.BaseModel `bun:"table:contract_versions,alias:v"`
	contract.Version
}

// InsertVersion stores a version and sets its id.
func (s *Store) InsertVersion(ctx context.Context, v *contract.Version) error {
	row := &versionRow{Version: *v}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert version of contract %d: %w", v.ContractID, err)
	}
	v.ID = row.ID
	return nil
}

// CloseVersion stores the result of the review; the requested terms never
// change.
func (s *Store) CloseVersion(ctx context.Context, v contract.Version) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&versionRow{Version: v}).
		Column("is_reviewed", "is_accepted", "reviewed_by", "reviewed_at").Where("id = ? AND contract_id = ?", v.ID, v.ContractID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("close version %d: %w", v.ID, err)
	}
	return nil
}

// Pending returns the versions that wait for review, by contract.
func (s *Store) Pending(ctx context.Context, contracts []int64) (map[int64]contract.Version, error) {
	pending := map[int64]contract.Version{}
	if len(contracts) == 0 {
		return pending, nil
	}
	var rows []versionRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("contract_id IN (?) AND NOT is_reviewed", bun.List(contracts)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select pending versions: %w", err)
	}
	for _, r := range rows {
		pending[r.ContractID] = r.Version
	}
	return pending, nil
}

// Version finds a version for one of the two sides of its contract.
func (s *Store) Version(ctx context.Context, account, id int64) (contract.Version, error) {
	var row versionRow
	err := s.db.From(ctx).NewSelect().Model(&row).Join("JOIN contracts AS c ON c.id = v.contract_id").
		Where("v.id = ? AND ? IN (c.user_id, c.partner_id)", id, account).Scan(ctx)
	return row.Version, db.Found(err, "select version %d", id)
}

// Versions lists the versions of a contract, newest first.
func (s *Store) Versions(ctx context.Context, id int64, req page.Request) ([]contract.Version, int, error) {
	var rows []versionRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).Where("contract_id = ?", id).
		Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select versions of contract %d: %w", id, err)
	}
	list := make([]contract.Version, len(rows))
	for i, r := range rows {
		list[i] = r.Version
	}
	return list, int(n), nil
}
