package apptest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// Pair registers a hotel and an operator on plans without limits.
func (e *Env) Pair(tb testing.TB) (hotel, operator *Who) {
	tb.Helper()
	hotel, operator = e.Manager(tb), e.Operator(tb)
	e.Grant(tb, hotel, plan.Gold)
	e.Grant(tb, operator, plan.Gold)
	return hotel, operator
}

// Proposed makes the proposal of a contract, as the first of two accounts does.
func (e *Env) Proposed(tb testing.TB, from, to *Who) contract.Contract {
	tb.Helper()
	d, err := e.Contracts.Create(from.Context(tb), from.Caller, contract.CreateInput{Partner: to.User.OwnerID})
	require.NoError(tb, err)
	return d.Contract
}

// Accepted makes a contract in force between a hotel and an operator. change
// may give it other terms or another state.
func (e *Env) Accepted(tb testing.TB, hotel, operator *Who, change ...func(*contract.Contract)) contract.Contract {
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
		e.DB.Raise(ctx, account.Content, sides.Hotel, sides.Operator)
		return err
	}))
}

// SetFlags sets rights of a contract apart from its terms without asking anybody.
func (e *Env) SetFlags(tb testing.TB, c contract.Contract, flags contract.Flags) {
	tb.Helper()
	raw, err := json.Marshal(flags)
	require.NoError(tb, err)
	e.Set(tb, c.ID, "flags", string(raw))
}

// ContractKey makes an API key for facts and photos under one contract.
func (e *Env) ContractKey(tb testing.TB, who *Who, contract int64) string {
	tb.Helper()
	name := "one contract"
	token, _, err := e.Keys.CreateKey(who.Context(tb), who.Caller, partnerapi.KeyInput{
		Name: &name, Contract: &contract, Permissions: map[auth.KeyScope]bool{auth.KeyFactSheet: true, auth.KeyHotelPhotos: true},
	})
	require.NoError(tb, err)
	return token
}

// Map gives a property of a hotel the operator's codes, and its rooms too.
func (e *Env) Map(tb testing.TB, operator *Who, p property.Property, codes mapping.Codes) {
	tb.Helper()
	now, by := e.Clock.Now(), operator.User.OwnerID
	require.NoError(tb, e.DB.InTx(tb.Context(), func(ctx context.Context) error {
		err := e.MappingStore.OfProperties().Save(ctx, by, []*mapping.PropertyMapping{{
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
		return e.MappingStore.OfRooms().Save(ctx, by, rooms)
	}))
}

// Granted makes an active rate contract of the clock's year with rows. change
// may make it another.
func (e *Env) Granted(tb testing.TB, hotel, operator *Who, p property.Property, rows []ratecontract.RoomAllotment, change ...func(*ratecontract.Change)) ratecontract.RateContract {
	tb.Helper()
	name, status := "Summer", ratecontract.StatusActive
	from, to := civil.MustParse("2030-01-01"), civil.MustParse("2030-12-31")
	c := ratecontract.Change{
		PropertyID: &p.ID, PartnerID: &operator.User.OwnerID, Name: &name, StartDate: &from, EndDate: &to, Status: &status, Rooms: &rows,
	}
	for _, f := range change {
		f(&c)
	}
	r, err := e.RateContracts.Create(hotel.Context(tb), hotel.Caller, c)
	require.NoError(tb, err)
	return r.RateContract
}

// PublishedRooms is a property that partners see, and its rooms.
type PublishedRooms struct {
	publication.Card
	Rooms []publication.Room
}

// RoomID is the id of the i-th room.
func (p PublishedRooms) RoomID(i int) int64 { return p.Rooms[i].ID }

// GoldHotel registers an accommodation provider that may have any number of
// properties.
func (e *Env) GoldHotel(tb testing.TB) *Who {
	tb.Helper()
	who := e.Manager(tb)
	e.Grant(tb, who, plan.Gold)
	return who
}

// PublishedRooms makes a property whose sheet is published with so many rooms,
// straight in the store: a full sheet for each of 50,000 rooms would take too
// long. change may give the card another code or country.
func (e *Env) PublishedRooms(tb testing.TB, hotel *Who, name string, rooms int, change ...func(*publication.Card)) PublishedRooms {
	tb.Helper()
	p := e.Property(tb, hotel, name)
	c := publication.Card{
		PropertyID: p.ID, OwnerID: p.OwnerID, PublicationID: p.ID, Version: 1, PublishedAt: e.Clock.Now(),
		Code: p.Code, Name: p.Name, NameSearch: p.NameSearch, Country: p.Country, City: "Chania", Rooms: rooms,
	}
	for _, f := range change {
		f(&c)
	}
	made := PublishedRooms{Card: c, Rooms: make([]publication.Room, rooms)}
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
func (e *Env) Show(tb testing.TB, p PublishedRooms) {
	tb.Helper()
	require.NoError(tb, e.DB.InTx(tb.Context(), func(ctx context.Context) error { return e.PublicationStore.ShowVersion(ctx, p.Card, p.Rooms) }))
}
