package exchangetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/exchange/partnerapi/partnerapidb"
	"allot/internal/identity/auth"
	"allot/internal/platform/db"
)

var (
	forFacts     = auth.Rule{Key: auth.KeyFactSheet}
	forInvoices  = auth.Rule{Key: auth.KeyInvoices}
	forOperators = auth.Rule{Key: auth.KeyFactSheet, Types: []auth.AccountType{auth.TourOperator}}
)

// nodes are two services on one database or, on SQLite, which one process owns,
// the same twice.
func nodes(e *apptest.Env) [2]*partnerapi.Service {
	if e.DB.Engine() == db.SQLite {
		return [2]*partnerapi.Service{e.Keys, e.Keys}
	}
	d := apptest.Deps[partnerapi.Deps](e)
	d.Store = partnerapidb.New(e.DB)
	return [2]*partnerapi.Service{e.Keys, partnerapi.New(d)}
}

func TestService_Authenticate_order(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	token, key := e.Key(t, m, auth.KeyFactSheet)
	_, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, "shop.example.com")
	require.NoError(t, err)
	ask := func(token, origin string, rule auth.Rule) (auth.KeyCaller, error) {
		return e.Keys.Authenticate(apptest.Context(t), auth.KeyRequest{Token: token, Origin: origin}, rule)
	}
	const shop, evil = "https://shop.example.com", "https://evil.example"

	caller, err := ask(token[1:]+"A", evil, forInvoices)
	require.ErrorIs(t, err, auth.ErrKeyUnknown, "an unknown token comes before all")
	require.Zero(t, caller)
	caller, err = ask(token, evil, forInvoices)
	require.ErrorIs(t, err, auth.ErrKeyPermission, "the permission comes before the whitelist")
	require.Equal(t, key.ID, caller.KeyID, "a refusal tells whose key it was")
	require.Empty(t, caller.Origin)
	caller, err = ask(token, shop, forInvoices)
	require.ErrorIs(t, err, auth.ErrKeyPermission)
	require.Equal(t, shop, caller.Origin, "a page on the whitelist may read why")
	_, err = ask(token, evil, forOperators)
	require.ErrorContains(t, err, "only for keys of tour operators")
	caller, err = ask(token, evil, forFacts)
	require.ErrorIs(t, err, partnerapi.ErrDomain)
	require.Equal(t, m.User.ID, caller.OwnerID)
	_, err = ask(token, shop, forFacts)
	require.NoError(t, err)

	k, err := e.Keys.Key(m.Context(t), m.Caller, key.ID)
	require.NoError(t, err)
	require.Equal(t, e.Clock.Now(), k.LastUsedAt)
}

// Every change of a key holds with the very next request, on the node that made
// it and on the other, while many others ask.
func TestService_Authenticate_changes(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	token, key := e.Key(t, m, auth.KeyFactSheet)
	both := nodes(e)
	ctx := m.Context(t)
	here := apptest.Context(t)

	asking, stop := context.WithCancel(here)
	var wg sync.WaitGroup
	first := token
	for i := range 4 {
		wg.Go(func() {
			for asking.Err() == nil {
				_, _ = both[i%2].Authenticate(asking, auth.KeyRequest{Token: first}, forFacts)
			}
		})
	}
	defer wg.Wait()
	defer stop()
	on := func(n int, token string, want error) {
		t.Helper()
		for i := range both { // the one that did not make the change first
			_, err := both[(n+1+i)%2].Authenticate(here, auth.KeyRequest{Token: token}, forFacts)
			if want == nil {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, want)
			}
		}
	}
	permit := func(n int, yes bool) {
		t.Helper()
		_, err := both[n].UpdateKey(ctx, m.Caller, key.ID, partnerapi.KeyInput{Permissions: map[auth.KeyScope]bool{auth.KeyFactSheet: yes}})
		require.NoError(t, err)
	}
	for i := range 20 {
		n := i % 2
		on(n, token, nil)
		permit(n, false)
		on(n, token, auth.ErrKeyPermission)
		permit(n, true)
		on(n, token, nil)

		entry, err := both[n].AddToWhitelist(ctx, m.Caller, key.ID, fmt.Sprintf("192.0.2.%d", i+1))
		require.NoError(t, err)
		on(n, token, partnerapi.ErrDomain)
		require.NoError(t, both[n].RemoveFromWhitelist(ctx, m.Caller, entry.ID))
		on(n, token, nil)

		old := token
		token, _, err = both[n].RotateKey(ctx, m.Caller, key.ID, i%4 < 2)
		require.NoError(t, err)
		on(n, token, nil)
		if i%4 < 2 { // the old one lives for a day, by the clock
			on(n, old, nil)
			e.Clock.Advance(24*time.Hour - time.Microsecond)
			on(n, old, nil)
			e.Clock.Advance(time.Microsecond)
		}
		on(n, old, auth.ErrKeyUnknown)
	}
	require.NoError(t, both[0].DeleteKey(ctx, m.Caller, key.ID))
	on(0, token, auth.ErrKeyUnknown)
}

func TestService_Authenticate_undone(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	token, key := e.Key(t, m, auth.KeyFactSheet)
	require.True(t, alive(t, e, token))
	undo, outside := errors.New("undo"), apptest.Context(t)
	require.ErrorIs(t, e.DB.InTx(m.Context(t), func(ctx context.Context) error {
		require.NoError(t, e.Keys.DeleteKey(ctx, m.Caller, key.ID))
		_, err := e.Keys.Authenticate(ctx, auth.KeyRequest{Token: token}, forFacts)
		require.ErrorIs(t, err, auth.ErrKeyUnknown, "a transaction sees its own changes")
		_, err = e.Keys.Authenticate(outside, auth.KeyRequest{Token: token}, forFacts)
		require.NoError(t, err, "nobody else does")
		return undo
	}), undo)
	require.True(t, alive(t, e, token))
}
