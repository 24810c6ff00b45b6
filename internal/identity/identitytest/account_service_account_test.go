package identitytest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/apperr"
)

func TestService_AccountOf(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	colleague, admin := e.SubUser(t, m), e.Admin(t)
	for _, email := range []string{m.User.Email, " " + strings.ToUpper(colleague.User.Email)} {
		u, err := e.Accounts.AccountOf(t.Context(), email)
		require.NoError(t, err)
		require.Equal(t, m.User.ID, u.ID, "a colleague's address is the account's")
	}
	require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, colleague.User.ID))
	for _, email := range []string{colleague.User.Email, admin.User.Email, "nobody@hotel.example", ""} {
		_, err := e.Accounts.AccountOf(t.Context(), email)
		require.ErrorIs(t, err, apperr.ErrNotFound, email)
	}
}
