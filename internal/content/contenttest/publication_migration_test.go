package contenttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/testkit/dbtest"
)

// An installation that has published before there were cards gets those that
// publishing would have written.
func TestMigration_cards(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	hotel, full := e.Ready(t, "Ωκεανός")
	stars, lat, long := 4.5, 36.25, -28.125
	pStars, pLat, pLong := &stars, &lat, &long
	_, err := e.Properties.Update(hotel.Context(t), hotel.Caller, full.ID, property.Change{Stars: &pStars, Latitude: &pLat, Longitude: &pLong}, property.Logo{})
	require.NoError(t, err)
	e.Publish(t, hotel, admin, full)
	empty := e.Property(t, hotel, "Nothing known")
	e.Publish(t, hotel, admin, empty)
	e.Property(t, hotel, "Never published")
	twice := e.Property(t, hotel, "Old Name")
	e.Save(t, hotel, twice.ID, facts.CategoryRooms, facts.Record{"name": "No code, no \"units\""})
	e.Publish(t, hotel, admin, twice)
	e.Save(t, hotel, twice.ID, facts.CategoryRooms, facts.Record{"code": "B"})
	e.Publish(t, hotel, admin, twice)
	name := "New name"
	_, err = e.Properties.Update(hotel.Context(t), hotel.Caller, twice.ID, property.Change{Name: &name}, property.Logo{})
	require.NoError(t, err)
	_, err = e.Publications.Submit(hotel.Context(t), hotel.Caller, twice.ID)
	require.NoError(t, err)
	cards, rooms := stored(t, e)
	require.Len(t, cards, 3)
	require.Len(t, rooms, 3)

	dbtest.Remigrate(t, e.DB, 10, nil)

	gotCards, gotRooms := stored(t, e)
	require.Equal(t, cards, gotCards)
	require.Equal(t, rooms, gotRooms)
}

// stored reads both tables whole.
func stored(t *testing.T, e *apptest.Env) (cards []publication.Card, rooms []publication.Room) {
	t.Helper()
	ctx := t.Context()
	require.NoError(t, e.DB.From(ctx).NewSelect().Table("publication_cards").Order("property_id").Scan(ctx, &cards))
	require.NoError(t, e.DB.From(ctx).NewSelect().Table("publication_rooms").Order("room_id").Scan(ctx, &rooms))
	return cards, rooms
}
