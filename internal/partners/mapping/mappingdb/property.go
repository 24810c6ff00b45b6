package mappingdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/mapping"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type propertyRow struct {
	bun.BaseModel `bun:"table:mapping_properties,alias:m"`
	mapping.PropertyMapping
	Search string `bun:"search"`
}

type propertyTable = table[mapping.PropertyMapping, *mapping.PropertyMapping, propertyRow]

// OfProperties stores the mappings of properties.
func (s *Store) OfProperties() mapping.TargetStore[mapping.PropertyMapping] { return s.properties }

func newProperties(d *db.DB) *propertyTable {
	return &propertyTable{
		db: d, kind: "property", target: "property_id", key: []string{"property_id"},
		codes: []string{"hotel_code", "internal_code", "external_code", "supplier_code"},
		rowOf: func(operator int64, m mapping.PropertyMapping) propertyRow {
			m.OperatorID = operator
			return propertyRow{PropertyMapping: m, Search: m.SearchText()}
		},
		inRow: func(r *propertyRow) *mapping.PropertyMapping { return &r.PropertyMapping },
	}
}

// Properties lists property mappings by property.
func (s *Store) Properties(ctx context.Context, operator int64, q mapping.PropertyQuery, req page.Request) ([]mapping.PropertyMapping, int, error) {
	if len(q.Owners) == 0 || q.Within != nil && len(q.Within) == 0 {
		return nil, 0, nil
	}
	var rows []propertyRow
	err := s.matchingProperties(ctx, operator, q).Model(&rows).Column(s.properties.columns()...).
		Order("m.property_id").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select property mappings of %d: %w", operator, err)
	}
	if n, known := req.Count(len(rows)); known {
		return s.properties.mappings(rows), n, nil
	}
	n, err := s.matchingProperties(ctx, operator, q).Model((*propertyRow)(nil)).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count property mappings of %d: %w", operator, err)
	}
	return s.properties.mappings(rows), int(n), nil
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

func (s *Store) matchingProperties(ctx context.Context, operator int64, q mapping.PropertyQuery) *bun.SelectQuery {
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
