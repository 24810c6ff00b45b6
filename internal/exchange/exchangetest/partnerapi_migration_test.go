package exchangetest

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

// Keys from before the migration belong to who made them by the audit trail; to
// the manager, if the trail knows nobody or a user who was removed.
func TestMigration_makers(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	e.Grant(t, m, plan.Gold)
	colleague, leaver := e.SubUser(t, m, auth.Integrations), e.SubUser(t, m, auth.Integrations)
	_, byManager := e.Key(t, m)
	_, byColleague := e.Key(t, colleague)
	_, byNobody := e.Key(t, colleague)
	_, byLeaver := e.Key(t, leaver)
	file, err := os.ReadFile("../../platform/db/migrations/" + string(e.DB.Engine()) + "/00027_apikey.sql")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(file), "UPDATE apikey_keys")
	require.True(t, found)
	update, _, _ := strings.Cut(after, ";")

	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		for _, statement := range []string{
			"UPDATE apikey_keys SET created_by = 0",
			"UPDATE account_users SET deleted_at = created_at WHERE email = '" + leaver.User.Email + "'",
			"UPDATE audit_entries SET object_id = 'lost' WHERE object_type = 'api_key' AND object_id = '3'",
			"UPDATE apikey_keys" + update,
		} {
			if _, err := e.DB.From(ctx).ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}))
	require.EqualValues(t, 3, byNobody.ID)
	want := map[int64]int64{byManager.ID: m.User.ID, byColleague.ID: colleague.User.ID, byNobody.ID: m.User.ID, byLeaver.ID: m.User.ID}
	var rows []struct{ ID, CreatedBy int64 }
	require.NoError(t, e.DB.From(t.Context()).NewSelect().Table("apikey_keys").Column("id", "created_by").Scan(t.Context(), &rows))
	got := map[int64]int64{}
	for _, r := range rows {
		got[r.ID] = r.CreatedBy
	}
	require.Equal(t, want, got)
}
