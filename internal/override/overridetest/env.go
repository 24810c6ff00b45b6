// Package overridetest gives tests of any module an installation whose
// operators can show things differently: real services, store and HTTP server
// on a database of its own.
package overridetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/contract"
	"allot/internal/contract/contracttest"
	"allot/internal/override"
	"allot/internal/override/overridedb"
	"allot/internal/override/overridehttp"
	"allot/internal/platform/secret"
	"allot/internal/property"
)

// Env is an installation with everything up to overrides.
type Env struct {
	*contracttest.Env

	Overrides *override.Service
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: contracttest.New(tb)}
	box, err := secret.New(make([]byte, secret.KeySize))
	require.NoError(tb, err)
	e.Overrides, err = override.New(override.Deps{
		Store: overridedb.New(e.DB), Catalogue: e.Catalogue, Accounts: e.Accounts, Plans: e.Billing, Settings: e.Settings,
		Notify: e.Notify.Notify, Properties: e.Properties, Photos: e.Photos, Publications: e.Publications, Contracts: e.Contracts,
		Events: e.Events, Jobs: e.Queue, Audit: e.Audit, Mail: e.Mail, Box: box, Now: e.Clock.Now,
		LinkBase: func() string { return accounttest.BaseURL },
	})
	require.NoError(tb, err)
	overridehttp.Register(e.Server, overridehttp.Deps{Overrides: e.Overrides, Catalogue: e.Catalogue})
	return e
}

// Pair is a hotel with a published property and an operator who has a contract
// with it.
type Pair struct {
	Hotel, Operator *accounttest.Who
	Admin           *accounttest.Who
	Property        property.Property
	Contract        contract.Contract
}

// Pair makes one whose contract gives one answer to everything that an operator
// could make different.
func (e *Env) Pair(tb testing.TB, answer contract.Answer) *Pair {
	tb.Helper()
	p := &Pair{Operator: e.Operator(tb), Admin: e.Admin(tb)}
	p.Hotel, p.Property = e.Ready(tb, "Hotel Aurora")
	e.Publish(tb, p.Hotel, p.Admin, p.Property)
	p.Contract = e.Accepted(tb, p.Hotel, p.Operator, Answer(answer))
	return p
}

// Answer gives one answer to everything that an operator could make different.
func Answer(a contract.Answer) func(*contract.Contract) {
	return func(c *contract.Contract) { c.EditFacts, c.SelectPhotos, c.AddOwnPhotos, c.AddLogo = a, a, a, a }
}
