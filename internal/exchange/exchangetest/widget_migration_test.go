package exchangetest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/testkit/dbtest"
)

// Pages that showed a widget of an older program still may: their hosts were on the
// whitelist of any key. Addresses and networks name no page.
func TestMigration_hosts(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	listed, p := e.Hotel(t, "Hotel Aurora")
	other, without := e.Hotel(t, "Hotel Borealis")
	made(t, listed, p.ID)
	made(t, other, without.ID)
	for _, domains := range [][]string{
		{"www.aurora.example", "*.aurora.example", "192.0.2.7", "192.0.2.0/24", "2001:db8::a", "2001:db8::/64"},
		{"booking.example", "www.aurora.example"},
	} {
		_, key := e.Key(t, listed, auth.KeyFactSheet)
		for _, d := range domains {
			_, err := e.Keys.AddToWhitelist(listed.Context(t), listed.Caller, key.ID, d)
			require.NoError(t, err)
		}
	}
	dbtest.Remigrate(t, e.DB, 54, nil)

	hosts := func(who *apptest.Who, property int64) []string {
		return apptest.Decode[settings](t, who.Do(t, get, atWidget(property), ""), http.StatusOK).AllowedHosts
	}
	require.Equal(t, []string{"*.aurora.example", "booking.example", "www.aurora.example"}, hosts(listed, p.ID), "each host once, sorted")
	require.Equal(t, []string{}, hosts(other, without.ID))
}
