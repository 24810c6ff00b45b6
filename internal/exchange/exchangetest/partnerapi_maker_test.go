package exchangetest

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

// integrator is a colleague who looks after keys and has the flags.
func integrator(t *testing.T, e *apptest.Env, manager *apptest.Who, flags ...auth.Flag) *apptest.Who {
	t.Helper()
	return e.SubUser(t, manager, append([]auth.Flag{auth.Integrations}, flags...)...)
}

// permit changes what a colleague may.
func permit(t *testing.T, e *apptest.Env, manager, who *apptest.Who, c account.PermissionChange) {
	t.Helper()
	p, err := e.Accounts.PermissionOf(manager.Context(t), manager.Caller, who.User.ID)
	require.NoError(t, err)
	_, err = e.Accounts.UpdatePermission(manager.Context(t), manager.Caller, p.ID, c)
	require.NoError(t, err)
}

func with(scopes ...auth.KeyScope) partnerapi.KeyInput {
	name := "key"
	in := partnerapi.KeyInput{Name: &name, Permissions: map[auth.KeyScope]bool{}}
	for _, s := range scopes {
		in.Permissions[s] = true
	}
	return in
}

func TestService_CreateKey_needsTheFlagsOfTheMaker(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	e.Grant(t, m, plan.Diamond)
	for _, scope := range auth.KeyScopes {
		others := slices.DeleteFunc(slices.Clone(auth.Flags), func(f auth.Flag) bool { return f == scope.Flag() })
		lacking, having := e.SubUser(t, m, others...), integrator(t, e, m, scope.Flag())

		_, _, err := e.Keys.CreateKey(lacking.Context(t), lacking.Caller, with(scope))
		require.ErrorIs(t, err, apperr.ErrForbidden, scope)
		require.ErrorContains(t, err, string(scope), "the refusal names the permission")
		require.Equal(t, scope, apperr.Of(err).Details["permission"])
		_, own, err := e.Keys.CreateKey(lacking.Context(t), lacking.Caller, with())
		require.NoError(t, err)
		_, err = e.Keys.UpdateKey(lacking.Context(t), lacking.Caller, own.ID, with(scope))
		require.ErrorIs(t, err, apperr.ErrForbidden, "nor can the key get it later")

		token, _, err := e.Keys.CreateKey(having.Context(t), having.Caller, with(scope))
		require.NoError(t, err)
		caller, err := e.Keys.Authenticate(apptest.Context(t), auth.KeyRequest{Token: token}, auth.Rule{Key: scope})
		require.NoError(t, err)
		require.Equal(t, []auth.KeyScope{scope}, caller.Scopes)
	}
	_, count, err := e.Keys.Keys(m.Context(t), m.Caller, page.Request{})
	require.NoError(t, err)
	require.Equal(t, 2*len(auth.KeyScopes), count, "a refused key is not there")
}

// What is taken from the maker is taken from its keys with the very next
// request, on the node that was told and on the other, while many ask.
func TestService_Authenticate_followsTheMaker(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	maker := integrator(t, e, m, auth.FactSheets, auth.Rooming)
	token, key := e.Key(t, maker, auth.KeyFactSheet, auth.KeyRooming)
	both := nodes(e)
	here := apptest.Context(t)
	asking, stop := context.WithCancel(here)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for asking.Err() == nil {
				_, _ = both[i%2].Authenticate(asking, auth.KeyRequest{Token: token}, forFacts)
			}
		})
	}
	defer wg.Wait()
	defer stop()

	property := e.Property(t, m, "Poseidon").ID
	for range 10 {
		permit(t, e, m, maker, account.PermissionChange{Flags: map[auth.Flag]bool{auth.FactSheets: false}})
		for _, node := range both {
			caller, err := node.Authenticate(here, auth.KeyRequest{Token: token}, forFacts)
			require.ErrorIs(t, err, auth.ErrKeyPermission)
			require.Equal(t, []auth.KeyScope{auth.KeyRooming}, caller.Scopes, "the rest stays")
		}
		shown, err := e.Keys.Key(m.Context(t), m.Caller, key.ID)
		require.NoError(t, err)
		require.Equal(t, []auth.KeyScope{auth.KeyFactSheet}, shown.Suspended)
		require.True(t, shown.Permissions.FactSheet, "it is kept for when the maker gets the flag back")

		scope := []int64{property}
		permit(t, e, m, maker, account.PermissionChange{Flags: map[auth.Flag]bool{auth.FactSheets: true}, PropertyIDs: &scope})
		for _, node := range both {
			caller, err := node.Authenticate(here, auth.KeyRequest{Token: token}, forFacts)
			require.NoError(t, err)
			require.Equal(t, scope, caller.Properties)
		}
		shown, err = e.Keys.Key(m.Context(t), m.Caller, key.ID)
		require.NoError(t, err)
		require.Equal(t, scope, shown.Properties)
		require.Empty(t, shown.Suspended)

		all := []int64{}
		permit(t, e, m, maker, account.PermissionChange{PropertyIDs: &all})
		for _, node := range both {
			caller, err := node.Authenticate(here, auth.KeyRequest{Token: token}, forFacts)
			require.NoError(t, err)
			require.Empty(t, caller.Properties)
		}
	}
}

