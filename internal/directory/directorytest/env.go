// Package directorytest gives tests of any module an installation with a
// marketplace: real services, store and HTTP server on a database of its own.
package directorytest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/contract/contracttest"
	"allot/internal/directory"
	"allot/internal/directory/directorydb"
	"allot/internal/directory/directoryhttp"
)

// Env is an installation with everything up to the directory.
type Env struct {
	*contracttest.Env

	Directory *directory.Service
	// DirectoryStore is what the service works on.
	DirectoryStore *directorydb.Store
}

// New builds an installation. Accounts that register are entered at once;
// changes show when queue and outbox run.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: contracttest.New(tb)}
	e.DirectoryStore = directorydb.New(e.DB)
	var err error
	e.Directory, err = directory.New(directory.Deps{
		Store: e.DirectoryStore, Catalogue: e.Catalogue, Accounts: e.Accounts, Settings: e.Settings, Publications: e.Publications,
		Contracts: e.Contracts, Events: e.Events, Jobs: e.Queue, Now: e.Clock.Now,
	})
	require.NoError(tb, err)
	company := e.Accounts.Hooks.Registered
	e.Accounts.Hooks.Registered = func(ctx context.Context, u account.User, in account.RegisterInput) error {
		if err := company(ctx, u, in); err != nil {
			return err
		}
		return e.Directory.Registered(ctx, u)
	}
	join := e.Accounts.Hooks.Confirmed
	e.Accounts.Hooks.Confirmed = func(ctx context.Context, u account.User) error {
		if err := join(ctx, u); err != nil {
			return err
		}
		return e.Directory.Confirmed(ctx, u)
	}
	directoryhttp.Register(e.Server, directoryhttp.Deps{Directory: e.Directory})
	return e
}
