package partnerstest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

// Whoever asks again for what it has costs next to nothing, however much that is.
func TestService_State_readsNoContent(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	operator := e.Operator(t)
	key := auth.KeyCaller{KeyID: 1, OwnerID: operator.User.OwnerID, AccountType: auth.TourOperator}
	for i := range 30 {
		hotel, p := e.Hotel(t, fmt.Sprintf("Hotel %d", i))
		e.Publish(t, hotel, e.Staff(), p)
		e.Accepted(t, hotel, operator)
	}
	ask := func() int {
		return count(t, e, func(ctx context.Context) error {
			state, err := e.Portfolio.State(ctx, key, time.Time{}, true)
			require.Len(t, state.Sources.Accounts, 31)
			return err
		})
	}
	ask()
	const around = 2 // begin, commit
	require.Equal(t, around+1, ask(), "only the revisions, which a transaction reads anew")
}
