package partnershttptest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/property/propertydb"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/identity/settings/settingsdb"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
	"allot/internal/partners/override/overridedb"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/ratecontract/ratecontractdb"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/fold"
)

// size is how large an installation is.
type size struct {
	hotels int  // that have a contract with the operator, a property each
	rooms  int  // of each property
	others int  // hotels with the same of another operator
	plain  bool // without codes, overrides, photos and rate contracts
}

// fleet is an installation in which an operator has many contracts. Everything
// goes straight into the stores: what is measured here is how it is read.
type fleet struct {
	*apptest.Env
	hotel, operator *apptest.Who
	token           string // of the operator's key
	sheet           publication.Version
	room            int64 // that rate contracts are about
	rates           *ratecontractdb.Store
	overrides       *overridedb.Store
	properties      *propertydb.Store
	companies       *settingsdb.Store
	users           *accountdb.Store
}

// newFleet builds one around a hotel whose sheet is full.
func newFleet(b *testing.B, s size) *fleet {
	b.Helper()
	e := apptest.New(b)
	f := &fleet{
		Env: e, rates: ratecontractdb.New(e.DB), overrides: overridedb.New(e.DB), properties: propertydb.New(e.DB), companies: settingsdb.New(e.DB),
		users: accountdb.New(e.DB),
	}
	hotel, p := e.Published(b, "Aurora")
	f.hotel, f.operator = hotel, e.Operator(b)
	e.Grant(b, f.operator, plan.Gold)
	f.token, _ = e.Key(b, f.operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
	var err error
	f.sheet, err = e.Publications.Current(b.Context(), p.ID)
	require.NoError(b, err)
	f.room = f.sheet.Rooms()[0].ID
	require.NoError(b, e.DB.InTx(b.Context(), func(ctx context.Context) error {
		for i := range s.hotels + s.others {
			operator := f.operator.User.OwnerID
			if i >= s.hotels {
				operator = 900_000
			}
			if err := f.add(ctx, i+1, operator, s); err != nil {
				return err
			}
			if err := f.ask(ctx, i+1, i >= s.hotels || s.plain); err != nil {
				return err
			}
		}
		return nil
	}))
	if e.DB.Engine() == db.Postgres { // as its daemon does
		_, err := e.DB.SQL().ExecContext(b.Context(), "VACUUM ANALYZE")
		require.NoError(b, err)
	}
	return f
}

// add makes the n-th hotel: its company, a property with a published sheet, the
// contract, and what the operator has made of it.
func (f *fleet) add(ctx context.Context, n int, operator int64, s size) error {
	now := f.Clock.Now()
	u := account.User{
		EmailState: account.EmailConfirmed,
		Email:      fmt.Sprintf("other%d@hotel.example", n), AccountType: auth.Accommodation, IsManager: true, Language: "en", CreatedAt: now, UpdatedAt: now,
	}
	if err := f.users.InsertUser(ctx, &u); err != nil {
		return err
	}
	owner := u.ID
	name := fmt.Sprintf("Ξενοδοχείο Ποσειδών %05d", n*7919%100_000)
	if n%1000 == 17 {
		name = "Αφροδίτη " + name
	}
	if err := f.companies.InsertCompany(ctx, settings.Company{OwnerID: owner, Name: name, Country: "GR", Currency: "EUR", Timezone: "Europe/Athens", UpdatedAt: now}); err != nil {
		return err
	}
	p := f.sheet.Snapshot.Property
	p.ID, p.OwnerID, p.Code, p.Name, p.NameSearch = 0, owner, fmt.Sprintf("P%d", n), name, fold.Fold(name)
	if err := f.properties.InsertProperty(ctx, &p); err != nil {
		return err
	}
	v, err := f.publish(ctx, n, p, s.rooms)
	if err != nil {
		return err
	}
	terms := contract.Defaults()
	terms.EditFacts, terms.SelectPhotos, terms.AddOwnPhotos = contract.Yes, contract.Yes, contract.Yes
	if err := f.ContractStore.InsertContract(ctx, &contract.Contract{
		UserID: owner, PartnerID: operator, Terms: terms, Status: contract.StatusAccepted,
		InitiatedBy: owner, ProposedBy: owner, Revision: 1, AcceptedAt: now, CreatedAt: now, UpdatedAt: now,
	}); err != nil || s.plain {
		return err
	}
	if err := f.code(ctx, operator, v); err != nil {
		return err
	}
	if err := f.change(ctx, operator, v); err != nil {
		return err
	}
	return f.grant(ctx, operator, n, p)
}

// publish makes the sheet of the first hotel, with so many rooms of its own,
// what a property shows.
func (f *fleet) publish(ctx context.Context, n int, p property.Property, rooms int) (publication.Version, error) {
	v, one := f.sheet, 1
	v.OwnerID, v.PropertyID, v.PropertyName = p.OwnerID, p.ID, p.Name
	v.Snapshot.Property, v.Snapshot.Facts = p, maps.Clone(f.sheet.Snapshot.Facts)
	first := v.Snapshot.Facts[facts.CategoryRooms][0]
	list := make([]facts.Entry, rooms)
	for i := range list {
		list[i] = first
		list[i].ID, list[i].Position = int64(1_000_000+n*1000+i), i+1
	}
	v.Snapshot.Facts[facts.CategoryRooms] = list
	v.Version, v.Status = nil, publication.StatusPending
	if err := f.PublicationStore.InsertPublication(ctx, &v.Publication, v.Snapshot); err != nil {
		return v, err
	}
	v.Version, v.Status = &one, publication.StatusPublished
	if err := f.PublicationStore.UpdatePublication(ctx, v.Publication); err != nil {
		return v, err
	}
	return v, f.PublicationStore.ShowVersion(ctx, v.Card(), v.Rooms())
}

// code gives the property and all rooms but the last one codes.
func (f *fleet) code(ctx context.Context, operator int64, v publication.Version) error {
	now, list := f.Clock.Now(), []*mapping.RoomMapping{}
	err := f.MappingStore.OfProperties().Save(ctx, operator, []*mapping.PropertyMapping{{
		OwnerID: v.OwnerID, PropertyID: v.PropertyID, HotelCode: fmt.Sprintf("H%d", v.PropertyID), CreatedAt: now, UpdatedAt: now,
	}})
	rooms := v.Rooms()
	for _, r := range rooms[:len(rooms)-1] {
		list = append(list, &mapping.RoomMapping{
			OwnerID: v.OwnerID, PropertyID: v.PropertyID, RoomID: r.ID, Code: fmt.Sprintf("R%d", r.ID), Name: "Doppelzimmer", CreatedAt: now, UpdatedAt: now,
		})
	}
	if err != nil {
		return err
	}
	return f.MappingStore.OfRooms().Save(ctx, operator, list)
}

// change overrides facts of the house and of a room, and adds a photo of the
// operator's own to the selection.
func (f *fleet) change(ctx context.Context, operator int64, v publication.Version) error {
	now := f.Clock.Now()
	file := override.OwnFile{
		OperatorID: operator, HotelID: v.OwnerID, PropertyID: v.PropertyID, Width: 1600, Height: 1200, Bytes: 100_000,
		Key: fmt.Sprintf("own/%d.jpg", v.PropertyID), MediumKey: fmt.Sprintf("own/%dm.jpg", v.PropertyID), SmallKey: fmt.Sprintf("own/%ds.jpg", v.PropertyID), CreatedAt: now,
	}
	if err := f.overrides.InsertFile(ctx, &file); err != nil {
		return err
	}
	selected := fmt.Sprintf(`{"photos":[{"id":%d,"own":true},{"id":%d}]}`, file.ID, v.Snapshot.Photos[0].ID)
	for _, w := range []override.Override{
		{Kind: override.KindFacts, Category: facts.CategoryRooms, RecordID: v.Rooms()[0].ID, Wanted: json.RawMessage(`{"name":"Our double"}`), Base: json.RawMessage(`{"name":"Double"}`)},
		{Kind: override.KindFacts, Category: "general", Wanted: json.RawMessage(`{"name":"Our name of it"}`), Base: json.RawMessage(`{"name":"Aurora"}`)},
		{Kind: override.KindOwnPhoto, RecordID: file.ID, Wanted: json.RawMessage(`{"caption":"Ours","category":"exterior","room":null}`), Base: json.RawMessage(`{}`)},
		{Kind: override.KindSelection, Wanted: json.RawMessage(selected), Base: json.RawMessage(`{"photos":[]}`)},
	} {
		w.OperatorID, w.HotelID, w.PropertyID = operator, v.OwnerID, v.PropertyID
		w.Approved, w.BaseVersion, w.Status, w.Revision, w.CreatedAt, w.UpdatedAt = w.Wanted, 1, override.StatusActive, 1, now, now
		if err := f.overrides.InsertOverride(ctx, &w); err != nil {
			return err
		}
	}
	return nil
}

// ask gives the first hotel one more partner, who wants something of it; one of
// the others instead has that partner.
func (f *fleet) ask(ctx context.Context, n int, others bool) error {
	hotel, p, operator, now := f.sheet.OwnerID, f.sheet.PropertyID, int64(2_000_000+n), f.Clock.Now()
	if others {
		hotel = operator + 1_000_000
	}
	if err := f.companies.InsertCompany(ctx, settings.Company{OwnerID: operator, Name: fmt.Sprintf("Reisen %d", n), Country: "DE", Currency: "EUR", Timezone: "Europe/Berlin", UpdatedAt: now}); err != nil {
		return err
	}
	c := contract.Contract{
		UserID: hotel, PartnerID: operator, Terms: contract.Defaults(), Status: contract.StatusAccepted,
		InitiatedBy: hotel, ProposedBy: hotel, Revision: 1, AcceptedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	if err := f.ContractStore.InsertContract(ctx, &c); err != nil || others {
		return err
	}
	return f.overrides.InsertOverride(ctx, &override.Override{
		OperatorID: operator, HotelID: hotel, PropertyID: p, Kind: override.KindFacts, Category: "general", Wanted: json.RawMessage(`{"name":"Our name"}`),
		Base: json.RawMessage(`{"name":"Aurora"}`), BaseVersion: 1, Status: override.StatusWaiting, Revision: 1, CreatedAt: now, UpdatedAt: now,
	})
}

// grant makes a rate contract with ten rows.
func (f *fleet) grant(ctx context.Context, operator int64, n int, p property.Property) error {
	r := ratecontract.RateContract{
		OwnerID: p.OwnerID, PropertyID: p.ID, PartnerID: operator, Name: fmt.Sprintf("Summer %d", n), Number: fmt.Sprintf("RC-%d", n),
		StartDate: civil.MustParse("2030-01-01"), EndDate: civil.MustParse("2030-12-31"), Status: ratecontract.StatusActive,
		CreatedAt: f.Clock.Now(), UpdatedAt: f.Clock.Now(),
	}
	if err := f.rates.InsertRateContract(ctx, &r); err != nil {
		return err
	}
	for m := range 10 {
		from := r.StartDate.Add(m * 30)
		r.Rooms = append(r.Rooms, ratecontract.RoomAllotment{RoomID: f.room, StartDate: from, EndDate: from.Add(29), Quantity: 5, ReleaseDays: 14})
	}
	return f.rates.ReplaceRows(ctx, r)
}
