package portfolio

import (
	"context"
	"maps"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
	"allot/internal/platform/apperr"
)

// Property is a published property as one account sees it.
type Property struct {
	// Card is the head, with the logo and cover that the viewer shows.
	Card publication.Card
	// Contract is the contract that shows it; nil for the hotel itself.
	Contract *contract.Contract
	Codes    mapping.Codes
	// Facts are the categories that the viewer may read, each as the API shows
	// it.
	Facts  map[string]any
	Rooms  []Room
	Photos []override.Photo
	// Overridden lists the paths of facts that the operator has overridden,
	// such as "rooms/17/size".
	Overridden []string
	// Unpublished reports whether nothing is published yet, so that only the
	// head can be shown.
	Unpublished bool
}

// Room is a room type with the viewer's code and name beside the hotel's.
type Room struct {
	publication.Room
	HotelCode string `json:"hotel_code" doc:"As the hotel calls it"`
	HotelName string `json:"hotel_name"`
}

// Property returns a property as the catalogue of a tour operator shows it. One
// that is not published, or that no contract in force shows, is
// apperr.ErrNotFound.
func (s *Service) Property(ctx context.Context, who auth.Caller, id int64) (Property, error) {
	v, err := s.deps.Publications.Current(ctx, id)
	if err != nil {
		return Property{}, err
	}
	c, err := s.deps.Contracts.Between(ctx, v.OwnerID, who.OwnerID)
	if err != nil {
		return Property{}, err
	}
	one := grant{&c}
	if !one.opens() {
		return Property{}, apperr.ErrNotFound
	}
	list, err := s.show(ctx, viewer{operator: who.OwnerID, hotels: map[int64]grant{v.OwnerID: one}}, []publication.Version{v})
	if err != nil {
		return Property{}, err
	}
	return list[0], nil
}

// show returns versions as the viewer sees them.
func (s *Service) show(ctx context.Context, who viewer, versions []publication.Version) ([]Property, error) {
	var (
		ids   = make([]int64, len(versions))
		codes map[int64]mapping.Codes
		sets  map[int64]override.Set
		err   error
	)
	for i, v := range versions {
		ids[i] = v.PropertyID
	}
	if who.operator != 0 {
		if codes, err = s.deps.Mappings.Codes(ctx, who.operator, ids); err != nil {
			return nil, err
		}
		if sets, err = s.deps.Overrides.Sets(ctx, who.operator, ids); err != nil {
			return nil, err
		}
	}
	list := make([]Property, len(versions))
	for i, v := range versions {
		list[i] = s.compose(v, who.hotels[v.OwnerID], codes[v.PropertyID], sets[v.PropertyID])
	}
	return list, nil
}

// showDrafts returns unpublished properties with their names and codes only.
func (s *Service) showDrafts(ctx context.Context, who viewer, drafts []property.Unpublished) ([]Property, error) {
	list, ids := make([]Property, len(drafts)), make([]int64, len(drafts))
	for i, d := range drafts {
		list[i] = Property{Card: cardOfDraft(d), Contract: who.hotels[d.OwnerID].contract, Unpublished: true}
		ids[i] = d.ID
	}
	codes := map[int64]mapping.Codes{}
	if who.operator != 0 && len(ids) > 0 {
		var err error
		if codes, err = s.deps.Mappings.Codes(ctx, who.operator, ids); err != nil {
			return nil, err
		}
	}
	for i, d := range drafts {
		list[i].Codes = codes[d.ID].Over(d.Code)
	}
	return list, nil
}

func cardOfDraft(d property.Unpublished) publication.Card {
	return publication.Card{PropertyID: d.ID, OwnerID: d.OwnerID, Code: d.Code, Name: d.Name, Country: d.Country, City: d.City}
}

// compose applies rights, codes and overrides to one version. Without an
// operator codes and set are empty and change nothing.
func (s *Service) compose(v publication.Version, granted grant, codes mapping.Codes, set override.Set) Property {
	p := Property{Card: v.Card(), Contract: granted.contract, Codes: codes.Over(v.Card().Code)}
	var terms contract.Contract
	if granted.contract != nil {
		terms = *granted.contract
	}
	// Remove what the hotel does not share first: no override can restore it.
	source := v.Snapshot.Facts.ForPartners()
	sheet := set.Facts(s.deps.Catalogue, terms, source)
	p.Overridden = set.Paths(terms, source)
	renameRooms(sheet, codes.Rooms)
	p.Facts = s.deps.Catalogue.Show(sheet)
	maps.DeleteFunc(p.Facts, func(key string, _ any) bool { return !granted.allows(contract.RightCategory(key)) })
	p.Rooms = []Room{}
	if granted.allows(contract.RightCategory(facts.CategoryRooms)) {
		p.Rooms = roomsOf(v, sheet)
	}
	p.Photos, p.Card.CoverKey = []override.Photo{}, ""
	if granted.allows(contract.RightPhotos) {
		p.Photos = set.Photos(terms, v.Snapshot.Photos)
	}
	p.Card.Photos = len(p.Photos)
	for _, one := range p.Photos {
		if one.IsCover {
			p.Card.CoverKey = one.SmallKey
		}
	}
	if own := set.LogoKey(terms); own != "" {
		p.Card.LogoKey = own
	}
	return p
}

// renameRooms replaces the codes and names of rooms by the operator's. The
// sheet must be a copy.
func renameRooms(sheet facts.Sheet, codes map[int64]mapping.RoomCode) {
	for _, e := range sheet[facts.CategoryRooms] {
		for key, value := range map[string]string{"code": codes[e.ID].Code, "name": codes[e.ID].Name} {
			if value != "" {
				e.Data[key] = value
			}
		}
	}
}

// roomsOf returns the rooms of the sheet with the hotel's codes and names.
func roomsOf(v publication.Version, sheet facts.Sheet) []Room {
	list := []Room{}
	for _, hotel := range v.Rooms() {
		list = append(list, Room{Room: hotel, HotelCode: hotel.Code, HotelName: hotel.Name})
	}
	for i, e := range sheet[facts.CategoryRooms] {
		r := facts.RoomOf(e)
		list[i].Code, list[i].Name, list[i].TotalUnits = r.Code, r.Name, r.TotalUnits
	}
	return list
}
