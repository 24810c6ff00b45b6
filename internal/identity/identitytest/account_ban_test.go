package identitytest

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/ban"
)

// lateNode knows of a ban that another node has made only when it asks.
type lateNode struct{ ban.Guard }

func (lateNode) BannedNow(context.Context, netip.Addr) (time.Duration, bool, error) {
	return time.Minute, true, nil
}

// A ban leaves no further attempt on a node that has not heard of it yet.
func TestService_banOfAnotherNode(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	deps := apptest.Deps[account.Deps](e)
	deps.Bans = lateNode{deps.Bans}
	late := account.New(deps)
	_, _, err := late.Login(apptest.Context(t), account.LoginInput{Email: m.User.Email, Password: apptest.Password})
	require.ErrorIs(t, err, ban.ErrBanned)
	err = late.ChangePassword(m.Context(t), m.Caller, apptest.Password, "another harbour kettle")
	require.ErrorIs(t, err, ban.ErrBanned)
}
