package exchangetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
	"allot/internal/testkit/audittest"
)

// alive tells whether the token opens anything.
func alive(t *testing.T, e *apptest.Env, token string) bool {
	t.Helper()
	_, err := e.Keys.Authenticate(apptest.Context(t), auth.KeyRequest{Token: token}, auth.Rule{})
	if err != nil {
		require.ErrorIs(t, err, apperr.ErrNotAuthenticated)
	}
	return err == nil
}

func TestService_CreateKey(t *testing.T) {
	t.Parallel()

	t.Run("the token speaks for the account with what the key opens", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		o := e.Operator(t)
		name, contract := "  Nordlicht ", e.Accepted(t, e.Manager(t), o).ID
		token, key, err := e.Keys.CreateKey(o.Context(t), o.Caller, partnerapi.KeyInput{
			Name: &name, Contract: &contract, Permissions: map[auth.KeyScope]bool{auth.KeyStopSale: true, auth.KeyRooming: true},
		})
		require.NoError(t, err)
		require.Equal(t, "Nordlicht", key.Name)
		require.Equal(t, token[:8], key.TokenPrefix)
		caller, err := e.Keys.Authenticate(apptest.Context(t), auth.KeyRequest{Token: token}, auth.Rule{})
		require.NoError(t, err)
		require.Equal(t, auth.KeyCaller{
			KeyID: key.ID, MadeBy: o.User.ID, OwnerID: o.User.ID, AccountType: auth.TourOperator, ContractID: &contract,
			Scopes: []auth.KeyScope{auth.KeyStopSale, auth.KeyRooming},
		}, caller)
	})

	t.Run("the token is stored nowhere", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		token, key := e.Key(t, m)
		rotated, _, err := e.Keys.RotateKey(m.Context(t), m.Caller, key.ID, true)
		require.NoError(t, err)
		trail, err := audittest.Of(t.Context(), e.DB, m.User.ID, "api_key", key.ID)
		require.NoError(t, err)
		require.Len(t, trail, 2)
		text := ""
		for _, entry := range trail {
			text += string(entry.Before) + string(entry.After)
		}
		for _, column := range []string{"token_prefix", "name"} {
			var values []string
			require.NoError(t, e.DB.From(t.Context()).NewSelect().Table("apikey_keys").Column(column).Scan(t.Context(), &values))
			text += fmt.Sprint(values)
		}
		var hashes [][]byte
		require.NoError(t, e.DB.From(t.Context()).NewSelect().Table("apikey_tokens").Column("token_hash").Scan(t.Context(), &hashes))
		require.ElementsMatch(t, [][]byte{secret.Hash(token), secret.Hash(rotated)}, hashes)
		require.NotContains(t, text, token)
		require.NotContains(t, text, rotated)
	})

	t.Run("every bad field is named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for name, problem := range map[string]string{
			" ": "is required", strings.Repeat("Ξ", 101): "must have at most 100 characters", "a\nb": "must be one line of text",
		} {
			contract := e.Accepted(t, e.Manager(t), e.Operator(t)).ID // of others
			_, _, err := e.Keys.CreateKey(m.Context(t), m.Caller, partnerapi.KeyInput{Name: &name, Contract: &contract})
			fields := apperr.Of(err).Fields
			require.Len(t, fields, 2)
			require.Equal(t, []string{"name", problem}, []string{fields[0].Field, fields[0].Message})
			require.Equal(t, apperr.Problem("contract", "must be the id of one of your contracts, or null for all of them"), fields[1])
		}
		name := strings.Repeat("Ξ", 100)
		_, _, err := e.Keys.CreateKey(m.Context(t), m.Caller, partnerapi.KeyInput{Name: &name})
		require.NoError(t, err)
	})

	t.Run("twins at once get no more keys than the plan allows", func(t *testing.T) {
		t.Parallel()
		for p, want := range map[*plan.Plan]int64{&plan.Free: 1, &plan.Silver: 3, &plan.Gold: 20} {
			e := apptest.New(t)
			m := e.Manager(t)
			e.Grant(t, m, *p)
			var made, refused atomic.Int64
			var wg sync.WaitGroup
			for i := range 20 {
				wg.Go(func() {
					name := fmt.Sprintf("key %d", i)
					_, _, err := e.Keys.CreateKey(m.Context(t), m.Caller, partnerapi.KeyInput{Name: &name})
					switch {
					case err == nil:
						made.Add(1)
					case errors.Is(err, plan.ErrPlanLimit):
						refused.Add(1)
					default:
						t.Errorf("create: %v", err)
					}
				})
			}
			wg.Wait()
			require.Equal(t, want, made.Load(), p.Name)
			require.Equal(t, 20-want, refused.Load(), p.Name)
			_, count, err := e.Keys.Keys(m.Context(t), m.Caller, page.Request{})
			require.NoError(t, err)
			require.EqualValues(t, want, count, p.Name)
		}
	})

	t.Run("a key that is gone makes room for another", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, key := e.Key(t, m)
		name := "second"
		_, _, err := e.Keys.CreateKey(m.Context(t), m.Caller, partnerapi.KeyInput{Name: &name})
		require.ErrorIs(t, err, plan.ErrPlanLimit)
		require.ErrorContains(t, err, "your plan Free allows 1 API key; Silver allows 3")
		require.NoError(t, e.Keys.DeleteKey(m.Context(t), m.Caller, key.ID))
		_, _, err = e.Keys.CreateKey(m.Context(t), m.Caller, partnerapi.KeyInput{Name: &name})
		require.NoError(t, err)
	})
}

