package identityhttptest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/settings"
	"allot/internal/identity/settings/settingsdb"
	"allot/internal/platform/db"
)

// BenchmarkContacts searches an address book of 100,000. A word may
// stand anywhere in it, so all of it is looked through.
func BenchmarkContacts(b *testing.B) {
	const contacts, batch = 100_000, 1000
	e := apptest.New(b)
	who, store := e.Manager(b), settingsdb.New(e.DB)
	require.NoError(b, e.DB.InTx(b.Context(), func(ctx context.Context) error {
		for from := 0; from < contacts; from += batch {
			list := make([]*settings.Contact, batch)
			for i := range list {
				n := from + i
				list[i] = &settings.Contact{
					OwnerID: who.User.ID, FirstName: "Ελένη", LastName: fmt.Sprintf("Παπαδοπούλου %d", n*7919%contacts),
					Email: fmt.Sprintf("contact%d@agency%d.example", n, n%500), Company: fmt.Sprintf("Ταξίδια %d", n%500), Tags: []string{},
					CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now(),
				}
			}
			if err := store.SaveContacts(ctx, who.User.ID, list); err != nil {
				return err
			}
		}
		return nil
	}))
	if e.DB.Engine() == db.Postgres { // as its daemon does
		_, err := e.DB.SQL().ExecContext(b.Context(), "VACUUM ANALYZE")
		require.NoError(b, err)
	}
	for _, q := range []struct{ name, query string }{
		{"first page", ""},
		{"deep page", "page=1500"},
		{"rare word", "q=contact99991"},
		{"common word", "q=" + url.QueryEscape("Παπαδ")},
		{"two words", "q=" + url.QueryEscape("ελενη ταξιδια 77")},
		{"no such word", "q=nowhere"},
	} {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				res := who.Do(b, http.MethodGet, path("contacts/?%s", q.query), "")
				require.Equal(b, http.StatusOK, res.Code, res.Body)
			}
		})
	}
}
