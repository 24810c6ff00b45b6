package audit_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// BenchmarkRecord is what indexes of the trail add to every write of the
// product: as it is, and with one for each filter, against the two that it
// cannot do without. An operation is a hundred entries on each, by turns, so
// that all meet the same noise.
func BenchmarkRecord(b *testing.B) {
	least := trail(b, "DROP INDEX audit_entries_by_time")
	now := trail(b)
	every := trail(b,
		"CREATE INDEX by_user ON audit_entries (owner_id, user_id, id)", "CREATE INDEX by_action ON audit_entries (owner_id, action, id)",
		"CREATE INDEX by_type ON audit_entries (owner_id, object_type, id)", "CREATE INDEX by_object_id ON audit_entries (owner_id, object_id, id)",
		"CREATE INDEX by_ip_address ON audit_entries (owner_id, ip_address, id)", "CREATE INDEX by_request_id ON audit_entries (owner_id, request_id, id)")
	var took [3][]time.Duration
	for b.Loop() {
		for i, d := range []*db.DB{least, now, every} {
			took[i] = append(took[i], record(b, d, 100))
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	quick := func(i int) float64 { return float64(took[i][len(took[i])/10]) }
	b.ReportMetric(quick(1)/quick(0), "now/least")
	b.ReportMetric(quick(2)/quick(0), "every/least")
}

// trail is a database with 20,000 entries.
func trail(b *testing.B, changes ...string) *db.DB {
	b.Helper()
	d := dbtest.New(b)
	for _, sql := range changes {
		_, err := d.SQL().ExecContext(b.Context(), sql)
		require.NoError(b, err)
	}
	record(b, d, 20_000)
	return d
}

func record(b *testing.B, d *db.DB, n int64) time.Duration {
	b.Helper()
	t, start := audit.New(d, time.Now), time.Now()
	state := map[string]string{"name": "Hotel Poseidon", "city": "Heraklion", "country": "GR", "phone": "+30 2810 123456"}
	require.NoError(b, d.InTx(b.Context(), func(ctx context.Context) error {
		for i := range n {
			err := t.Record(ctx, audit.Change{
				OwnerID: 1 + i%50, UserID: i % 200, Action: "property.updated", ObjectType: "property", ObjectID: i * 7919 % 10_000, Before: state, After: state,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}))
	return time.Since(start)
}
