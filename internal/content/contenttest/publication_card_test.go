package contenttest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

func TestStore_cards(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	hotel, sea := e.Ready(t, "Ωκεανός")
	city := e.Property(t, hotel, "Çity")
	draft := e.Property(t, hotel, "Never published")
	other, far := e.Ready(t, "Çity too")
	for who, list := range map[*apptest.Who][]property.Property{hotel: {sea, city}, other: {far}} {
		for _, p := range list {
			e.Publish(t, who, admin, p)
		}
	}
	first, second := hotel.User.OwnerID, other.User.OwnerID
	names := func(f publication.CardFilter, req page.Request) ([]string, int) {
		cards, n, err := e.Publications.Cards(t.Context(), f, req)
		require.NoError(t, err)
		list := []string{}
		for _, c := range cards {
			list = append(list, c.Name)
		}
		return list, n
	}

	t.Run("lists what the owners have published, by name", func(t *testing.T) {
		t.Parallel()
		list, n := names(publication.CardFilter{Owners: []int64{first, second}}, page.Request{})
		require.Equal(t, []string{"Çity", "Çity too", "Ωκεανός"}, list)
		require.Equal(t, 3, n)
		list, n = names(publication.CardFilter{Owners: []int64{first, second}}, page.Request{Page: 2, Size: 1})
		require.Equal(t, []string{"Çity too"}, list)
		require.Equal(t, 3, n)
		list, _ = names(publication.CardFilter{Owners: []int64{first}, Query: "ΩΚΕΑΝ"}, page.Request{})
		require.Equal(t, []string{"Ωκεανός"}, list)
		list, _ = names(publication.CardFilter{Owners: []int64{first}, Properties: []int64{city.ID, far.ID, draft.ID}}, page.Request{})
		require.Equal(t, []string{"Çity"}, list)
		list, _ = names(publication.CardFilter{Owners: []int64{first}, Countries: []string{"XX"}}, page.Request{})
		require.Empty(t, list)
		list, n = names(publication.CardFilter{Properties: []int64{city.ID}}, page.Request{})
		require.Empty(t, list, "no owners, nobody to see")
		require.Zero(t, n)
	})

	t.Run("finds cards, rooms and versions by id, for whoever has checked the contract", func(t *testing.T) {
		t.Parallel()
		card, err := e.Publications.Card(t.Context(), sea.ID)
		require.NoError(t, err)
		require.Equal(t, []any{first, 1, sea.Code, 1, 2}, []any{card.OwnerID, card.Version, card.Code, card.Rooms, card.Photos})
		require.NotEmpty(t, card.CoverKey)
		_, err = e.Publications.Card(t.Context(), draft.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		cards, err := e.Publications.CardsOf(t.Context(), []int64{sea.ID, draft.ID, far.ID})
		require.NoError(t, err)
		require.Len(t, cards, 2)
		require.Equal(t, card, cards[sea.ID])
		v, err := e.Publications.Current(t.Context(), far.ID)
		require.NoError(t, err)
		require.Equal(t, "Çity too", v.Snapshot.Property.Name)
		_, err = e.Publications.Current(t.Context(), draft.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		rooms, err := e.Publications.RoomsOf(t.Context(), []int64{sea.ID, city.ID})
		require.NoError(t, err)
		require.Len(t, rooms, 1)
		room := rooms[sea.ID][0]
		ids, err := e.Publications.RoomIDs(t.Context(), []int64{first})
		require.NoError(t, err)
		require.Equal(t, []int64{room.ID}, ids)
		byID, err := e.Publications.RoomsByID(t.Context(), []int64{room.ID, -1})
		require.NoError(t, err)
		require.Equal(t, map[int64]publication.Room{room.ID: room}, byID)
	})

	t.Run("takes the owners of ten thousand contracts and the rooms of all of them", func(t *testing.T) {
		t.Parallel()
		many := make([]int64, 10_000)
		for i := range many {
			many[i] = 5_000_000_000 + int64(i)
		}
		many[9_999] = first
		list, _ := names(publication.CardFilter{Owners: many}, page.Request{})
		require.Equal(t, []string{"Çity", "Ωκεανός"}, list)
		ids, err := e.Publications.RoomIDs(t.Context(), many)
		require.NoError(t, err)
		require.Len(t, ids, 1)
		rooms, err := e.Publications.RoomsByID(t.Context(), append(slices.Repeat(many, 10), ids...))
		require.NoError(t, err)
		require.Len(t, rooms, 1)
	})
}

func TestStore_ShowVersion(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	hotel, p := e.Hotel(t, "Hotel")
	room := func(code, units string) int64 {
		return e.Save(t, hotel, p.ID, facts.CategoryRooms, facts.Record{"code": code, "name": "Room " + code, "room_total_units": json.Number(units)})
	}
	a, b := room("A", "7"), room("B", "3")
	e.Publish(t, hotel, admin, p)
	rooms := func() []publication.Room {
		list, err := e.Publications.RoomsOf(t.Context(), []int64{p.ID})
		require.NoError(t, err)
		return list[p.ID]
	}
	require.Equal(t, []int64{a, b}, []int64{rooms()[0].ID, rooms()[1].ID})
	require.Equal(t, publication.Room{ID: a, PropertyID: p.ID, OwnerID: p.OwnerID, Code: "A", Name: "Room A", TotalUnits: 7}, rooms()[0])

	kind, ok := e.Catalogue.Find(facts.CategoryRooms)
	require.True(t, ok)
	require.NoError(t, e.Properties.DeleteRecord(hotel.Context(t), hotel.Caller, p.ID, kind, a))
	c := room("C", "1")
	require.Len(t, rooms(), 2, "the working copy is no news for partners")
	e.Publish(t, hotel, admin, p)
	require.Equal(t, []int64{b, c}, []int64{rooms()[0].ID, rooms()[1].ID}, "with the next version")
	card, err := e.Publications.Card(t.Context(), p.ID)
	require.NoError(t, err)
	require.Equal(t, 2, card.Version)

	require.NoError(t, e.Properties.Delete(hotel.Context(t), hotel.Caller, p.ID))
	_, err = e.Publications.Card(t.Context(), p.ID)
	require.ErrorIs(t, err, apperr.ErrNotFound, "they go with the property")
	require.Empty(t, rooms())
}

// Nobody counts how many hotels an operator may have: both engines take a
// statement that names ten thousand.
func TestStore_manyOwners(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	owners := make([]int64, 10_000)
	for i := range owners {
		owners[i] = int64(10_000_000 + i)
	}
	f := publication.CardFilter{Owners: owners}
	cards, n, err := e.PublicationStore.Cards(t.Context(), f, page.Request{})
	require.NoError(t, err)
	require.Empty(t, cards)
	require.Zero(t, n)
	ids, err := e.PublicationStore.PublishedIDs(t.Context(), f)
	require.NoError(t, err)
	require.Empty(t, ids)
	ids, err = e.PublicationStore.RoomIDs(t.Context(), owners)
	require.NoError(t, err)
	require.Empty(t, ids)
}
