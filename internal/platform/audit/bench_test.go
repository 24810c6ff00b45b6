package audit_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db/dbtest"
)

// BenchmarkRecord is what the trail adds to every write of the product. The
// second figure is the same trail with the two indexes that it cannot do
// without: what the others cost.
func BenchmarkRecord(b *testing.B) {
	for name, drop := range map[string][]string{
		"all indexes": nil,
		"the least": {
			"audit_entries_by_user", "audit_entries_by_action", "audit_entries_by_type", "audit_entries_by_object_id",
			"audit_entries_by_ip_address", "audit_entries_by_request_id", "audit_entries_by_time",
		},
	} {
		b.Run(name, func(b *testing.B) {
			d := dbtest.New(b)
			for _, index := range drop {
				_, err := d.SQL().ExecContext(b.Context(), "DROP INDEX IF EXISTS "+index)
				require.NoError(b, err)
			}
			trail := audit.New(d, time.Now)
			state := map[string]string{"name": "Hotel Poseidon", "city": "Heraklion", "country": "GR", "phone": "+30 2810 123456"}
			record := func(n int64) {
				require.NoError(b, d.InTx(b.Context(), func(ctx context.Context) error {
					for i := range n {
						c := audit.Change{OwnerID: 1 + i%50, UserID: i % 200, Action: "property.updated", ObjectType: "property", ObjectID: i * 7919 % 10_000, Before: state, After: state}
						if err := trail.Record(ctx, c); err != nil {
							return err
						}
					}
					return nil
				}))
			}
			record(20_000)
			for b.Loop() {
				record(100)
			}
		})
	}
}
