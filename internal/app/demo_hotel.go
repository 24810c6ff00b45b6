package app

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
)

//go:embed demo
var demoFiles embed.FS

// demoHotel is the content of a file of the folder demo.
type demoHotel struct {
	Property struct {
		Name         *string  `json:"name"`
		Code         *string  `json:"code"`
		PropertyType *string  `json:"property_type"`
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
}

func (h demoHotel) change() property.Change {
	p := h.Property
	return property.Change{
		Name: p.Name, Code: p.Code, PropertyType: p.PropertyType, Stars: &p.Stars, Country: p.Country, City: p.City,
		Address: p.Address, PostalCode: p.PostalCode, Latitude: &p.Latitude, Longitude: &p.Longitude,
		Phone: p.Phone, Email: p.Email, Website: p.Website, Timezone: p.Timezone, Currency: p.Currency,
	}
}

// seedHotel creates a property with facts and photos and submits its fact sheet;
// the reviewer approves it unless nil.
func (a *App) seedHotel(ctx context.Context, who auth.Caller, file string, reviewer *auth.Caller) error {
	raw, err := demoFiles.ReadFile("demo/" + file)
	if err != nil {
		return fmt.Errorf("read the demo's %s: %w", file, err)
	}
	var h demoHotel
	if err := json.Unmarshal(raw, &h); err != nil {
		return fmt.Errorf("the demo's %s: %w", file, err)
	}
	ctx = auth.With(ctx, who)
	p, err := a.Properties.Create(ctx, who, h.change(), property.Logo{})
	if err != nil {
		return err
	}
	for _, c := range facts.Load().Categories() {
		if h.Facts[c.Key] == nil {
			continue
		}
		if _, err := a.Properties.SaveFacts(ctx, who, p.ID, c, h.Facts[c.Key]); err != nil {
			return fmt.Errorf("the demo's %s, %s: %w", file, c.Key, err)
		}
	}
	if err := a.seedPhotos(ctx, who, p.ID); err != nil {
		return err
	}
	sub, err := a.Publications.Submit(ctx, who, p.ID)
	if err != nil || reviewer == nil {
		return err
	}
	_, err = a.Publications.Approve(auth.With(ctx, *reviewer), *reviewer, sub.ID)
	return err
}

// seedPhotos adds painted photos to the property, one for each room.
func (a *App) seedPhotos(ctx context.Context, who auth.Caller, id int64) error {
	rooms, err := a.Properties.Rooms(ctx, who.OwnerID, id)
	if err != nil {
		return err
	}
	add := func(n int, caption string, c photo.Category, room *int64) error {
		var file bytes.Buffer
		if err := paintView(&file, n); err != nil {
			return err
		}
		_, err := a.Photos.Add(ctx, who, id, photo.AddInput{
			File: bytes.NewReader(file.Bytes()), Change: photo.Change{Caption: &caption, Category: &c, Room: &room},
		})
		return err
	}
	for n, view := range []struct {
		caption  string
		category photo.Category
	}{
		{"The bay in the morning", photo.CategoryBeach},
		{"Garden and pool", photo.CategoryPool},
		{"Seen from the sea", photo.CategoryExterior},
	} {
		if err := add(n, view.caption, view.category, nil); err != nil {
			return err
		}
	}
	for n, r := range rooms {
		if err := add(n+3, r.Name, photo.CategoryRoom, &r.ID); err != nil {
			return err
		}
	}
	return nil
}
