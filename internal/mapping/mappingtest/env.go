// Package mappingtest gives tests of any module an installation whose operators
// have codes: real services, store and HTTP server on a database of its own.
package mappingtest

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/billing"
	"allot/internal/contract/contracttest"
	"allot/internal/mapping"
	"allot/internal/mapping/mappingdb"
	"allot/internal/mapping/mappinghttp"
	"allot/internal/publication"
)

// Env is an installation with everything up to mappings.
type Env struct {
	*contracttest.Env

	Mappings *mapping.Service
	// MappingStore is what the service works on.
	MappingStore *mappingdb.Store

	rooms atomic.Int64
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: contracttest.New(tb)}
	e.MappingStore = mappingdb.New(e.DB)
	e.Mappings = mapping.New(mapping.Deps{
		Store: e.MappingStore, Contracts: e.Contracts, Publications: e.Publications, Audit: e.Audit, Now: e.Clock.Now,
	})
	mappinghttp.Register(e.Server, e.Mappings)
	return e
}

// Published is a property that partners see, and its rooms.
type Published struct {
	publication.Card
	Rooms []publication.Room
}

// RoomID is the id of the i-th room.
func (p Published) RoomID(i int) int64 { return p.Rooms[i].ID }

// GoldHotel registers an accommodation provider that may have any number of
// properties.
func (e *Env) GoldHotel(tb testing.TB) *accounttest.Who {
	tb.Helper()
	who := e.Manager(tb)
	e.Grant(tb, who, billing.Gold)
	return who
}

// Published makes a property whose sheet is published with so many rooms,
// straight in the store: a full sheet for each of 50,000 rooms would take too
// long. change may give the card another code or country.
func (e *Env) Published(tb testing.TB, hotel *accounttest.Who, name string, rooms int, change ...func(*publication.Card)) Published {
	tb.Helper()
	p := e.Property(tb, hotel, name)
	c := publication.Card{
		PropertyID: p.ID, OwnerID: p.OwnerID, PublicationID: p.ID, Version: 1, PublishedAt: e.Clock.Now(),
		Code: p.Code, Name: p.Name, NameSearch: p.NameSearch, Country: p.Country, City: "Chania", Rooms: rooms,
	}
	for _, f := range change {
		f(&c)
	}
	made := Published{Card: c, Rooms: make([]publication.Room, rooms)}
	for i := range made.Rooms {
		made.Rooms[i] = publication.Room{
			ID: e.rooms.Add(1), PropertyID: p.ID, OwnerID: p.OwnerID, Position: i + 1, Code: fmt.Sprintf("R%d", i+1),
			Name: fmt.Sprintf("Room %d", i+1), TotalUnits: 10,
		}
	}
	e.Show(tb, made)
	return made
}

// Show makes this what is published of the property.
func (e *Env) Show(tb testing.TB, p Published) {
	tb.Helper()
	require.NoError(tb, e.DB.InTx(tb.Context(), func(ctx context.Context) error { return e.Store.ShowVersion(ctx, p.Card, p.Rooms) }))
}
