package mappingdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/mapping"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type propertyRow struct {
	bun.BaseModel `bun:"table:mapping_properties,alias:m"`
	mapping.PropertyMapping
	Search string `bun:"search"`
}

// propertyColumns are the columns without the search text.
var propertyColumns = []string{
	"id", "operator_id", "owner_id", "property_id", "hotel_code", "internal_code", "external_code", "supplier_code", "created_at", "updated_at",
}

func propertiesOf(rows []propertyRow) []mapping.PropertyMapping {
	list := make([]mapping.PropertyMapping, len(rows))
	for i, r := range rows {
		list[i] = r.PropertyMapping
	}
	return list
}

// Property finds one property mapping of an operator.
func (s *Store) Property(ctx context.Context, operator, id int64) (mapping.PropertyMapping, error) {
	var row propertyRow
	err := s.db.From(ctx).NewSelect().Model(&row).Column(propertyColumns...).Where("id = ? AND operator_id = ?", id, operator).Scan(ctx)
	return row.PropertyMapping, db.Found(err, "select property mapping %d of %d", id, operator)
}

// Properties lists property mappings by property.
func (s *Store) Properties(ctx context.Context, operator int64, q mapping.PropertyQuery, req page.Request) ([]mapping.PropertyMapping, int, error) {
	if len(q.Owners) == 0 || q.Within != nil && len(q.Within) == 0 {
		return nil, 0, nil
	}
	var rows []propertyRow
	err := s.properties(ctx, operator, q).Model(&rows).Column(propertyColumns...).
		Order("m.property_id").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select property mappings of %d: %w", operator, err)
	}
	if n, known := req.Count(len(rows)); known {
		return propertiesOf(rows), n, nil
	}
	n, err := s.properties(ctx, operator, q).Model((*propertyRow)(nil)).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count property mappings of %d: %w", operator, err)
	}
	return propertiesOf(rows), int(n), nil
}

// PropertiesByCode lists the properties of hotels that have the code as one of the
// operator's four, by id.
func (s *Store) PropertiesByCode(ctx context.Context, operator int64, owners []int64, code string) ([]int64, error) {
	ids := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Column("property_id").Where("m.operator_id = ? AND m.owner_id IN (?)", operator, bun.List(owners)).
		Where("? IN (m.hotel_code, m.internal_code, m.external_code, m.supplier_code)", code).Order("m.property_id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select properties of %d by code: %w", operator, err)
	}
	return ids, nil
}

func (s *Store) properties(ctx context.Context, operator int64, q mapping.PropertyQuery) *bun.SelectQuery {
	sel := s.db.From(ctx).NewSelect().Where("m.operator_id = ? AND m.owner_id IN (?)", operator, bun.List(q.Owners))
	if q.Within != nil {
		sel = sel.Where("m.property_id IN (?)", bun.List(q.Within))
	}
	return s.matching(sel, q.Text, q.Named)
}

// matching selects the rows that contain the text or belong to one of the named
// properties.
func (s *Store) matching(sel *bun.SelectQuery, text string, named []int64) *bun.SelectQuery {
	if text == "" {
		return sel
	}
	return sel.WhereGroup(" AND ", func(g *bun.SelectQuery) *bun.SelectQuery {
		g = s.db.Contains(g, "m.search", text)
		if len(named) > 0 {
			g = g.WhereOr("m.property_id IN (?)", bun.List(named))
		}
		return g
	})
}

// PropertiesOf lists the operator's mappings of the properties.
func (s *Store) PropertiesOf(ctx context.Context, operator int64, properties []int64) ([]mapping.PropertyMapping, error) {
	if len(properties) == 0 {
		return nil, nil
	}
	var rows []propertyRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column(propertyColumns...).
		Where("operator_id = ? AND property_id IN (?)", operator, bun.List(properties)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select mappings of %d properties: %w", len(properties), err)
	}
	return propertiesOf(rows), nil
}

// MappedProperties lists the properties of the owners that the operator has
// mapped.
func (s *Store) MappedProperties(ctx context.Context, operator int64, owners []int64) ([]int64, error) {
	ids := []int64{}
	if len(owners) == 0 {
		return ids, nil
	}
	err := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).Column("property_id").
		Where("operator_id = ? AND owner_id IN (?)", operator, bun.List(owners)).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select mapped properties of %d: %w", operator, err)
	}
	return ids, nil
}

// SaveProperties stores many mappings at once, new ones and changed ones, and
// sets the ids of the new ones.
func (s *Store) SaveProperties(ctx context.Context, operator int64, list []*mapping.PropertyMapping) error {
	s.db.Raise(ctx, account.Content, operator)
	if len(list) == 0 {
		return nil
	}
	rows := make([]propertyRow, len(list))
	for i, m := range list {
		rows[i] = propertyRow{PropertyMapping: *m, Search: m.SearchText()}
		rows[i].OperatorID = operator
	}
	var stored []propertyRow
	err := s.db.From(ctx).NewInsert().Model(&rows).ExcludeColumn("id").On("CONFLICT (operator_id, property_id) DO UPDATE").
		Set("hotel_code = EXCLUDED.hotel_code, internal_code = EXCLUDED.internal_code, external_code = EXCLUDED.external_code").
		Set("supplier_code = EXCLUDED.supplier_code, search = EXCLUDED.search, updated_at = EXCLUDED.updated_at").
		Returning("id, property_id").Scan(ctx, &stored)
	if db.IsForeignKey(err) {
		return mapping.ErrGone
	}
	if err != nil {
		return fmt.Errorf("save %d property mappings of %d: %w", len(list), operator, err)
	}
	ids := make(map[int64]int64, len(stored))
	for _, r := range stored {
		ids[r.PropertyID] = r.ID
	}
	for _, m := range list {
		m.ID = ids[m.PropertyID]
	}
	return nil
}

// DeleteProperty removes one property mapping of an operator.
func (s *Store) DeleteProperty(ctx context.Context, operator, id int64) error {
	s.db.Raise(ctx, account.Content, operator)
	_, err := s.db.From(ctx).NewDelete().Model((*propertyRow)(nil)).Where("id = ? AND operator_id = ?", id, operator).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete property mapping %d: %w", id, err)
	}
	return nil
}
