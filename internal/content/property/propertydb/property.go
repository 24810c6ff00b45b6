package propertydb

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type propertyRow struct {
	bun.BaseModel `bun:"table:properties,alias:p"`
	property.Property
}

// InsertProperty stores a property and sets its id.
func (s *Store) InsertProperty(ctx context.Context, p *property.Property) error {
	s.db.Raise(ctx, account.Draft, p.OwnerID)
	s.db.Raise(ctx, account.Content, p.OwnerID) // partners see that it is not published
	row := &propertyRow{Property: *p}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "code") {
		return property.ErrCodeTaken
	}
	if err != nil {
		return fmt.Errorf("insert property: %w", err)
	}
	p.ID = row.ID
	return nil
}

// UpdateProperty stores every field that can change.
func (s *Store) UpdateProperty(ctx context.Context, p property.Property) error {
	s.db.Raise(ctx, account.Draft, p.OwnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(&propertyRow{Property: p}).ExcludeColumn("id", "owner_id", "created_at").
		Where("id = ? AND owner_id = ?", p.ID, p.OwnerID).Exec(ctx)
	if db.IsUnique(err, "code") {
		return property.ErrCodeTaken
	}
	if err != nil {
		return fmt.Errorf("update property %d: %w", p.ID, err)
	}
	return nil
}

// DeleteProperty removes a property; the database removes the rows that belong to it.
func (s *Store) DeleteProperty(ctx context.Context, owner, id int64) error {
	s.db.Raise(ctx, account.Draft, owner)
	s.db.Raise(ctx, account.Content, owner) // its published versions are deleted too
	_, err := s.db.From(ctx).NewDelete().Model((*propertyRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete property %d: %w", id, err)
	}
	return nil
}

// Property returns one property of an account.
func (s *Store) Property(ctx context.Context, owner, id int64) (property.Property, error) {
	var row propertyRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Property, db.Found(err, "select property %d", id)
}

// OwnerOf returns the account of a property.
func (s *Store) OwnerOf(ctx context.Context, id int64) (int64, error) {
	var row propertyRow
	err := s.db.From(ctx).NewSelect().Model(&row).Column("owner_id").Where("id = ?", id).Scan(ctx)
	return row.OwnerID, db.Found(err, "select owner of property %d", id)
}

// LockProperty returns a property and locks its row until the transaction ends.
func (s *Store) LockProperty(ctx context.Context, owner, id int64) (property.Property, error) {
	var row propertyRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row)).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Property, db.Found(err, "lock property %d", id)
}

// Properties lists the properties of an account by name. A subquery picks the page from the
// index alone, so that a late page does not read every row before it.
func (s *Store) Properties(ctx context.Context, owner int64, f property.Filter, req page.Request) ([]property.Property, int, error) {
	var rows []propertyRow
	chosen := s.matching(ctx, owner, f).Column("id").Order("name_search", "id").Limit(req.Limit()).Offset(req.Offset())
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("id IN (?) AND owner_id = ?", chosen, owner).Order("name_search", "id").Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select properties of %d: %w", owner, err)
	}
	list := make([]property.Property, len(rows))
	for i, r := range rows {
		list[i] = r.Property
	}
	n, known := req.Count(len(rows))
	if known {
		return list, n, nil
	}
	all, err := s.matching(ctx, owner, f).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count properties of %d: %w", owner, err)
	}
	return list, int(all), nil
}

func (s *Store) matching(ctx context.Context, owner int64, f property.Filter) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Where("owner_id = ?", owner)
	if len(f.Only) > 0 {
		q = q.Where("id IN (?)", bun.List(f.Only))
	}
	if f.Name != "" {
		q = s.db.Contains(q, "name_search", f.Name)
	}
	if f.Country != "" {
		q = q.Where("country = ?", f.Country)
	}
	if f.Status != "" {
		q = q.Where("status = ?", f.Status)
	}
	return q
}

// CountProperties counts the properties of an account.
func (s *Store) CountProperties(ctx context.Context, owner int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Where("owner_id = ?", owner).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count properties of %d: %w", owner, err)
	}
	return int(n), nil
}

// position counts the properties of an account up to one of them. It is prepared, because every
// write on a property asks for it if the plan has a limit.
const position = "SELECT COUNT(*) FROM properties WHERE owner_id = ? AND id <= ?"

