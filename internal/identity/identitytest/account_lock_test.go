package identitytest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Signs of life, log-ins, changed passwords, the nightly clean-up and a node that stops lock
// the same user and its sessions in one order. PostgreSQL ends one of two transactions that
// wait for each other only after a second.
func TestService_locksInOneOrder(t *testing.T) {
	t.Parallel()
	const rounds = 12
	e := apptest.New(t)
	for round := range rounds {
		first := e.Manager(t)
		second := e.Login(t, first.User.Email)
		if round%2 == 0 {
			e.Clock.Advance(20 * time.Minute)
			require.True(t, second.Alive(t))
			e.Clock.Advance(20 * time.Minute) // the first has expired
		}
		e.Clock.Advance(time.Second)
		work := []func() error{
			func() error {
				return e.Accounts.ChangePassword(second.Context(t), second.Caller, apptest.Password, "another harbour kettle")
			},
			func() error {
				_, _, err := e.Accounts.Login(apptest.Context(t), account.LoginInput{Email: first.User.Email, Password: apptest.Password})
				return err
			},
			func() error { return e.AccountStore.InTx(t.Context(), endIdle(e)) },
			func() error { return e.Accounts.Close(t.Context()) },
		}
		for range 4 {
			for _, w := range []*apptest.Who{first, second} {
				_, _ = e.Accounts.Authenticate(w.Context(t), w.Token)
				work = append(work, func() error { return e.Accounts.Heartbeat(w.Context(t), w.Caller) })
			}
		}
		errs := make([]error, len(work))
		var all sync.WaitGroup
		for i, do := range work {
			all.Go(func() { errs[i] = do() })
		}
		all.Wait()
		for _, err := range errs {
			if err != nil { // the password was another one by then
				require.NotEqual(t, apperr.Internal, apperr.Of(err).Kind, "%v", err)
			}
		}
	}
	require.Zero(t, dbtest.Deadlocks(t, e.DB))
}

// Work on an account holds its row for a while. A sign of life, which every request of its users
// may write, does not wait for that.
func TestService_signsOfLifeDoNotWaitForTheAccount(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	if e.DB.Engine() != db.Postgres {
		t.Skip("SQLite has one writer at a time: TestTurns has the rule")
	}
	m := e.Manager(t)
	require.NoError(t, e.DB.InTx(t.Context(), func(held context.Context) error { //nolint:contextcheck // a request of its own, outside of the transaction
		if _, err := e.Accounts.LockAccount(held, m.User.OwnerID); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(m.Context(t), 10*time.Second)
		defer cancel()
		for name, live := range map[string]func() error{
			"a heartbeat": func() error { return e.Accounts.Heartbeat(ctx, m.Caller) },
			"a read": func() error {
				_, err := e.Accounts.Authenticate(ctx, m.Token)
				return err
			},
		} {
			e.Clock.Advance(2 * time.Minute) // so that it is due to be written
			// A read goes on without its sign of life, so the time is looked at, too.
			if err := errors.Join(live(), ctx.Err()); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}))
	u, err := e.AccountStore.User(t.Context(), m.User.ID)
	require.NoError(t, err)
	require.WithinDuration(t, e.Clock.Now(), u.LastSeen, 0)
}

func endIdle(e *apptest.Env) func(ctx context.Context) error {
	return func(ctx context.Context) error { return e.AccountStore.EndIdleSessions(ctx, e.Clock.Now()) }
}
