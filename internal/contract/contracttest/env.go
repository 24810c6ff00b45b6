// Package contracttest gives tests of any module an installation whose hotels
// and operators have contracts: real services, store and HTTP server on a
// database of its own.
package contracttest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/contract"
	"allot/internal/contract/contractdb"
	"allot/internal/publication/publicationtest"
)

// Env is an installation with everything up to contracts.
type Env struct {
	*publicationtest.Env

	Contracts *contract.Service
	// ContractStore is what the service works on.
	ContractStore *contractdb.Store
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: publicationtest.New(tb)}
	e.ContractStore = contractdb.New(e.DB)
	e.Contracts = contract.New(contract.Deps{
		Store: e.ContractStore, Accounts: e.Accounts, Plans: e.Billing, Settings: e.Settings, Notify: e.Notify.Notify,
		Audit: e.Audit, Now: e.Clock.Now,
	})
	e.Keys.Hooks.Contract = e.Contracts.IsSide
	return e
}

// Accepted makes a contract in force between a hotel and an operator. change
// may give it other terms or another state.
func (e *Env) Accepted(tb testing.TB, hotel, operator *accounttest.Who, change ...func(*contract.Contract)) contract.Contract {
	tb.Helper()
	now := e.Clock.Now()
	c := contract.Contract{
		UserID: hotel.User.OwnerID, PartnerID: operator.User.OwnerID, Terms: contract.Defaults(), Status: contract.StatusAccepted,
		InitiatedBy: hotel.User.OwnerID, ProposedBy: hotel.User.OwnerID, Revision: 1, AcceptedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	for _, f := range change {
		f(&c)
	}
	require.NoError(tb, e.DB.InTx(tb.Context(), func(ctx context.Context) error { return e.ContractStore.InsertContract(ctx, &c) }))
	return c
}

// SetStatus moves a contract without asking anybody.
func (e *Env) SetStatus(tb testing.TB, c contract.Contract, status contract.Status) {
	tb.Helper()
	require.NoError(tb, e.DB.InTx(tb.Context(), func(ctx context.Context) error {
		_, err := e.DB.From(ctx).NewUpdate().Table("contracts").Set("status = ?", status).Where("id = ?", c.ID).Exec(ctx)
		return err
	}))
}
