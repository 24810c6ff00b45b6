package identitytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

func TestService_Recipients(t *testing.T) {
	t.Parallel()

	t.Run("a flag that does not exist is a fault, not nobody", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for _, flag := range []auth.Flag{"", "fact_sheet", "is_manager"} {
			_, err := e.Accounts.UsersWithFlag(t.Context(), m.User.ID, flag)
			require.Error(t, err)
			require.Equal(t, apperr.Internal, apperr.Of(err).Kind)
		}
	})

	t.Run("a removed colleague is no user any more", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m, auth.FactSheets)
		list, err := e.Accounts.UsersWithFlag(t.Context(), m.User.ID, auth.FactSheets)
		require.NoError(t, err)
		require.Len(t, list, 2)
		require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
		list, err = e.Accounts.UsersWithFlag(t.Context(), m.User.ID, auth.FactSheets)
		require.NoError(t, err)
		require.Len(t, list, 1)
		_, err = e.Accounts.User(t.Context(), c.User.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})
}
