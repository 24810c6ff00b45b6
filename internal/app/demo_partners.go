package app

import (
	"context"
	"fmt"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/mapping"
	"allot/internal/override"
	"allot/internal/platform/page"
	"allot/internal/publication"
)

// The demo's hotel deals with two operators: with one it has a contract in
// force, the other has proposed one.
const (
	demoHotelEmail   = "anna@hotel-poseidon.example"
	demoPartnerEmail = "jana@nordlicht-reisen.example"
	demoWooerEmail   = "piotr@baltic-sun.example"
)

// seedPartners makes what the demo's companies agree on, once and as a whole.
func (a *App) seedPartners(ctx context.Context) error {
	hotel, err := a.demoCaller(ctx, demoHotelEmail)
	if err != nil {
		return err
	}
	partner, err := a.demoCaller(ctx, demoPartnerEmail)
	if err != nil {
		return err
	}
	wooer, err := a.demoCaller(ctx, demoWooerEmail)
	if err != nil {
		return err
	}
	known, err := a.Contracts.Between(ctx, hotel.OwnerID, partner.OwnerID)
	if err != nil || known.ID != 0 {
		return err // seeded by an earlier start
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		if err := a.seedContracts(ctx, hotel, partner, wooer); err != nil {
			return err
		}
		cards, _, err := a.Publications.Cards(ctx, publication.CardFilter{Owners: []int64{hotel.OwnerID}}, page.Request{Page: 1, Size: 1})
		if err != nil || len(cards) == 0 {
			return err // somebody has deleted the demo's property
		}
		rooms, err := a.Publications.RoomsOf(ctx, []int64{cards[0].PropertyID})
		if err != nil {
			return err
		}
		if err := a.seedCatalogue(ctx, partner, cards[0].PropertyID, rooms[cards[0].PropertyID]); err != nil {
			return err
		}
		return a.seedAvailability(ctx, hotel, partner, wooer, rooms[cards[0].PropertyID])
	})
}

func (a *App) demoCaller(ctx context.Context, email string) (auth.Caller, error) {
	u, err := a.Accounts.AccountByEmail(ctx, email)
	if err != nil {
		return auth.Caller{}, fmt.Errorf("find the demo's %s: %w", email, err)
	}
	return auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: u.AccountType, Manager: true}, nil
}

func (a *App) seedContracts(ctx context.Context, hotel, partner, wooer auth.Caller) error {
	yes, ask, reasons, notice := contract.Yes, contract.Ask, true, 30
	comments := "Season 2027, as agreed at the fair."
	proposed, err := a.Contracts.Create(auth.With(ctx, hotel), hotel, contract.CreateInput{
		Partner: partner.OwnerID,
		Terms: contract.TermsInput{
			EditFacts: &yes, SelectPhotos: &yes, AddOwnPhotos: &ask, AddLogo: &ask, ShareReasons: &reasons, NoticePeriod: &notice, Comments: &comments,
		},
	})
	if err != nil {
		return err
	}
	if _, err := a.Contracts.Accept(auth.With(ctx, partner), partner, proposed.ID, proposed.Revision); err != nil {
		return err
	}
	wish := "We fly to Heraklion three times a week and would like to start with 20 rooms."
	_, err = a.Contracts.Create(auth.With(ctx, wooer), wooer, contract.CreateInput{
		Partner: hotel.OwnerID, Terms: contract.TermsInput{Comments: &wish},
	})
	return err
}

// seedCatalogue gives the hotel the codes and words of the operator. One room
// stays without a code, for the list of those that are missing.
func (a *App) seedCatalogue(ctx context.Context, who auth.Caller, property int64, rooms []publication.Room) error {
	ctx = auth.With(ctx, who)
	code, supplier := "HER10234", "S-77120"
	if _, _, err := a.Mappings.SaveProperty(ctx, who, mapping.PropertyInput{
		PropertyID: property, PropertyChange: mapping.PropertyChange{HotelCode: &code, SupplierCode: &supplier},
	}); err != nil {
		return err
	}
	for i, name := range []string{"Doppelzimmer Meerblick", "Familienzimmer Gartenblick"} {
		if i >= len(rooms) {
			break
		}
		room := fmt.Sprintf("DZ%d", i+1)
		if _, _, err := a.Mappings.SaveRoom(ctx, who, mapping.RoomInput{RoomID: rooms[i].ID, RoomChange: mapping.RoomChange{Code: &room, Name: &name}}); err != nil {
			return err
		}
	}
	_, _, err := a.Overrides.SaveFacts(ctx, who, override.FactsInput{
		PropertyID: property, Category: "general",
		Fields: facts.Record{"short_description": map[string]any{"de": "Unser Familienliebling an der eigenen Sandbucht."}},
	})
	return err
}