func TestService_keysOfARemovedUser(t *testing.T) {
	t.Parallel()
	var revoked []int64
	e := apptest.New(t, apptest.With(func(d *partnerapi.Deps) {
		d.Hooks.Revoked = func(_ context.Context, k partnerapi.Key) error { revoked = append(revoked, k.ID); return nil }
	}))
	m := e.Manager(t)
	e.Grant(t, m, plan.Silver)
	maker := integrator(t, e, m, auth.FactSheets)
	token, key := e.Key(t, maker, auth.KeyFactSheet)
	kept, _ := e.Key(t, m, auth.KeyFactSheet)
	require.True(t, alive(t, e, token))

	require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, maker.User.ID))
	for _, node := range nodes(e) {
		_, err := node.Authenticate(apptest.Context(t), auth.KeyRequest{Token: token}, auth.Rule{})
		require.ErrorIs(t, err, auth.ErrKeyUnknown)
	}
	require.True(t, alive(t, e, kept), "keys of others live on")
	require.Equal(t, []int64{key.ID}, revoked)
	_, err := e.Keys.Key(m.Context(t), m.Caller, key.ID)
	require.ErrorIs(t, err, apperr.ErrNotFound)
	trail, err := audittest.Of(t.Context(), e.DB, m.User.ID, "api_key", key.ID)
	require.NoError(t, err)
	require.Equal(t, "delete", trail[len(trail)-1].Action)
	require.Equal(t, m.User.ID, trail[len(trail)-1].UserID)
}

func TestService_keysOfOthers(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	e.Grant(t, m, plan.Gold)
	maker := integrator(t, e, m, auth.FactSheets, auth.Rooming)
	colleague := integrator(t, e, m, auth.FactSheets, auth.Rooming)
	_, managers := e.Key(t, m, auth.KeyFactSheet)
	token, key := e.Key(t, maker, auth.KeyFactSheet)

	for _, k := range []partnerapi.Key{managers, key} {
		ctx, who := colleague.Context(t), colleague.Caller
		_, _, err := e.Keys.RotateKey(ctx, who, k.ID, false)
		require.ErrorContains(t, err, partnerapi.ErrNotMaker.Message)
		_, err = e.Keys.UpdateKey(ctx, who, k.ID, with())
		require.ErrorContains(t, err, partnerapi.ErrNotMaker.Message)
		_, err = e.Keys.AddToWhitelist(ctx, who, k.ID, "192.0.2.7")
		require.ErrorContains(t, err, partnerapi.ErrNotMaker.Message)
		entry, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, k.ID, "192.0.2.8")
		require.NoError(t, err)
		require.ErrorContains(t, e.Keys.RemoveFromWhitelist(ctx, who, entry.ID), partnerapi.ErrNotMaker.Message)
		require.NoError(t, e.Keys.RemoveFromWhitelist(m.Context(t), m.Caller, entry.ID))
		_, err = e.Keys.Key(ctx, who, k.ID)
		require.NoError(t, err, "reading tells no token")
	}
	require.True(t, alive(t, e, token), "no refused rotation has ended a token")

	rotated, shown, err := e.Keys.RotateKey(m.Context(t), m.Caller, key.ID, false)
	require.NoError(t, err)
	require.Equal(t, maker.User.ID, shown.CreatedBy)
	permit(t, e, m, maker, account.PermissionChange{Flags: map[auth.Flag]bool{auth.FactSheets: false}})
	_, err = e.Keys.Authenticate(apptest.Context(t), auth.KeyRequest{Token: rotated}, forFacts)
	require.ErrorIs(t, err, auth.ErrKeyPermission, "a rotation by the manager does not widen the key")
	_, err = e.Keys.UpdateKey(m.Context(t), m.Caller, key.ID, with(auth.KeyInvoices))
	require.ErrorContains(t, err, `the user who made it lacks the permission "invoicing"`, "nor can the manager give it more than its maker may")
	_, err = e.Keys.UpdateKey(m.Context(t), m.Caller, key.ID, with(auth.KeyFactSheet))
	require.NoError(t, err, "what it has already can be sent again")

	require.NoError(t, e.Keys.DeleteKey(colleague.Context(t), colleague.Caller, key.ID), "revoking only takes away")
}
