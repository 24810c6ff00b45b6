package dbtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// properties are the tables that hold what belongs to a property, in the order in
// which they refer to each other.
var properties = []string{
	"properties", "property_facts", "publication_cards", "publication_rooms",
	"allotment_properties", "allotment_calendars", "allotment_blocks", "allotment_days", "allotment_pool",
}

// MultiplyProperties gives every property so many copies of the same accounts,
// with rooms, publication, calendars and days. To make each as a hotel would takes
// longer than what is measured on them. Stamps of these kinds are raised for the
// accounts.
func MultiplyProperties(tb testing.TB, d *db.DB, copies int, raised ...stamp.Kind) {
	tb.Helper()
	require.NoError(tb, d.InTx(tb.Context(), func(ctx context.Context) error {
		var owners []int64
		if err := d.From(ctx).NewSelect().Table("properties").ColumnExpr("DISTINCT owner_id").Scan(ctx, &owners); err != nil {
			return err
		}
		for _, table := range properties {
			if err := multiply(ctx, d, table, copies); err != nil {
				return fmt.Errorf("copy %s: %w", table, err)
			}
		}
		for _, kind := range raised {
			d.Raise(ctx, kind, owners...)
		}
		return nil
	}))
	if _, measured := tb.(*testing.B); measured && d.Engine() == db.Postgres { // as it does by itself after a while
		_, err := d.SQL().ExecContext(tb.Context(), "ANALYZE")
		require.NoError(tb, err)
	}
}

func multiply(ctx context.Context, d *db.DB, table string, copies int) error {
	rows, err := d.From(ctx).QueryContext(ctx, "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		return err
	}
	names, err := rows.Columns()
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return err
	}
	values := slices.Clone(names)
	for i, name := range names {
		switch {
		case slices.Contains([]string{"id", "property_id", "calendar_id", "room_id"}, name):
			values[i] = name + " + 1000000 * n"
		case name == "code" && table == "properties": // unique in its account
			values[i] = "NULL"
		}
	}
	_, err = d.From(ctx).ExecContext(ctx, fmt.Sprintf(
		"WITH RECURSIVE k (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < %d) INSERT INTO %s (%s) SELECT %s FROM %s, k",
		copies, table, strings.Join(names, ", "), strings.Join(values, ", "), table))
	return err
}
