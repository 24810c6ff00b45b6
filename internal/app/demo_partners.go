package app

import (
	"context"
	"fmt"

	"allot/internal/content/facts"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
	"allot/internal/platform/page"
)

// The demo's hotel has a contract in force with one operator, the partner. Another
// one, the proposer, has proposed a contract.
const (
	demoHotelEmail    = "anna@hotel-poseidon.example"
	demoPartnerEmail  = "jana@nordlicht-reisen.example"
	demoProposerEmail = "piotr@baltic-sun.example"
)

// seedPartners creates the contracts, mappings and calendars of the demo, once and
// in one transaction.
func (a *App) seedPartners(ctx context.Context) error {
	hotel, err := a.demoCaller(ctx, demoHotelEmail)
	if err != nil {
		return err
	}
	partner, err := a.demoCaller(ctx, demoPartnerEmail)
	if err != nil {
		return err
	}
	proposer, err := a.demoCaller(ctx, demoProposerEmail)
	if err != nil {
		return err
	}
	existing, err := a.Contracts.Between(ctx, hotel.OwnerID, partner.OwnerID)
	if err != nil || existing.ID != 0 {
		return err // seeded by an earlier start
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		if err := a.seedContracts(ctx, hotel, partner, proposer); err != nil {
			return err
		}
		cards, _, err := a.Publications.Cards(ctx, publication.CardFilter{Owners: []int64{hotel.OwnerID}}, page.Request{Page: 1, Size: 1})
		if err != nil || len(cards) == 0 {
			return err // a user has deleted the demo's property
		}
		rooms, err := a.Publications.RoomsOf(ctx, []int64{cards[0].PropertyID})
		if err != nil {
			return err
		}
		if err := a.seedCatalogue(ctx, partner, cards[0].PropertyID, rooms[cards[0].PropertyID]); err != nil {
			return err
		}
		return a.seedAvailability(ctx, hotel, partner, proposer, rooms[cards[0].PropertyID])
	})
}

func (a *App) demoCaller(ctx context.Context, email string) (auth.Caller, error) {
	u, err := a.Accounts.AccountByEmail(ctx, email)
	if err != nil {
		return auth.Caller{}, fmt.Errorf("find the demo's %s: %w", email, err)
	}
	return auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: u.AccountType, Manager: true}, nil
}

func (a *App) seedContracts(ctx context.Context, hotel, partner, proposer auth.Caller) error {
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
	message := "We fly to Heraklion three times a week and would like to start with 20 rooms."
	_, err = a.Contracts.Create(auth.With(ctx, proposer), proposer, contract.CreateInput{
		Partner: hotel.OwnerID, Terms: contract.TermsInput{Comments: &message},
	})
	return err
}

// seedCatalogue adds the operator's codes and texts for the hotel. One room has no
// code, for the list of missing ones.
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
