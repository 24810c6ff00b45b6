package demo

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"maps"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
)

//go:embed data
var files embed.FS

// hotelFile is a hotel in a file of the folder data.
type hotelFile struct {
	Property struct {
		Name         *string  `json:"name"`
		Code         *string  `json:"code"`
		PropertyType *string  `json:"property_type"`
		Chain        *string  `json:"chain"`
		Stars        *float64 `json:"stars"`
		Country      *string  `json:"country"`
		City         *string  `json:"city"`
		Address      *string  `json:"address"`
		PostalCode   *string  `json:"postal_code"`
		Latitude     *float64 `json:"latitude"`
		Longitude    *float64 `json:"longitude"`
		Phone        *string  `json:"phone"`
		Email        *string  `json:"email"`
		Website      *string  `json:"website"`
		Timezone     *string  `json:"timezone"`
		Currency     *string  `json:"currency"`
	} `json:"property"`
	Facts map[string]json.RawMessage `json:"facts"`
	// FactsOfLarge replaces categories in the large demo.
	FactsOfLarge map[string]json.RawMessage `json:"facts_of_large"`
}

func (h hotelFile) change() property.Change {
	p := h.Property
	return property.Change{
		Name: p.Name, Code: p.Code, PropertyType: p.PropertyType, Chain: p.Chain, Stars: &p.Stars, Country: p.Country, City: p.City,
		Address: p.Address, PostalCode: p.PostalCode, Latitude: &p.Latitude, Longitude: &p.Longitude,
		Phone: p.Phone, Email: p.Email, Website: p.Website, Timezone: p.Timezone, Currency: p.Currency,
	}
}

// readFile reads a file of the folder data.
func readFile(name string, into any) error {
	raw, err := files.ReadFile("data/" + name)
	if err != nil {
		return fmt.Errorf("read the demo's %s: %w", name, err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("the demo's %s: %w", name, err)
	}
	return nil
}

// seedHotel creates a property with facts and photos and submits its fact sheet;
// the reviewer approves it unless nil.
func (s *seeder) seedHotel(ctx context.Context, who auth.Caller, file string, reviewer *auth.Caller) error {
	var h hotelFile
	if err := readFile(file, &h); err != nil {
		return err
	}
	if !s.Small && h.FactsOfLarge != nil {
		maps.Copy(h.Facts, h.FactsOfLarge)
	}
	ctx = auth.With(ctx, who)
	id, err := s.seedFacts(ctx, who, h)
	if err != nil {
		return err
	}
	rooms, err := s.Properties.Rooms(ctx, who.OwnerID, id)
	if err != nil {
		return err
	}
	shots := []shot{
		{scene: "beach", caption: "The bay in the morning", category: photo.CategoryBeach},
		{scene: "pool", caption: "Garden and pool", category: photo.CategoryPool},
		{scene: "exterior", caption: "Seen from the sea", category: photo.CategoryExterior},
	}
	for i, r := range rooms {
		shots = append(shots, shot{scene: []string{"room", "family_room", "suite"}[i%3], caption: r.Name, category: photo.CategoryRoom, room: &r.ID})
	}
	if err := s.hang(ctx, who, s.studio.draw(ctx, id, shots)); err != nil {
		return err
	}
	return s.publish(ctx, who, id, reviewer)
}

// seedFacts creates a property with its facts.
func (s *seeder) seedFacts(ctx context.Context, who auth.Caller, h hotelFile) (int64, error) {
	p, err := s.Properties.Create(ctx, who, h.change(), property.Logo{})
	if err != nil {
		return 0, err
	}
	for _, c := range facts.Load().Categories() {
		if h.Facts[c.Key] == nil {
			continue
		}
		if _, err := s.Properties.SaveFacts(ctx, who, p.ID, c, h.Facts[c.Key]); err != nil {
			return 0, fmt.Errorf("the demo's %s, %s: %w", p.Name, c.Key, err)
		}
	}
	return p.ID, nil
}

// publish submits a fact sheet; the reviewer approves it unless nil.
func (s *seeder) publish(ctx context.Context, who auth.Caller, property int64, reviewer *auth.Caller) error {
	sub, err := s.Publications.Submit(ctx, who, property)
	if err != nil || reviewer == nil {
		return err
	}
	_, err = s.Publications.Approve(auth.With(ctx, *reviewer), *reviewer, sub.ID)
	return err
}
