package demo

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
	HotelEmail    = "anna@hotel-poseidon.example"
	PartnerEmail  = "jana@nordlicht-reisen.example"
	ProposerEmail = "piotr@baltic-sun.example"

	// AdminEmail is that of the staff.
	AdminEmail = "staff@allot.example"
)

// seedPartners creates the contracts, mappings and calendars of the demo, once and
// in one transaction.
func (s *seeder) seedPartners(ctx context.Context) error {
	hotel, err := s.caller(ctx, HotelEmail)
	if err != nil {
		return err
	}
	partner, err := s.caller(ctx, PartnerEmail)
	if err != nil {
		return err
	}
	proposer, err := s.caller(ctx, ProposerEmail)
	if err != nil {
		return err
	}
	existing, err := s.Contracts.Between(ctx, hotel.OwnerID, partner.OwnerID)
	if err != nil || existing.ID != 0 {
		return err // seeded by an earlier start
	}
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		s.ago(daysOfHistory)
		if err := s.seedContracts(ctx, hotel, partner, proposer); err != nil {
			return err
		}
		s.Clock.back(0)
		cards, _, err := s.Publications.Cards(ctx, publication.CardFilter{Owners: []int64{hotel.OwnerID}}, page.Request{Page: 1, Size: 1})
		if err != nil || len(cards) == 0 {
			return err // a user has deleted the demo's property
		}
		rooms, err := s.Publications.RoomsOf(ctx, []int64{cards[0].PropertyID})
		if err != nil {
			return err
		}
		if err := s.seedCatalogue(ctx, partner, cards[0].PropertyID, rooms[cards[0].PropertyID]); err != nil {
			return err
		}
		return s.seedAvailability(ctx, hotel, partner, proposer, rooms[cards[0].PropertyID])
	})
}

func (s *seeder) seedContracts(ctx context.Context, hotel, partner, proposer auth.Caller) error {
	yes, ask, reasons, notice := contract.Yes, contract.Ask, true, 30
	comments := "Season 2027, as agreed at the fair."
	proposed, err := s.Contracts.Create(auth.With(ctx, hotel), hotel, contract.CreateInput{
		Partner: partner.OwnerID,
		Terms: contract.TermsInput{
			EditFacts: &yes, SelectPhotos: &yes, AddOwnPhotos: &ask, AddLogo: &ask, ShareReasons: &reasons, NoticePeriod: &notice, Comments: &comments,
		},
	})
	if err != nil {
		return err
	}
	if _, err := s.Contracts.Accept(auth.With(ctx, partner), partner, proposed.ID, proposed.Revision); err != nil {
		return err
	}
	s.ago(4)
	message := "We fly to Heraklion three times a week and would like to start with 20 rooms."
	_, err = s.Contracts.Create(auth.With(ctx, proposer), proposer, contract.CreateInput{
		Partner: hotel.OwnerID, Terms: contract.TermsInput{Comments: &message},
	})
	return err
}

// seedCatalogue adds the operator's codes and texts for the hotel. One room has no
// code, for the list of missing ones.
func (s *seeder) seedCatalogue(ctx context.Context, who auth.Caller, property int64, rooms []publication.Room) error {
	ctx = auth.With(ctx, who)
	code, supplier := "HER10234", "S-77120"
	if _, _, err := s.Mappings.OfProperties.Save(ctx, who, mapping.PropertyInput{
		Target: property, Change: mapping.PropertyChange{HotelCode: &code, SupplierCode: &supplier},
	}); err != nil {
		return err
	}
	for i, name := range []string{"Doppelzimmer Meerblick", "Familienzimmer Gartenblick"} {
		if i >= len(rooms) {
			break
		}
		room := fmt.Sprintf("DZ%d", i+1)
		if _, _, err := s.Mappings.OfRooms.Save(ctx, who, mapping.RoomInput{Target: rooms[i].ID, Change: mapping.RoomChange{Code: &room, Name: &name}}); err != nil {
			return err
		}
	}
	_, _, err := s.Overrides.SaveFacts(ctx, who, override.FactsInput{
		PropertyID: property, Category: "general",
		Fields: facts.Record{"short_description": map[string]any{"de": "Unser Familienliebling an der eigenen Sandbucht."}},
	})
	return err
}
