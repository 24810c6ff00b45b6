// Package contracttest gives tests of any module an installation whose hotels
// and operators have contracts: real services, store and HTTP server on a
// database of its own.
package contracttest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/account"
	"allot/internal/account/accounttest"
	"allot/internal/billing"
	"allot/internal/contract"
	"allot/internal/contract/contractdb"
	"allot/internal/contract/contracthttp"
	"allot/internal/platform/db"
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
	deps := contract.Deps{
		Store: e.ContractStore, Accounts: e.Accounts, Plans: e.Billing, Settings: e.Settings, Notify: e.Notify.Notify,
		Events: e.Events, Jobs: e.Queue, Audit: e.Audit, Mail: e.Mail, Now: e.Clock.Now,
		LinkBase: func() string { return accounttest.BaseURL },
	}
	for _, c := range e.Catalogue.Categories() {
		deps.Categories = append(deps.Categories, c.Key)
	}
	var err error
	e.Contracts, err = contract.New(deps)
	require.NoError(tb, err)
	e.Keys.Hooks.Contract = e.Contracts.IsSide
	company := e.Accounts.Hooks.Registered
	e.Accounts.Hooks.Registered = func(ctx context.Context, u account.User, in account.RegisterInput) error {
		if err := company(ctx, u, in); err != nil {
			return err
		}
		return e.Contracts.Registered(ctx, u, in)
	}
	e.Accounts.Hooks.Confirmed = e.Contracts.Join
	contracthttp.Register(e.Server, contracthttp.Deps{Contracts: e.Contracts, Settings: e.Settings})
	return e
}

// Pair registers a hotel and an operator on plans without limits.
func (e *Env) Pair(tb testing.TB) (hotel, operator *accounttest.Who) {
	tb.Helper()
	hotel, operator = e.Manager(tb), e.Operator(tb)
	e.Grant(tb, hotel, billing.Gold)
	e.Grant(tb, operator, billing.Gold)
	return hotel, operator
}

// Proposed makes the proposal of a contract, as the first of two accounts does.
func (e *Env) Proposed(tb testing.TB, from, to *accounttest.Who) contract.Contract {
	tb.Helper()
	d, err := e.Contracts.Create(from.Context(tb), from.Caller, contract.CreateInput{Partner: to.User.OwnerID})
	require.NoError(tb, err)
	return d.Contract
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
	e.Set(tb, c.ID, "status", status)
}

// Set changes a column of a contract behind the module's back. Both sides' readers
// are told, as with any change.
func (e *Env) Set(tb testing.TB, id int64, column string, value any) {
	tb.Helper()
	require.NoError(tb, e.DB.InTx(tb.Context(), func(ctx context.Context) error {
		var sides struct {
			Hotel    int64 `bun:"user_id"`
			Operator int64 `bun:"partner_id"`
		}
		err := e.DB.From(ctx).NewUpdate().Table("contracts").Set("? = ?", bun.Ident(column), value).Where("id = ?", id).
			Returning("user_id, partner_id").Scan(ctx, &sides)
		e.DB.Touch(ctx, db.Content, sides.Hotel, sides.Operator)
		return err
	}))
}
