package identitytest

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/secret"
)

// office is an account with people at work, each known to the server already.
type office struct {
	*apptest.Env
	boss, desk, colleague *apptest.Who // desk is the boss's second session
	permission            account.Permission
}

func setupOffice(t *testing.T) *office {
	t.Helper()
	e := apptest.New(t)
	o := &office{Env: e, boss: e.Manager(t)}
	o.desk = e.Login(t, o.boss.User.Email)
	o.colleague = e.SubUser(t, o.boss, auth.StopSales)
	var err error
	o.permission, err = e.Accounts.PermissionOf(o.boss.Context(t), o.boss.Caller, o.colleague.User.ID)
	require.NoError(t, err)
	return o
}

// sessions is what the tokens open, asked of a store.
func (o *office) sessions(t *testing.T, store *accountdb.Store) (found []account.ActiveSession) {
	t.Helper()
	for _, w := range []*apptest.Who{o.boss, o.desk, o.colleague} {
		live, err := store.LiveByToken(t.Context(), secret.Hash(w.Token))
		if err != nil {
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
		found = append(found, live)
	}
	return found
}

// changing are the methods that change a session, a user or a permission: each
// does so to somebody who is signed in.
var changing = map[string]func(t *testing.T, o *office) error{
	"Login": func(t *testing.T, o *office) error {
		t.Helper()
		_, err := login(t, o.Env, o.boss.User.Email, apptest.Password, false) // the third ends the first
		return err
	},
	"Authenticate": func(t *testing.T, o *office) error {
		t.Helper()
		o.Clock.Advance(2 * time.Minute) // so that the sign of life is written
		_, err := o.Accounts.Authenticate(t.Context(), o.boss.Token)
		return err
	},
	"Heartbeat": func(t *testing.T, o *office) error {
		t.Helper()
		o.Clock.Advance(time.Second)
		return o.Accounts.Heartbeat(o.boss.Context(t), o.boss.Caller)
	},
	"Close": func(t *testing.T, o *office) error {
		t.Helper()
		o.Clock.Advance(time.Second)
		require.True(t, o.boss.Alive(t))
		return o.Accounts.Close(t.Context())
	},
	"Logout": func(t *testing.T, o *office) error {
		t.Helper()
		return o.Accounts.Logout(o.colleague.Context(t), o.colleague.Caller)
	},
	"RevokeSession": func(t *testing.T, o *office) error {
		t.Helper()
		return o.Accounts.RevokeSession(o.boss.Context(t), o.boss.Caller, o.desk.Caller.SessionID)
	},
	"ChangePassword": func(t *testing.T, o *office) error {
		t.Helper()
		return o.Accounts.ChangePassword(o.boss.Context(t), o.boss.Caller, apptest.Password, "another harbour kettle")
	},
	"SetPassword": func(t *testing.T, o *office) error {
		t.Helper()
		_, err := o.Accounts.SetPassword(t.Context(), o.colleague.User.Email, "another harbour kettle")
		return err
	},
	"ConfirmReset": func(t *testing.T, o *office) error {
		t.Helper()
		token := secret.Token()
		require.NoError(t, o.AccountStore.InTx(t.Context(), func(ctx context.Context) error {
			now := o.Clock.Now()
			return o.AccountStore.InsertReset(ctx, o.boss.User.ID, secret.Hash(token), now, now.Add(time.Hour))
		}))
		return o.Accounts.ConfirmReset(apptest.Context(t), token, "another harbour kettle")
	},
	"UpdateSubUser": func(t *testing.T, o *office) error {
		t.Helper()
		_, err := o.Accounts.UpdateSubUser(o.boss.Context(t), o.boss.Caller, o.colleague.User.ID, account.ProfileInput{}, ptr("another harbour kettle"))
		return err
	},
	"DeleteSubUser": func(t *testing.T, o *office) error {
		t.Helper()
		return o.Accounts.DeleteSubUser(o.boss.Context(t), o.boss.Caller, o.colleague.User.ID)
	},
	"UpdatePermission": func(t *testing.T, o *office) error {
		t.Helper()
		_, err := o.Accounts.UpdatePermission(o.boss.Context(t), o.boss.Caller, o.permission.ID, account.PermissionChange{
			Flags: map[auth.Flag]bool{auth.StopSales: false}, PropertyIDs: &[]int64{o.Property(t, o.boss, "Poseidon").ID},
		})
		return err
	},
	"CreatePermission": func(t *testing.T, o *office) error {
		t.Helper()
		o.colleague = o.SubUser(t, o.boss) // without a record
		_, err := o.Accounts.CreatePermission(o.boss.Context(t), o.boss.Caller, o.colleague.User.ID, account.PermissionChange{
			Flags: map[auth.Flag]bool{auth.Rooming: true},
		})
		return err
	},
	"Suspend": func(t *testing.T, o *office) error {
		t.Helper()
		_, err := o.Accounts.Suspend(o.Staff().Context(t), o.boss.User.ID, "")
		return err
	},
	// Not a method: the job that ends what has run out.
	"(clean-up)": func(t *testing.T, o *office) error {
		t.Helper()
		o.Clock.Advance(40 * time.Minute)
		o.Start(t)
		o.Settle(t)
		return nil
	},
}

// harmless are the methods that leave everybody who is signed in as they are.
var harmless = []string{
	"Account", "AccountByEmail", "AccountOf", "Admins", "AdmitsInvited", "Callers", "Emails", "LockAccount", "Online", "OwnPermission", "OwnerOfAddress", "PermissionOf",
	"Profile", "Recognize", "ReplyAddress", "Sessions", "SubUser", "SubUsers", "User", "UserOf", "UsersConcerned", "UsersWithFlag", // read
	"CreateAccount", "CreateAdmin", "CreateSubUser", "Register", // make somebody new
	"UpdateProfile",                      // changes names and the address, of which no session knows
	"RequestReset", "ResendConfirmation", // ask for a letter
	"ConfirmEmail", "ConfirmsThrough", "LettersKept", "RequireConfirmed", "SendConfirmation", // about the address
	"Overview", "Overviews", "Suspended", "UsersOf", // read for staff
	"Resume",                  // undoes Suspend, which TestService_Suspend looks at
	"SetTerms", "RemoveTerms", // staff find accounts by it
	"JobHandlers", "Subscriptions", // are asked when the program is built
}

func TestService_everyChangeIsSeenByTheNextRequest(t *testing.T) {
	t.Parallel()

	t.Run("every method is looked at", func(t *testing.T) {
		t.Parallel()
		var methods []string
		for m := range reflect.TypeFor[*account.Service]().Methods() {
			methods = append(methods, m.Name)
		}
		known := slices.Concat(harmless, slices.DeleteFunc(slices.Collect(maps.Keys(changing)), func(n string) bool { return n == "(clean-up)" }))
		require.ElementsMatch(t, methods, known, "put a new method into changing or harmless")
	})

	for name, change := range changing {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := setupOffice(t)
			before := o.sessions(t, o.AccountStore)
			require.NoError(t, change(t, o))
			after := o.sessions(t, o.AccountStore)
			require.NotEqual(t, before, after)
			require.Equal(t, o.sessions(t, accountdb.New(o.DB)), after, "a store that knows nothing yet reads the same")
		})
	}
}

func TestService_Authenticate_permissions(t *testing.T) {
	t.Parallel()
	o := setupOffice(t)
	set := func(c account.PermissionChange) auth.Caller {
		_, err := o.Accounts.UpdatePermission(o.boss.Context(t), o.boss.Caller, o.permission.ID, c)
		require.NoError(t, err)
		caller, err := o.Accounts.Authenticate(t.Context(), o.colleague.Token)
		require.NoError(t, err)
		return caller
	}
	require.Empty(t, set(account.PermissionChange{Flags: map[auth.Flag]bool{auth.StopSales: false}}).Flags)
	require.Equal(t, []auth.Flag{auth.Rooming}, set(account.PermissionChange{Flags: map[auth.Flag]bool{auth.Rooming: true}}).Flags)
	some := []int64{o.Property(t, o.boss, "Poseidon").ID}
	require.Equal(t, some, set(account.PermissionChange{PropertyIDs: &some}).PropertyIDs)
	require.Empty(t, set(account.PermissionChange{PropertyIDs: &[]int64{}}).PropertyIDs)
}
