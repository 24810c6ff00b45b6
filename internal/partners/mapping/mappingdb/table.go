package mappingdb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/mapping"
	"allot/internal/platform/db"
)

// table stores the mappings of one kind of target; R is a row, a mapping with the text that
// a search matches.
type table[M any, P mapping.Mapped[M], R any] struct {
	db     *db.DB
	kind   string   // in errors
	target string   // column with the id of the property or room
	key    []string // columns that are written once, and order the rows
	codes  []string // columns that a change writes
	rowOf  func(operator int64, m M) R
	inRow  func(r *R) P
}

// columns are those of a mapping, without the search text.
func (t *table[M, P, R]) columns() []string {
	return slices.Concat([]string{"id", "operator_id", "owner_id"}, t.key, t.codes, []string{"created_at", "updated_at"})
}

func (t *table[M, P, R]) mappings(rows []R) []M {
	list := make([]M, len(rows))
	for i := range rows {
		list[i] = *t.inRow(&rows[i])
	}
	return list
}

// Find finds one mapping of an operator.
func (t *table[M, P, R]) Find(ctx context.Context, operator, id int64) (M, error) {
	var row R
	err := t.db.From(ctx).NewSelect().Model(&row).Column(t.columns()...).Where("id = ? AND operator_id = ?", id, operator).Scan(ctx)
	return *t.inRow(&row), db.Found(err, "select %s mapping %d of %d", t.kind, id, operator)
}

// Of lists the operator's mappings of the targets.
func (t *table[M, P, R]) Of(ctx context.Context, operator int64, targets []int64) ([]M, error) {
	return t.of(ctx, operator, t.target, targets)
}

// of lists the operator's mappings with one of the ids in a column.
func (t *table[M, P, R]) of(ctx context.Context, operator int64, column string, ids []int64) ([]M, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []R
	err := t.db.From(ctx).NewSelect().Model(&rows).Column(t.columns()...).
		Where("operator_id = ? AND ? IN (?)", operator, bun.Ident(column), bun.List(ids)).Order(t.key...).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select %s mappings of %d by %s: %w", t.kind, operator, column, err)
	}
	return t.mappings(rows), nil
}

// Save stores many mappings at once, new ones and changed ones, and sets
// the ids of the new ones.
func (t *table[M, P, R]) Save(ctx context.Context, operator int64, list []*M) error {
	t.db.Raise(ctx, account.Content, operator)
	if len(list) == 0 {
		return nil
	}
	rows := make([]R, len(list))
	for i, m := range list {
		rows[i] = t.rowOf(operator, *m)
	}
	insert := t.db.From(ctx).NewInsert().Model(&rows).ExcludeColumn("id").On("CONFLICT (operator_id, ?) DO UPDATE", bun.Ident(t.target))
	for _, column := range slices.Concat(t.codes, []string{"search", "updated_at"}) {
		insert = insert.Set("? = EXCLUDED.?", bun.Ident(column), bun.Ident(column))
	}
	var stored []R
	err := insert.Returning("id, ?", bun.Ident(t.target)).Scan(ctx, &stored)
	if db.IsForeignKey(err) {
		return mapping.ErrGone
	}
	if err != nil {
		return fmt.Errorf("save %d %s mappings of %d: %w", len(list), t.kind, operator, err)
	}
	ids := make(map[int64]int64, len(stored))
	for i := range stored {
		m := t.inRow(&stored[i])
		ids[m.TargetID()] = m.RowID()
	}
	for _, m := range list {
		P(m).SetRowID(ids[P(m).TargetID()])
	}
	return nil
}

// Delete removes one mapping of an operator.
func (t *table[M, P, R]) Delete(ctx context.Context, operator, id int64) error {
	t.db.Raise(ctx, account.Content, operator)
	_, err := t.db.From(ctx).NewDelete().Model((*R)(nil)).Where("id = ? AND operator_id = ?", id, operator).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete %s mapping %d: %w", t.kind, id, err)
	}
	return nil
}
