package identityhttptest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

// Contacts and mailing lists hold people outside the account: a colleague who may do nothing does
// not read them. Whoever mails something chooses from them.
func TestContacts_withoutFlags(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel := e.Manager(t)
	nothing, photos := e.SubUser(t, hotel), e.SubUser(t, hotel, auth.Photos)
	for _, path := range []string{"/api/settings/contacts/", "/api/settings/contacts/1/", "/api/settings/mailing-lists/", "/api/settings/mailing-lists/1/"} {
		res := nothing.Do(t, http.MethodGet, path, "")
		require.Equal(t, http.StatusForbidden, res.Code, path)
		require.Contains(t, res.Body.String(), "your user has no permission yet")
		for _, who := range []*apptest.Who{hotel, photos} {
			require.NotEqual(t, http.StatusForbidden, who.Do(t, http.MethodGet, path, "").Code, path)
		}
	}
}
