package allotmenttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/account/accounttest"
	"allot/internal/platform/auth"
)

// Scoped gives the manager a colleague who runs the availability of some
// properties only.
func (e *Env) Scoped(tb testing.TB, manager *accounttest.Who, properties ...int64) *accounttest.Who {
	tb.Helper()
	who := e.SubUser(tb, manager, auth.StopSales)
	p, err := e.Accounts.PermissionOf(manager.Context(tb), manager.Caller, who.User.ID)
	require.NoError(tb, err)
	_, err = e.Accounts.UpdatePermission(manager.Context(tb), manager.Caller, p.ID, account.PermissionChange{PropertyIDs: &properties})
	require.NoError(tb, err)
	return e.Login(tb, who.User.Email)
}
