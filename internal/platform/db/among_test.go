package db_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/testkit/dbtest"
)

func TestDB_Among(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	for _, action := range []string{"a", "b", "c"} {
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, action) }))
	}
	many := make([]int64, 100_000) // the entries have the ids 1 to 3
	for i := range many {
		many[i] = int64(i + 2)
	}
	for name, c := range map[string]struct {
		ids    []int64
		others bool
		want   []int64
	}{
		"some":         {[]int64{3, 1, 7}, false, []int64{1, 3}},
		"others":       {[]int64{3, 1, 7}, true, []int64{2}},
		"none":         {nil, false, []int64{}},
		"all":          {nil, true, []int64{1, 2, 3}},
		"a great many": {many, false, []int64{2, 3}},
		"all but many": {many, true, []int64{1}},
	} {
		found := []int64{}
		q := d.From(t.Context()).NewSelect().Model((*audit.Entry)(nil)).Column("id").Order("id")
		require.NoError(t, d.Among(q, "id", c.ids, c.others).Scan(t.Context(), &found), name)
		require.Equal(t, c.want, found, name)
	}
}
