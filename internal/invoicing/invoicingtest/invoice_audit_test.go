package invoicingtest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/dbtest"
)

// The trail names an invoice as the API does, also what an older program recorded.
func TestInvoice_audit(t *testing.T) {
	t.Parallel()
	b := setupInvoice(t)
	v, other := b.create(t), b.create(t)
	actions := func() (found []string) {
		res := body(t, b.hotel.Do(t, get, fmt.Sprintf("/api/settings/audit/?object_id=%s", v["id"]), ""), http.StatusOK)
		for _, e := range res["results"].([]any) {
			entry := e.(object)
			require.Equal(t, "invoice", entry["object_type"])
			require.Equal(t, v["id"], entry["object_id"])
			found = append(found, entry["action"].(string))
		}
		return found
	}
	require.Equal(t, []string{"create"}, actions())
	dbtest.Remigrate(t, b.DB, 60, func() {
		old, err := b.DB.From(t.Context()).NewSelect().Table("audit_entries").Where("object_id IN (?, ?)", v["id"], other["id"]).Count(t.Context())
		require.NoError(t, err)
		require.Zero(t, old, "it recorded the number of the row")
	})
	require.Equal(t, []string{"create"}, actions())
}