func TestService_RotateKey(t *testing.T) {
	t.Parallel()
	rotate := func(t *testing.T, e *apptest.Env, m *apptest.Who, id int64, keep bool) string {
		t.Helper()
		token, _, err := e.Keys.RotateKey(m.Context(t), m.Caller, id, keep)
		require.NoError(t, err)
		return token
	}

	t.Run("ends the old token at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		old, key := e.Key(t, m)
		current := rotate(t, e, m, key.ID, false)
		require.False(t, alive(t, e, old))
		require.True(t, alive(t, e, current))
	})

	t.Run("lets the old token live for a day if asked to", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		old, key := e.Key(t, m)
		current := rotate(t, e, m, key.ID, true)
		e.Clock.Advance(24*time.Hour - time.Second)
		require.True(t, alive(t, e, old))
		e.Clock.Advance(time.Second)
		require.False(t, alive(t, e, old))
		require.True(t, alive(t, e, current))
	})

	t.Run("a second rotation does not lengthen the first token's life, and one without ends all", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		first, key := e.Key(t, m)
		second := rotate(t, e, m, key.ID, true)
		e.Clock.Advance(20 * time.Hour)
		third := rotate(t, e, m, key.ID, true)
		e.Clock.Advance(5 * time.Hour)
		require.False(t, alive(t, e, first))
		require.True(t, alive(t, e, second))
		require.True(t, alive(t, e, third))
		fourth := rotate(t, e, m, key.ID, false)
		require.False(t, alive(t, e, second))
		require.False(t, alive(t, e, third))
		require.True(t, alive(t, e, fourth))
		n, err := e.DB.From(t.Context()).NewSelect().Table("apikey_tokens").Count(t.Context())
		require.NoError(t, err)
		require.EqualValues(t, 1, n, "what has ended is forgotten")
	})

	t.Run("twins at once leave one living token", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, key := e.Key(t, m)
		tokens := make(chan string, 8)
		var wg sync.WaitGroup
		for range cap(tokens) {
			wg.Go(func() {
				token, _, err := e.Keys.RotateKey(m.Context(t), m.Caller, key.ID, false)
				if err != nil {
					t.Errorf("rotate: %v", err)
				}
				tokens <- token
			})
		}
		wg.Wait()
		living := 0
		for range cap(tokens) {
			if alive(t, e, <-tokens) {
				living++
			}
		}
		require.Equal(t, 1, living)
	})
}

