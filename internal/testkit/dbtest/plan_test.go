package dbtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func TestScans(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	for query, scans := range map[string]bool{
		"SELECT * FROM audit_entries":                                                                                                                      true,
		"SELECT COUNT(*) FROM audit_entries":                                                                                                               true,
		"SELECT * FROM audit_entries ORDER BY id DESC LIMIT 5":                                                                                             true,
		"SELECT * FROM audit_entries WHERE id > 5":                                                                                                         true,
		"SELECT * FROM audit_entries WHERE action = 'x'":                                                                                                   true,
		"SELECT * FROM audit_entries WHERE owner_id > 5":                                                                                                   true,
		"SELECT * FROM audit_entries WHERE owner_id = 5 OR user_id = 5":                                                                                    true,
		"SELECT * FROM audit_entries AS a WHERE id IN (SELECT id FROM outbox_events WHERE kind = 'x')":                                                     true,
		"SELECT * FROM account_sessions WHERE remember_me":                                                                                                 true,
		"UPDATE audit_entries SET action = 'x' WHERE request_id = 'x'":                                                                                     true,
		"DELETE FROM account_sessions WHERE ip_address = 'x'":                                                                                              true,
		"SELECT * FROM audit_entries WHERE owner_id = 5 AND after LIKE '%x%'":                                                                              false,
		"SELECT COUNT(*) FROM audit_entries WHERE owner_id = 5":                                                                                            false,
		"SELECT * FROM audit_entries WHERE id IN (5, 6) AND owner_id = 5":                                                                                  false,
		"SELECT s.* FROM account_sessions AS s JOIN account_users AS u ON u.id = s.user_id WHERE s.token_hash = 'x'":                                       false,
		"SELECT id FROM account_users WHERE account_type = 'admin'":                                                                                        false,
		"UPDATE audit_entries SET action = 'x' WHERE owner_id = 5":                                                                                         false,
		"DELETE FROM account_sessions WHERE last_seen < '2030-01-01'":                                                                                      false,
		"SELECT u.id FROM account_users AS u WHERE u.account_type = 'admin' AND EXISTS (SELECT 1 FROM account_sessions AS s WHERE s.user_id = u.id)":       false,
		"SELECT u.id FROM account_users AS u WHERE u.account_type = 'admin' AND EXISTS (SELECT 1 FROM account_sessions AS s WHERE s.device = u.last_name)": true,
		"SELECT 1": false,
		"SELECT * FROM audit_entries WHERE owner_id = 5 AND " + among(d, "user_id"): false,
		"SELECT * FROM audit_entries WHERE " + among(d, "id"):                       false,
		"SELECT * FROM audit_entries WHERE " + among(d, "user_id"):                  true,
	} {
		got, err := dbtest.Scans(t.Context(), d, query)
		require.NoError(t, err, query)
		require.Equal(t, scans, len(got) > 0, "%s: %v", query, got)
	}
}

// among is a condition on a list that is one value of the query.
func among(d *db.DB, column string) string {
	if d.Engine() == db.Postgres {
		return column + " = ANY('{5,6}'::bigint[])"
	}
	return column + " IN (SELECT value FROM json_each('[5,6]'))"
}
