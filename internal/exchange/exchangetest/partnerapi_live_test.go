package exchangetest

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/exchange/partnerapi/partnerapidb"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/secret"
)

// afterRead lets something happen between what a query has read and what is
// done with it, and counts the queries.
type afterRead struct {
	reads atomic.Int64
	then  func()
}

func (*afterRead) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

func (a *afterRead) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	if e.Operation() != "SELECT" {
		return
	}
	a.reads.Add(1)
	if then := a.then; then != nil {
		a.then = nil
		then()
	}
}

type partnerapiStoreBundle struct {
	*partnerapidb.Store
	env   *apptest.Env
	who   *apptest.Who
	watch *afterRead
	hash  []byte
	key   partnerapi.Key
}

// setupPartnerapiStore has a key that the store knows only through the database.
func setupPartnerapiStore(t *testing.T) *partnerapiStoreBundle {
	t.Helper()
	e := apptest.New(t)
	b := &partnerapiStoreBundle{env: e, who: e.Operator(t), watch: &afterRead{}}
	b.Store = partnerapidb.New(e.DB.Watched(b.watch))
	token, key := e.Key(t, b.who, auth.KeyStopSale, auth.KeyRooming)
	b.hash, b.key = secret.Hash(token), key
	return b
}

func (b *partnerapiStoreBundle) write(t *testing.T, fn func(ctx context.Context) error) {
	t.Helper()
	require.NoError(t, b.InTx(b.who.Context(t), fn))
}

func (b *partnerapiStoreBundle) live(t *testing.T) partnerapi.Live {
	t.Helper()
	live, err := b.LiveByToken(t.Context(), b.hash)
	require.NoError(t, err)
	return live
}

func TestStore_LiveByToken(t *testing.T) {
	t.Parallel()

	t.Run("gives key, owner and whitelist in one query, and asks it once where one process owns the data", func(t *testing.T) {
		t.Parallel()
		b := setupPartnerapiStore(t)
		b.write(t, func(ctx context.Context) error {
			for _, domain := range []string{"a.example", "10.0.0.0/8"} {
				if err := b.InsertEntry(ctx, &partnerapi.WhitelistEntry{OwnerID: b.who.User.ID, KeyID: b.key.ID, Domain: domain, CreatedAt: b.env.Clock.Now()}); err != nil {
					return err
				}
			}
			return nil
		})
		before := b.watch.reads.Load()
		live := b.live(t)
		want := int64(2) // with the stamps
		if b.env.DB.Engine() == db.SQLite {
			want = 1
		}
		require.Equal(t, want, b.watch.reads.Load()-before)
		require.ElementsMatch(t, []string{"a.example", "10.0.0.0/8"}, live.Domains)
		live.Domains = nil
		require.Equal(t, partnerapi.Live{
			KeyID: b.key.ID, OwnerID: b.who.User.ID, CreatedBy: b.who.User.ID, AccountType: auth.TourOperator, Scopes: []auth.KeyScope{auth.KeyStopSale, auth.KeyRooming},
		}, live)
		for range 5 {
			b.live(t)
		}
		if b.env.DB.Engine() == db.Postgres {
			want += 5 // the stamps alone
		}
		require.Equal(t, want, b.watch.reads.Load()-before)
	})

	t.Run("what was read before a change is not kept after it", func(t *testing.T) {
		t.Parallel()
		b := setupPartnerapiStore(t)
		b.watch.then = func() {
			b.write(t, func(ctx context.Context) error { return b.DeleteKey(ctx, b.who.User.ID, b.key.ID) })
		}
		require.Equal(t, b.key.ID, b.live(t).KeyID, "it had read the key while it was there")
		_, err := b.LiveByToken(t.Context(), b.hash)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})
}

// TestStore_changes calls every write of the store: what is kept in memory must
// be what a store that knows nothing yet reads.
func TestStore_changes(t *testing.T) {
	t.Parallel()
	b := setupPartnerapiStore(t)
	owner, at := b.who.User.ID, b.env.Clock.Now().Truncate(time.Microsecond)
	entry := partnerapi.WhitelistEntry{OwnerID: owner, KeyID: b.key.ID, Domain: "a.example", CreatedAt: at}
	read := func(s *partnerapidb.Store) partnerapi.Live {
		live, err := s.LiveByToken(t.Context(), b.hash)
		if err != nil {
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
		return live
	}
	for _, step := range []struct {
		name string
		do   func(ctx context.Context) error
	}{
		{"InsertEntry", func(ctx context.Context) error { return b.InsertEntry(ctx, &entry) }},
		{"DeleteEntry", func(ctx context.Context) error { return b.DeleteEntry(ctx, owner, entry.ID) }},
		{"UpdateKey", func(ctx context.Context) error { b.key.Permissions.Invoices = true; return b.UpdateKey(ctx, b.key) }},
		{"EndTokens", func(ctx context.Context) error { return b.EndTokens(ctx, owner, b.key.ID, at) }},
		{"PurgeTokens", func(ctx context.Context) error { return b.PurgeTokens(ctx, owner, b.key.ID, at) }},
		{"InsertToken", func(ctx context.Context) error { return b.InsertToken(ctx, owner, b.key.ID, b.hash) }},
		{"UpdateUser", func(ctx context.Context) error {
			u, err := b.env.AccountStore.LockUser(ctx, owner)
			if err != nil {
				return err
			}
			u.AccountType = auth.Accommodation
			return b.env.AccountStore.UpdateUser(ctx, u)
		}},
		{"DeleteKey", func(ctx context.Context) error { return b.DeleteKey(ctx, owner, b.key.ID) }},
	} {
		before := read(b.Store)
		b.write(t, step.do)
		after := read(b.Store)
		require.NotEqual(t, before, after, "%s is seen", step.name)
		require.Equal(t, read(partnerapidb.New(b.env.DB)), after, step.name)
	}
}