func TestService_Authenticate(t *testing.T) {
	t.Parallel()

	t.Run("what is no token is refused, whatever it looks like", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		token, key := e.Key(t, m)
		for _, bad := range []string{
			"", " ", token[:42], token + "A", " " + token[1:], strings.ToUpper(token), secret.Token(), m.Token,
			token[:42] + "/", token[:42] + "=", token[:42] + "\x00", strings.Repeat("A", 1<<20), string(secret.Hash(token)), key.TokenPrefix,
		} {
			require.False(t, alive(t, e, bad), "%.50q", bad)
		}
	})

	t.Run("a revoked key is dead at once, with its kept token and its whitelist", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		old, key := e.Key(t, m)
		current, _, err := e.Keys.RotateKey(m.Context(t), m.Caller, key.ID, true)
		require.NoError(t, err)
		_, err = e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, apptest.IP)
		require.NoError(t, err)
		require.NoError(t, e.Keys.DeleteKey(m.Context(t), m.Caller, key.ID))
		require.False(t, alive(t, e, old))
		require.False(t, alive(t, e, current))
		_, n, err := e.Keys.Whitelist(m.Context(t), m.Caller, 0, page.Request{})
		require.NoError(t, err)
		require.Zero(t, n)
	})

	t.Run("a key ends with its account", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		token, _ := e.Key(t, m)
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
			u, err := e.AccountStore.LockUser(ctx, m.User.ID)
			if err != nil {
				return err
			}
			u.DeletedAt = e.Clock.Now()
			return e.AccountStore.UpdateUser(ctx, u)
		}))
		require.False(t, alive(t, e, token))
	})

	t.Run("a change of permissions holds with the next request", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		token, key := e.Key(t, m, auth.KeyFactSheet)
		_, err := e.Keys.UpdateKey(m.Context(t), m.Caller, key.ID, partnerapi.KeyInput{
			Permissions: map[auth.KeyScope]bool{auth.KeyFactSheet: false, auth.KeyInvoices: true},
		})
		require.NoError(t, err)
		caller, err := e.Keys.Authenticate(apptest.Context(t), auth.KeyRequest{Token: token}, auth.Rule{})
		require.NoError(t, err)
		require.Equal(t, []auth.KeyScope{auth.KeyInvoices}, caller.Scopes)
	})
}

func TestService_usage(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	token, key := e.Key(t, m)
	written := func() string {
		t.Helper()
		var times []time.Time
		require.NoError(t, e.DB.From(t.Context()).NewSelect().Table("apikey_keys").Column("last_used_at").Where("last_used_at IS NOT NULL").Scan(t.Context(), &times))
		if len(times) == 0 {
			return "never"
		}
		return times[0].UTC().Format(time.TimeOnly)
	}
	shown := func() string {
		t.Helper()
		k, err := e.Keys.Key(m.Context(t), m.Caller, key.ID)
		require.NoError(t, err)
		return k.LastUsedAt.UTC().Format(time.TimeOnly)
	}

	// A request that only reads needs no writer, not even a free one.
	blocked, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = e.DB.InTx(t.Context(), func(context.Context) error {
			close(blocked)
			<-release
			return nil
		})
	})
	<-blocked
	for range 50 {
		require.True(t, alive(t, e, token))
		e.Clock.Advance(time.Second)
	}
	require.Equal(t, "never", written())
	require.Equal(t, "12:00:49", shown(), "this process knows")
	close(release)
	wg.Wait()

	require.NoError(t, e.Keys.Flush(t.Context()))
	require.Equal(t, "12:00:49", written())
	require.NoError(t, e.Keys.Flush(t.Context()), "nothing new is fine")

	e.Clock.Advance(time.Hour)
	require.True(t, alive(t, e, token))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, e.Keys.Flush(cancelled))
	require.Equal(t, "13:00:50", shown(), "what could not be written is not forgotten")
	require.NoError(t, e.Keys.Flush(t.Context()))
	require.Equal(t, "13:00:50", written())

	require.NoError(t, e.Keys.DeleteKey(m.Context(t), m.Caller, key.ID))
	require.NoError(t, e.Keys.Flush(t.Context()), "a key that is gone is no trouble")
}
