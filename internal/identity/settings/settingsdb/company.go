package settingsdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/identity/settings"
	"allot/internal/platform/db"
)

type companyRow struct {
	bun.BaseModel `bun:"table:settings_companies,alias:c"`
	settings.Company
}

// InsertCompany stores the company of a new account.
func (s *Store) InsertCompany(ctx context.Context, c settings.Company) error {
	s.db.Raise(ctx, account.Content, c.OwnerID)
	if _, err := s.db.From(ctx).NewInsert().Model(&companyRow{Company: c}).Exec(ctx); err != nil {
		return fmt.Errorf("insert company of %d: %w", c.OwnerID, err)
	}
	return nil
}

// UpdateCompany stores a changed company.
func (s *Store) UpdateCompany(ctx context.Context, c settings.Company) error {
	s.db.Raise(ctx, account.Content, c.OwnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(&companyRow{Company: c}).Where("owner_id = ?", c.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update company of %d: %w", c.OwnerID, err)
	}
	return nil
}

// Company returns the company of an account.
func (s *Store) Company(ctx context.Context, owner int64) (settings.Company, error) {
	var row companyRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ?", owner).Scan(ctx)
	return row.Company, db.Found(err, "select company of %d", owner)
}

// Companies returns the companies of accounts, by owner.
func (s *Store) Companies(ctx context.Context, owners []int64) (map[int64]settings.Company, error) {
	companies := map[int64]settings.Company{}
	if len(owners) == 0 {
		return companies, nil
	}
	var rows []companyRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id IN (?)", bun.List(owners)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select %d companies: %w", len(owners), err)
	}
	for _, r := range rows {
		companies[r.OwnerID] = r.Company
	}
	return companies, nil
}

// CompanyNames returns the names of the companies of accounts, by owner.
func (s *Store) CompanyNames(ctx context.Context, owners []int64) (map[int64]string, error) {
	names := map[int64]string{}
	if len(owners) == 0 {
		return names, nil
	}
	var rows []companyRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("owner_id", "name").Where("owner_id IN (?)", bun.List(owners)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select names of %d companies: %w", len(owners), err)
	}
	for _, r := range rows {
		names[r.OwnerID] = r.Name
	}
	return names, nil
}

// LockCompany returns the company and locks its row until the transaction ends.
func (s *Store) LockCompany(ctx context.Context, owner int64) (settings.Company, error) {
	var row companyRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row)).Where("owner_id = ?", owner).Scan(ctx)
	return row.Company, db.Found(err, "lock company of %d", owner)
}

// LogosInUse reports which of the keys are some company's logo.
func (s *Store) LogosInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.db.InUse(ctx, (*companyRow)(nil), keys, "logo_key")
}