// Position returns the place of a property among those of its account, oldest first, from 1.
func (s *Store) Position(ctx context.Context, owner, id int64) (n int, err error) {
	if err := s.position.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, owner, id); err != nil {
		return 0, fmt.Errorf("count properties of %d up to %d: %w", owner, id, err)
	}
	return n, nil
}

// CountsOf counts the properties of accounts; those without one are missing.
func (s *Store) CountsOf(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.db.Counts(ctx, "properties of accounts", s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).
		ColumnExpr("owner_id, COUNT(*)").Where("owner_id IN (?)", bun.List(owners)).Group("owner_id"))
}

// ByCode lists the properties of some accounts that have the code, by id.
func (s *Store) ByCode(ctx context.Context, owners []int64, code string) ([]int64, error) {
	ids := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Column("id").Where("owner_id IN (?) AND code = ?", bun.List(owners), code).
		Order("id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select properties with code %q: %w", code, err)
	}
	return ids, nil
}

// CodeTaken reports whether another property of the account has the code.
func (s *Store) CodeTaken(ctx context.Context, owner, id int64, code string) (bool, error) {
	taken, err := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Where("owner_id = ? AND code = ? AND id <> ?", owner, code, id).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for code %q of %d: %w", code, owner, err)
	}
	return taken, nil
}

// KnownProperties returns those ids that are properties of the account.
func (s *Store) KnownProperties(ctx context.Context, owner int64, ids []int64) ([]int64, error) {
	known := []int64{}
	if len(ids) == 0 {
		return known, nil
	}
	err := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Column("id").
		Where("owner_id = ? AND id IN (?)", owner, bun.List(ids)).Scan(ctx, &known)
	if err != nil {
		return nil, fmt.Errorf("select known properties of %d: %w", owner, err)
	}
	return known, nil
}

// PropertyIDs lists the properties of an account in order of creation.
func (s *Store) PropertyIDs(ctx context.Context, owner int64) ([]int64, error) {
	ids := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Column("id").Where("owner_id = ?", owner).Order("id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select ids of properties of %d: %w", owner, err)
	}
	return ids, nil
}

// UnpublishedProperties lists the properties of several accounts of which no version was
// published.
func (s *Store) UnpublishedProperties(ctx context.Context, owners, ids []int64) ([]property.Unpublished, error) {
	list := []property.Unpublished{}
	for part := range slices.Chunk(owners, maxOwners) {
		var some []property.Unpublished
		q := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Column("id", "owner_id", "code", "name", "country", "city").
			Where("owner_id IN (?) AND published_at IS NULL", bun.List(part))
		if len(ids) > 0 {
			q = q.Where("id IN (?)", bun.List(ids))
		}
		if err := q.Scan(ctx, &some); err != nil {
			return nil, fmt.Errorf("select unpublished properties of %d accounts: %w", len(owners), err)
		}
		list = append(list, some...)
	}
	slices.SortFunc(list, func(a, b property.Unpublished) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// maxOwners keeps the parameters of a statement far below the limits of both engines.
const maxOwners = 5000

// TouchContent raises the stamp of the owner's content.
func (s *Store) TouchContent(ctx context.Context, owner int64) {
	s.db.Raise(ctx, account.Content, owner)
}

// SomeProperties returns properties of several accounts by id.
func (s *Store) SomeProperties(ctx context.Context, owners, ids []int64) ([]property.Property, error) {
	if len(ids) == 0 || len(owners) == 0 {
		return nil, nil
	}
	var rows []propertyRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("id IN (?) AND owner_id IN (?)", bun.List(ids), bun.List(owners)).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select %d properties: %w", len(ids), err)
	}
	list := make([]property.Property, len(rows))
	for i, r := range rows {
		list[i] = r.Property
	}
	return list, nil
}

// Zones returns the time zones of properties of several accounts.
func (s *Store) Zones(ctx context.Context, owners, ids []int64) (list []property.Zone, err error) {
	if len(ids) == 0 || len(owners) == 0 {
		return nil, nil
	}
	err = s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Column("id", "owner_id", "name", "timezone").
		Where("id IN (?) AND owner_id IN (?)", bun.List(ids), bun.List(owners)).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("select where %d properties are: %w", len(ids), err)
	}
	return list, nil
}

// LogosInUse reports which of the keys are some property's logo.
func (s *Store) LogosInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.db.InUse(ctx, (*propertyRow)(nil), keys, "logo_key")
}
