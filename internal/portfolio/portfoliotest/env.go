// Package portfoliotest gives tests of any module an installation in which
// operators see the hotels of their contracts: real services, stores and HTTP
// server on a database of its own.
package portfoliotest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/mapping"
	"allot/internal/mapping/mappingdb"
	"allot/internal/override/overridetest"
	"allot/internal/partnerapi"
	"allot/internal/portfolio"
	"allot/internal/portfolio/portfoliodb"
	"allot/internal/portfolio/portfoliohttp"
	"allot/internal/property"
)

// Env is an installation with everything up to portfolios.
type Env struct {
	*overridetest.Env

	Mappings     *mapping.Service
	MappingStore *mappingdb.Store
	Portfolio    *portfolio.Service
	// Staff approves what is published.
	Staff *accounttest.Who
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: overridetest.New(tb)}
	e.Staff, e.MappingStore = e.Admin(tb), mappingdb.New(e.DB)
	e.Mappings = mapping.New(mapping.Deps{
		Store: e.MappingStore, Contracts: e.Contracts, Publications: e.Publications, Audit: e.Audit, Now: e.Clock.Now,
	})
	e.Portfolio = portfolio.New(portfolio.Deps{
		Store: portfoliodb.New(e.DB), Accounts: e.Accounts, Notify: e.Notify.Notify, Catalogue: e.Catalogue, Properties: e.Properties, Publications: e.Publications, Contracts: e.Contracts,
		Mappings: e.Mappings, Overrides: e.Overrides, Settings: e.Settings,
	})
	e.Contracts.Hooks.Accepted, e.Properties.Hooks.Created = e.Portfolio.ContractAccepted, e.Portfolio.PropertyCreated
	e.Properties.Hooks.Deleting = e.Portfolio.PropertyDeleting
	portfoliohttp.Register(e.Server, portfoliohttp.Deps{Portfolio: e.Portfolio, Publications: e.Publications, Billing: e.Billing})
	return e
}

// Published makes a hotel with one property that is published with two photos.
func (e *Env) Published(tb testing.TB, name string) (*accounttest.Who, property.Property) {
	tb.Helper()
	who, p := e.Ready(tb, name)
	e.Publish(tb, who, e.Staff, p)
	return who, p
}

// ContractKey makes an API key for facts and photos under one contract.
func (e *Env) ContractKey(tb testing.TB, who *accounttest.Who, contract int64) string {
	tb.Helper()
	name := "one contract"
	token, _, err := e.Keys.CreateKey(who.Context(tb), who.Caller, partnerapi.KeyInput{
		Name: &name, Contract: &contract, Permissions: map[auth.KeyScope]bool{auth.KeyFactSheet: true, auth.KeyHotelPhotos: true},
	})
	require.NoError(tb, err)
	return token
}

// Map gives a property of a hotel the operator's codes, and its rooms too.
func (e *Env) Map(tb testing.TB, operator *accounttest.Who, p property.Property, codes mapping.Codes) {
	tb.Helper()
	now, by := e.Clock.Now(), operator.User.OwnerID
	require.NoError(tb, e.DB.InTx(tb.Context(), func(ctx context.Context) error {
		err := e.MappingStore.SaveProperties(ctx, by, []*mapping.PropertyMapping{{
			OperatorID: by, OwnerID: p.OwnerID, PropertyID: p.ID, HotelCode: codes.Hotel, InternalCode: codes.Internal,
			ExternalCode: codes.External, SupplierCode: codes.Supplier, CreatedAt: now, UpdatedAt: now,
		}})
		if err != nil {
			return err
		}
		rooms := []*mapping.RoomMapping{}
		for id, r := range codes.Rooms {
			rooms = append(rooms, &mapping.RoomMapping{
				OperatorID: by, OwnerID: p.OwnerID, PropertyID: p.ID, RoomID: id, Code: r.Code, Name: r.Name, CreatedAt: now, UpdatedAt: now,
			})
		}
		return e.MappingStore.SaveRooms(ctx, by, rooms)
	}))
}

// SetFlags sets rights of a contract apart from its terms without asking anybody.
func (e *Env) SetFlags(tb testing.TB, c contract.Contract, flags contract.Flags) {
	tb.Helper()
	raw, err := json.Marshal(flags)
	require.NoError(tb, err)
	e.Set(tb, c.ID, "flags", string(raw))
}
